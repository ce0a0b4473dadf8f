package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// crlf is a control file with Windows line ends, allow-listed in the example.
const crlf = "{\r\n    // As Windows writes it\r\n    \"mach\": [0.3, 0.9],\r\n    \"alpha\": [-2.0, 6.0]\r\n}\r\n"

// TestNeovim runs each script of testdata/nvim in a Neovim of its own. The script says what the editor
// holds; the row says what the disk holds afterwards.
func TestNeovim(t *testing.T) {
	rows := []struct {
		script string
		files  map[string]string
		disk   func(t *testing.T, root string)
	}{
		{script: "skill"},
		{script: "control"},
		{script: "edit_unsaved", disk: func(t *testing.T, root string) {
			require.Equal(t, read(t, filepath.Join(top, "examples", "wing"), "pyFun.json"), read(t, root, "pyFun.json"),
				"an edit of a file with unsaved changes must not reach the disk")
		}},
		{script: "edit_closed", disk: func(t *testing.T, root string) {
			before := read(t, filepath.Join(top, "examples", "wing"), "fun3d.nml")
			require.Equal(t, strings.Replace(before, "'sa-neg'", "'sst'", 1), read(t, root, "fun3d.nml"),
				"saved by the editor, the rest of the file as it was")
		}},
		{script: "edit_crlf", files: map[string]string{"inputs/windows.json": crlf}, disk: func(t *testing.T, root string) {
			want := strings.Replace(crlf, "[0.3, 0.9],\r\n", "[0.3, 0.95],\r\n    \"Re\": [1.0e6, 1.2e7],\r\n", 1)
			require.Equal(t, want, read(t, root, "inputs/windows.json"))
		}},
		{script: "edit_moved", disk: func(t *testing.T, root string) {
			require.Equal(t, read(t, filepath.Join(top, "examples", "wing"), "pyFun.json"), read(t, root, "pyFun.json"))
		}},
		{script: "edit_refused", disk: func(t *testing.T, root string) {
			for _, name := range []string{"pyFun.json", "Config.xml"} {
				require.Equal(t, read(t, filepath.Join(top, "examples", "wing"), name), read(t, root, name))
			}
		}},
	}
	nvim := program(t, "nvim", "apt-get install neovim")
	for _, row := range rows {
		t.Run(row.script, func(t *testing.T) {
			root := wing(t, row.files)
			runNeovim(t, nvim, row.script, root)
			if row.disk != nil {
				row.disk(t, root)
			}
		})
	}
}

// runNeovim runs one script. It prints a line for each thing it looked at, "ok" or "FAIL", and "done"
// at its end; each line becomes a test.
func runNeovim(t *testing.T, nvim, script, root string) {
	t.Helper()
	scripts, err := filepath.Abs(filepath.Join("testdata", "nvim"))
	require.NoError(t, err)
	home := t.TempDir()
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", filepath.Join(scripts, script+".lua"))
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CAPE_LS_SERVER="+server, "SCRIPTS="+scripts, "ROOT="+root,
		"HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	looks, done := 0, false
	for line := range strings.Lines(stdout.String()) {
		word, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		name, detail, _ := strings.Cut(rest, "\t")
		switch word {
		case "ok", "FAIL":
			looks++
			t.Run(name, func(t *testing.T) { require.Equal(t, "ok", word, detail) })
		case "done":
			done = true
		}
	}
	if err != nil || !done || looks == 0 {
		require.FailNow(t, "the script did not come to its end", "%v\n%s\n%s", err, stdout.String(), stderr.String())
	}
}
