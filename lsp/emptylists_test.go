//go:build !windows

package lsp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// Where there is nothing to list, the list is empty: clients go through lists without asking whether there is one.
func TestListsOfNothingAreLists(t *testing.T) {
	bare := map[string]string{
		".agents/skills/bare/SKILL.md": "---\nname: bare\ndescription: Does it. Use it when it is to be done.\n---\nDo it.\n",
		"tools/bare.py":                "if __name__ == '__main__':\n    pass\n",
		"tools/asks.py":                "import argparse\np = argparse.ArgumentParser()\np.add_argument('case')\nif __name__ == '__main__':\n    p.parse_args()\n",
		"cape-agent.json":              `{"EditAllowList": ["none.txt"]}`,
	}
	for _, tc := range []struct {
		files   map[string]string
		command string
		args    string // JSON; DIR is the folder; empty: none
		lists   string // their names; a.b is that of each element of a
	}{
		{nil, "cape.listSkills", "null", "skills skipped builtin builtin.tools"},
		{nil, "cape.listTools", "", "tools skipped"},
		{nil, "cape.listScripts", "", "scripts"},
		{nil, "cape.listEditableFiles", "", "patterns files cntl_files skill_files entries"},
		{nil, "cape.listPromptSkills", "", "lines skills skipped"},
		{nil, "cape.showAgentView", "", "models skills tools editable lines"},
		{nil, "cape.edits.history", "", "history"},
		{nil, commandStopTool, "", "stopped"},
		{nil, "cape.runTool", `{"name": "none"}`, "available_tools"},
		{nil, "cape.toolHelp", `{"name": "none"}`, "available_tools"},
		{nil, "cape.useSkill", `{"name": "none"}`, "available_skills"},
		{nil, commandReloadOptions, "", "solvers"},
		{bare, "cape.listSkills", "", "skills skills.tools skills.scripts"},
		{bare, "cape.readSkill", `{"fname": "DIR/.agents/skills/bare/SKILL.md"}`, "tools"},
		{bare, "cape.useSkill", `{"name": "bare"}`, "tools_added tools_active"},
		{bare, "cape.listTools", "", "tools tools.options tools.options.names"},
		{bare, "cape.listScripts", `{"fname": "DIR/.agents/skills/bare/SKILL.md"}`, "scripts"},
		{bare, "cape.listEditableFiles", "", "entries entries.files"},
		{bare, "cape.toolHelp", `{"name": "asks"}`, "options options.flags"},
		{bare, "cape.runTool", `{"name": "bare"}`, "argv changed"},
	} {
		t.Run(fmt.Sprintf("%s of %d files", tc.command, len(tc.files)), func(t *testing.T) {
			c, dir := realRepo(t, canApply, tc.files, func(o *Options) { o.Trust, o.logs = true, &toolrun.Logs{} })
			c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) { return map[string]any{"title": "Run"}, nil })
			got := run(t, c, tc.command, json.RawMessage(strings.ReplaceAll(cmp.Or(tc.args, "{}"), "DIR", dir)))
			for _, name := range strings.Fields(tc.lists) {
				for _, v := range members(got, strings.Split(name, ".")) {
					require.IsType(t, []any{}, v, name)
				}
			}
		})
	}
}

// members are the values of a member, of each element where a list lies on the way.
func members(v any, names []string) []any {
	if len(names) == 0 {
		return []any{v}
	}
	if list, ok := v.([]any); ok {
		var out []any
		for _, one := range list {
			out = append(out, members(one, names)...)
		}
		return out
	}
	m, _ := v.(map[string]any)
	return members(m[names[0]], names[1:])
}
