//go:build !windows

package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

const toolScript = "\"\"\"Says what it was given.\"\"\"\nif __name__ == \"__main__\":\n    pass\n"

// startTool starts a server over a repository with one tool, and an interpreter that is a shell script. Unless
// the options say otherwise the workspace is trusted and nobody is asked.
func startTool(t *testing.T, interpreter string, options map[string]any, window map[string]any) (c *lsptest.Client, dir string) {
	dir = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "tools"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tools", "say.py"), []byte(toolScript), 0o644))
	python := filepath.Join(t.TempDir(), "interpreter")
	require.NoError(t, os.WriteFile(python, []byte("#!/bin/sh\n"+interpreter), 0o755))
	opts := testOptions(t)
	opts.analysis, opts.logs = nil, &toolrun.Logs{Dir: filepath.Join(t.TempDir(), "logs")}
	c = serve(t, opts)
	settings := map[string]any{"cape.python": python, "cape.tools.confirm": "never", "trusted": true}
	maps.Copy(settings, options)
	c.InitializeWith(map[string]any{
		"rootUri": "file://" + dir, "initializationOptions": settings, "capabilities": map[string]any{"window": window},
	})
	return c, dir
}

func TestRunToolShowsProgress(t *testing.T) {
	for _, tc := range []struct {
		name   string
		window map[string]any
		token  any
		want   []string // kinds of progress
	}{
		{"the client's token", nil, "mine", []string{"begin", "end"}},
		{"a token that the client agrees to", map[string]any{"workDoneProgress": true}, nil, []string{"begin", "end"}},
		{"none", nil, nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, _ := startTool(t, `shift; echo "got $*"`, map[string]any{}, tc.window)
			tools := run(t, c, "cape.listTools", map[string]any{})["tools"].([]any)
			require.Len(t, tools, 1)
			var out map[string]any
			c.MustCall("workspace/executeCommand", map[string]any{"command": "cape.runTool", "workDoneToken": tc.token,
				"arguments": []any{map[string]any{"name": "say", "argv": []string{"a", "b c"}}}}, &out)
			require.Equal(t, true, out["success"], out)
			require.Equal(t, "got a b c\n", out["stdout"])
			require.Equal(t, 0, c.Shutdown())
			var kinds []string
			for _, m := range c.Received("$/progress") {
				var p struct{ Value struct{ Kind string } }
				require.NoError(t, json.Unmarshal(m.Params, &p))
				if p.Value.Kind != "report" {
					kinds = append(kinds, p.Value.Kind)
				}
			}
			require.Equal(t, tc.want, kinds)
		})
	}
}

// A running tool ends when the request is cancelled, or the progress that the user sees.
func TestRunToolIsCancelled(t *testing.T) {
	for _, how := range []string{"request", "progress"} {
		t.Run(how, func(t *testing.T) {
			c, dir := startTool(t, "echo started > started; exec sleep 600", map[string]any{}, nil)
			started := filepath.Join(dir, "started")
			p := c.Send("workspace/executeCommand", map[string]any{"command": "cape.runTool", "workDoneToken": "mine",
				"arguments": []any{map[string]any{"name": "say"}}})
			c.Await("$/progress", 1)
			for { // the tool says that it runs by a file; each round asks the server something
				if _, err := os.Stat(started); err == nil {
					break
				}
				c.MustCall("textDocument/hover", lsptest.At(fileURI(dir, "x"), 0, 0), nil)
			}
			if how == "request" {
				c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
			} else {
				c.Notify("window/workDoneProgress/cancel", map[string]any{"token": "mine"})
			}
			_, err := p.Wait()
			require.NotNil(t, err)
			require.Equal(t, -32800, err.Code)
			require.Equal(t, 0, c.Shutdown())
		})
	}
}

func TestRunToolNeedsTrust(t *testing.T) {
	c, dir := startTool(t, "touch ran", map[string]any{"trusted": false}, nil)
	got := run(t, c, "cape.runTool", map[string]any{"name": "say"})
	require.Equal(t, false, got["success"])
	require.Contains(t, got["error"], "only in a trusted workspace")
	require.NoFileExists(t, filepath.Join(dir, "ran"))
}
