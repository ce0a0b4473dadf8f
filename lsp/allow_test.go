package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

func TestAllowEditing(t *testing.T) {
	files := map[string]string{"inputs/a.csv": "1\n", "inputs/[b].csv": "2\n", "pyFun.json": "{\"RunControl\": {}}\n"}
	withList := map[string]string{"cape-agent.json": "{\n    \"EditAllowList\": [\n        \"*.md\" // notes\n    ]\n}\n", "notes.md": "x\n"}
	for name, text := range files {
		withList[name] = text
	}
	for _, tc := range []struct {
		name, fname string
		files       map[string]string
		wants       []string // in the edit
		refused     string
	}{
		{"a file", "inputs/a.csv", withList, []string{`"newText":","`, `"newText":"\n        \"inputs/a.csv\""`, `"version":null`}, ""},
		{"a name with signs", "inputs/[b].csv", withList, []string{`\"inputs/[[]b].csv\"`}, ""},
		{"a folder", "inputs", withList, []string{`\"inputs/*\"`}, ""},
		{"no options yet", "inputs/a.csv", files, []string{`"kind":"create"`, `cape-agent.json`, `\"inputs/a.csv\"`}, ""},
		{"allowed already", "notes.md", withList, nil, `the pattern "*.md" permits it`},
		{"outside", "../x.csv", withList, nil, "outside"},
		{"nothing there", "x.csv", withList, nil, "there is no file x.csv"},
		{"the options themselves", "cape-agent.json", withList, nil, "by hand"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, dir := realRepo(t, rich, tc.files)
			c.Handle("workspace/applyEdit", func(json.RawMessage) (any, *lsptest.Error) { return map[string]any{"applied": true}, nil })
			got := run(t, c, "cape.allowEditing", map[string]any{"fname": dir + "/" + tc.fname})
			if tc.refused != "" {
				require.Equal(t, false, got["success"])
				require.Contains(t, got["error"], tc.refused)
				require.Empty(t, c.Received("workspace/applyEdit"))
				return
			}
			require.Equal(t, true, got["success"], got["error"])
			sent := string(c.Await("workspace/applyEdit", 1).Params)
			for _, want := range tc.wants {
				require.Contains(t, sent, want)
			}
		})
	}
}

// The action is offered in files that may not be edited yet, and in the options for the files that are open.
func TestAllowEditingIsOffered(t *testing.T) {
	c, dir := realRepo(t, rich, map[string]string{"cape-agent.json": `{"EditAllowList": ["b.csv"]}`, "a.csv": "1\n", "b.csv": "2\n", "pyFun.json": "{}\n"})
	titles := func(name string) []string {
		p := lsptest.Doc(fileURI(dir, name))
		p["range"], p["context"] = lsptest.Range{}, map[string]any{"diagnostics": []any{}, "only": []string{"source.cape"}}
		var actions []struct{ Title string }
		c.MustCall("textDocument/codeAction", p, &actions)
		var out []string
		for _, a := range actions {
			out = append(out, a.Title)
		}
		return out
	}
	for name, text := range map[string]string{"a.csv": "1\n", "b.csv": "2\n", "pyFun.json": "{}\n", "cape-agent.json": `{"EditAllowList": ["b.csv"]}`} {
		c.Open(fileURI(dir, name), text)
	}
	require.Contains(t, titles("a.csv"), "Allow the agent to edit a.csv")
	require.NotContains(t, titles("b.csv"), "Allow the agent to edit b.csv")
	require.NotContains(t, titles("pyFun.json"), "Allow the agent to edit pyFun.json", "the control file may be edited anyway")
	require.Contains(t, titles("cape-agent.json"), "Allow the agent to edit a.csv")
	c.Replace(fileURI(dir, "cape-agent.json"), 2, `{"EditAllowList": ["?.csv"]}`)
	require.NotContains(t, titles("a.csv"), "Allow the agent to edit a.csv", "what is not saved counts")
}
