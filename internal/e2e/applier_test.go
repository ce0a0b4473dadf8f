package e2e

import (
	"bufio"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const bom = "\ufeff"

// applier is a program that applies text edits, in a process of its own.
type applier struct {
	name string // of the editor
	in   io.WriteCloser
	out  *bufio.Scanner
}

// startApplier starts the LSP library of VS Code.
func startApplier(t *testing.T) *applier {
	t.Helper()
	node := program(t, "node", "see https://nodejs.org")
	nodePackages(t)
	cmd := exec.Command(node, filepath.Join("test", "applier.mjs"))
	cmd.Dir = filepath.Join(top, "vscode-client")
	return serve(t, cmd)
}

// serve starts a program that applies edits line by line.
func serve(t *testing.T, cmd *exec.Cmd) *applier {
	t.Helper()
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		require.NoError(t, cmd.Wait())
	})
	a := &applier{in: in, out: bufio.NewScanner(out)}
	a.out.Buffer(nil, 1<<24)
	return a
}

func (a *applier) apply(t *testing.T, text string, edits json.RawMessage) string {
	t.Helper()
	line, err := json.Marshal(map[string]any{"text": text, "edits": edits})
	require.NoError(t, err)
	_, err = a.in.Write(append(line, '\n'))
	require.NoError(t, err)
	require.True(t, a.out.Scan(), "the applier must answer")
	var answer struct{ Text, Error string }
	require.NoError(t, json.Unmarshal(a.out.Bytes(), &answer))
	require.Empty(t, answer.Error, "%q, %s", text, edits)
	return answer.Text
}

// documentEdit is one element of documentChanges.
type documentEdit struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
	} `json:"textDocument"`
	Edits json.RawMessage `json:"edits"`
}

// editor is a client with one document, which applies the server's edits with the applier.
type editor struct {
	t       *testing.T
	client  *client
	applier *applier
	root    string
	name    string // of the document
	open    bool   // it is open; else the edit opens it
	text    string // what the editor shows
	version int
	edits   int // workspace edits that arrived since the round began
}

func newEditor(t *testing.T, a *applier) *editor {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(root, "cape-agent.json"), []byte(`{"EditAllowList": ["*.txt"]}`), 0o666))
	e := &editor{t: t, applier: a, root: root}
	e.client = startClient(t, map[string]any{
		"processId":        os.Getpid(),
		"clientInfo":       map[string]any{"name": a.name},
		"workspaceFolders": []any{map[string]any{"uri": fileURI(root), "name": "random"}},
		"capabilities": map[string]any{"workspace": map[string]any{
			"applyEdit":     true,
			"workspaceEdit": map[string]any{"documentChanges": true},
		}},
	}, e.answer)
	return e
}

func fileURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

func (e *editor) uri() string { return fileURI(filepath.Join(e.root, e.name)) }

// show opens a document with a text, or changes its text.
func (e *editor) show(text string) {
	e.t.Helper()
	e.text = text
	e.version++
	if !e.open {
		e.open = true
		e.client.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": e.uri(), "languageId": "plaintext", "version": e.version, "text": text}})
		return
	}
	e.client.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(), "version": e.version},
		"contentChanges": []any{map[string]any{"text": text}}})
}

func (e *editor) close() {
	e.t.Helper()
	e.client.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri()}})
	e.open = false
}

// answer makes the edits of the server as VS Code does: the document changes first, then the answer goes.
func (e *editor) answer(method string, raw json.RawMessage) any {
	if method != "workspace/applyEdit" {
		return nil
	}
	e.edits++
	var params struct {
		Edit struct{ DocumentChanges []documentEdit }
	}
	require.NoError(e.t, json.Unmarshal(raw, &params))
	changes := params.Edit.DocumentChanges
	require.Len(e.t, changes, 1)
	require.Equal(e.t, e.uri(), changes[0].TextDocument.URI)
	if e.open {
		require.NotNil(e.t, changes[0].TextDocument.Version)
		require.Equal(e.t, e.version, *changes[0].TextDocument.Version)
	} else {
		require.Nil(e.t, changes[0].TextDocument.Version)
	}
	e.show(e.applier.apply(e.t, e.text, changes[0].Edits))
	return map[string]any{"applied": true}
}

