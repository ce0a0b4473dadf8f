package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

const (
	plotTool   = "#!/usr/bin/env python3\n\"\"\"Plots.\"\"\"\n\n\nif __name__ == \"__main__\":\n    pass\n"
	plainSkill = "---\nname: run\ndescription: Runs one case. Use it when a case is to be run.\n---\nRun it.\n"
)

// repository writes files into a folder of the test.
func repository(t testing.TB, files map[string]string) string {
	dir := t.TempDir()
	for name, src := range files {
		write(t, dir, name, src)
	}
	return dir
}

func write(t testing.TB, dir, name, src string) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(src), 0o644))
}

// over starts a server over a repository.
func over(t testing.TB, dir string, capabilities, options any, change ...func(*Options)) *lsptest.Client {
	opts := testOptions(t)
	opts.analysis, opts.pollEach = nil, 5*time.Millisecond
	for _, f := range change {
		f(&opts)
	}
	c := serve(t, opts)
	c.InitializeWith(map[string]any{"processId": nil, "rootUri": "file://" + dir, "capabilities": capabilities, "initializationOptions": options})
	return c
}

type lensAnswer struct {
	Range   struct{ Start, End struct{ Line, Character int } }
	Command *struct {
		Title, Command string
		Arguments      []json.RawMessage
	}
	Data json.RawMessage
}

func lenses(c *lsptest.Client, uri string) []string {
	var all []lensAnswer
	c.MustCall("textDocument/codeLens", lsptest.Doc(uri), &all)
	out := []string{}
	for _, l := range all {
		if l.Command == nil {
			c.MustCall("codeLens/resolve", l, &l)
		}
		out = append(out, l.Command.Title+" "+l.Command.Command)
	}
	return out
}

func TestCodeLenses(t *testing.T) {
	dir := repository(t, map[string]string{
		"cape-agent.json": "{\n  \"EditAllowList\": [\"a.txt\", \"*.csv\", \"missing.txt\"]\n}\n", "a.txt": "", "b.csv": "", "c.csv": "", ".d.csv": "",
		"tools/plot.py": plotTool, "tools/lib.py": "X = 1\n", ".agents/skills/run/SKILL.md": plainSkill, ".agents/skills/run/scripts/a.sh": "",
		"docs/skills/run/SKILL.md": plainSkill,
	})
	shows := map[string]any{"window": map[string]any{"showDocument": map[string]any{"support": true}}}
	ours := map[string]any{"capeShow": true, "capeTools": true, "trusted": true}
	for _, tc := range []struct {
		name         string
		can, options any
		file         string
		want         []string
	}{
		{"tool", shows, ours, "tools/plot.py", []string{"Run cape.runTool", "Run with arguments... capeLs.runToolWithArguments"}},
		{"tool for a client that cannot ask", nil, map[string]any{"trusted": true}, "tools/plot.py", []string{"Run cape.present"}},
		{"tool without trust", shows, map[string]any{"capeTools": true}, "tools/plot.py", []string{}},
		{"no tool", shows, ours, "tools/lib.py", []string{}},
		{"skill", shows, ours, ".agents/skills/run/SKILL.md", []string{"Use skill cape.useSkill", "1 script cape.openScripts"}},
		{"skill of others", nil, nil, "docs/skills/run/SKILL.md", []string{"Use skill cape.present"}},
		{"allow-list", shows, ours, "cape-agent.json", []string{"3 files may be edited cape.listEditableFiles"}},
		{"allow-list for a client that shows nothing", shows, nil, "cape-agent.json", []string{"3 files may be edited cape.openEditable"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := over(t, dir, tc.can, tc.options)
			require.Equal(t, tc.want, lenses(c, fileURI(dir, tc.file)))
			require.Equal(t, 0, c.Shutdown())
		})
	}
}

