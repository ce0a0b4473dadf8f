package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// tree writes files below a new folder and returns the folder and a workspace over it.
func tree(t *testing.T, files map[string]string) (string, *repo.Workspace) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, src := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(src), 0o644))
	}
	return dir, repo.NewWorkspace(dir)
}

func codes(found []diag.Diagnostic) []string {
	out := []string{}
	for _, d := range found {
		out = append(out, string(d.Code))
	}
	return out
}

const goodSkill = "---\nname: run\ndescription: Runs one case.\n---\nRun it.\n"

func TestKindIsByPathAndNotByLanguage(t *testing.T) {
	dir, w := tree(t, map[string]string{
		"cape-agent.json": `{"EditAllowList": ["inputs/*.json"], "ToolDir": "scripts"}`, "pyFun.json": "{}", "deep/pyOver.json": "{}",
		"poweron.json": `{"RunControl": {}}`, "inputs/a.json": "{}", "other.json": "{}", "scripts/a.py": "", "tools/b.py": "",
		"x/SKILL.md": "", "y/skill.md": "", "README.md": "",
	})
	a := analysis.New(analysis.Settings{})
	for name, want := range map[string]analysis.Kind{
		"cape-agent.json": analysis.AgentOptions, "pyFun.json": analysis.Control, "deep/pyOver.json": analysis.Control,
		"poweron.json": analysis.Control, "inputs/a.json": analysis.Data, "other.json": analysis.None,
		"scripts/a.py": analysis.Tool, "tools/b.py": analysis.None, "x/SKILL.md": analysis.Skill, "y/skill.md": analysis.Skill,
		"README.md": analysis.None, "missing.json": analysis.None,
	} {
		require.Equal(t, want, a.Kind(w.Snapshot(), filepath.Join(dir, name)), name)
	}
}

func TestCollectLeavesCaseFoldersAndPackagesAlone(t *testing.T) {
	dir, w := tree(t, map[string]string{
		".agents/skills/run/SKILL.md": goodSkill, "pyFun.json": "{}", "node_modules/x/SKILL.md": "", ".git/SKILL.md": "",
		"m0.8/case.json": "{}", "m0.8/conditions.json": "{}", "m0.8/SKILL.md": "", "half/case.json": "{}", "half/SKILL.md": "",
	})
	found, err := analysis.New(analysis.Settings{}).Collect(w.Snapshot(), dir)
	require.NoError(t, err)
	var names []string
	for _, f := range found {
		names = append(names, repo.Relative(dir, f))
	}
	require.Equal(t, []string{".agents/skills/run/SKILL.md", "half/SKILL.md", "pyFun.json"}, names)
}

func TestSettingsChangeSeverities(t *testing.T) {
	dir, w := tree(t, map[string]string{".agents/skills/walk/SKILL.md": goodSkill})
	path := filepath.Join(dir, ".agents/skills/walk/SKILL.md")
	require.Equal(t, []string{"name-folder"}, codes(analysis.New(analysis.Settings{}).Check(w.Snapshot(), path)))
	off := analysis.Settings{Rules: map[diag.Code]diag.Severity{"name-folder": diag.Off}}
	require.Empty(t, analysis.New(off).Check(w.Snapshot(), path))
	hint := analysis.Settings{Rules: map[diag.Code]diag.Severity{"name-folder": diag.Hint}}
	require.Equal(t, diag.Hint, analysis.New(hint).Check(w.Snapshot(), path)[0].Severity)
}

func TestOpenDocumentsCountInPlaceOfTheDisk(t *testing.T) {
	dir, w := tree(t, map[string]string{".agents/skills/run/SKILL.md": goodSkill, ".agents/skills/walk/SKILL.md": "---\nname: walk\ndescription: Walks.\n---\nWalk.\n"})
	run, walk := filepath.Join(dir, ".agents/skills/run/SKILL.md"), filepath.Join(dir, ".agents/skills/walk/SKILL.md")
	a := analysis.New(analysis.Settings{})
	require.Empty(t, a.Check(w.Snapshot(), run))
	// The other skill takes this one's name, unsaved: now this one has a double.
	w.Put(repo.NewDocument(walk, "", 1, []byte("---\nname: run\ndescription: Walks.\n---\nWalk.\n")))
	require.Equal(t, []string{"skill-duplicate"}, codes(a.Check(w.Snapshot(), run)))
	w.Close(walk)
	require.Empty(t, a.Check(w.Snapshot(), run))
}

func TestABrokenOptionsFileStillNamesFilesToCheck(t *testing.T) {
	dir, w := tree(t, map[string]string{"cape-agent.json": `{"EditAllowList": ["a.json"],}`, "a.json": `{"x": 1,}`})
	a := analysis.New(analysis.Settings{})
	require.Equal(t, []string{"json-comma-trailing"}, codes(a.Check(w.Snapshot(), filepath.Join(dir, "a.json"))))
}

