//go:build editors

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// patience bounds every wait for an editor; nothing waits that long when all is well.
const patience = 20 * time.Second

// terminal is a screen of tmux with one program on it.
type terminal struct {
	t      *testing.T
	socket string
}

// newTerminal runs a command line of the shell on a screen of 120 columns and 40 lines.
func newTerminal(t *testing.T, dir, command string, env ...string) *terminal {
	t.Helper()
	tmux := program(t, "tmux", "apt-get install tmux")
	x := &terminal{t: t, socket: filepath.Join(t.TempDir(), "tmux")}
	home := t.TempDir()
	cmd := exec.Command(tmux, "-S", x.socket, "-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append([]string{
		"PATH=" + filepath.Dir(server) + string(os.PathListSeparator) + os.Getenv("PATH"), "ROOT=" + dir, "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home,
		"TERM=xterm-256color", "LC_ALL=C.UTF-8",
	}, env...)...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Cleanup(func() { _, _ = x.tmux("kill-server") })
	return x
}

func (x *terminal) tmux(args ...string) (string, error) {
	out, err := exec.Command("tmux", append([]string{"-S", x.socket}, args...)...).CombinedOutput()
	return string(out), err
}

func (x *terminal) screen() string {
	out, _ := x.tmux("capture-pane", "-p") // empty when the program has ended
	return out
}

// press sends keys by their names ("Enter"), write sends text.
func (x *terminal) press(keys ...string) { _, _ = x.tmux(append([]string{"send-keys"}, keys...)...) }
func (x *terminal) write(text string)    { _, _ = x.tmux("send-keys", "-l", text) }

// till waits until a condition holds and makes a test of it.
func (x *terminal) till(name string, condition func() bool) bool {
	end := time.Now().Add(patience)
	for !condition() && time.Now().Before(end) {
		time.Sleep(20 * time.Millisecond) // the screen of a terminal tells nobody that it has changed
	}
	return x.t.Run(name, func(t *testing.T) {
		require.True(t, condition(), "on the screen:\n%s", x.screen())
	})
}

func (x *terminal) shows(text string) bool {
	return x.till("shows "+text, func() bool { return strings.Contains(x.screen(), text) })
}

// beyondASCII has a character of two UTF-16 units and four bytes before the finding.
const beyondASCII = `---
name: plane
description: Shows a character beyond ASCII before a finding. Use it to try an editor.
---

The ` + "\U0001F6E9" + ` needs [limits](limits.md).
`

// TestHelix runs Helix, which counts columns in UTF-8: a finding, its place, a quick fix.
func TestHelix(t *testing.T) {
	hx := os.Getenv("HELIX")
	if hx == "" {
		hx = program(t, "hx", ".ci/editors installs it")
	}
	root := wing(t, map[string]string{".agents/skills/plane/SKILL.md": beyondASCII})
	config := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(config, "helix"), 0o777))
	require.NoError(t, os.Rename(documented(t, "Helix"), filepath.Join(config, "helix", "languages.toml")))
	require.NoError(t, os.WriteFile(filepath.Join(config, "helix", "config.toml"), []byte("[editor]\nend-of-line-diagnostics = \"hint\"\n"), 0o666))
	x := newTerminal(t, root, hx+" .agents/skills/plane/SKILL.md", "XDG_CONFIG_HOME="+config)

	x.shows("the link must lead to a file")
	x.write("]dcmatrix.md") // go to the finding and put another text in its place
	x.press("Escape")
	x.shows("[limits](matrix.md).")
	x.write(":open .agents/skills/restart-cases/SKILL.md")
	x.press("Enter")
	x.shows("name must be the name of the folder")
	x.write("]d a")
	x.shows("Set the name to the folder's, restart-cases")
	x.press("Enter")
	x.shows("name: restart-cases")
	x.write(":write")
	x.press("Enter")
	path := filepath.Join(root, ".agents", "skills", "restart-cases", "SKILL.md")
	x.till("the mended text is on the disk", func() bool {
		content, err := os.ReadFile(path)
		return err == nil && strings.Contains(string(content), "\nname: restart-cases\n")
	})
	x.write(":open pyFun.json")
	x.press("Enter")
	x.shows("Half-span tapered wing")
	x.write("/\"RefArea")
	x.press("Enter")
	x.write(" k") // hover
	x.shows("Reference area")
	x.press("Escape")
	x.write(":quit-all!")
	x.press("Enter")
	x.till("Helix ends", func() bool { return x.screen() == "" || strings.Contains(x.screen(), "no server running") })
}

