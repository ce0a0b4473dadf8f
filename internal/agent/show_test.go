package agent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/options"
)

func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return root
}

func ask(t *testing.T, s *agent.Session, tool, args string) string {
	t.Helper()
	res, err := s.Call(context.Background(), tool, json.RawMessage(args))
	require.NoError(t, err)
	delete(res, "path")
	for _, row := range list(res["scripts"]) {
		delete(row.(map[string]any), "path")
	}
	out, err := json.Marshal(res)
	require.NoError(t, err)
	return string(out)
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func skillText(name string) string {
	return "---\nname: " + name + "\ndescription: Runs é.\n---\n\nRun it.\n"
}

func TestListOfWhatTheAgentWouldSee(t *testing.T) {
	root := lay(t, map[string]string{
		".agents/skills/b/SKILL.md":           skillText("b"),
		".agents/skills/a/SKILL.md":           skillText("a"),
		".agents/skills/c/SKILL.md":           "no front matter\n",
		".agents/skills/file-reader/SKILL.md": skillText("file-reader"),
	})
	s := open(t, agent.Config{Root: root, SkillSet: options.Low})
	require.JSONEq(t, `{"success": true, "lines": ["* `+"`a`: Runs é.\", \"* `b`: Runs é.\", \"* `file-reader`"+`: Runs é."],
		"skills": [
			{"name": "a", "file": ".agents/skills/a/SKILL.md", "builtin": false, "line": "* `+"`a`"+`: Runs é."},
			{"name": "b", "file": ".agents/skills/b/SKILL.md", "builtin": false, "line": "* `+"`b`"+`: Runs é."},
			{"name": "file-reader", "file": ".agents/skills/file-reader/SKILL.md", "builtin": false, "line": "* `+"`file-reader`"+`: Runs é."}],
		"skipped": [{"file": ".agents/skills/c/SKILL.md", "error": "Skill file '`+root+`/.agents/skills/c/SKILL.md' has no YAML front matter"}]}`,
		ask(t, s, "list_prompt_skills", "{}"))

	s.SkillSet = options.Full
	res, err := s.Call(context.Background(), "list_prompt_skills", nil)
	require.NoError(t, err)
	require.Len(t, res["lines"], 9, "seven built-in ones, of which the repository replaces one, and two more")

	require.NoError(t, os.WriteFile(filepath.Join(root, ".agents/skills/b/SKILL.md"), []byte(skillText("yes")), 0o644))
	_, err = s.Call(context.Background(), "list_prompt_skills", nil)
	var raised *agent.Raised
	require.ErrorAs(t, err, &raised, "with a name that is no text CAPE's agent does not start")
	require.Equal(t, "TypeError", raised.Class)
}

func TestDraftOfASkill(t *testing.T) {
	root := lay(t, map[string]string{
		".agents/skills/new-skill/SKILL.md": skillText("new-skill"), ".claude/skills/x/SKILL.md": skillText("x"), "pyFun.json": "{}",
	})
	s := open(t, agent.Config{Root: root})
	const text = `---\nname: polar\ndescription: What this skill does and when to use it.\n---\n\n# Polar\n\nSay here what to do, step by step.\n`
	for _, c := range []struct{ args, want string }{
		{`{"name": "polar"}`, `{"success": true, "name": "polar", "file": ".agents/skills/polar/SKILL.md", "content": "` + text + `"}`},
		{`{"name": "polar", "fname": "pyFun.json"}`, `{"success": true, "name": "polar", "file": ".agents/skills/polar/SKILL.md", "content": "` + text + `"}`},
		{`{"name": "polar", "fname": ".claude/skills/x/SKILL.md"}`, `{"success": true, "name": "polar", "file": ".claude/skills/polar/SKILL.md", "content": "` + text + `"}`},
		{`{"name": "x", "fname": ".claude/skills/x/SKILL.md"}`, `{"success": false, "error": "there is a folder x already"}`},
		{`{"name": "Polar"}`, `{"success": false, "error": "\"Polar\" cannot be the name of a skill: it must be 1 to 64 lower-case letters, digits and single hyphens inside"}`},
		{`{"name": ""}`, `{"success": false, "error": "'name' must be a nonempty string"}`},
		{`{"fname": "../x"}`, `{"success": false, "error": "File '../x' is outside the repo root folder"}`},
	} {
		require.JSONEq(t, c.want, ask(t, s, "draft_skill", c.args), c.args)
	}
	require.Contains(t, ask(t, s, "draft_skill", "{}"), `"name":"new-skill-2"`)
	require.NoDirExists(t, filepath.Join(root, ".agents/skills/polar"), "nothing is written")
}

func TestListOfScripts(t *testing.T) {
	root := lay(t, map[string]string{
		".agents/skills/a/SKILL.md":        skillText("a"),
		".agents/skills/a/scripts/run.sh":  "",
		".agents/skills/a/scripts/.hidden": "",
		".agents/skills/a/scripts/sub/x":   "",
		".agents/skills/b/SKILL.md":        skillText("b"),
		"tools/polar.py":                   "if __name__ == \"__main__\":\n    pass\n",
		"tools/words.py":                   "x = 1\n",
	})
	s := open(t, agent.Config{Root: root, ToolDir: "tools"})
	const run, polar = `{"file": ".agents/skills/a/scripts/run.sh", "skill": "a"}`, `{"file": "tools/polar.py", "tool": "polar"}`
	require.JSONEq(t, `{"success": true, "scripts": [`+polar+`, `+run+`]}`, ask(t, s, "list_scripts", "{}"))
	require.JSONEq(t, `{"success": true, "scripts": [`+polar+`, `+run+`]}`, ask(t, s, "list_scripts", `{"fname": "cape-agent.json"}`))
	require.JSONEq(t, `{"success": true, "scripts": [`+run+`]}`, ask(t, s, "list_scripts", `{"fname": ".agents/skills/a/SKILL.md"}`))
	require.JSONEq(t, `{"success": true, "scripts": []}`, ask(t, s, "list_scripts", `{"fname": ".agents/skills/b/SKILL.md"}`))
}
