//go:build unix

package toolrun

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// commit makes a repository with one commit and returns a function that calls git in it.
func commit(t *testing.T, dir string, files ...string) func(args ...string) string {
	t.Helper()
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, out)
		return strings.TrimSpace(string(out))
	}
	for _, name := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(name), 0o644))
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	return git
}

func TestGitHead(t *testing.T) {
	dir := t.TempDir()
	_, err := GitHead(dir)
	require.Error(t, err)
	commit(t, dir, "a.txt", "b/c.txt")
	names, err := GitHead(dir)
	require.NoError(t, err)
	require.Equal(t, []string{"a.txt", "b/c.txt"}, names)
	names, err = GitHead(filepath.Join(dir, "b"))
	require.NoError(t, err)
	require.Equal(t, []string{"c.txt"}, names)
}

// A repository whose own configuration names programs has none of them started by listing its files.
func TestGitStartsNothingOfTheRepository(t *testing.T) {
	dir := t.TempDir()
	mark := filepath.Join(t.TempDir(), "mark")
	git := commit(t, dir, "a.txt", "b/c.txt")
	tree := git("rev-parse", "HEAD:b")
	require.NoError(t, os.Remove(filepath.Join(dir, ".git", "objects", tree[:2], tree[2:])))
	for name, value := range map[string]string{
		"core.repositoryformatversion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
		"remote.origin.url": "ssh://nowhere.invalid/x", "core.sshCommand": "touch " + mark + "; false", "core.fsmonitor": "touch " + mark,
		"core.pager": "touch " + mark, "pager.ls-tree": "true", "alias.ls-tree": "!touch " + mark,
	} {
		git("config", name, value)
	}
	_, err := GitHead(dir)
	require.Error(t, err)
	require.NoFileExists(t, mark)

	cmd := exec.Command("git", "ls-tree", "-r", "--name-only", "HEAD")
	cmd.Dir = dir
	require.Error(t, cmd.Run())
	require.FileExists(t, mark, "git itself would have started it")
}