// TestNeovimConfigured runs a newer Neovim with the configuration that a user writes.
func TestNeovimConfigured(t *testing.T) {
	nvim := neovim(t)
	root := wing(t, nil)
	box := documented(t, "Neovim")
	config := box + ".lua"
	require.NoError(t, os.Rename(box, config))
	home := t.TempDir()
	cmd := exec.Command(nvim, "--headless", "-u", config, "-i", "NONE", "-n", "-S", script(t, "nvim", "configured.lua"))
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(server)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"SCRIPTS="+script(t, "nvim"), "ROOT="+root, "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home,
		"XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	runScript(t, cmd)
}

// TestEmacs runs eglot, Emacs's own client.
func TestEmacs(t *testing.T) {
	emacs := program(t, "emacs", ".ci/editors installs it")
	load := ""
	folders, err := filepath.Glob("/usr/share/emacs/site-lisp/elpa/*")
	require.NoError(t, err)
	for _, folder := range folders {
		load += " -L " + folder
	}
	root := wing(t, map[string]string{".agents/skills/plane/SKILL.md": beyondASCII})
	runInTerminal(t, root, emacs+" -nw -Q"+load+" --eval '(setq inhibit-startup-screen t)' -l "+documented(t, "Emacs")+" -l "+script(t, "emacs", "wing.el"), nil)
}

// TestVim runs ALE in Vim, a client that announces next to nothing.
func TestVim(t *testing.T) {
	vim := program(t, "vim", ".ci/editors installs it")
	answered := false
	runInTerminal(t, wing(t, nil), vim+" -u "+script(t, "vim", "vimrc")+" -S "+documented(t, "Vim")+" -S "+script(t, "vim", "wing.vim")+" .agents/skills/polar-sweep/SKILL.md", func(x *terminal) {
		if !answered && strings.Contains(x.screen(), "Type number and <Enter>") {
			x.press("1", "Enter")
			answered = true
		}
	})
}

// documented writes the first box of a section of docs/editors.md into a file: what is tested is what a
// user is told to write.
func documented(t *testing.T, section string) string {
	t.Helper()
	_, rest, ok := strings.Cut(read(t, top, "docs/editors.md"), "\n## "+section+"\n")
	require.True(t, ok, "docs/editors.md has a section %s", section)
	rest, _, _ = strings.Cut(rest, "\n## ")
	_, rest, ok = strings.Cut(rest, "\n```")
	require.True(t, ok, "the section %s has a box", section)
	_, rest, _ = strings.Cut(rest, "\n")
	box, _, ok := strings.Cut(rest, "\n```")
	require.True(t, ok, "the box of %s is closed", section)
	path := filepath.Join(t.TempDir(), "configuration")
	require.NoError(t, os.WriteFile(path, []byte(box+"\n"), 0o666))
	return path
}

func script(t *testing.T, parts ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"testdata"}, parts...)...))
	require.NoError(t, err)
	return path
}

// runInTerminal runs a script of an editor, which writes what it saw into the file RESULT, and makes a test of
// each line. The function looks at the screen now and then, to answer what the editor asks.
func runInTerminal(t *testing.T, root, command string, look func(*terminal)) {
	t.Helper()
	result := filepath.Join(t.TempDir(), "result")
	x := newTerminal(t, root, command, "RESULT="+result)
	said := func() string {
		content, _ := os.ReadFile(result) // not there yet
		return string(content)
	}
	end := time.Now().Add(3 * patience)
	for !strings.Contains(said(), "done\n") && time.Now().Before(end) {
		if look != nil {
			look(x)
		}
		time.Sleep(20 * time.Millisecond)
	}
	require.FileExists(t, result, "on the screen:\n%s", x.screen())
	runScript(t, exec.Command("cat", result))
}
