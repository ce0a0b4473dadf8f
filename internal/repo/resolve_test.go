package repo_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

func TestVectorsResolvePath(t *testing.T) {
	vectortest.Run(t, "resolve_path", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		name, _ := env.Expand(c.Call["fname"]).(string) // what is no text is refused like an empty name
		root := env.Configured
		if root == "" { // none set: the current folder is the root
			root = env.Cwd
		}
		r, err := repo.Resolve(root, env.Cwd, name)
		got := map[string]any{"path": r.Path, "file": r.Rel}
		if bad := (*repo.NameError)(nil); errors.As(err, &bad) {
			got = map[string]any{"result": map[string]any{"success": false, "error": bad.Text}}
			if bad.Raises != "" {
				got = map[string]any{"raises": bad.Raises, "message": bad.Text}
			}
		}
		vectortest.Check(t, env.Expand(c.Expect), got)
	})
}

// TestALoopOfLinksStopsTheResolution holds what Python's realpath makes of the rest of the name: it is
// joined as text, and a rest with a slash in front replaces what was resolved.
func TestALoopOfLinksStopsTheResolution(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Symlink("loop", filepath.Join(dir, "loop")))
	for name, want := range map[string]string{
		"loop": dir + "/loop", "loop/a/../b": dir + "/loop/b", "loop/../x": dir + "/x", "loop//a": "/a",
	} {
		require.Equal(t, want, repo.RealPath(dir+"/"+name), name)
	}
}
