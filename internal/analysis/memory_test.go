package analysis_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// What was read of a file is kept for as long as its size and its time are the same, unless it is said that
// the file changed.
func TestFilesAreReadAgainWhenTheyChanged(t *testing.T) {
	dir, w := tree(t, map[string]string{"tools/a.py": toolScript("One."), ".agents/skills/run/SKILL.md": goodSkill})
	a := analysis.New(analysis.Settings{})
	about := func() (out []string) {
		for _, n := range a.Find(w.Snapshot(), dir, "") {
			out = append(out, n.Name+": "+n.About)
		}
		return out
	}
	first := about()
	require.Len(t, first, 2)
	require.Equal(t, "a: One.", first[1])

	path := filepath.Join(dir, "tools/a.py")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(toolScript("Two.")), 0o644))
	require.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	require.Equal(t, "a: One.", about()[1], "nothing was said")
	a.Changed(nil)
	require.Equal(t, "a: One.", about()[1], "size and time are the same")
	a.Changed([]string{path})
	require.Equal(t, "a: Two.", about()[1])

	require.NoError(t, os.WriteFile(path, []byte(toolScript("Three.")), 0o644))
	a.Changed(nil)
	require.Equal(t, "a: Three.", about()[1])
	require.NoError(t, os.Remove(path))
	a.Changed(nil)
	require.Len(t, about(), 1)
}

// What was read before somebody asks is there, and stays when the settings change.
func TestWhatWasReadStaysWithOtherSettings(t *testing.T) {
	dir, w := tree(t, map[string]string{"tools/a.py": toolScript("One."), ".agents/skills/run/SKILL.md": goodSkill})
	a := analysis.New(analysis.Settings{})
	a.Warm(w.Snapshot(), dir)
	path := filepath.Join(dir, "tools/a.py")
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(toolScript("Two.")), 0o644))
	require.NoError(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
	for range 2 {
		found := a.Find(w.Snapshot(), dir, "")
		require.Len(t, found, 2)
		require.Equal(t, "One.", found[1].About)
		a = a.With(analysis.Settings{Inlay: true})
		require.True(t, a.Settings.Inlay)
	}
	a.Changed([]string{path})
	require.Equal(t, "Two.", a.Find(w.Snapshot(), dir, "")[1].About)
}

func TestFindIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range 150 {
		files[fmt.Sprintf("tools/step%03d.py", i)] = toolScript("Does it.")
	}
	dir, w := tree(t, files)
	a := analysis.New(analysis.Settings{})
	require.Len(t, a.Find(w.Snapshot(), dir, "se"), 100)
	found := a.Find(w.Snapshot(), dir, "STEP07")
	require.Equal(t, "step070", found[0].Name)
	require.Equal(t, "step079", found[9].Name)
	require.Equal(t, "step007", found[10].Name, "letters in order come last")
	require.Empty(t, a.Find(w.Snapshot(), dir, "\ufffd"))
}

func TestFollowNamesPlacesAndListsNone(t *testing.T) {
	dir, w := tree(t, map[string]string{
		"cape-agent.json": `{"ToolDir": "scripts", "EditAllowList": ["in/a.json", "in/*.json", "../up.json"]}`,
		"pyFun.json":      `{"RunControl": {}, "RunMatrix": {"File": "in/matrix.csv", "Keys": []}}`, "in/matrix.csv": "",
	})
	f := analysis.New(analysis.Settings{}).Follow(w.Snapshot(), dir)
	require.Equal(t, filepath.Join(dir, "scripts"), f.Tools)
	require.Equal(t, filepath.Join(dir, ".agents/skills"), f.Skills)
	var names []string
	for _, path := range f.Files {
		names = append(names, repo.Relative(dir, path))
	}
	require.Contains(t, names, "in/a.json", "it may come")
	require.Contains(t, names, "cape.json")
	require.Contains(t, names, "in/matrix.csv", "a control file names it")
	require.NotContains(t, strings.Join(names, " "), "*")
}

func TestScriptsBelowTheRootAreNotTooDeepForIt(t *testing.T) {
	dir, w := tree(t, map[string]string{"cape-agent.json": `{"ToolDir": "."}`, "a.py": toolScript("One."), "deep/b.py": toolScript("Two.")})
	a := analysis.New(analysis.Settings{})
	require.Equal(t, analysis.Tool, a.Kind(w.Snapshot(), filepath.Join(dir, "a.py")))
	require.Equal(t, analysis.None, a.Kind(w.Snapshot(), filepath.Join(dir, "deep/b.py")))
}
