package lsp

import (
	"context"
	"encoding/json"
	"slices"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// The kinds of code action that the server makes.
var actionKinds = []protocol.CodeActionKind{
	"quickfix", "source", "source.fixAll.cape", analysis.SourceCape, analysis.SourceSkill, analysis.SourceTool, "refactor",
}

func (s *server) codeActionOptions() protocol.CodeActionProvider {
	if !s.caps.literals {
		return protocol.Boolean(true)
	}
	return &protocol.CodeActionOptions{CodeActionKinds: actionKinds, ResolveProvider: new(s.caps.resolvesEdits())}
}

type codeActionParams struct {
	rangeParams
	Context struct{ Only []string }
}

// actionData is what comes back with codeAction/resolve: enough to find the action again, and the
// version it was made for, because an edit for another text would hit other bytes.
type actionData struct {
	URI     string     `json:"uri"`
	Version *int32     `json:"version,omitempty"` // absent: not open
	Span    *text.Span `json:"span,omitempty"`    // absent: the whole document
	Title   string     `json:"title,omitempty"`
	Code    string     `json:"code,omitempty"` // of the finding to mend, in place of a title
}

// codeAction implements textDocument/codeAction.
func (s *server) codeAction(ctx context.Context, p *codeActionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.actedOn(p.TextDocument.URI)
	if doc == nil {
		return []any{}, nil
	}
	span := v.span(doc, p.Range)
	out := []protocol.CommandOrCodeAction{}
	for _, a := range s.analyzer.Load().Actions(v.snap, doc.Path, span, p.Context.Only) {
		if !analysis.Wanted(a.Kind, p.Context.Only) || !s.offers(a) {
			continue
		}
		if one := v.action(doc, span, a); one != nil {
			out = append(out, one)
		}
	}
	return out, nil
}

// offers reports whether the client can do what an action needs, and the user's trust allows it.
func (s *server) offers(a analysis.Action) bool {
	if a.Runs && !s.trusted() {
		return false
	}
	if a.Command != nil && a.Command.Name == analysis.AllowEditing {
		return s.caps.Workspace.ApplyEdit
	}
	return a.Command == nil || a.Command.Name != commandOpenScripts || s.caps.Window.ShowDocument.Support
}

// action converts an action; nil when the client can do nothing with it.
func (v *view) action(d *repo.Document, span text.Span, a analysis.Action) protocol.CommandOrCodeAction {
	can := &v.s.caps
	if !can.literals {
		return v.bareCommand(d, span, a)
	}
	kind := protocol.CodeActionKind(a.Kind)
	out := &protocol.CodeAction{Title: a.Title, Kind: &kind, Diagnostics: v.diagnostics(d, a.Diagnostics)}
	if a.Preferred && can.TextDocument.CodeAction.IsPreferredSupport {
		out.IsPreferred = new(true)
	}
	if a.Create != nil && can.createsFiles() {
		return v.create(out, a)
	}
	if a.Command != nil {
		out.Command = v.command(a.Command)
	}
	if a.Fix == nil {
		return out
	}
	if can.TextDocument.CodeAction.DataSupport {
		out.Data = value(v.actionData(d, span, a))
	}
	// Fixes are at hand and small, so the edit is told at once; codeAction/resolve makes it anew for a
	// client that asks.
	edit, why := v.workspaceEdit(d, *a.Fix)
	switch {
	case why == "":
		out.Edit = edit
	case can.TextDocument.CodeAction.DisabledSupport:
		out.Disabled.Reason, out.Data = why, nil
	default:
		return nil
	}
	return out
}

func (v *view) actionData(d *repo.Document, span text.Span, a analysis.Action) actionData {
	return actionData{URI: d.URI, Version: v.versioned(d).Version, Span: &span, Title: a.Title}
}

// bareCommand is an action for a client that knows commands only (LSP before 3.8): a fix becomes the
// command that makes it, if the client lets the server edit.
func (v *view) bareCommand(d *repo.Document, span text.Span, a analysis.Action) protocol.CommandOrCodeAction {
	if a.Command != nil && a.Fix == nil {
		c := v.command(a.Command)
		return &c
	}
	if a.Fix == nil || !v.s.caps.Workspace.ApplyEdit || len(a.Fix.Renames) > 0 && !v.s.caps.renamesFiles() {
		return nil
	}
	return &protocol.Command{
		Title: a.Title, Command: commandApplyFix,
		Arguments: []protocol.LSPAny{value(v.actionData(d, span, a))},
	}
}

// create makes an action that brings a file into being, and shows it where the client can.
func (v *view) create(out *protocol.CodeAction, a analysis.Action) protocol.CommandOrCodeAction {
	out.Edit = v.newFile(a.Create.Path, a.Create.Text)
	if v.s.caps.Window.ShowDocument.Support {
		out.Command = v.command(&analysis.Command{
			Title: a.Title, Name: commandShowFile, Args: []any{fileToShow{Fname: a.Create.Path, Select: &a.Create.Mark}},
		})
	}
	return out
}

// presented are the commands with an answer that a person wants to see.
var presented = []string{"cape.useSkill", "cape.readSkill", "cape.runTool", "cape.listPromptSkills", "cape.draftSkill", "cape.listEditableFiles"}

// command converts the command of an action. Its answer goes to a client that shows it, or is shown.
func (v *view) command(c *analysis.Command) protocol.Command {
	out := protocol.Command{Title: c.Title, Command: c.Name}
	if own, ok := clientChoices[c.Name]; ok && v.s.showsRuns {
		out.Command = own
		return out
	}
	if !v.s.shows && slices.Contains(presented, c.Name) {
		out.Command, out.Arguments = commandPresent, append(out.Arguments, value(c.Name))
	}
	for _, arg := range c.Args {
		out.Arguments = append(out.Arguments, value(arg))
	}
	return out
}

// resolveCodeAction implements codeAction/resolve: the edit of one action is made. What is not ours, or
// has no data (VS Code asks for every action without an edit), is given back unchanged.
func (s *server) resolveCodeAction(ctx context.Context, p *json.RawMessage) (any, error) {
	var action struct{ Data *actionData }
	if json.Unmarshal(*p, &action) != nil || action.Data == nil || action.Data.URI == "" {
		return *p, nil
	}
	v := s.view(s.snapshot(ctx))
	doc, fix, err := v.fixAgain(*action.Data)
	if err != nil {
		return nil, err
	}
	edit, why := v.workspaceEdit(doc, *fix.Fix)
	if why != "" {
		return nil, invalid("%s", why)
	}
	return withMember(*p, "edit", edit)
}

// withMember sets one member of a JSON object to a value of the protocol, and leaves the others as they are.
func withMember(object json.RawMessage, name string, value any) (any, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return nil, err
	}
	raw, err := protocol.Marshal(value)
	if err != nil {
		return nil, err
	}
	members[name] = raw
	return encoded(members)
}

