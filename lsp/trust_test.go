//go:build !windows

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// Who trusts: what the client says goes before the flag and the setting; nobody means no.
func TestWhoTrusts(t *testing.T) {
	for _, tc := range []struct {
		name  string
		said  any // by the client; nil: nothing
		flag  bool
		set   bool
		trust bool
	}{
		{"nobody says anything", nil, false, false, false},
		{"the client", true, false, false, true},
		{"the flag", nil, true, false, true},
		{"the setting", nil, false, true, true},
		{"the client says no", false, true, true, false},
		{"the client says what nobody understands", "yes", true, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			putFile(t, dir, "tools/say.py", "if __name__ == '__main__':\n    open('ran', 'w')\n")
			opts := testOptions(t)
			opts.analysis, opts.logs, opts.Trust = nil, &toolrun.Logs{}, tc.flag
			c := serve(t, opts)
			init := map[string]any{"cape.trust": tc.set, "cape.tools.confirm": "never"}
			if tc.said != nil {
				init["trusted"] = tc.said
			}
			c.InitializeWith(map[string]any{"rootUri": "file://" + dir, "initializationOptions": init, "capabilities": map[string]any{}})
			got := run(t, c, "cape.runTool", map[string]any{"name": "say"})
			require.Equal(t, tc.trust, got["success"], got)
			if !tc.trust {
				require.Equal(t, refusedUntrusted, got["error"])
				require.NoFileExists(t, filepath.Join(dir, "ran"))
				require.Equal(t, refusedUntrusted, run(t, c, "cape.toolHelp", map[string]any{"name": "say"})["error"])
			}
		})
	}
}

// Trust that is given while the server runs counts at once, and so does that it is taken back.
func TestTrustMayChange(t *testing.T) {
	dir := t.TempDir()
	putFile(t, dir, "tools/say.py", "if __name__ == '__main__':\n    print('said')\n")
	opts := testOptions(t)
	opts.analysis, opts.logs = nil, &toolrun.Logs{}
	c := serve(t, opts)
	uri := "file://" + filepath.Join(dir, "tools", "say.py")
	c.InitializeWith(map[string]any{
		"rootUri":               "file://" + dir,
		"initializationOptions": map[string]any{"cape.tools.confirm": "never", "trusted": false, "capeTools": true},
		"capabilities":          map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}},
	})
	lenses := func() (got []any) {
		c.MustCall("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": uri}}, &got)
		return got
	}
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": "if __name__ == '__main__':\n    print('said')\n"}})
	require.Empty(t, lenses())
	require.Equal(t, refusedUntrusted, run(t, c, "cape.runTool", map[string]any{"name": "say"})["error"])
	c.Notify("cape/trust", map[string]any{"trusted": true})
	c.Await("workspace/codeLens/refresh", 1)
	require.Equal(t, "said\n", run(t, c, "cape.runTool", map[string]any{"name": "say"})["stdout"])
	require.NotEmpty(t, lenses())
	c.Notify("cape/trust", map[string]any{"trusted": false})
	require.Equal(t, refusedUntrusted, run(t, c, "cape.runTool", map[string]any{"name": "say"})["error"])
}

