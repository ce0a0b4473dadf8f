package agent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/agent"
)

func open(t *testing.T, c agent.Config) *agent.Session {
	t.Helper()
	if c.Root == "" {
		c.Root = t.TempDir()
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	s, end, err := agent.OnDisk(c)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, end()) })
	return s
}

func TestArgumentsAreCheckedAgainstTheSchema(t *testing.T) {
	s := open(t, agent.Config{Allow: []any{"*"}})
	require.NoError(t, os.WriteFile(filepath.Join(s.Root, "a.txt"), []byte("one\n"), 0o644))
	for _, c := range []struct{ tool, args, says string }{
		{"nothing", `{}`, `unknown tool "nothing"`},
		{"edit_file", `{"fname": "a.txt", "old": "one"}`, `"new" is missing`},
		{"edit_file", `{"fname": "a.txt", "old": "one", "new": "x", "colour": 1}`, `no argument "colour"`},
		{"edit_file", `[1]`, "one JSON object"},
		{"edit_file", `null`, "one JSON object"},
		{"edit_file", `{"fname": "a.txt"`, "one JSON object"},
		{"edit_file", `{} {}`, "one JSON object"},
		{"edit_file", `{"fname": "a.txt", "old": "one", "new": "x", "replace_all": "yes"}`, "boolean"},
		{"edit_file", `{"fname": "a.txt", "old": "one", "new": "\ud83d"}`, "surrogate"},
		{"edit_file", `{"fname": "a.txt", "old": "one", "new": "\\\uDE00x"}`, "surrogate"},
		{"edit_file", `{"fname": "a.txt", "old": "one", "new": "\ud83d\\ude00"}`, "surrogate"},
		{"revert_edit", `{"id": 1.5}`, "integer"},
		{"edit_files", `{"edits": [{"fname": "a.txt", "old": "one", "new": "x"}, {"fnam": "a.txt", "old": "x", "new": "y"}]}`, `edit 2: edit_file: argument "fname" is missing`},
		{"edit_files", `{"edits": [{"fname": "a.txt", "old": "one", "new": "x", "colour": 1}]}`, `no argument "colour"`},
		{"edit_files", `{"edits": [{"fname": "a.txt", "old": "one", "new": "x", "replace_all": "yes"}]}`, "boolean"},
		{"edit_files", `{"edits": [{"diff": 3}]}`, "string"},
	} {
		_, err := s.Call(context.Background(), c.tool, json.RawMessage(c.args))
		var wrong *agent.CallError
		require.ErrorAs(t, err, &wrong, "%s %s", c.tool, c.args)
		require.Contains(t, wrong.Text, c.says)
	}
	src, err := os.ReadFile(filepath.Join(s.Root, "a.txt"))
	require.NoError(t, err)
	require.Equal(t, "one\n", string(src))

	// A result in a list counts as one that comes alone.
	const cut = `"diff": "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"`
	for more, says := range map[string]string{
		`, "truncated": true`:                    "the diff is cut",
		`, "success": true, "truncated": true`:   "the diff is cut",
		`, "success": false, "error": "no room"`: "has edited nothing",
	} {
		for tool, args := range map[string]string{"apply_edit_result": "{" + cut + more + "}", "edit_files": `{"edits": [{` + cut + more + "}]}"} {
			r, err := s.Call(context.Background(), tool, json.RawMessage(args))
			require.NoError(t, err, args)
			require.Contains(t, r["error"], says, args)
		}
	}
	src, err = os.ReadFile(filepath.Join(s.Root, "a.txt"))
	require.NoError(t, err)
	require.Equal(t, "one\n", string(src))

	for _, whole := range []string{`\ud83d\ude00`, `\\ud83d`, `\u00e9`, `\\\ud83d\uDE00`} {
		r, err := s.Call(context.Background(), "edit_file", json.RawMessage(`{"fname": "none.txt", "old": "one", "new": "`+whole+`"}`))
		require.NoError(t, err, whole)
		require.Contains(t, r["error"], "No such file")
	}
}

func TestSchemasAreClosedObjects(t *testing.T) {
	seen := map[string]bool{}
	for _, tool := range agent.Tools() {
		require.False(t, seen[tool.Name], tool.Name)
		seen[tool.Name] = true
		require.NotEmpty(t, tool.Title)
		require.NotEmpty(t, tool.Doc)
		schema := tool.Schema()
		require.Equal(t, "object", schema["type"])
		require.Equal(t, false, schema["additionalProperties"])
		for _, name := range schema["required"].([]string) {
			require.Contains(t, schema["properties"], name)
		}
	}
	for _, name := range []string{
		"discover_user_skills", "read_skillfile", "use_skill", "list_editable_files", "read_file", "edit_file",
		"register_editable_file", "validate_json", "discover_user_tools", "run_user_tool",
	} {
		require.True(t, seen[name], name)
	}
}
