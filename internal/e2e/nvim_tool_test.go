package e2e

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tools that the scripts run.
var toolFiles = map[string]string{
	"cape-agent.json": `{"EditAllowList": ["fun3d.nml", "pyFun.json"]}` + "\n",
	"tools/sums.py": `"""Adds up."""
import os, sys, time
if __name__ == "__main__":
    print(sys.argv[1:])
    print("waits for go")
    while not os.path.exists("go"):
        time.sleep(0.01)
    with open("fun3d.nml", "a") as f:
        f.write("! seen\n")
    open("own.txt", "w").close()
`,
	// Both processes hold a lock, so that it is free when both are gone.
	"tools/forks.py": `"""Starts a process of its own."""
import fcntl, os, signal, sys, time
if __name__ == "__main__":
    f = open(sys.argv[1], "w")
    fcntl.flock(f, fcntl.LOCK_EX)
    who = "parent" if os.fork() else "child"
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(1, (who + "\n").encode())
    open(sys.argv[1] + "." + who, "w").close()
    time.sleep(600)
`,
	"tools/much.py": `"""Prints fifty megabytes."""
import sys
if __name__ == "__main__":
    block = ("x" * 99 + "\n") * 1000
    for _ in range(500):
        sys.stdout.write(block)
    print("the end")
`,
}

// TestNeovimTools runs the scripts about tools, each in a Neovim of its own.
func TestNeovimTools(t *testing.T) {
	nvim := program(t, "nvim", "apt-get install neovim")
	program(t, "python3", "apt-get install python3")
	for _, script := range []string{"tool_run", "tool_stop", "tool_much", "tool_untrusted"} {
		t.Run(script, func(t *testing.T) {
			root := wing(t, toolFiles)
			runNeovim(t, nvim, script, root)
			switch script {
			case "tool_run":
				require.FileExists(t, filepath.Join(root, "own.txt"))
			case "tool_untrusted":
				require.NoFileExists(t, filepath.Join(root, "own.txt"))
			}
		})
	}
}