// fixKinds are the kinds of actions that are edits.
var fixKinds = []string{analysis.QuickFix, "refactor", "source.fixAll"}

// fixAgain finds the action that was offered before. The text may not have changed since.
func (v *view) fixAgain(data actionData) (*repo.Document, *analysis.Action, error) {
	doc := v.find(data.URI)
	if doc == nil {
		return nil, nil, invalid("%s is not open", data.URI)
	}
	if now := v.versioned(doc).Version; data.Version != nil && (now == nil || *now != *data.Version) {
		return nil, nil, protocol.ErrContentModified
	}
	span := text.Span{End: len(doc.Text)}
	if data.Span != nil {
		span = data.Span.Clamp(len(doc.Text))
	}
	for _, a := range v.s.analyzer.Load().Actions(v.snap, doc.Path, span, fixKinds) {
		if a.Fix != nil && data.names(a) {
			return doc, &a, nil
		}
	}
	return nil, nil, jsonrpc2.Errorf(codeRequestFailed, "%s: there is nothing to mend any more", data.Title+data.Code)
}

func (data actionData) names(a analysis.Action) bool {
	if data.Title != "" {
		return a.Title == data.Title
	}
	return slices.ContainsFunc(a.Diagnostics, func(d diag.Diagnostic) bool { return string(d.Code) == data.Code })
}
