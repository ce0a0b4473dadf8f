//go:build unix

package lsp

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// capeStand is a machine with a stand-in for CAPE: the program cape on PATH, and the interpreter that its first
// line names, which is a shell script, so that a test decides what it does.
type capeStand struct {
	t      *testing.T
	root   string // the repository
	parent string // the folder that holds the package cape
	python string
	marker string // the interpreter leaves a line here
	cache  string
}

func newCapeStand(t *testing.T) *capeStand {
	t.Helper()
	dir := t.TempDir()
	s := &capeStand{
		t: t, root: filepath.Join(dir, "repo"), parent: filepath.Join(dir, "site"), python: filepath.Join(dir, "env", "bin", "python3"),
		marker: filepath.Join(dir, "started"), cache: filepath.Join(dir, "cache"),
	}
	bin := filepath.Join(dir, "bin")
	for _, d := range []string{s.root, bin, filepath.Dir(s.python)} {
		require.NoError(t, os.MkdirAll(d, 0o755))
	}
	require.NoError(t, os.CopyFS(s.parent, os.DirFS(filepath.Join("..", "internal", "toolrun", "testdata", "fake"))))
	require.NoError(t, os.WriteFile(filepath.Join(bin, "cape"), []byte("#!"+s.python+"\n"), 0o755))
	real, err := exec.LookPath("python3")
	require.NoError(t, err, "this test runs Python and needs python3 on PATH")
	s.interpreter("PYTHONPATH='" + s.parent + "' exec '" + real + "' \"$@\"")
	t.Setenv("PYTHONPATH", "")
	t.Setenv("PATH", bin+":/usr/bin:/bin") // the real one may be found through a version switch
	t.Setenv("VIRTUAL_ENV", "")
	t.Setenv("CONDA_PREFIX", "")
	return s
}

// interpreter sets what the interpreter does.
func (s *capeStand) interpreter(commands string) {
	s.t.Helper()
	text := "#!/bin/sh\necho \"$@\" >> '" + s.marker + "'\n" + commands + "\n"
	require.NoError(s.t, os.WriteFile(s.python, []byte(text), 0o755))
}

// started returns the words that the interpreter was started with.
func (s *capeStand) started() []string {
	src, err := os.ReadFile(s.marker)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(src)), "\n")
}

// oddName is a control file with a name that no CAPE knows.
const oddName = `{"Config": {"RefArea": 4}, "RunControl": {"Zebra": 1}}`

// serve starts a server with the cache of the stand, over a control file that is open.
func (s *capeStand) serve(initial map[string]any, change ...func(*Options)) (c *lsptest.Client, uri string) {
	opts := testOptions(s.t)
	opts.analysis, opts.Cache, opts.factLimit = nil, s.cache, lsptest.Patience
	for _, f := range change {
		f(&opts)
	}
	c = serve(s.t, opts)
	if _, said := initial["trusted"]; !said {
		initial["trusted"] = true
	}
	c.InitializeWith(map[string]any{
		"rootUri": "file://" + s.root, "initializationOptions": initial,
		"capabilities": map[string]any{"window": map[string]any{"workDoneProgress": true}},
	})
	uri = "file://" + filepath.Join(s.root, "pyFun.json")
	c.Open(uri, oddName)
	return c, uri
}

// findingsOf waits until the findings of the open file hold a text.
func findingsOf(c *lsptest.Client, uri, part string) []lsptest.Diagnostic {
	var last []lsptest.Diagnostic
	c.Until("the finding "+part, func() bool {
		all := c.PublishedLocked(uri)
		if len(all) == 0 {
			return false
		}
		last = all[len(all)-1].Diagnostics
		for _, d := range last {
			if strings.Contains(d.Message, part) {
				return true
			}
		}
		return false
	})
	return last
}

// told waits until the server tells a line about options that holds a text.
func told(c *lsptest.Client, part string) {
	n := 0
	for {
		n++
		m := c.Await("window/logMessage", n)
		if strings.Contains(string(m.Params), "options: ") && strings.Contains(string(m.Params), part) {
			return
		}
	}
}

func progressKinds(t *testing.T, c *lsptest.Client) (kinds []string) {
	for _, m := range c.Received("$/progress") {
		var p struct{ Value struct{ Kind, Title string } }
		require.NoError(t, json.Unmarshal(m.Params, &p))
		if p.Value.Kind == "begin" {
			require.Equal(t, "Reading CAPE's options", p.Value.Title)
		}
		if p.Value.Kind != "report" {
			kinds = append(kinds, p.Value.Kind)
		}
	}
	return kinds
}

