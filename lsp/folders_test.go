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

// With several workspace folders a call is about the repository of the file that it names, however it does.
func TestCallsAreAboutTheRepositoryOfTheirFile(t *testing.T) {
	for _, tc := range []struct {
		name, command, args string // DIR is the second folder
	}{
		{"absolute name", "cape.editFile", `{"fname": "DIR/two.txt", "old": "one", "new": "ONE"}`},
		{"relative name", "cape.editFile", `{"fname": "two.txt", "old": "one", "new": "ONE"}`},
		{"absolute name in a list", "cape.editFiles", `{"edits": [{"fname": "DIR/two.txt", "old": "one", "new": "ONE"}]}`},
		{"relative name in a list", "cape.editFiles", `{"edits": [{"fname": "two.txt", "old": "one", "new": "ONE"}]}`},
		{"result", "cape.applyEditResult", `{"success": true, "file": "two.txt", "truncated": false, "diff": "--- a/two.txt\n+++ b/two.txt\n@@ -1 +1 @@\n-one\n+ONE\n"}`},
		{"header of a diff", "cape.applyEditResult", `{"diff": "--- a/two.txt\n+++ b/two.txt\n@@ -1 +1 @@\n-one\n+ONE\n"}`},
		{"header of a diff in a list", "cape.editFiles", `{"edits": [{"diff": "--- a/two.txt\n+++ b/two.txt\n@@ -1 +1 @@\n-one\n+ONE\n"}]}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, dirs := twoRepos(t)
			e := newEditor(c)
			uri := fileURI(dirs[1], "two.txt")
			doc := e.open(uri, "one\n")
			got := run(t, c, tc.command, json.RawMessage(strings.ReplaceAll(tc.args, "DIR", dirs[1])))
			require.Equal(t, true, got["success"], got)
			require.Equal(t, "ONE\n", doc.text)
		})
	}
}

// What names no file is about the first folder; the name of a file, even for a tool that takes none, says
// which repository is meant.
func TestCallsWithoutAFileAreAboutTheFirstFolder(t *testing.T) {
	c, dirs := twoRepos(t)
	for _, tc := range []struct {
		args string
		dir  string
	}{
		{`{}`, dirs[0]},
		{`{"fname": "` + filepath.Join(dirs[1], "cape-agent.json") + `"}`, dirs[1]},
	} {
		got := run(t, c, "cape.listTools", json.RawMessage(tc.args))
		require.Equal(t, filepath.Join(tc.dir, "tools"), got["tooldir"])
	}
}

// A client that shows it is told in which root the server works.
func TestStatusFollowsTheFolders(t *testing.T) {
	c, dirs := twoRepos(t, map[string]any{"capeShow": true})
	root := func(n int) string {
		var told struct{ Root string }
		require.NoError(t, json.Unmarshal(c.Await(methodStatus, n).Params, &told))
		return told.Root
	}
	require.Equal(t, dirs[0], root(1))
	for i, dir := range dirs {
		c.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
			"added": []any{}, "removed": []any{map[string]any{"uri": "file://" + dir, "name": "gone"}},
		}})
		require.Equal(t, []string{dirs[1], ""}[i], root(2+i))
	}
}

// twoRepos starts a server over two folders, each a repository of its own: one.txt is in the first, two.txt
// in the second.
func twoRepos(t *testing.T, options ...any) (*lsptest.Client, []string) {
	var dirs []string
	var folders []any
	for _, name := range []string{"one.txt", "two.txt"} {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("one\n"), 0o644))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cape-agent.json"), []byte(`{"EditAllowList": ["*.txt"]}`), 0o644))
		dirs, folders = append(dirs, dir), append(folders, map[string]any{"uri": "file://" + dir, "name": name})
	}
	opts := testOptions(t)
	opts.analysis = nil
	c := serve(t, opts)
	params := map[string]any{"processId": nil, "rootUri": nil, "workspaceFolders": folders, "capabilities": canApply}
	for _, o := range options {
		params["initializationOptions"] = o
	}
	c.InitializeWith(params)
	return c, dirs
}
