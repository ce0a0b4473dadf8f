//go:build !windows

package lsp

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// BenchmarkRunTool compares the run of a tool that does nothing, as an editor asks for it, with Python alone on
// the same script, in turn.
func BenchmarkRunTool(b *testing.B) {
	dir := b.TempDir()
	putFile(b, dir, "tools/job.py", "if __name__ == '__main__':\n    pass\n")
	putFile(b, dir, "cape-agent.json", `{"EditAllowList": ["*.json", "*.csv"]}`)
	require.NoError(b, exec.Command("git", "-C", dir, "init", "-q").Run())
	opts := testOptions(b)
	opts.analysis, opts.logs = nil, &toolrun.Logs{Dir: filepath.Join(b.TempDir(), "logs")}
	c := serve(b, opts)
	c.InitializeWith(map[string]any{"rootUri": "file://" + dir, "capabilities": map[string]any{},
		"initializationOptions": map[string]any{"trusted": true, "capeTools": true, "cape.tools.confirm": "never"}})
	found, err := toolrun.FindPython(toolrun.Choice{}, toolrun.Machine())
	require.NoError(b, err)
	alone, asTool := time.Hour, time.Hour // the shortest times: the rest is the noise of the machine
	for b.Loop() {
		begin := time.Now()
		cmd := exec.Command(found.Path, filepath.Join(dir, "tools", "job.py"))
		cmd.Dir = dir
		require.NoError(b, cmd.Run())
		alone = min(alone, time.Since(begin))
		begin = time.Now()
		c.MustCall("workspace/executeCommand", map[string]any{"command": "cape.runTool", "arguments": []any{map[string]any{"name": "job"}}}, nil)
		asTool = min(asTool, time.Since(begin))
	}
	b.ReportMetric(float64(alone.Microseconds()), "µs-alone")
	b.ReportMetric(float64(asTool.Microseconds()), "µs-tool")
	b.ReportMetric(float64(asTool)/float64(alone), "ratio")
}