func TestTheAllowListIsCountedWithoutAWalk(t *testing.T) {
	dir := repository(t, map[string]string{"cape-agent.json": `{"EditAllowList": ["cases/*/case.json", "a.txt"]}`, "a.txt": "", "cases/1/case.json": ""})
	c := over(t, dir, nil, nil)
	uri := fileURI(dir, "cape-agent.json")
	require.Equal(t, []string{"At least 1 file may be edited cape.present"}, lenses(c, uri))
	c.Open(uri, `{"EditAllowList": ["**"]}`)
	require.Equal(t, []string{"Files that may be edited cape.present"}, lenses(c, uri), "the text that is open counts")
}

func TestWorkspaceSymbols(t *testing.T) {
	dir := repository(t, map[string]string{"tools/plot_run.py": plotTool, "tools/lib.py": "", ".agents/skills/run/SKILL.md": plainSkill})
	c := over(t, dir, nil, nil)
	find := func(query string) []string {
		var all []struct {
			Name, ContainerName string
			Location            struct {
				URI   string
				Range struct{ Start struct{ Line, Character int } }
			}
		}
		c.MustCall("workspace/symbol", map[string]any{"query": query}, &all)
		out := []string{}
		for _, s := range all {
			require.Positive(t, s.Location.Range.Start.Line)
			out = append(out, s.Name+" ("+s.ContainerName+") "+filepath.Base(s.Location.URI))
		}
		return out
	}
	run, plot := "run (skill: Runs one case. Use it when a case is to be run.) SKILL.md", "plot_run (tool: Plots.) plot_run.py"
	require.Equal(t, []string{run, plot}, find("RUN"))
	require.Equal(t, []string{plot}, find("ptr"))
	require.Equal(t, []string{run, plot}, find(""))
	require.Empty(t, find("xyz"))
}

// seen is what the commands list.
func listed(t *testing.T, c *lsptest.Client) (skills, tools []string) {
	for _, s := range run(t, c, "cape.listSkills", map[string]any{})["skills"].([]any) {
		skills = append(skills, s.(map[string]any)["name"].(string))
	}
	for _, s := range run(t, c, "cape.listTools", map[string]any{"refresh": true})["tools"].([]any) {
		tools = append(tools, s.(map[string]any)["name"].(string))
	}
	return skills, tools
}

type changedAnswer struct{ Skills, Tools, Editable bool }

// awaitChanged waits for notifications until one that what asks for has come, from the n-th on.
func awaitChanged(c *lsptest.Client, n int, what func(changedAnswer) bool) int {
	for ; ; n++ {
		var got changedAnswer
		_ = json.Unmarshal(c.Await("cape/changed", n).Params, &got)
		if what(got) {
			return n + 1
		}
	}
}

