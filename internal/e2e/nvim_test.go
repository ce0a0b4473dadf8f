package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// crlf is a control file with Windows line ends, allow-listed in the example.
const crlf = "{\r\n    // As Windows writes it\r\n    \"mach\": [0.3, 0.9],\r\n    \"alpha\": [-2.0, 6.0]\r\n}\r\n"

// marked begins with a byte order mark, which editors take off the text and put back when they save.
const marked = "\ufeff0.50, 0.0, 8.0e6, 520.0, cruise\n0.70, 0.0, 8.0e6, 520.0, cruise\n"

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
		{script: "edit_ends", files: map[string]string{"inputs/list.csv": "0.50, 0.0\n0.70, 0.0\n"}, disk: func(t *testing.T, root string) {
			require.Equal(t, "0.50, 0.0\n0.70, 0.0\n0.80, 2.0\n0.90, 4.0\n", read(t, root, "inputs/list.csv"))
			require.Regexp(t, `^---\nname: new-skill\n(?s:.*)[^\n]\n$`, read(t, root, ".agents/skills/new-skill/SKILL.md"))
		}},
		{script: "edit_bom", files: map[string]string{"inputs/marked.csv": marked}, disk: func(t *testing.T, root string) {
			require.Equal(t, strings.Replace(marked, "0.50", "0.55", 1), read(t, root, "inputs/marked.csv"))
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
	nvim := neovim(t)
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

// neovim is the Neovim of the machine, or another one that the environment names.
func neovim(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("NVIM"); path != "" {
		return path
	}
	return program(t, "nvim", "apt-get install neovim")
}

// runNeovim runs one script in a Neovim that has no configuration.
func runNeovim(t *testing.T, nvim, script, root string) {
	t.Helper()
	scripts, err := filepath.Abs(filepath.Join("testdata", "nvim"))
	require.NoError(t, err)
	home := t.TempDir()
	cmd := exec.Command(nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "-S", filepath.Join(scripts, script+".lua"))
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CAPE_LS_SERVER="+server, "SCRIPTS="+scripts, "ROOT="+root,
		"HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	runScript(t, cmd)
}
