package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// lay writes files below a folder of the test, links resolved. A text that begins with "-> " is a link.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if len(content) > 3 && content[:3] == "-> " {
			require.NoError(t, os.Symlink(content[3:], path))
			continue
		}
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return root
}

func skillText(name string) string {
	return "---\nname: " + name + "\ndescription: Runs one case.\n---\n\nRun it.\n"
}

// TestCollectListsEachFileOnce: links count where CAPE follows them, lead nowhere in circles, and give no
// file a second name.
func TestCollectListsEachFileOnce(t *testing.T) {
	const dir = ".agents/skills/"
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"a link to a folder elsewhere is a skill", map[string]string{
			dir + "a/SKILL.md": skillText("a"), "pool/b/SKILL.md": skillText("b"), dir + "b": "-> ../../pool/b",
		}, []string{dir + "a/SKILL.md", dir + "b/SKILL.md"}},
		{"a link to another skill is no second one", map[string]string{
			dir + "a/SKILL.md": skillText("a"), dir + "z": "-> a", dir + "0": "-> a",
		}, []string{dir + "a/SKILL.md"}},
		{"nor is a linked file", map[string]string{
			dir + "a/SKILL.md": skillText("a"), dir + "z/SKILL.md": "-> ../a/SKILL.md",
		}, []string{dir + "a/SKILL.md"}},
		{"two links to one folder outside", map[string]string{
			"pool/b/SKILL.md": skillText("b"), dir + "b": "-> ../../pool/b", dir + "c": "-> ../../pool/b",
		}, []string{dir + "c/SKILL.md"}},
		{"circles", map[string]string{
			dir + "a/SKILL.md": skillText("a"), dir + "up": "-> ../..", dir + "self": "-> self", dir + "x": "-> y", dir + "y": "-> x",
		}, []string{dir + "a/SKILL.md"}},
		{"links elsewhere are not followed", map[string]string{
			".claude/skills/a/SKILL.md": skillText("a"), ".claude/skills/b": "-> a", "more": "-> .claude",
		}, []string{".claude/skills/a/SKILL.md"}},
		{"the folder of another agent is a link to CAPE's", map[string]string{
			dir + "a/SKILL.md": skillText("a"), ".claude/skills": "-> ../.agents/skills",
		}, []string{dir + "a/SKILL.md"}},
		{"a folder called SKILL.md, and a link to nothing", map[string]string{
			dir + "a/SKILL.md/x": "", dir + "b": "-> ../../pool", "pool/SKILL.md/x": "",
		}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := lay(t, tc.files)
			a, snap := analysis.New(analysis.Settings{}), repo.NewWorkspace(root).Snapshot()
			paths, err := a.Collect(snap, root)
			require.NoError(t, err)
			var got []string
			for _, path := range paths {
				got = append(got, repo.Relative(root, path))
				require.Empty(t, a.Check(snap, path))
			}
			require.Equal(t, tc.want, got)
		})
	}
}