// What comes, changes, is renamed and goes on disk is seen by a server whose client watches nothing.
func TestChangesOnDiskAreSeenWithoutTheClient(t *testing.T) {
	dir := repository(t, map[string]string{"cape-agent.json": `{"ToolDir": "scripts"}`, "scripts/a.py": plotTool})
	can := map[string]any{"workspace": map[string]any{"codeLens": map[string]any{"refreshSupport": true}}}
	c := over(t, dir, can, map[string]any{"capeTools": true, "trusted": true})
	require.Equal(t, []string{"Run cape.present", "Run with arguments... capeLs.runToolWithArguments"}, lenses(c, fileURI(dir, "scripts/a.py")))
	aboutTools := func(a changedAnswer) bool { return a.Tools }
	aboutSkills := func(a changedAnswer) bool { return a.Skills }

	awaitPoll(t, c, dir)
	next := len(c.Received("cape/changed")) + 1
	write(t, dir, "scripts/b.py", plotTool)
	next = awaitChanged(c, next, aboutTools)
	_, tools := listed(t, c)
	require.Equal(t, []string{"a", "b"}, tools)
	c.Await("workspace/codeLens/refresh", 1)

	write(t, dir, ".agents/skills/run/SKILL.md", wrongSkill)
	next = awaitChanged(c, next, aboutSkills)
	require.NotEmpty(t, published(c, fileURI(dir, ".agents/skills/run/SKILL.md"), 1).Diagnostics)
	skills, _ := listed(t, c)
	require.Equal(t, []string{"Run"}, skills)

	write(t, dir, ".agents/skills/run/SKILL.md", plainSkill+"\nMore.\n")
	next = awaitChanged(c, next, aboutSkills)
	require.Empty(t, published(c, fileURI(dir, ".agents/skills/run/SKILL.md"), 2).Diagnostics)

	require.NoError(t, os.Rename(filepath.Join(dir, "scripts/b.py"), filepath.Join(dir, "scripts/c.py")))
	next = awaitChanged(c, next, aboutTools)
	_, tools = listed(t, c)
	require.Equal(t, []string{"a", "c"}, tools)

	require.NoError(t, os.RemoveAll(filepath.Join(dir, ".agents/skills/run")))
	next = awaitChanged(c, next, aboutSkills)
	skills, _ = listed(t, c)
	require.Empty(t, skills)

	write(t, dir, "tools/other.py", plotTool)
	write(t, dir, "cape-agent.json", "{}")
	awaitChanged(c, next, func(a changedAnswer) bool { return a.Skills && a.Tools && a.Editable })
	_, tools = listed(t, c)
	require.Equal(t, []string{"other"}, tools)
	require.Equal(t, 0, c.Shutdown())
}

// awaitPoll waits until the server has looked once: what changes later is a change.
func awaitPoll(t *testing.T, c *lsptest.Client, dir string) {
	before := len(c.Received("cape/changed"))
	stop := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				_ = os.WriteFile(filepath.Join(dir, "pyFun.json"), make([]byte, n%100), 0o644)
			}
		}
	}()
	c.Await("cape/changed", before+1)
	close(stop)
	require.NoError(t, os.Remove(filepath.Join(dir, "pyFun.json")))
	c.Until("the file to be gone", func() bool {
		all := c.PublishedLocked(fileURI(dir, "pyFun.json"))
		return len(all) == 0 || len(all[len(all)-1].Diagnostics) == 0
	})
}

