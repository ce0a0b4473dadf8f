//go:build unix

package e2e

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSignalsEndTools: whoever ends the program from outside, as a terminal does that is closed, an editor that
// is impatient, or a batch system, leaves no script behind.
func TestSignalsEndTools(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		for _, door := range []string{"call", "serve"} {
			t.Run(door+" "+signal.String(), func(t *testing.T) {
				tool := newLongTool(t)
				var cmd *exec.Cmd
				if door == "call" {
					cmd = exec.Command(server, "call", "--root", tool.root, "run_user_tool", `{"name": "long"}`)
					require.NoError(t, cmd.Start())
				} else {
					cmd, _, _ = serveAndRun(t, tool.root)
				}
				tool.awaitRun()
				require.NoError(t, cmd.Process.Signal(signal))
				require.Error(t, cmd.Wait(), "the program did not end in order")
				tool.awaitEnd()
			})
		}
	}
}

// TestClientThatIsDeafLeavesNoTool: a client that closes the end from which it reads is told so by nothing but
// the end of the server, which takes its scripts along.
func TestClientThatIsDeafLeavesNoTool(t *testing.T) {
	tool := newLongTool(t)
	cmd, c, out := serveAndRun(t, tool.root)
	tool.awaitRun()
	require.NoError(t, out.Close())
	c.send(message{ID: []byte("3"), Method: "workspace/symbol", Params: map[string]any{"query": ""}}) // the answer goes nowhere
	var ended *exec.ExitError
	require.ErrorAs(t, cmd.Wait(), &ended)
	require.Equal(t, 1, ended.ExitCode(), "it ended by itself")
	tool.awaitEnd()
}

// longTool is a script that goes on for long, as does a child of it, and does not want to end.
type longTool struct {
	t    *testing.T
	root string
	pipe *os.File
}

func newLongTool(t *testing.T) longTool {
	t.Helper()
	root := wing(t, toolFiles)
	ready := filepath.Join(root, "ready")
	require.NoError(t, syscall.Mkfifo(ready, 0o600))
	script := "import fcntl, os, signal, sys, time\nif __name__ == '__main__':\n    f = open('lock', 'w')\n    fcntl.flock(f, fcntl.LOCK_EX)\n" +
		"    os.fork()\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    os.write(os.open('ready', os.O_WRONLY), b'.')\n    time.sleep(600)\n"
	require.NoError(t, os.WriteFile(filepath.Join(root, "tools", "long.py"), []byte(script), 0o644))
	pipe, err := os.OpenFile(ready, os.O_RDWR, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = pipe.Close() })
	return longTool{t, root, pipe}
}

// awaitRun waits until both processes run.
func (l longTool) awaitRun() {
	l.t.Helper()
	_, err := io.ReadFull(l.pipe, make([]byte, 2))
	require.NoError(l.t, err)
}

// awaitEnd waits as long as a process holds the lock.
func (l longTool) awaitEnd() {
	l.t.Helper()
	lock, err := os.Open(filepath.Join(l.root, "lock"))
	require.NoError(l.t, err)
	defer lock.Close()
	require.NoError(l.t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
}

// serveAndRun starts a server in which a tool runs.
func serveAndRun(t *testing.T, root string) (*exec.Cmd, *client, io.Closer) {
	t.Helper()
	cmd := exec.Command(server, "serve", "--trust")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe() // it holds more than what is sent here
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	c := &client{t: t, in: in}
	c.send(message{ID: []byte("1"), Method: "initialize", Params: map[string]any{
		"rootUri": "file://" + root, "capabilities": map[string]any{}, "initializationOptions": map[string]any{"cape.tools.confirm": "never"},
	}})
	c.notify("initialized", map[string]any{})
	c.send(message{ID: []byte("2"), Method: "workspace/executeCommand", Params: map[string]any{
		"command": "cape.runTool", "arguments": []any{map[string]any{"name": "long"}},
	}})
	return cmd, c, out
}
