package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

const runSkill = "---\nname: run-case\ndescription: Runs one case.\n---\n\nRun it.\n"

// shower is a client that can everything which changes what is shown.
func shower() map[string]any {
	return map[string]any{
		"window":       map[string]any{"showDocument": map[string]any{"support": true}},
		"workspace":    rich["workspace"],
		"textDocument": map[string]any{"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{}}},
	}
}

func literalsOnly() map[string]any {
	return map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{}}}}
}

type codeAction struct {
	Title   string
	Kind    string
	Edit    json.RawMessage
	Command *struct {
		Command   string
		Arguments []any
	}
}

// sources returns the source actions in a file by title.
func sources(t *testing.T, c *lsptest.Client, uri string) map[string]codeAction {
	t.Helper()
	ask := lsptest.Doc(uri)
	ask["range"], ask["context"] = lsptest.R(0, 0, 0, 0), map[string]any{"diagnostics": []any{}, "only": []string{"source"}}
	var list []codeAction
	c.MustCall("textDocument/codeAction", ask, &list)
	out := map[string]codeAction{}
	for _, a := range list {
		out[a.Title] = a
	}
	return out
}

func runAction(t *testing.T, c *lsptest.Client, a codeAction) map[string]any {
	t.Helper()
	require.NotNil(t, a.Command, a.Title)
	var out map[string]any
	c.MustCall("workspace/executeCommand", map[string]any{"command": a.Command.Command, "arguments": a.Command.Arguments}, &out)
	return out
}

func answer(v any) lsptest.Handler {
	return func(json.RawMessage) (any, *lsptest.Error) { return v, nil }
}

func TestNewSkillHere(t *testing.T) {
	c, dir := realRepo(t, shower(), map[string]string{".agents/skills/run-case/SKILL.md": runSkill, ".agents/skills/new-skill/x": ""})
	c.Handle("window/showDocument", answer(map[string]any{"success": true}))
	action := sources(t, c, fileURI(dir, ".agents/skills/run-case/SKILL.md"))["New skill here"]
	uri := fileURI(dir, ".agents/skills/new-skill-2/SKILL.md")
	require.JSONEq(t, `{"documentChanges": [{"kind": "create", "uri": "`+uri+`"}, {"textDocument": {"uri": "`+uri+`", "version": null},
		"edits": [{"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}},
		"newText": "---\nname: new-skill-2\ndescription: What this skill does and when to use it.\n---\n\n# New skill 2\n\nSay here what to do, step by step.\n"}]}]}`,
		string(action.Edit))
	require.NoFileExists(t, filepath.Join(dir, ".agents/skills/new-skill-2/SKILL.md"), "the editor makes the file")

	// The editor made the file and opened it; then it runs the command.
	c.Open(uri, "---\nname: new-skill-2\ndescription: x\n---\n")
	require.Equal(t, true, runAction(t, c, action)["success"])
	require.JSONEq(t, `{"uri": "`+uri+`", "takeFocus": true, "selection": {"start": {"line": 1, "character": 6}, "end": {"line": 1, "character": 17}}}`,
		string(c.Await("window/showDocument", 1).Params))
}

func TestNewSkillForAClientThatCannotCreateFiles(t *testing.T) {
	c, dir := realRepo(t, literalsOnly(), map[string]string{".claude/skills/run-case/SKILL.md": runSkill})
	action := sources(t, c, fileURI(dir, ".claude/skills/run-case/SKILL.md"))["New skill here"]
	require.Empty(t, action.Edit)
	got := runAction(t, c, action)
	require.Equal(t, ".claude/skills/new-skill/SKILL.md", got["file"])
	require.Contains(t, string(c.Await("window/showMessage", 1).Params), `name: new-skill\n`)
}

func TestOpenTheScripts(t *testing.T) {
	c, dir := realRepo(t, shower(), map[string]string{
		".agents/skills/run-case/SKILL.md":     runSkill,
		".agents/skills/run-case/scripts/a.sh": "", ".agents/skills/run-case/scripts/b.sh": "",
		".agents/skills/one/SKILL.md": strings.Replace(runSkill, "run-case", "one", 1), ".agents/skills/one/scripts/only.sh": "",
		".agents/skills/none/SKILL.md": strings.Replace(runSkill, "run-case", "none", 1),
	})
	c.Handle("window/showDocument", answer(map[string]any{"success": true}))
	shown := func(n int) string { return string(c.Await("window/showDocument", n).Params) }

	runAction(t, c, sources(t, c, fileURI(dir, ".agents/skills/one/SKILL.md"))["Open the scripts"])
	require.Contains(t, shown(1), "only.sh", "a single script needs no question")

	c.Handle("window/showMessageRequest", answer(map[string]any{"title": ".agents/skills/run-case/scripts/b.sh"}))
	several := sources(t, c, fileURI(dir, ".agents/skills/run-case/SKILL.md"))["Open the scripts"]
	runAction(t, c, several)
	require.Contains(t, shown(2), "b.sh")

	c.Handle("window/showMessageRequest", answer(nil))
	require.Len(t, runAction(t, c, several)["scripts"], 2, "nothing is shown when nothing is chosen")

	require.NotContains(t, sources(t, c, fileURI(dir, ".agents/skills/none/SKILL.md")), "Open the scripts")
	none := run(t, c, "cape.openScripts", map[string]any{"fname": filepath.Join(dir, ".agents/skills/none/SKILL.md")})
	require.Equal(t, false, none["success"])
	require.NotContains(t, string(c.Await("window/showDocument", 2).Params), "a.sh")
}