// The same with a client that watches what it was asked to.
func TestChangesOnDiskThatTheClientTells(t *testing.T) {
	dir := repository(t, map[string]string{"cape-agent.json": `{"ToolDir": "scripts"}`, "scripts/a.py": plotTool})
	can := map[string]any{"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true, "relativePatternSupport": true}}}
	c := over(t, dir, can, map[string]any{"capeShow": true})
	require.Contains(t, string(c.Await("client/registerCapability", 1).Params), `/scripts","pattern":"*.py"`)
	_, tools := listed(t, c)
	require.Equal(t, []string{"a"}, tools)

	write(t, dir, "scripts/b.py", plotTool)
	changedOnDisk(c, fileURI(dir, "scripts/b.py"))
	next := awaitChanged(c, 1, func(a changedAnswer) bool { return a.Tools })
	_, tools = listed(t, c)
	require.Equal(t, []string{"a", "b"}, tools)

	write(t, dir, "tools/c.py", plotTool)
	write(t, dir, "cape-agent.json", "{}")
	changedOnDisk(c, fileURI(dir, "cape-agent.json"))
	awaitChanged(c, next, func(a changedAnswer) bool { return a.Skills })
	c.Await("client/unregisterCapability", 1)
	require.Contains(t, string(c.Await("client/registerCapability", 2).Params), `/tools","pattern":"*.py"`)
	_, tools = listed(t, c)
	require.Equal(t, []string{"c"}, tools)
	require.Equal(t, 0, c.Shutdown())
}

func TestListsHoldWhatAViewShows(t *testing.T) {
	dir := repository(t, map[string]string{
		"cape-agent.json": `{"Model": "big", "ModelList": ["big", "small"], "small": {"SkillSet": "none", "ToolSet": "low"}, "EditAllowList": ["*.txt", "link.csv"]}`,
		"a.txt":           "", "b/real.csv": "",
		"tools/plot.py": "\"\"\"Plots.\n\nMore.\n\"\"\"\nimport argparse\np = argparse.ArgumentParser()\np.add_argument(\"case\", help=\"the case\")\n" +
			"p.add_argument(\"-n\", \"--count\", choices=[\"a\", 'b'], default=3)\nif __name__ == \"__main__\":\n    pass\n",
		"tools/lib.py": "X = 1\n", "tools/_old.py": "X = 1\n",
		".agents/skills/run/SKILL.md": wrongSkill, ".agents/skills/run/scripts/a.sh": "", ".agents/skills/fix/SKILL.md": "---\nname: fix-json\ndescription: Fixes.\n---\nFix.\n",
		".agents/skills/bad/SKILL.md": "none", ".agents/skills/aa/SKILL.md": wrongSkill,
	})
	require.NoError(t, os.Symlink("b/real.csv", filepath.Join(dir, "link.csv")))
	c := over(t, dir, nil, nil)
	rows := func(list any) (out []map[string]any) {
		for _, row := range list.([]any) {
			out = append(out, row.(map[string]any))
		}
		return out
	}

	skills := run(t, c, "cape.listSkills", map[string]any{})
	list := rows(skills["skills"])
	require.Equal(t, "Run", list[0]["name"])
	require.Equal(t, filepath.Join(dir, ".agents/skills/run/SKILL.md"), list[0]["path"])
	require.Equal(t, []any{filepath.Join(dir, ".agents/skills/run/scripts/a.sh")}, list[0]["scripts"])
	require.Positive(t, list[0]["problems"].(map[string]any)["errors"])
	require.Equal(t, true, list[1]["replacesBuiltin"])
	require.Len(t, skills["builtin"], 7)
	skipped := rows(skills["skipped"])
	require.Len(t, skipped, 2)
	require.Equal(t, filepath.Join(dir, ".agents/skills/bad/SKILL.md"), skipped[0]["path"])
	require.Contains(t, skipped[1]["error"], "same name")

	tools := run(t, c, "cape.listTools", map[string]any{})
	plot := rows(tools["tools"])[0]
	require.Equal(t, filepath.Join(dir, "tools/plot.py"), plot["path"])
	options := rows(plot["options"])
	require.Equal(t, []any{"case"}, options[0]["names"])
	require.Equal(t, true, options[0]["required"])
	require.Equal(t, "the case", options[0]["help"])
	require.EqualValues(t, 8, options[1]["line"])
	require.Equal(t, []any{"a", "b"}, options[1]["choices"])
	passed := rows(tools["skipped"])
	require.Equal(t, []any{"_old.py", "lib.py"}, []any{passed[0]["file"], passed[1]["file"]})
	require.Contains(t, passed[1]["reason"], "guard")

	entries := rows(run(t, c, "cape.listEditableFiles", map[string]any{})["entries"])
	require.Equal(t, "*.txt", entries[0]["pattern"])
	require.Equal(t, filepath.Join(dir, "a.txt"), rows(entries[0]["files"])[0]["path"])
	require.Equal(t, true, rows(entries[0]["files"])[0]["editable"])
	require.Equal(t, false, rows(entries[1]["files"])[0]["editable"])

	view := run(t, c, "cape.showAgentView", map[string]any{})
	require.Equal(t, "big", view["model"])
	require.Len(t, view["models"], 2)
	require.Len(t, view["lines"], 8, "seven of CAPE, one of them replaced, and one more")
	names := map[any]bool{}
	for _, row := range rows(view["tools"]) {
		names[row["name"]] = true
	}
	require.True(t, names["plot"] && names["edit_file"] && names["use_skill"])
	small := run(t, c, "cape.showAgentView", map[string]any{"model": "small", "fname": filepath.Join(dir, "a.txt")})
	require.Empty(t, small["skills"])
	require.Len(t, small["tools"], 2)
	require.Equal(t, "low", small["toolset"])
}

// With many tools and skills the menu names a few, and the user chooses among the rest.
func TestChoosingAmongMany(t *testing.T) {
	files := map[string]string{"pyFun.json": "{}"}
	for _, a := range "abcdef" {
		for _, b := range "ghijk" {
			files["tools/"+string(a)+string(b)+".py"] = plotTool
			files[".agents/skills/"+string(a)+string(b)+"/SKILL.md"] = "---\nname: " + string(a) + string(b) + "\ndescription: Does it.\n---\nDo it.\n"
		}
	}
	dir := repository(t, files)
	titles := func(c *lsptest.Client) map[string]string {
		var all []struct {
			Title   string
			Command struct{ Command string }
		}
		c.MustCall("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": fileURI(dir, "pyFun.json")}, "range": lsptest.R(0, 0, 0, 0), "context": map[string]any{"diagnostics": []any{}},
		}, &all)
		out := map[string]string{}
		for _, a := range all {
			out[a.Title] = a.Command.Command
		}
		return out
	}
	literals := map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{}}}}
	ours := titles(over(t, dir, literals, map[string]any{"capeShow": true, "capeTools": true, "trusted": true}))
	require.Equal(t, "capeLs.runTool", ours["Run another tool..."])
	require.Equal(t, "capeLs.useSkill", ours["Use another skill..."])
	require.Less(t, len(ours), 26)

	c := over(t, dir, literals, nil)
	others := titles(c)
	require.NotContains(t, others, "Run another tool...", "nothing is trusted")
	require.NotContains(t, others, "Run tool ag")
	require.Equal(t, "cape.chooseSkill", others["Use another skill..."])
	asked := 0
	c.Handle("window/showMessageRequest", func(raw json.RawMessage) (any, *lsptest.Error) {
		var p struct{ Actions []struct{ Title string } }
		_ = json.Unmarshal(raw, &p)
		if asked++; asked == 1 {
			return map[string]any{"title": p.Actions[len(p.Actions)-1].Title}, nil
		}
		return map[string]any{"title": p.Actions[3].Title}, nil
	})
	got := run(t, c, "cape.chooseSkill", map[string]any{"fname": filepath.Join(dir, "pyFun.json")})
	require.Equal(t, 2, asked)
	require.Equal(t, "Do it.\n", got["content"])
	require.Equal(t, "ei", got["name"], "the fourth of the second page")
	refused := run(t, c, "cape.chooseTool", map[string]any{"fname": filepath.Join(dir, "pyFun.json")})
	require.Equal(t, false, refused["success"])
}

// Who gives up a command that asks has the question taken back, and nothing is done.
func TestChoiceThatIsCancelled(t *testing.T) {
	dir := repository(t, map[string]string{"tools/one.py": plotTool, "tools/two.py": plotTool, ".agents/skills/run/SKILL.md": rightSkill, "a.json": "{}",
		"cape-agent.json": `{"EditAllowList": ["*.json"]}`})
	for _, command := range []string{"cape.chooseTool", "cape.chooseSkill", "cape.openScripts", "cape.openEditable"} {
		t.Run(command, func(t *testing.T) {
			c := over(t, dir, map[string]any{"window": map[string]any{"showDocument": map[string]any{"support": true}}}, map[string]any{"trusted": true})
			silent := make(chan struct{})
			t.Cleanup(func() { close(silent) })
			c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) {
				<-silent
				return nil, nil
			})
			p := c.Send("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{map[string]any{"fname": filepath.Join(dir, "pyFun.json")}}})
			c.Await("window/showMessageRequest", 1)
			c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
			_, fault := p.Wait()
			require.NotNil(t, fault)
			require.Equal(t, -32800, fault.Code)
			c.Await("$/cancelRequest", 1)
			require.Empty(t, c.Received("window/showDocument"))
		})
	}
}
