package casetest

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/lsp"
)

// editor is a client that shows documents and makes the server's edits by itself: it shares no code with
// the server that counts lines and columns.
type editor struct {
	t     *testing.T
	c     *Case
	peer  *peer
	enc   text.Encoding
	docs  map[string]*shown // by path
	typed []sheet
	made  string // the edits of the last change, as the golden shows them
}

// shown is an open document.
type shown struct {
	text    string
	version int
	mark    string // the byte order mark, which an editor takes off and puts back
}

// serverEdit asks a language server over a pipe.
func (c *Case) serverEdit(t *testing.T, enc text.Encoding) answer {
	t.Helper()
	e := &editor{t: t, c: c, peer: start(t), enc: enc, docs: map[string]*shown{}, typed: c.sheets(t, typedSection)}
	e.peer.answer = e.answer
	e.peer.request("initialize", map[string]any{
		"processId": nil, "workspaceFolders": []any{map[string]any{"uri": uri(c.Dir), "name": "case"}},
		"capabilities": map[string]any{
			"general": map[string]any{"positionEncodings": []any{enc}},
			"workspace": map[string]any{"applyEdit": true, "workspaceEdit": map[string]any{
				"documentChanges": true, "changeAnnotationSupport": map[string]any{},
			}},
		},
	})
	e.peer.notify("initialized", map[string]any{})
	for _, s := range c.sheets(t, openSection) {
		e.open(c.Path(s.name), s.text)
	}
	said := ""
	for _, call := range c.calls(t) {
		e.made = ""
		said = e.ask(call)
	}
	e.peer.request("shutdown", nil)
	e.peer.notify("exit", nil)
	return answer{said, e.made, e.after()}
}

func (e *editor) ask(call toolCall) string {
	e.t.Helper()
	command := lsp.ToolCommands()[call.tool]
	require.NotEmpty(e.t, command, "%s has no command", call.tool)
	raw, bad := e.peer.call("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{call.args}})
	if bad != "" {
		var wrong struct{ Message string }
		require.NoError(e.t, json.Unmarshal([]byte(bad), &wrong))
		return "wrong call: " + wrong.Message + "\n"
	}
	var result map[string]any
	require.NoError(e.t, json.Unmarshal(raw, &result))
	for _, one := range append(asList(result["edits"]), result) {
		if r := one.(map[string]any); r["saved"] != nil {
			name := r["file"].(string)
			_, disk := cutMark(e.c.onDisk(e.t, name))
			_, text := cutMark(e.textOf(name))
			require.Equal(e.t, text == disk, r["saved"], "whether the disk has it")
		}
	}
	return e.c.tell(e.t, result)
}

func (e *editor) open(path, text string) *shown {
	d := &shown{version: 1}
	d.mark, d.text = cutMark(text)
	e.docs[path] = d
	e.peer.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri(path), "languageId": "plaintext", "version": d.version, "text": d.text,
	}})
	return d
}

func cutMark(s string) (mark, rest string) {
	if rest, ok := strings.CutPrefix(s, text.BOM); ok {
		return text.BOM, rest
	}
	return "", s
}

