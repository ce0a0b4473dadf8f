package toolrun

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/options"
)

// fake is the folder that holds a stand-in for the package cape.
func fake(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", "fake"))
	require.NoError(t, err)
	return dir
}

// copied is a copy of it that may be changed; files are what to write into it.
func copied(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(fake(t))))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cape", filepath.FromSlash(name)), []byte(text), 0o600))
	}
	return dir
}

func factSource(t *testing.T, folder string) FactSource {
	t.Helper()
	python, err := exec.LookPath("python3")
	require.NoError(t, err, "this test runs Python and needs python3 on PATH")
	t.Setenv("PYTHONPATH", "") // a CAPE of this machine must not be found
	return FactSource{
		Choice: Choice{Setting: python}, Folder: folder, Lookups: Machine(), Cache: t.TempDir(),
		Limit: 2 * time.Minute, // the machine may be busy with other things
	}
}

func dumpOf(t *testing.T, f FactSource) *options.Tree {
	t.Helper()
	found, err := f.Find(t.Context())
	require.NoError(t, err)
	tree, err := found.Dump(t.Context())
	require.NoError(t, err)
	return tree
}

// TestScriptReadsEveryMechanism compares what the script says of the stand-in with what stands beside it.
func TestScriptReadsEveryMechanism(t *testing.T) {
	f := factSource(t, fake(t))
	src, err := f.run(t.Context(), Python{Path: f.Choice.Setting})
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, json.Unmarshal(src, &got))
	cape := got["cape"].(map[string]any)
	require.Equal(t, filepath.Join(fake(t), "cape"), cape["path"])
	require.Len(t, cape["fingerprint"], 16)
	delete(cape, "path")
	delete(cape, "fingerprint")
	delete(got, "python")
	delete(got, "absent") // depends on what is installed
	for name := range got["errors"].(map[string]any) {
		got["errors"].(map[string]any)[name] = "" // Python's words
	}
	now, err := json.MarshalIndent(got, "", " ")
	require.NoError(t, err)
	want, err := os.ReadFile(filepath.Join("testdata", "fake", "expected.json"))
	require.NoError(t, err)
	require.JSONEq(t, string(want), string(now))
	for _, b := range src {
		require.Less(t, b, byte(0x80), "ASCII only")
	}
	require.NoDirExists(t, filepath.Join(fake(t), "cape", "optdict", "__pycache__"), "nothing is written into CAPE")
}

func TestFactsOfTheInstalledCape(t *testing.T) {
	f := factSource(t, fake(t))
	require.Nil(t, f.Cached(), "nothing was read yet")
	found, err := f.Find(t.Context())
	require.NoError(t, err)
	require.Equal(t, "9.1", found.Version)
	require.Nil(t, found.Options)
	tree, err := found.Dump(t.Context())
	require.NoError(t, err)
	require.Equal(t, "CAPE 9.1 in "+filepath.Join(fake(t), "cape"), tree.Source())
	require.Equal(t, "pyfun", tree.SolverOf("pyFun.json"))
	top := tree.For("pyfun")
	require.Equal(t, "Namelist", top.Full("nml"))
	require.Equal(t, "area for ``CA``", top.Sub("Config").Options["RefArea"].Desc)
	require.Contains(t, tree.Broken(), "pylch")

	require.Equal(t, found.Fingerprint, f.Cached().Fingerprint())
	again, err := f.Find(t.Context())
	require.NoError(t, err)
	require.Equal(t, found.Fingerprint, again.Options.Fingerprint(), "it need not be read again")
	other := f
	other.Folder = copied(t, nil)
	require.Nil(t, other.Cached(), "another folder, another CAPE")
}

func TestFolderMayBeThePackage(t *testing.T) {
	tree := dumpOf(t, factSource(t, filepath.Join(fake(t), "cape")))
	require.Equal(t, "9.1", tree.Version())
	require.Equal(t, []string{"cfdx", "pyfun", "pyvul"}, tree.Solvers())
}

func TestPythonFindsCape(t *testing.T) {
	f := factSource(t, "")
	t.Setenv("PYTHONPATH", fake(t))
	tree := dumpOf(t, f)
	require.Equal(t, "9.1", tree.Version())
}

func TestFingerprintFollowsTheFiles(t *testing.T) {
	dir := copied(t, nil)
	f := factSource(t, dir)
	first := dumpOf(t, f)
	name := filepath.Join(dir, "cape", "cfdx", "options", "execopts.py")
	old, err := os.ReadFile(name)
	require.NoError(t, err)
	info, err := os.Stat(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(string(old), `"np",`, `"np", "threads",`, 1)), 0o600))

	found, err := f.Find(t.Context())
	require.NoError(t, err)
	require.NotEqual(t, first.Fingerprint(), found.Fingerprint)
	require.Nil(t, found.Options, "no dump of these files")
	second, err := found.Dump(t.Context())
	require.NoError(t, err)
	require.NotNil(t, second.For("cfdx").Sub("mpi").Options["threads"])

	// The user goes back to the older release: what was read of it counts again, for the next start too.
	require.NoError(t, os.WriteFile(name, old, 0o600))
	require.NoError(t, os.Chtimes(name, info.ModTime(), info.ModTime()))
	back, err := f.Find(t.Context())
	require.NoError(t, err)
	require.Equal(t, first.Fingerprint(), back.Options.Fingerprint())
	require.Equal(t, first.Fingerprint(), f.Cached().Fingerprint())
}

