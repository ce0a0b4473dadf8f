package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

// analysis returns the analyzer, or nil where a stand-in serves in its place.
func (s *server) analysis() *analysis.Analyzer {
	a, _ := s.analyzer.Load().analyzer.(*analysis.Analyzer)
	return a
}

// lensData is what comes back with codeLens/resolve.
type lensData struct {
	Fname string `json:"fname"` // the cape-agent.json whose files are to be counted
}

// codeLens implements textDocument/codeLens. A lens without a command is resolved when it comes into view.
func (s *server) codeLens(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc, a := v.find(p.TextDocument.URI), s.analysis()
	if doc == nil || a == nil {
		return nil, nil
	}
	s.lensesAsked.Store(true)
	out := []protocol.CodeLens{}
	for _, l := range a.Lenses(v.snap, doc.Path) {
		if l.Runs && !s.trusted() || l.Asks && !s.showsRuns || l.Command.Name == commandOpenScripts && !s.caps.Window.ShowDocument.Support {
			continue
		}
		one := protocol.CodeLens{Range: v.rangeOf(doc, l.Span)}
		if l.Command.Title == "" {
			one.Data = value(lensData{Fname: doc.Path})
		} else {
			one.Command = v.command(&l.Command)
		}
		out = append(out, one)
	}
	return out, nil
}

// resolveCodeLens implements codeLens/resolve: the files of the allow-list are counted. What is not ours is
// given back unchanged.
func (s *server) resolveCodeLens(ctx context.Context, p *json.RawMessage) (any, error) {
	var lens struct{ Data *lensData }
	a := s.analysis()
	if json.Unmarshal(*p, &lens) != nil || lens.Data == nil || lens.Data.Fname == "" || a == nil {
		return *p, nil
	}
	v := s.view(s.snapshot(ctx))
	c := v.command(&analysis.Command{
		Title: a.CountEditable(v.snap, lens.Data.Fname), Name: "cape.listEditableFiles", Args: []any{map[string]any{"fname": lens.Data.Fname}},
	})
	if !s.shows && s.caps.Window.ShowDocument.Support {
		c.Command, c.Arguments = commandOpenEditable, c.Arguments[len(c.Arguments)-1:]
	}
	return withMember(*p, "command", &c)
}

// refreshLenses asks a client to ask for code lenses again, because files changed (workspace/codeLens/refresh).
// A client that has shown none has nothing to ask anew.
func (s *server) refreshLenses() {
	if s.caps.Workspace.CodeLens.RefreshSupport && s.lensesAsked.Load() {
		s.ask(registerTime, protocol.MethodWorkspaceCodeLensRefresh, nil, nil)
	}
}

// workspaceSymbolParams are those of workspace/symbol.
type workspaceSymbolParams struct{ Query string }

// workspaceSymbol implements workspace/symbol: the skills and tools of the roots of all folders.
func (s *server) workspaceSymbol(ctx context.Context, p *workspaceSymbolParams) (any, error) {
	a := s.analysis()
	if a == nil {
		return nil, nil
	}
	v := s.view(s.snapshot(ctx))
	out := protocol.SymbolInformationSlice{}
	for _, root := range s.roots(v.snap) {
		for _, n := range a.Find(v.snap, root, p.Query) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			one := protocol.SymbolInformation{Location: v.location(n.Path, n.Span)}
			one.Name, one.Kind = n.Name, protocol.SymbolKind(n.Kind)
			container := n.What
			if n.About != "" {
				container += ": " + n.About
			}
			one.ContainerName = &container
			out = append(out, one)
		}
	}
	return out, nil
}