func (e *editor) change(path, text string) {
	d := e.docs[path]
	d.version++
	d.text = text
	e.peer.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri(path), "version": d.version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// answer makes a workspace edit, unless the case has something in between.
func (e *editor) answer(method string, raw json.RawMessage) any {
	if method != "workspace/applyEdit" {
		return nil
	}
	if len(e.typed) > 0 {
		next := e.typed[0]
		e.typed = e.typed[1:]
		e.change(e.c.Path(next.name), next.text)
		return map[string]any{"applied": false, "failureReason": "the document has changed"}
	}
	if reason, no := e.c.declined(); no {
		return map[string]any{"applied": false, "failureReason": reason}
	}
	var params struct {
		Edit struct {
			DocumentChanges   []documentEdit
			ChangeAnnotations map[string]struct{ Label string }
		}
	}
	require.NoError(e.t, json.Unmarshal(raw, &params))
	for _, change := range params.Edit.DocumentChanges {
		require.NotEmpty(e.t, change.Edits)
		e.apply(change, params.Edit.ChangeAnnotations[change.Edits[0].AnnotationID].Label)
	}
	return map[string]any{"applied": true}
}

// documentEdit is one element of documentChanges.
type documentEdit struct {
	TextDocument struct {
		URI     string
		Version *int
	}
	Edits []textEdit
}

type textEdit struct {
	Range        struct{ Start, End position }
	NewText      string
	AnnotationID string
}

type position struct{ Line, Character int }

func (e *editor) apply(change documentEdit, label string) {
	e.t.Helper()
	at, err := url.Parse(change.TextDocument.URI)
	require.NoError(e.t, err)
	d := e.docs[at.Path]
	if d == nil {
		require.Nil(e.t, change.TextDocument.Version, "the document is not open")
		src, err := os.ReadFile(at.Path)
		require.NoError(e.t, err)
		d = e.open(at.Path, string(src))
	} else {
		require.NotNil(e.t, change.TextDocument.Version, "the document is open")
		require.Equal(e.t, d.version, *change.TextDocument.Version)
	}
	name, err := filepath.Rel(e.c.Dir, at.Path)
	require.NoError(e.t, err)
	after, made, err := applyTextEdits(d.text, change.Edits, e.enc)
	require.NoError(e.t, err, "%s in %s", name, e.enc)
	e.made += showEdits(e.realName(name), label, made)
	e.change(at.Path, after)
}

// realName is the name of the file behind a link, which is how results name it.
func (e *editor) realName(name string) string {
	for _, link := range e.c.notes("link") {
		if from, to, _ := strings.Cut(link, " -> "); from == name {
			return filepath.Join(filepath.Dir(from), to)
		}
	}
	return name
}

func (e *editor) after() map[string]string {
	out := map[string]string{}
	for _, name := range e.c.names(e.t) {
		out[name] = e.textOf(name)
	}
	return out
}

// textOf returns what the editor shows of a file, under whichever name it holds it, else what is on disk.
func (e *editor) textOf(name string) string {
	for path, d := range e.docs {
		if realPath(path) == realPath(e.c.Path(name)) {
			return d.mark + d.text
		}
	}
	return e.c.onDisk(e.t, name)
}

func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// applyTextEdits makes edits as LSP 3.17 defines them: positions are in the text before, a line ends at LF,
// CRLF or CR, and a column counts the units of the encoding. A position that is nowhere is an error here,
// though the protocol forgives it.
func applyTextEdits(s string, list []textEdit, enc text.Encoding) (after string, made []place, err error) {
	type cut struct {
		from, to int
		put      string
	}
	var cuts []cut
	for _, edit := range list {
		start, startColumn, err := offset(s, edit.Range.Start, enc)
		if err != nil {
			return "", nil, err
		}
		end, endColumn, err := offset(s, edit.Range.End, enc)
		if err != nil {
			return "", nil, err
		}
		cuts = append(cuts, cut{start, end, edit.NewText})
		made = append(made, place{edit.Range.Start.Line + 1, startColumn + 1, edit.Range.End.Line + 1, endColumn + 1, edit.NewText})
	}
	if !slices.IsSortedFunc(cuts, func(a, b cut) int { return a.from - b.from }) {
		return "", nil, errPosition("the edits must be in the order of the text")
	}
	at := 0
	for _, c := range cuts {
		if c.from < at || c.to < c.from {
			return "", nil, errPosition("the edits overlap")
		}
		after += s[at:c.from] + c.put
		at = c.to
	}
	return after + s[at:], made, nil
}

type errPosition string

func (e errPosition) Error() string { return string(e) }

// offset returns the byte of a position and its column in code points.
func offset(s string, p position, enc text.Encoding) (at, column int, err error) {
	for range p.Line {
		n := strings.IndexAny(s[at:], "\r\n")
		if n < 0 {
			return 0, 0, errPosition("there is no such line")
		}
		at += n + 1
		if s[at-1] == '\r' && strings.HasPrefix(s[at:], "\n") {
			at++
		}
	}
	for units := 0; units < p.Character; column++ {
		r, size := utf8.DecodeRuneInString(s[at:])
		if size == 0 || r == '\r' || r == '\n' {
			return 0, 0, errPosition("the position is behind the end of its line")
		}
		switch enc {
		case text.UTF8:
			units += size
		case text.UTF16:
			units += utf16.RuneLen(r)
		default:
			units++
		}
		if units > p.Character {
			return 0, 0, errPosition("the position is inside a character")
		}
		at += size
	}
	return at, column, nil
}
