package repo_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
)

func write(t *testing.T, name, src string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
	require.NoError(t, os.WriteFile(name, []byte(src), 0o644))
	return name
}

func TestOpenDocumentsWinOverTheDisk(t *testing.T) {
	dir := t.TempDir()
	name := write(t, filepath.Join(dir, "a.txt"), "disk")
	w := repo.NewWorkspace(dir)
	before := w.Snapshot()
	w.Put(repo.NewDocument(name, "file:///a.txt", 1, []byte("open")))
	unsaved := filepath.Join(dir, "new.txt")
	w.Put(repo.NewDocument(unsaved, "file:///new.txt", 1, []byte("new")))

	src, err := before.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "disk", string(src), "an older snapshot stays as it was")
	src, err = w.Snapshot().ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "open", string(src))
	info, err := w.Snapshot().Stat(unsaved)
	require.NoError(t, err)
	require.True(t, info.Mode().IsRegular())
	require.EqualValues(t, 3, info.Size())

	w.Close(name)
	src, err = w.Snapshot().ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "disk", string(src))
}

func TestRootIsTheNearestFolderThatCapeWouldStartIn(t *testing.T) {
	dir := t.TempDir()
	plain := write(t, filepath.Join(dir, "plain", "x", "SKILL.md"), "")
	git := write(t, filepath.Join(dir, "git", "deep", "er", "a.json"), "")
	write(t, filepath.Join(dir, "git", ".git", "HEAD"), "")
	cape := write(t, filepath.Join(dir, "git", "cape", "tools", "t.py"), "")
	write(t, filepath.Join(dir, "git", "cape", "cape-agent.json"), "{}")
	skill := write(t, filepath.Join(dir, "agents", ".agents", "skills", "a", "SKILL.md"), "")
	snap := repo.NewWorkspace(dir).Snapshot()
	for name, want := range map[string]string{plain: dir, git: filepath.Join(dir, "git"), cape: filepath.Join(dir, "git", "cape"), skill: filepath.Join(dir, "agents")} {
		require.Equal(t, want, (&repo.RootFinder{}).Root(snap, name), name)
	}
	require.Equal(t, dir, (&repo.RootFinder{Override: dir}).Root(snap, cape))
	require.Equal(t, filepath.Join(dir, "plain", "x"), (&repo.RootFinder{}).Root(repo.NewWorkspace().Snapshot(), plain), "no workspace folder: the file's own")
}

func TestInsideLooksAtComponents(t *testing.T) {
	require.True(t, repo.Inside("/a/b", "/a/b"))
	require.True(t, repo.Inside("/a/b", "/a/b/c"))
	require.False(t, repo.Inside("/a/b", "/a/bc"))
	require.True(t, repo.Inside("/", "/x"))
}

func TestGlobListsAsPythonDoes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.py", "b.md", ".h.py", "t/a.py", "t/x/b.py", "t/.c.py", ".git/d.py", "t/x/y/e.py", "[1].py"} {
		write(t, filepath.Join(dir, name), "")
	}
	require.NoError(t, os.Symlink("t", filepath.Join(dir, "link")))
	require.NoError(t, os.Symlink(".", filepath.Join(dir, "t", "x", "loop")))
	require.NoError(t, os.Symlink("nothing", filepath.Join(dir, "dangling.py")))
	for pattern, want := range map[string][]string{
		"*.py":        {"[1].py", "a.py"},
		".*.py":       {".h.py"},
		"t/*.py":      {"t/a.py"},
		"*/a.py":      {"link/a.py", "t/a.py"},
		"t/x/*.py":    {"t/x/b.py"},
		"[[]1].py":    {"[1].py"},
		"none.py":     nil,
		"":            nil,
		"a.py/":       nil,
		".git/**":     {".git/d.py"},
		"t/x/y/**":    {"t/x/y/e.py"},
		"t/y/../a.py": nil,
	} {
		var got []string
		for _, name := range repo.GlobFiles(dir + "/" + pattern) {
			got = append(got, repo.Relative(dir, name))
		}
		require.Equal(t, want, got, pattern)
	}
}

func TestGlobEndsInAMazeOfLinks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		require.NoError(t, os.Symlink(".", filepath.Join(dir, name)))
	}
	write(t, filepath.Join(dir, "x.py"), "")
	require.Contains(t, repo.GlobFiles(dir+"/**/x.py"), filepath.Join(dir, "x.py"))
}