func reload(t *testing.T, c *lsptest.Client) map[string]any {
	t.Helper()
	return run(t, c, commandReloadOptions, nil)
}

// The fake knows no RunControl; the bundled facts do.
const (
	byInstalled = `CAPE 9.1 has no option "RunControl"`
	byBundled   = `CAPE 2.2.2 has no option "Zebra" in RunControl`
)

func TestInstalledOptionsFromACachelessStart(t *testing.T) {
	s := newCapeStand(t)
	c, uri := s.serve(map[string]any{})
	told(c, "CAPE 9.1 in "+filepath.Join(s.parent, "cape"))
	findingsOf(c, uri, byInstalled)
	require.Equal(t, []string{"begin", "end"}, progressKinds(t, c))
	require.Len(t, s.started(), 2, "a probe and a dump")
	for _, line := range s.started() {
		require.True(t, strings.HasPrefix(line, "-B "+filepath.Join(s.cache, "python", "cape_options.py")), line)
	}
	require.Equal(t, 0, c.Shutdown())

	// The next start has them at once, before the interpreter has said a word.
	stop := filepath.Join(t.TempDir(), "stop")
	require.NoError(t, syscall.Mkfifo(stop, 0o600))
	s.interpreter("read x < '" + stop + "'; exit 1")
	c, uri = s.serve(map[string]any{})
	told(c, "as it was read before")
	findingsOf(c, uri, byInstalled)
	pipe, err := os.OpenFile(stop, os.O_RDWR, 0)
	require.NoError(t, err)
	defer pipe.Close()
	_, err = pipe.WriteString("\n")
	require.NoError(t, err)
	told(c, "(bundled)")
	findingsOf(c, uri, byBundled)
	require.Empty(t, progressKinds(t, c))
	require.Equal(t, 0, c.Shutdown())
}

func TestReloadOptions(t *testing.T) {
	s := newCapeStand(t)
	c, uri := s.serve(map[string]any{})
	findingsOf(c, uri, byInstalled)
	out := reload(t, c)
	require.Equal(t, true, out["success"])
	require.Equal(t, []any{"cfdx", "pyfun", "pyvul"}, out["solvers"])
	require.Len(t, s.started(), 3, "nothing has changed: it is only asked")

	name := filepath.Join(s.parent, "cape", "pyfun", "options", "__init__.py")
	src, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(src), `("Namelist",)`, `("Namelist", "RunControl")`, 1)), 0o600))
	out = reload(t, c)
	require.Equal(t, true, out["success"])
	require.Len(t, s.started(), 5)
	findingsOf(c, uri, "RefArea")
	c.Until("no more of RunControl", func() bool {
		all := c.PublishedLocked(uri)
		return len(all) > 0 && len(all[len(all)-1].Diagnostics) == 1
	})

	require.NoError(t, os.RemoveAll(filepath.Join(s.parent, "cape")))
	out = reload(t, c)
	require.Equal(t, false, out["success"])
	require.Contains(t, out["error"], "no CAPE is installed")
	require.Equal(t, "CAPE 2.2.2 (bundled)", out["source"])
	findingsOf(c, uri, byBundled)
}

func TestNothingIsStartedWithoutTrust(t *testing.T) {
	for _, initial := range []map[string]any{
		{"trusted": false}, {"trusted": false, "cape": map[string]any{"trust": true}}, {"trusted": "yes"},
		{"cape": map[string]any{"options": map[string]any{"source": "bundled"}}},
	} {
		s := newCapeStand(t)
		c, uri := s.serve(initial)
		told(c, "CAPE 2.2.2 (bundled)")
		findingsOf(c, uri, byBundled)
		out := reload(t, c)
		require.Equal(t, false, out["success"])
		require.NotEmpty(t, out["error"])
		require.Equal(t, 0, c.Shutdown())
		require.Empty(t, s.started())
		require.NoDirExists(t, s.cache)
	}
}

func TestOptionsThatCannotBeRead(t *testing.T) {
	for _, tt := range []struct {
		name, commands string
		limit          time.Duration
		why            string
	}{
		{"it does not answer", "exec sleep 600", 100 * time.Millisecond, "it took longer than"},
		{"it fails", "echo no licence >&2; exit 9", lsptest.Patience, "ended with code 9: no licence"},
		{"it says something else", "echo hello", lsptest.Patience, "answered with something else"},
		{"no CAPE", "exit 3", lsptest.Patience, "no CAPE is installed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newCapeStand(t)
			s.interpreter(tt.commands)
			c, uri := s.serve(map[string]any{}, func(o *Options) { o.factLimit = tt.limit })
			told(c, "CAPE 2.2.2 (bundled)")
			told(c, tt.why)
			findingsOf(c, uri, byBundled)
			require.Equal(t, 0, c.Shutdown())
		})
	}
}