func TestScriptsAreNotOfferedWhereTheyCannotBeShown(t *testing.T) {
	c, dir := realRepo(t, literalsOnly(), map[string]string{".agents/skills/run-case/SKILL.md": runSkill, ".agents/skills/run-case/scripts/a.sh": ""})
	require.NotContains(t, sources(t, c, fileURI(dir, ".agents/skills/run-case/SKILL.md")), "Open the scripts")
	listed := run(t, c, "cape.listScripts", map[string]any{"fname": ".agents/skills/run-case/SKILL.md"})
	require.Len(t, listed["scripts"], 1)
}

func TestListOfWhatTheAgentWouldSee(t *testing.T) {
	files := map[string]string{".agents/skills/run-case/SKILL.md": runSkill, "cape-agent.json": `{"Model": "m", "ModelList": ["m"], "m": {"SkillSet": "low"}}`}
	c, dir := realRepo(t, literalsOnly(), files)
	const title = "List what the agent would see"
	got := runAction(t, c, sources(t, c, fileURI(dir, "cape-agent.json"))[title])
	require.Equal(t, []any{"* `run-case`: Runs one case."}, got["lines"])
	require.JSONEq(t, "{\"type\": 3, \"message\": \"* `run-case`: Runs one case.\"}", string(c.Await("window/showMessage", 1).Params))

	dir = t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, ".agents/skills/run-case"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".agents/skills/run-case/SKILL.md"), []byte(runSkill), 0o644))
	opts := testOptions(t)
	opts.analysis = nil
	own := serve(t, opts)
	own.InitializeWith(map[string]any{
		"processId": nil, "capabilities": literalsOnly(), "initializationOptions": map[string]any{"capeShow": true},
		"workspaceFolders": []any{map[string]any{"uri": "file://" + dir, "name": "x"}},
	})
	action := sources(t, own, fileURI(dir, ".agents/skills/run-case/SKILL.md"))[title]
	require.Equal(t, "cape.listPromptSkills", action.Command.Command, "a client that shows answers itself gets the plain command")
	require.Len(t, runAction(t, own, action)["lines"], 8)
}

// A code action is about the repository of the file it was offered in, not about the first folder.
func TestActionsAreAboutTheRepositoryOfTheirFile(t *testing.T) {
	c, dir := realRepo(t, literalsOnly(), map[string]string{
		"wing/.agents/skills/run-case/SKILL.md": runSkill,
		".claude/skills/run-case/SKILL.md":      strings.Replace(runSkill, "Run it", "Walk", 1),
	})
	used := runAction(t, c, sources(t, c, fileURI(dir, "wing/.agents/skills/run-case/SKILL.md"))["Use skill run-case"])
	require.Equal(t, "Run it.\n", used["content"], used)
	read := runAction(t, c, sources(t, c, fileURI(dir, ".claude/skills/run-case/SKILL.md"))["Use skill run-case"])
	require.Equal(t, "Walk.\n", read["content"], read)
	require.NotContains(t, sources(t, c, fileURI(dir, ".claude/skills/run-case/SKILL.md")), "List what the agent would see")
}

func TestShowCommandsAreCalledRightly(t *testing.T) {
	c, _ := realRepo(t, shower(), nil)
	for _, tc := range []struct{ command, args string }{
		{"cape.showFile", `[]`}, {"cape.showFile", `[{"fname": "x"}]`}, {"cape.openScripts", `[{"fname": "../x"}]`},
		{"cape.present", `[]`}, {"cape.present", `["cape.present", "cape.present"]`}, {"cape.present", `["nothing"]`},
	} {
		_, err := c.Call("workspace/executeCommand", map[string]any{"command": tc.command, "arguments": json.RawMessage(tc.args)})
		require.NotNil(t, err, "%s %s", tc.command, tc.args)
		require.Equal(t, -32602, err.Code)
	}
}

func TestKnownKeysAreNotReported(t *testing.T) {
	c, dir := realRepo(t, nil, nil)
	uri := fileURI(dir, ".agents/skills/run-case/SKILL.md")
	c.Open(uri, strings.Replace(runSkill, "---\n\n", "weather-of-day: rain\n---\n\n", 1))
	require.Equal(t, "key-unknown", c.Diagnostics(uri, 1)[0].Code)
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cape": map[string]any{
		"skills": map[string]any{"knownKeys": []string{"weather-of-day"}},
	}}})
	c.Until("the finding is gone", func() bool {
		all := c.PublishedLocked(uri)
		return len(all[len(all)-1].Diagnostics) == 0
	})
}
