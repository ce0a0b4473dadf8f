package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// realRepo starts a server with the real analysis over a folder with these files.
func realRepo(t *testing.T, capabilities any, files map[string]string, change ...func(*Options)) (c *lsptest.Client, dir string) {
	dir = t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	opts := testOptions(t)
	opts.analysis = nil
	for _, f := range change {
		f(&opts)
	}
	c = serve(t, opts)
	c.Initialize("file://"+dir, capabilities)
	return c, dir
}

// run calls a command and returns its dictionary.
func run(t *testing.T, c *lsptest.Client, command string, args any) map[string]any {
	t.Helper()
	var out map[string]any
	c.MustCall("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{args}}, &out)
	return out
}

// editor keeps documents as an editor does and answers workspace/applyEdit.
type editor struct {
	c     *lsptest.Client
	docs  map[string]*mirror
	edits []string // what was asked, as JSON
}

func newEditor(c *lsptest.Client) *editor {
	e := &editor{c: c, docs: map[string]*mirror{}}
	c.Handle("workspace/applyEdit", func(raw json.RawMessage) (any, *lsptest.Error) {
		e.edits = append(e.edits, string(raw))
		for uri, d := range e.docs {
			if strings.Contains(string(raw), uri) {
				return d.apply(raw)
			}
		}
		return map[string]any{"applied": true}, nil
	})
	return e
}

func (e *editor) open(uri, text string) *mirror {
	e.c.Open(uri, text)
	e.docs[uri] = &mirror{c: e.c, uri: uri, text: text, version: 1}
	return e.docs[uri]
}

// R52: the file is open with unsaved changes. Edits are made on the open text, for its version, and the
// disk is never written.
func TestEditOfAnUnsavedDocument(t *testing.T) {
	const disk = "one\ntwo\nthree\n"
	for _, tc := range []struct {
		name    string
		command string
		args    map[string]any
		want    string // of the text in the editor; empty: refused
		edit    string // what the editor was asked
		says    []string
	}{
		{name: "a place that moved", command: "cape.editFile", args: map[string]any{"fname": "open.txt", "old": "three", "new": "THREE"},
			want: "zero\none\ntwo!\nTHREE\n", edit: `"version":2},"edits":[{"range":{"start":{"line":3,"character":0},"end":{"line":3,"character":5}},"newText":"THREE"}]`},
		{name: "text that only the disk has", command: "cape.editFile", args: map[string]any{"fname": "open.txt", "old": "two\nthree", "new": "2\n3"},
			says: []string{"unsaved"}},
		{name: "a diff whose context has changed", command: "cape.applyEditResult",
			args: map[string]any{"success": true, "file": "open.txt", "truncated": false, "diff": "--- a/open.txt\n+++ b/open.txt\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n"},
			says: []string{"two"}},
		{name: "a line that is there", command: "cape.editFile", args: map[string]any{"fname": "open.txt", "old": "one", "new": "ONE"},
			want: "zero\nONE\ntwo!\nthree\n", edit: `"version":2},"edits":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":3}},"newText":"ONE"}]`},
		{name: "a line more at the end", command: "cape.editFile", args: map[string]any{"fname": "open.txt", "old": "three\n", "new": "three\nfour\n"},
			want: "zero\none\ntwo!\nthree\nfour\n", edit: `"version":2},"edits":[{"range":{"start":{"line":4,"character":0},"end":{"line":4,"character":0}},"newText":"four\n"}]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, dir := realRepo(t, canApply, map[string]string{"open.txt": disk, "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
			e := newEditor(c)
			uri := fileURI(dir, "open.txt")
			doc := e.open(uri, disk)
			doc.change(0, 0, "zero\n")
			doc.change(12, 12, "!")
			doc.version = 1 // both changes in one notification, as in the case
			doc.text = disk
			c.Replace(uri, 1, disk)
			c.Change(uri, 2, lsptest.Edit{NewText: "zero\n"}, lsptest.Edit{Range: lsptest.R(2, 3, 2, 3), NewText: "!"})
			doc.text, doc.version = "zero\none\ntwo!\nthree\n", 2

			got := run(t, c, tc.command, tc.args)
			onDisk, err := os.ReadFile(filepath.Join(dir, "open.txt"))
			require.NoError(t, err)
			require.Equal(t, disk, string(onDisk), "the disk is not the server's to write")
			if tc.want == "" {
				require.Equal(t, false, got["success"])
				require.Empty(t, e.edits)
				all, _ := json.Marshal(got)
				for _, s := range tc.says {
					require.Contains(t, string(all), s)
				}
				require.Equal(t, "zero\none\ntwo!\nthree\n", doc.text)
				return
			}
			require.Equal(t, true, got["success"], got)
			require.Equal(t, "open.txt", got["file"])
			require.Equal(t, false, got["saved"])
			require.Len(t, e.edits, 1)
			require.Contains(t, e.edits[0], tc.edit)
			require.Equal(t, tc.want, doc.text)
		})
	}
}

func TestEditThatTheEditorRefuses(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	asked := 0
	c.Handle("workspace/applyEdit", func(json.RawMessage) (any, *lsptest.Error) {
		asked++
		return map[string]any{"applied": false, "failureReason": "the user said no"}, nil
	})
	got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
	require.Equal(t, false, got["success"])
	all, _ := json.Marshal(got)
	require.Contains(t, string(all), "the user said no")
	require.Equal(t, 1, asked)
	src, err := os.ReadFile(filepath.Join(dir, "a.txt"))
	require.NoError(t, err)
	require.Equal(t, "one\n", string(src))
}

// The text goes on while the editor is asked: planned again once, on the new text, then given up.
func TestEditOfATextThatMoves(t *testing.T) {
	for _, moves := range []int{1, 2} {
		c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
		uri := fileURI(dir, "a.txt")
		doc := &mirror{c: c, uri: uri, text: "one\n", version: 1}
		c.Open(uri, "one\n")
		asked := 0
		c.Handle("workspace/applyEdit", func(raw json.RawMessage) (any, *lsptest.Error) {
			if asked++; asked <= moves {
				doc.change(0, 0, "typed\n")
			}
			return doc.apply(raw)
		})
		got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
		require.Equal(t, 2, asked)
		if moves == 1 {
			require.Equal(t, true, got["success"], got)
			require.Equal(t, "typed\ntwo\n", doc.text)
			continue
		}
		require.Equal(t, false, got["success"])
		require.Equal(t, "typed\ntyped\none\n", doc.text)
	}
}

// A file that is not open goes through the editor too, without a version.
func TestEditOfAClosedFile(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\r\ntwo\r\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	c.Handle("workspace/applyEdit", func(raw json.RawMessage) (any, *lsptest.Error) {
		// as Helix and lsp-mode do: written at once
		return map[string]any{"applied": os.WriteFile(filepath.Join(dir, "a.txt"), []byte("1\r\ntwo\r\n"), 0o644) == nil}, nil
	})
	got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "1"})
	require.Equal(t, true, got["success"], got)
	require.Equal(t, true, got["saved"])
	require.Contains(t, string(c.Await("workspace/applyEdit", 1).Params), `"version":null`)
}

// An editor takes the byte order mark away when it opens a file, so it does not count in positions.
func TestEditOfAClosedFileWithBOM(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "\ufeffone\ntwo\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	newEditor(c)
	for i, tc := range []struct{ old, want string }{
		{"ne", `{"start":{"line":0,"character":1},"end":{"line":0,"character":3}}`},
		{"two", `{"start":{"line":1,"character":0},"end":{"line":1,"character":3}}`},
	} {
		got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": tc.old, "new": "X"})
		require.Equal(t, true, got["success"], got)
		require.Contains(t, string(c.Await("workspace/applyEdit", i+1).Params), tc.want)
	}
	// A client that keeps the mark in its document is taken at its word.
	c.Open(fileURI(dir, "a.txt"), "\ufeffone\ntwo\n")
	run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "X"})
	require.Contains(t, string(c.Await("workspace/applyEdit", 3).Params), `{"start":{"line":0,"character":1},"end":{"line":0,"character":4}}`)
}

func TestSavingByTheClient(t *testing.T) {
	for _, tc := range []struct {
		name, setting string
		dirty         bool
		asked         bool
	}{
		{"clean", "", false, true},
		{"dirty", "", true, false},
		{"dirty but always", "always", true, true},
		{"never", "never", false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "cape-agent.json"), []byte(`{"EditAllowList": ["*.txt"]}`), 0o644))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("one\n"), 0o644))
			opts := testOptions(t)
			opts.analysis = nil
			c := serve(t, opts)
			e := newEditor(c)
			c.Handle(methodSave, func(p json.RawMessage) (any, *lsptest.Error) {
				require.JSONEq(t, `{"uris":["`+fileURI(dir, "a.txt")+`"]}`, string(p))
				return map[string]any{"saved": []bool{true}}, nil
			})
			options := map[string]any{"capeSave": true}
			if tc.setting != "" {
				options["cape"] = map[string]any{"edits": map[string]any{"save": tc.setting}}
			}
			c.InitializeWith(map[string]any{"rootUri": "file://" + dir, "capabilities": canApply, "initializationOptions": options})
			doc := e.open(fileURI(dir, "a.txt"), "one\n")
			if tc.dirty {
				doc.change(4, 4, "more\n")
			}
			got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
			require.Equal(t, true, got["success"], got)
			require.Equal(t, tc.asked, got["saved"])
			require.Equal(t, 0, c.Shutdown())
			require.Equal(t, tc.asked, len(c.Received(methodSave)) == 1)
		})
	}
}

func TestReviewByAnnotations(t *testing.T) {
	annotates := map[string]any{"workspace": map[string]any{"applyEdit": true, "workspaceEdit": map[string]any{
		"documentChanges": true, "changeAnnotationSupport": map[string]any{"groupsOnLabel": true}}}}
	c, dir := realRepo(t, annotates, map[string]string{"a.txt": "one\n", "b.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	c.Handle("workspace/applyEdit", applied(closed))
	c.Open(fileURI(dir, "a.txt"), "one\n")
	run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two", "reason": "to count"})
	require.Contains(t, string(c.Await("workspace/applyEdit", 1).Params), `"changeAnnotations":{"cape":{"label":"to count"}}`)
	run(t, c, "cape.editFile", map[string]any{"fname": "b.txt", "old": "one", "new": "two"})
	second := string(c.Await("workspace/applyEdit", 2).Params)
	require.Contains(t, second, `"changeAnnotations":{"cape":{"label":"edit_file b.txt","needsConfirmation":true}}`)
	require.Contains(t, second, `"annotationId":"cape"`)
}

// Bad input of an agent: a clear answer that names the file and the place, and nothing is edited.
func TestEditsThatAreRefused(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{
		"twice.txt": "x\ny\nx\n", "bin.txt": "a\xff\n", "pyFun.json": "{}\n", "other.md": "x",
		"cape-agent.json": `{"EditAllowList": ["*.txt", "sub/*"]}`,
	})
	outside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "o.txt"), []byte("x"), 0o644))
	require.NoError(t, os.Symlink(filepath.Join(outside, "o.txt"), filepath.Join(dir, "link.txt")))
	for _, tc := range []struct {
		fname, old, says string
		kind, detail     string
	}{
		{"twice.txt", "x", "2 times in 'twice.txt'", "ambiguous", "lines 1 and 3"},
		{"twice.txt", "z", "not found in 'twice.txt'", "not-found", "no line of the file is like it"},
		{"bin.txt", "a", "'bin.txt' is not a valid text file", "not-utf8", "byte 1"},
		{"link.txt", "x", "'link.txt' is outside the repo root", "unresolved", "the name leads to ../"},
		{"../x.txt", "x", "'../x.txt' is outside the repo root", "unresolved", "the name leads to ../x.txt"},
		{"missing.txt", "x", "No such file: 'missing.txt'", "unreadable", ""},
		{"other.md", "x", "'other.md' is not in the edit allow-list", "unresolved", "none of the patterns"},
		{"", "x", "'fname' must be a nonempty string", "unresolved", ""},
		{"twice.txt", "", "'old' must be a nonempty string", "old-empty", "quote a line"},
	} {
		got := run(t, c, "cape.editFile", map[string]any{"fname": tc.fname, "old": tc.old, "new": "n"})
		require.Equal(t, false, got["success"], tc)
		require.Contains(t, got["error"], tc.says)
		require.Equal(t, tc.kind, got["kind"], tc)
		if tc.detail != "" {
			require.Contains(t, got["detail"], tc.detail)
		}
	}
	require.Empty(t, c.Received("workspace/applyEdit"))
	_, err := c.Call("workspace/executeCommand", map[string]any{"command": "cape.editFile", "arguments": []any{map[string]any{"fnam": "x"}}})
	require.Equal(t, -32602, err.Code)
	require.Equal(t, 0, c.Shutdown())
}

// A cape-agent.json with a syntax error is said in that file; the other sources of the allow-list count.
func TestBrokenAgentOptions(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\n", "b.json": "{}\n", "cape-agent.json": `{"EditAllowList": ["*.txt"`})
	e := newEditor(c)
	got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
	require.Equal(t, false, got["success"])
	require.Contains(t, got["detail"], "cape-agent.json does not count until what is wrong in it is mended")
	require.Contains(t, string(c.Await("window/logMessage", 1).Params), "cape-agent.json")
	require.Equal(t, true, run(t, c, "cape.registerEditableFile", map[string]any{"fname": "a.txt"})["success"])
	got = run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
	require.Equal(t, true, got["success"], got)
	require.Len(t, e.edits, 1)

	uri := fileURI(dir, "cape-agent.json")
	c.Open(uri, `{"EditAllowList": ["*.txt"`)
	require.NotEmpty(t, c.Diagnostics(uri, 1))

	// mended in the editor, the list counts again at once
	c.Replace(uri, 2, `{"EditAllowList": ["*.json"]}`)
	require.Equal(t, true, run(t, c, "cape.editFile", map[string]any{"fname": "b.json", "old": "{}", "new": "{ }"})["success"])
}

func TestCommandsOfTheTable(t *testing.T) {
	c, _ := realRepo(t, canApply, map[string]string{
		".agents/skills/run/SKILL.md": "---\nname: run\ndescription: Runs.\n---\nBody\n", "a.txt": "one\n",
		"cape-agent.json": `{"EditAllowList": ["*.txt"]}`, "b.json": "{,}",
	})
	newEditor(c)
	require.Equal(t, []any{"a.txt"}, run(t, c, "cape.listEditableFiles", map[string]any{})["files"])
	require.Len(t, run(t, c, "cape.listSkills", map[string]any{})["skills"], 1)
	require.Contains(t, run(t, c, "cape.useSkill", map[string]any{"name": "run"})["content"], "Body")
	require.Equal(t, false, run(t, c, "cape.useSkill", map[string]any{"name": "none"})["success"])
	require.Equal(t, "1: one", run(t, c, "cape.readFile", map[string]any{"fname": "a.txt"})["content"])
	require.Equal(t, false, run(t, c, "cape.validateJson", map[string]any{"fname": "b.json"})["valid"])
	require.Equal(t, true, run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})["success"])
	require.Equal(t, true, run(t, c, "cape.edits.history", map[string]any{})["success"])

	var positional map[string]any
	c.MustCall("workspace/executeCommand", map[string]any{"command": "cape.editFile", "arguments": []any{"a.txt", "none", "x"}}, &positional)
	require.Contains(t, positional["error"], "not found in 'a.txt'")
	_, err := c.Call("workspace/executeCommand", map[string]any{"command": "cape.editFile", "arguments": []any{"a", "b", "c", true, "e", "f", "g"}})
	require.Equal(t, -32602, err.Code)
}

// A client that does not let the server edit is not offered the commands that do.
func TestCommandsFollowTheClient(t *testing.T) {
	names := func(capabilities any) []any {
		c := start(t)
		return c.Initialize("", capabilities)["executeCommandProvider"].(map[string]any)["commands"].([]any)
	}
	require.Contains(t, names(canApply), "cape.editFile")
	require.NotContains(t, names(nil), "cape.editFile")
	require.NotContains(t, names(nil), "cape.applyFix")
	require.Contains(t, names(nil), "cape.listSkills")
	c, _ := realRepo(t, nil, map[string]string{"a.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
	require.Equal(t, false, got["success"])
	require.Contains(t, got["error"], "workspace/applyEdit")
}

// The document is known under the name of a link, the agent names its target.
func TestEditThroughALink(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"real/a.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	require.NoError(t, os.Symlink("real/a.txt", filepath.Join(dir, "link.txt")))
	e := newEditor(c)
	uri := fileURI(dir, "link.txt")
	doc := e.open(uri, "one\n")
	doc.change(0, 0, "unsaved ")
	got := run(t, c, "cape.editFile", map[string]any{"fname": "real/a.txt", "old": "one", "new": "two"})
	require.Equal(t, true, got["success"], got)
	require.Equal(t, "unsaved two\n", doc.text)
}
