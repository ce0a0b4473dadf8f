package casetest

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// asker asks the questions of a case through a language server.
type asker struct {
	c    *Case
	t    *testing.T
	peer *peer
	enc  text.Encoding
	path string // of the file with the cursor
	src  []byte
}

// asker opens the file with the cursor; nil when there is none, or when no editor can show its bytes.
func (c *Case) asker(t *testing.T, enc text.Encoding) *asker {
	t.Helper()
	if c.Cursor == "" {
		return nil
	}
	e := &asker{c: c, t: t, enc: enc, path: c.Path(c.Cursor)}
	var err error
	e.src, err = os.ReadFile(e.path)
	require.NoError(t, err)
	if strings.ContainsRune(strings.ToValidUTF8(string(e.src), "\uFFFD"), '\uFFFD') || strings.HasPrefix(string(e.src), text.BOM) {
		return nil
	}
	e.peer = start(t)
	e.peer.request("initialize", map[string]any{
		"processId": nil, "workspaceFolders": []any{map[string]any{"uri": uri(c.Dir), "name": "case"}},
		"capabilities": map[string]any{
			"general":   map[string]any{"positionEncodings": []any{enc}},
			"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true, "resourceOperations": []string{"rename"}}},
			"textDocument": map[string]any{
				"hover":          map[string]any{"contentFormat": []string{"markdown"}},
				"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
				"rename":         map[string]any{"prepareSupport": true},
			},
		},
	})
	e.peer.notify("initialized", map[string]any{})
	e.peer.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri(e.path), "languageId": "plaintext", "version": 1, "text": string(e.src),
	}})
	return e
}

func (e *asker) close() {
	e.peer.request("shutdown", nil)
	e.peer.notify("exit", nil)
}

type wirePosition struct{ Line, Character int }

type wireRange struct{ Start, End wirePosition }

type wireLocation struct {
	URI   string
	Range wireRange
}

// asked are the questions that the protocol has a request for which shows as much as the library does.
var asked = []string{"hover", "completion", "symbols", "links", "definition", "references", "prepare", "rename", "colors"}

func askedOfEditor(golden string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(golden, "@"), " ")
	return slices.Contains(asked, name)
}

// ask answers the question that a golden is named after as the library does.
func (e *asker) ask(golden string) string {
	name, arg, _ := strings.Cut(strings.TrimPrefix(golden, "@"), " ")
	switch name {
	case "hover":
		return e.hover()
	case "completion":
		return e.completion()
	case "symbols":
		var list []wireSymbol
		e.call("documentSymbol", nil, &list)
		return e.symbols(list, "")
	case "links":
		return e.links()
	case "definition", "references":
		return e.places(name)
	case "prepare":
		return e.prepare()
	case "rename":
		return e.rename(arg)
	case "colors":
		return e.colors()
	}
	return ""
}

// call asks about the file, at the cursor; bad is the message of a refusal.
func (e *asker) call(method string, more map[string]any, answer any) (bad string) {
	e.t.Helper()
	at := text.NewMapper(e.src).Position(e.c.Offset, e.enc)
	params := map[string]any{
		"textDocument": map[string]any{"uri": uri(e.path)},
		"position":     map[string]any{"line": at.Line, "character": at.Column},
	}
	for k, v := range more {
		params[k] = v
	}
	res, bad := e.peer.call("textDocument/"+method, params)
	if bad != "" {
		var refused struct{ Message string }
		require.NoError(e.t, json.Unmarshal([]byte(bad), &refused))
		return refused.Message
	}
	if len(res) > 0 {
		require.NoError(e.t, json.Unmarshal(res, answer))
	}
	return ""
}

// span turns a range back into bytes of a file.
func (e *asker) span(src []byte, r wireRange) text.Span {
	m := text.NewMapper(src)
	return text.Span{
		Start: m.Offset(text.Position{Line: r.Start.Line, Column: r.Start.Character}, e.enc),
		End:   m.Offset(text.Position{Line: r.End.Line, Column: r.End.Character}, e.enc),
	}
}

// shown writes a range of the file with the cursor as goldens do.
func (e *asker) shown(r wireRange) string { return question{}.span(e.src, e.span(e.src, r)) }

// file returns the path and bytes of a URI.
func (e *asker) file(s string) (path string, src []byte) {
	u, err := url.Parse(s)
	require.NoError(e.t, err)
	if u.Path == e.path {
		return u.Path, e.src
	}
	src, _ = os.ReadFile(u.Path)
	return u.Path, src
}

func (e *asker) hover() string {
	var h *struct {
		Contents struct{ Value string }
		Range    wireRange
	}
	e.call("hover", nil, &h)
	if h == nil {
		return "nothing\n"
	}
	return e.shown(h.Range) + "\n" + strings.TrimRight(h.Contents.Value, "\n") + "\n"
}

