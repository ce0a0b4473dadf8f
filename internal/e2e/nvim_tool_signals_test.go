//go:build unix

package e2e

import (
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
				root := wing(t, toolFiles)
				ready := filepath.Join(root, "ready")
				require.NoError(t, syscall.Mkfifo(ready, 0o600))
				script := "import fcntl, os, signal, sys, time\nif __name__ == '__main__':\n    f = open('lock', 'w')\n    fcntl.flock(f, fcntl.LOCK_EX)\n" +
					"    os.fork()\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    os.write(os.open('ready', os.O_WRONLY), b'.')\n    time.sleep(600)\n"
				require.NoError(t, os.WriteFile(filepath.Join(root, "tools", "long.py"), []byte(script), 0o644))
				pipe, err := os.OpenFile(ready, os.O_RDWR, 0)
				require.NoError(t, err)
				defer pipe.Close()

				var cmd *exec.Cmd
				if door == "call" {
					cmd = exec.Command(server, "call", "--root", root, "run_user_tool", `{"name": "long"}`)
					require.NoError(t, cmd.Start())
				} else {
					cmd = serveAndRun(t, root)
				}
				_, err = pipe.Read(make([]byte, 1))
				require.NoError(t, err)
				_, err = pipe.Read(make([]byte, 1))
				require.NoError(t, err)
				require.NoError(t, cmd.Process.Signal(signal))
				require.Error(t, cmd.Wait(), "the program did not end in order")
				lock, err := os.Open(filepath.Join(root, "lock"))
				require.NoError(t, err)
				defer lock.Close()
				require.NoError(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)) // waits as long as a process holds it
			})
		}
	}
}

// serveAndRun starts a server in which a tool runs.
func serveAndRun(t *testing.T, root string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(server, "serve", "--trust")
	in, err := cmd.StdinPipe()
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
	return cmd
}
