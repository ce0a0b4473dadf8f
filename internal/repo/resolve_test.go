package repo_test

import (
	"errors"
	"testing"

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