func (e *editor) editFile(old, new string) (result struct {
	Success bool
	Error   string
}) {
	e.t.Helper()
	e.edits = 0
	e.client.call("workspace/executeCommand", map[string]any{
		"command":   "cape.editFile",
		"arguments": []any{map[string]any{"fname": filepath.Join(e.root, e.name), "old": old, "new": new}},
	}, &result)
	return result
}

// TestWorkspaceEditsEqualReplacement makes random edits of random texts and lets the library of VS Code
// apply what the server sends. The text must be the one that a plain replacement gives.
func TestWorkspaceEditsEqualReplacement(t *testing.T) {
	rounds := 2000 // the nightly run needs go test -timeout 30m
	if os.Getenv("CAPE_LS_NIGHTLY") == "1" {
		rounds = 100_000
	}
	editAtRandom(t, newEditor(t, startApplier(t)), rounds, randomRound)
}

// editAtRandom makes rounds of edits and compares each with a plain replacement. CAPE_LS_SEED repeats the rounds of
// another run.
func editAtRandom(t *testing.T, e *editor, rounds int, next func(*rand.Rand) round) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if again, err := strconv.ParseUint(os.Getenv("CAPE_LS_SEED"), 10, 64); err == nil {
		seed = again
	}
	t.Logf("%d rounds, seed %d", rounds, seed)
	r := rand.New(rand.NewPCG(seed, 0))
	made := 0
	for n := range rounds {
		c := next(r)
		whole := c.before + c.span + c.after
		closed := r.IntN(4) == 0
		e.name = "open.txt"
		c.how = "an open file"
		if closed {
			// The editor takes the mark off the text when it opens the file.
			e.name = "closed.txt"
			mark := []string{"", bom}[r.IntN(2)]
			c.how = "a closed file that begins with " + strconv.Quote(mark)
			require.NoError(t, os.WriteFile(filepath.Join(e.root, e.name), []byte(mark+whole), 0o666))
			e.text = whole
		} else {
			e.show(whole)
		}

		result := e.editFile(c.old, c.new)
		count := strings.Count(unfold.Replace(whole), c.old)
		unchanged := c.old == c.new
		switch {
		case count != 1 || unchanged && e.edits == 0:
			require.Equal(t, count == 1, result.Success, "round %d: %q in %q occurs %d times: %s", n, c.old, whole, count, result.Error)
			require.Zero(t, e.edits, "round %d", n)
			require.Equal(t, whole, e.text)
		default:
			require.True(t, result.Success, "round %d: %q in %q: %s", n, c.old, whole, result.Error)
			require.Equal(t, 1, e.edits, "round %d", n)
			requireReplaced(t, n, c, e.text)
			made++
		}
		e.close()
	}
	require.Greater(t, made, rounds/2, "most rounds must make an edit")
}

// requireReplaced checks that got is the text of c with the edit made. In a text with one kind of line
// end this is one text; where they are mixed, new lines may end in any way.
func requireReplaced(t *testing.T, n int, c round, got string) {
	t.Helper()
	if c.end != "" {
		want := c.before + strings.ReplaceAll(c.new, "\n", c.end) + c.after
		require.Equal(t, want, got, "round %d: %q for %q in %q, %s", n, c.new, c.old, c.before+c.span+c.after, c.how)
		return
	}
	rest, ok := strings.CutPrefix(got, c.before)
	require.True(t, ok && strings.HasSuffix(rest, c.after), "round %d: %q for %q in %q touches other text: %q, %s", n, c.new, c.old, c.before+c.span+c.after, got, c.how)
	// A line feed that comes to stand behind a carriage return would be no line end of its own: what is put
	// between them, or left out, must not make two lines one.
	want := unfold.Replace(c.before) + c.new + unfold.Replace(c.after)
	require.Equal(t, want, unfold.Replace(got), "round %d: %q for %q in %q, %s", n, c.new, c.old, c.before+c.span+c.after, c.how)
}