func TestForeseeNamesWhatAnEditAdds(t *testing.T) {
	dir, w := tree(t, map[string]string{"pyFun.json": "{}"})
	path := filepath.Join(dir, "pyFun.json")
	a := analysis.New(analysis.Settings{})
	before := "{\n    \"Config\": {\"RefArea\": 4}\n}\n"
	after := "{\n    \"Config\": {\"RefArea\": 4, \"RefLength\": 1}\n}\n"
	added := a.Foresee(w.Snapshot(), path, []byte(before), []byte(after))
	require.Len(t, added, 1)
	require.Regexp(t, `^pyFun\.json:2:43: warning: RefLength .*\[option-type\]$`, added[0])
	require.Empty(t, a.Foresee(w.Snapshot(), path, []byte(after), []byte("\n"+after)), "a finding that only moved is not new")
	require.Regexp(t, `^pyFun\.json:2:\d+: error: `, a.Foresee(w.Snapshot(), path, []byte(before), []byte("{\n    \"Config\": {\"RefArea\": 4\n"))[0])
}

func TestActionsKeepToTheKindsAskedFor(t *testing.T) {
	dir, w := tree(t, map[string]string{
		"pyFun.json": "{\n\"RunControl\": {\"MPI\": True,}\n}\n", ".agents/skills/run/SKILL.md": goodSkill,
		"tools/a.py": "\"\"\"Does a.\"\"\"\nif __name__ == \"__main__\":\n    pass\n",
	})
	path := filepath.Join(dir, "pyFun.json")
	a := analysis.New(analysis.Settings{})
	all := text.Span{Start: 0, End: 30}
	kinds := func(only ...string) map[string]int {
		out := map[string]int{}
		for _, action := range a.Actions(w.Snapshot(), path, all, only) {
			out[action.Kind]++
		}
		return out
	}
	require.Equal(t, 2, kinds("quickfix")["quickfix"])
	require.Len(t, kinds("quickfix"), 1)
	require.Equal(t, map[string]int{analysis.FixAll: 1}, kinds("source.fixAll"))
	require.NotZero(t, kinds()[analysis.SourceCape])
	require.Empty(t, kinds("refactor.extract"))

	titles := []string{}
	for _, action := range a.Actions(w.Snapshot(), path, all, []string{analysis.Source}) {
		titles = append(titles, action.Title)
	}
	require.Contains(t, titles, "Use skill run")
	require.Contains(t, titles, "Run tool a")
}

func TestFixAllJoinsFixesThatDoNotTouch(t *testing.T) {
	dir, w := tree(t, map[string]string{"pyFun.json": "{\n    \"RunControl\": {\n        \"MPI\": True,\n        'nIter': 10,\n    }\n}\n"})
	path := filepath.Join(dir, "pyFun.json")
	a := analysis.New(analysis.Settings{})
	actions := a.Actions(w.Snapshot(), path, text.At(0), []string{analysis.FixAll})
	require.Len(t, actions, 1)
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	out, ok := diag.Apply(src, actions[0].Fix.Edits)
	require.True(t, ok)
	require.Equal(t, "{\n    \"RunControl\": {\n        \"MPI\": true,\n        \"nIter\": 10\n    }\n}\n", string(out))
	w.Put(repo.NewDocument(path, "", 1, out))
	require.Empty(t, a.Actions(w.Snapshot(), path, text.At(0), []string{analysis.FixAll}))
}

func TestStartFilesAreThoseOfTheRootAndItsSkills(t *testing.T) {
	dir, w := tree(t, map[string]string{
		"cape-agent.json": `{"EditAllowList": ["inputs/a.json", "inputs/b*.json", "gone.json", "../up.json", "case/pyFun.json", "a.txt", "pyFun.json"]}`,
		"pyFun.json":      "{}", "inputs/a.json": "{}", "inputs/b1.json": "{}", "other.json": "{}", "a.txt": "",
		"case/case.json": "{}", "case/conditions.json": "{}", "case/pyFun.json": "{}", "deep/cape-agent.json": "{}",
		".agents/skills/run/SKILL.md": goodSkill, "docs/SKILL.md": goodSkill,
	})
	var names []string
	for _, f := range analysis.New(analysis.Settings{}).StartFiles(w.Snapshot(), dir) {
		names = append(names, repo.Relative(dir, f))
	}
	require.Equal(t, []string{"cape-agent.json", "pyFun.json", "inputs/a.json", "case/pyFun.json", ".agents/skills/run/SKILL.md"}, names)
	require.Empty(t, analysis.New(analysis.Settings{}).StartFiles(w.Snapshot(), filepath.Join(dir, "missing")))
}
