//go:build unix

package lsp

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// A named pipe under the name of a file that counts would never answer who reads it: nobody waits for it.
func TestPipesInPlaceOfFiles(t *testing.T) {
	names := []string{"cape-agent.json", "pyFun.json", "data.json", "tools/pipe.py", ".agents/skills/pipe/SKILL.md"}
	dir := t.TempDir()
	for _, name := range names {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o600))
	}
	opts := testOptions(t)
	opts.analysis, opts.Trust = nil, true
	c := serve(t, opts)
	c.Initialize("file://"+dir, canApply)
	for _, command := range []string{
		"cape.listSkills", "cape.listTools", "cape.listScripts", "cape.listEditableFiles", "cape.listPromptSkills", "cape.showAgentView",
	} {
		run(t, c, command, map[string]any{})
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		for _, command := range []string{"cape.readFile", "cape.readSkill", "cape.validateJson", "cape.whyEditable"} {
			run(t, c, command, map[string]any{"fname": path})
		}
		require.Equal(t, false, run(t, c, "cape.editFile", map[string]any{"fname": path, "old": "a", "new": "b"})["success"])
		for _, method := range []string{"documentSymbol", "codeLens", "documentLink"} {
			c.MustCall("textDocument/"+method, lsptest.Doc(fileURI(dir, name)), nil)
		}
	}
	require.Equal(t, false, run(t, c, "cape.runTool", map[string]any{"name": "pipe"})["success"])
	require.Equal(t, 0, c.Shutdown())
}