// A dump that fails leaves what was read of the same CAPE before.
func TestOlderFactsStayWhenReadingFails(t *testing.T) {
	s := newCapeStand(t)
	c, uri := s.serve(map[string]any{})
	findingsOf(c, uri, byInstalled)
	name := filepath.Join(s.parent, "cape", "optdict", "__init__.py")
	require.NoError(t, os.WriteFile(name, []byte("1/0"), 0o600))
	out := reload(t, c)
	require.Equal(t, false, out["success"])
	require.Contains(t, out["error"], "ZeroDivisionError")
	require.Equal(t, "CAPE 9.1 in "+filepath.Join(s.parent, "cape"), out["source"])
	told(c, "ZeroDivisionError")
}

func TestOptionsFollowTheSettings(t *testing.T) {
	s := newCapeStand(t)
	s.interpreter("exit 3")
	c, uri := s.serve(map[string]any{})
	findingsOf(c, uri, byBundled)
	set := func(source, path string) {
		c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cape": map[string]any{
			"options": map[string]any{"source": source, "path": path},
		}}})
	}
	real, err := exec.LookPath("python3")
	require.NoError(t, err)
	s.interpreter("exec '" + real + "' \"$@\"") // a Python without CAPE: the folder is named
	set("installed", s.parent)
	findingsOf(c, uri, byInstalled)
	set("bundled", s.parent)
	findingsOf(c, uri, byBundled)
	n := len(s.started())
	set("bundled", s.parent)
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cape": map[string]any{"edits": map[string]any{"confirm": "never"}}}})
	require.Equal(t, 0, c.Shutdown())
	require.Len(t, s.started(), n, "other settings start nothing")
}

// Trust that is given while the server runs lets the installed CAPE be asked; taken back, its answer no longer counts.
func TestOptionsWhenTrustChanges(t *testing.T) {
	s := newCapeStand(t)
	c, uri := s.serve(map[string]any{"trusted": false})
	findingsOf(c, uri, byBundled)
	require.Empty(t, s.started())
	c.Notify("cape/trust", map[string]any{"trusted": true})
	findingsOf(c, uri, byInstalled)
	c.Notify("cape/trust", map[string]any{"trusted": false})
	findingsOf(c, uri, byBundled)
}

// The interpreter that is chosen in the editor goes before the program cape.
func TestOptionsWithTheEditorsPython(t *testing.T) {
	s := newCapeStand(t)
	chosen := filepath.Join(t.TempDir(), "chosen")
	src, err := os.ReadFile(s.python)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(chosen, src, 0o755))
	s.interpreter("exit 9")
	c, uri := s.serve(map[string]any{"python": chosen, "capeShow": true})
	told(c, "asked with "+chosen)
	findingsOf(c, uri, byInstalled)
	require.JSONEq(t, `{"version": "test", "root": "`+s.root+`", "options": {"source": "CAPE 9.1 in `+filepath.Join(s.parent, "cape")+`", "version": "9.1", "path": "`+filepath.Join(s.parent, "cape")+`"}}`,
		string(c.Await("cape/status", 1).Params), "a client that shows it is told what the server works with")
}

// When the connection ends, so does what was started.
func TestReadingEndsWithTheConnection(t *testing.T) {
	s := newCapeStand(t)
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	s.interpreter("echo here > '" + name + "'; sleep 600 > '" + name + "' & exec sleep 600 > '" + name + "'")
	c, _ := s.serve(map[string]any{})
	pipe, err := os.OpenFile(name, os.O_RDONLY, 0)
	require.NoError(t, err)
	defer pipe.Close()
	_, err = io.ReadFull(pipe, make([]byte, 5))
	require.NoError(t, err)
	require.Equal(t, 0, c.Shutdown())
	require.NoError(t, pipe.SetReadDeadline(time.Now().Add(time.Minute)))
	_, err = pipe.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF, "nobody holds the pipe any more")
}

// A connection may end before the server has begun to ask; then it asks nobody. The race detector sees whether somebody waits for those who come later.
func TestEndBeforeReadingBegins(t *testing.T) {
	for range 30 {
		c := serve(t, testOptions(t))
		c.InitializeWith(map[string]any{"rootUri": "file://" + t.TempDir(), "capabilities": map[string]any{}})
		require.Equal(t, 0, c.Shutdown())
	}
}
