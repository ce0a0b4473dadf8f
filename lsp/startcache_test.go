package lsp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// A tool that was changed between two starts is told of as the start before knew it for a moment only, though no
// client says that its file has changed.
func TestTheNextStartLooksAgain(t *testing.T) {
	script := func(about string) string {
		return "\"\"\"" + about + "\"\"\"\nif __name__ == \"__main__\":\n    pass\n"
	}
	cache := filepath.Join(t.TempDir(), "cape-ls")
	dir := repository(t, map[string]string{"cape-agent.json": "{}", "tools/plot.py": script("Plots forces.")})
	tool := filepath.Join(dir, "tools", "plot.py")
	old := time.Now().AddDate(0, 0, -7)
	require.NoError(t, os.Chtimes(tool, old, old))
	start := func() *lsptest.Client {
		opts := testOptions(t)
		opts.analysis, opts.Cache = nil, cache
		c := serve(t, opts)
		c.Initialize("file://"+dir, nil)
		return c
	}
	about := func(c *lsptest.Client) string {
		var all []struct{ ContainerName string }
		c.MustCall("workspace/symbol", map[string]any{"query": "plot"}, &all)
		require.Len(t, all, 1)
		return all[0].ContainerName
	}
	soon := func(is func() bool) { require.Eventually(t, is, 20*time.Second, 20*time.Millisecond) }

	require.Equal(t, "tool: Plots forces.", about(start()))
	soon(func() bool {
		files, _ := filepath.Glob(filepath.Join(cache, "start", "*.start"))
		return len(files) == 1
	})
	require.NoError(t, os.WriteFile(tool, []byte(script("Plots moments.")), 0o644))
	c := start()
	soon(func() bool { return about(c) == "tool: Plots moments." })
}