func TestBrokenCacheIsReplaced(t *testing.T) {
	f := factSource(t, fake(t))
	tree := dumpOf(t, f)
	names := f.dumps("")
	require.Len(t, names, 1)
	for _, src := range []string{"", "{", `{"format":1}`} {
		require.NoError(t, os.WriteFile(names[0], []byte(src), 0o600))
		require.Nil(t, f.Cached())
		found, err := f.Find(t.Context())
		require.NoError(t, err)
		require.Nil(t, found.Options)
		_, err = found.Dump(t.Context())
		require.NoError(t, err)
		require.Equal(t, tree.Fingerprint(), f.Cached().Fingerprint())
	}
}

func TestFewDumpsAreKept(t *testing.T) {
	f := factSource(t, fake(t))
	tree := dumpOf(t, f)
	src, err := os.ReadFile(f.dumps("")[0])
	require.NoError(t, err)
	python := Python{Path: f.Choice.Setting}
	old := time.Unix(1e9, 0)
	for i := range 2 * maxDumps {
		name := f.file(python, strings.Repeat("a", i+1))
		require.NoError(t, os.WriteFile(name, src, 0o600))
		require.NoError(t, os.Chtimes(name, old, old))
	}
	other := filepath.Join(f.Cache, "notes.json")
	require.NoError(t, os.WriteFile(other, nil, 0o600))
	require.NoError(t, f.keep(python, tree.Fingerprint(), src))
	require.Len(t, f.dumps(""), maxDumps)
	require.Equal(t, tree.Fingerprint(), f.Cached().Fingerprint(), "the newest stays")
	require.FileExists(t, other, "only dumps are taken away")
}

func TestNoCape(t *testing.T) {
	f := factSource(t, fake(t))
	dumpOf(t, f)
	f.Folder = ""
	_, err := f.Find(t.Context())
	require.ErrorIs(t, err, ErrNoCape)

	// It was there, and is gone.
	dir := copied(t, nil)
	f.Folder = dir
	dumpOf(t, f)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "cape")))
	_, err = f.Find(t.Context())
	require.ErrorIs(t, err, ErrNoCape)
	require.Nil(t, f.Cached(), "what is gone is not used at the next start")

	_, err = FactSource{Lookups: machine(nil, nil), Cache: t.TempDir()}.Find(t.Context())
	require.ErrorIs(t, err, ErrNoPython)
	require.Nil(t, FactSource{Lookups: machine(nil, nil), Cache: t.TempDir()}.Cached())
	_, err = FactSource{Choice: f.Choice, Lookups: Machine()}.Find(t.Context())
	require.ErrorIs(t, err, errNoCache)
}

func TestCapeThatCannotBeRead(t *testing.T) {
	tests := []struct {
		name, file, text, want string
	}{
		{"no tables", "optdict/__init__.py", "", "the options of the installed CAPE cannot be read: AttributeError"},
		{"it ends Python", "optdict/__init__.py", "import os\nos._exit(7)", "ended with code 7"},
		{"it writes to the output itself", "optdict/__init__.py", "import os\nos.write(1, b'x')\nos._exit(0)", "answered with something else"},
		{"every solver is broken", "cfdx/options/__init__.py", "1/0", "ZeroDivisionError"},
		{"it writes without end", "optdict/__init__.py", "import os\nwhile True: os.write(1, b'x' * 65536)", "writes without an end"},
		{"it exits", "optdict/__init__.py", "import sys\nsys.exit('no licence')", "no licence"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := factSource(t, copied(t, map[string]string{tt.file: tt.text})).Find(t.Context())
			require.NoError(t, err, "a probe runs nothing of CAPE")
			_, err = found.Dump(t.Context())
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestSlowCapeIsStopped(t *testing.T) {
	f := factSource(t, copied(t, map[string]string{"optdict/__init__.py": "import time\ntime.sleep(600)"}))
	found, err := f.Find(t.Context())
	require.NoError(t, err)
	found.source.Limit = 200 * time.Millisecond
	_, err = found.Dump(t.Context())
	require.ErrorContains(t, err, "it took longer than 200ms")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = found.Dump(ctx)
	require.ErrorIs(t, err, context.Canceled)
	_, err = f.Find(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

func TestNothingOfTheWorkspaceIsImported(t *testing.T) {
	f := factSource(t, fake(t))
	work := t.TempDir()
	for _, name := range []string{"cape.py", "json.py", "ast.py", "numpy.py"} {
		require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte("raise SystemExit('of the workspace')"), 0o600))
	}
	t.Chdir(work)
	require.Equal(t, "9.1", dumpOf(t, f).Version())
}

func TestTailKeepsTheEnd(t *testing.T) {
	w := tail{most: 5}
	for _, s := range []string{"ab", "cdefgh", "i"} {
		n, err := w.Write([]byte(s))
		require.NoError(t, err)
		require.Equal(t, len(s), n)
	}
	require.Equal(t, "efghi", string(w.kept))
	require.Equal(t, "it says nothing", lastLine([]byte(" \n")))
	require.Equal(t, "e", lastLine([]byte("a\n e \n")))
}