func (e *asker) completion() string {
	var list struct {
		Items []struct {
			Label, Detail string
			TextEdit      struct {
				Range   wireRange
				NewText string
			}
			AdditionalTextEdits []struct {
				Range   wireRange
				NewText string
			}
		}
	}
	e.call("completion", nil, &list)
	var b strings.Builder
	for _, p := range list.Items {
		var also []string
		for _, m := range p.AdditionalTextEdits {
			also = append(also, fmt.Sprintf("%q at %s", m.NewText, e.shown(m.Range)))
		}
		writeProposal(&b, p.Label, p.Detail, p.TextEdit.NewText, e.shown(p.TextEdit.Range), also)
	}
	return b.String()
}

type wireSymbol struct {
	Name, Detail string
	Range        wireRange
	Children     []wireSymbol
}

func (e *asker) symbols(list []wireSymbol, indent string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s%s", indent, s.Name)
		if s.Detail != "" {
			fmt.Fprintf(&b, " (%s)", s.Detail)
		}
		fmt.Fprintf(&b, " %s\n%s", e.shown(s.Range), e.symbols(s.Children, indent+"  "))
	}
	return b.String()
}

func (e *asker) links() string {
	var list []struct {
		Range  wireRange
		Target string
	}
	e.call("documentLink", nil, &list)
	var b strings.Builder
	for _, l := range list {
		target := l.Target
		if strings.HasPrefix(target, "file:") {
			path, _ := e.file(target)
			target = repo.Relative(e.c.Dir, path)
		}
		fmt.Fprintf(&b, "%s %s\n", e.shown(l.Range), target)
	}
	return b.String()
}

func (e *asker) places(method string) string {
	var list []wireLocation
	e.call(method, map[string]any{"context": map[string]any{"includeDeclaration": true}}, &list)
	var b strings.Builder
	for _, l := range list {
		path, src := e.file(l.URI)
		fmt.Fprintf(&b, "%s %s\n", repo.Relative(e.c.Dir, path), question{}.span(src, e.span(src, l.Range)))
	}
	return b.String()
}

func (e *asker) prepare() string {
	var p struct {
		Range       wireRange
		Placeholder string
	}
	if bad := e.call("prepareRename", nil, &p); bad != "" {
		return "refused: " + bad + "\n"
	}
	return e.shown(p.Range) + " " + p.Placeholder + "\n"
}

func (e *asker) rename(name string) string {
	var edit struct {
		DocumentChanges []struct {
			TextDocument struct{ URI string }
			Edits        []struct {
				Range   wireRange
				NewText string
			}
			OldURI, NewURI string
		}
	}
	if bad := e.call("rename", map[string]any{"newName": name}, &edit); bad != "" {
		return "refused: " + bad + "\n"
	}
	var fix diag.Fix
	for _, change := range edit.DocumentChanges {
		if change.OldURI != "" {
			from, _ := e.file(change.OldURI)
			to, _ := e.file(change.NewURI)
			fix.Renames = append(fix.Renames, diag.Rename{Old: from, New: to})
			continue
		}
		path, src := e.file(change.TextDocument.URI)
		for _, one := range change.Edits {
			fix.Edits = append(fix.Edits, diag.Edit{Path: path, Span: e.span(src, one.Range), New: one.NewText})
		}
	}
	q := question{c: e.c, snap: repo.NewWorkspace(e.c.Dir).Snapshot(), path: e.path}
	return q.fixed(e.t, fix)
}

func (e *asker) colors() string {
	var list []struct {
		Range wireRange
		Color struct{ Red, Green, Blue, Alpha float64 }
	}
	e.call("documentColor", nil, &list)
	var b strings.Builder
	for _, c := range list {
		var forms []struct{ Label string }
		e.call("colorPresentation", map[string]any{"range": rawRange(c.Range), "color": map[string]any{
			"red": c.Color.Red, "green": c.Color.Green, "blue": c.Color.Blue, "alpha": c.Color.Alpha}}, &forms)
		var words []string
		for _, f := range forms {
			words = append(words, f.Label)
		}
		writeColor(&b, e.shown(c.Range), []float64{c.Color.Red, c.Color.Green, c.Color.Blue, c.Color.Alpha}, words)
	}
	return b.String()
}

func rawRange(r wireRange) map[string]any {
	point := func(p wirePosition) map[string]any { return map[string]any{"line": p.Line, "character": p.Character} }
	return map[string]any{"start": point(r.Start), "end": point(r.End)}
}

// writeProposal writes one line of @completion.
func writeProposal(b *strings.Builder, label, detail, with, at string, also []string) {
	b.WriteString(label)
	if detail != "" {
		fmt.Fprintf(b, " (%s)", detail)
	}
	if with != label {
		fmt.Fprintf(b, " %q", with)
	}
	fmt.Fprintf(b, " at %s", at)
	for _, more := range also {
		fmt.Fprintf(b, ", and %s", more)
	}
	b.WriteString("\n")
}

// writeColor writes one line of @colors: the place, the parts in 255ths, the ways to write it.
func writeColor(b *strings.Builder, at string, parts []float64, forms []string) {
	words := make([]string, len(parts))
	for i, p := range parts {
		words[i] = fmt.Sprint(int(p*255 + 0.5))
	}
	fmt.Fprintf(b, "%s %s: %s\n", at, strings.Join(words, " "), strings.Join(slices.Clip(forms), ", "))
}