// putFile writes a file of a test repository.
func putFile(t testing.TB, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

// marking is a script that leaves a mark when any of it is run, be it as a program or by an import.
const marking = "\"\"\"Marks.\"\"\"\nimport os\nopen(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'MARK-' + os.path.basename(__file__)), 'w').close()\n" +
	"import argparse\nif __name__ == '__main__':\n    p = argparse.ArgumentParser()\n    p.add_argument('--case')\n    p.parse_args()\n"

// Nothing of a repository is run by opening it and by all that an editor asks, trusted or not: every script
// in it, those that Python starts by itself included, would leave a mark.
func TestLookingRunsNothing(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		t.Run(map[bool]string{true: "trusted", false: "untrusted"}[trusted], func(t *testing.T) {
			dir := t.TempDir()
			for _, name := range []string{
				"tools/mark.py", "tools/_private.py", "sitecustomize.py", "usercustomize.py", "cape.py", "cape/__init__.py",
				"tools/argparse.py", ".agents/skills/run/scripts/mark.py", "site-packages/mark.py",
			} {
				putFile(t, dir, name, marking)
			}
			putFile(t, dir, "python3", "#!/bin/sh\ntouch \"$(dirname \"$0\")/MARK-python3\"\nexec /usr/bin/env python3 \"$@\"\n")
			require.NoError(t, os.Chmod(filepath.Join(dir, "python3"), 0o755))
			putFile(t, dir, "cape-agent.json", `{"EditAllowList": ["*.json"], "ToolDir": "tools"}`)
			putFile(t, dir, ".agents/skills/run/SKILL.md", "---\nname: run\ndescription: Runs it with tools/mark.py.\n---\n[script](scripts/mark.py)\n")
			putFile(t, dir, "pyFun.json", `{"Modules": ["mark"], "InitFunction": "mark.main", "RunControl": {"nIter": 1}}`)
			opts := testOptions(t)
			opts.analysis, opts.logs, opts.Cache = nil, &toolrun.Logs{}, t.TempDir()
			c := serve(t, opts)
			caps := c.InitializeWith(map[string]any{
				"rootUri": "file://" + dir, "initializationOptions": map[string]any{"trusted": trusted},
				"capabilities": map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{}}}},
			})
			for _, name := range []string{"tools/mark.py", "cape-agent.json", ".agents/skills/run/SKILL.md", "pyFun.json"} {
				askAll(t, c, caps, dir, name)
			}
			askCommands(t, c, caps, dir)
			require.Equal(t, 0, c.Shutdown())
			marks, err := filepath.Glob(filepath.Join(dir, "MARK*"))
			require.NoError(t, err)
			inTools, err := filepath.Glob(filepath.Join(dir, "*", "MARK*"))
			require.NoError(t, err)
			require.Empty(t, append(marks, inTools...))
		})
	}
}

// askAll opens a file and asks everything about it that the server offers.
func askAll(t *testing.T, c *lsptest.Client, caps map[string]any, dir, name string) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	uri := fileURI(dir, name)
	c.Open(uri, string(src))
	c.Diagnostics(uri, 1)
	whole := map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 100, "character": 0}}
	doc := map[string]any{"uri": uri}
	ask := func(method string, more map[string]any) {
		params := map[string]any{"textDocument": doc, "position": map[string]any{"line": 2, "character": 3}, "range": whole, "context": map[string]any{"diagnostics": []any{}}}
		for k, v := range more {
			params[k] = v
		}
		_, fault := c.Call("textDocument/"+method, params)
		if fault != nil {
			require.NotEqual(t, -32603, fault.Code, "%s: %v", method, fault)
		}
	}
	for _, method := range []string{
		"codeAction", "codeLens", "hover", "completion", "documentSymbol", "foldingRange", "documentLink", "definition", "references",
		"prepareRename", "inlayHint", "semanticTokens/full", "formatting", "documentColor",
	} {
		ask(method, nil)
	}
	ask("rename", map[string]any{"newName": "other"})
	ask("selectionRange", map[string]any{"positions": []any{map[string]any{"line": 0, "character": 0}}})
	_, _ = c.Call("workspace/symbol", map[string]any{"query": ""}) // not every server offers it
	c.Notify("textDocument/didSave", map[string]any{"textDocument": doc})
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri, "type": 2}}})
}

// askCommands gives every command that does not say that it runs something.
func askCommands(t *testing.T, c *lsptest.Client, caps map[string]any, dir string) {
	t.Helper()
	raw, err := json.Marshal(caps["executeCommandProvider"])
	require.NoError(t, err)
	var offered struct{ Commands []string }
	require.NoError(t, json.Unmarshal(raw, &offered))
	require.NotEmpty(t, offered.Commands)
	for _, name := range offered.Commands {
		if name == "cape.runTool" || name == "cape.toolHelp" {
			continue
		}
		_, _ = c.Call("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{map[string]any{
			"fname": filepath.Join(dir, "pyFun.json"), "name": "run",
		}}}) // some want other arguments
	}
}
