package analysis_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/text"
)

func toolScript(docstring string) string {
	return `"""` + docstring + "\"\"\"\nif __name__ == \"__main__\":\n    pass\n"
}

// offered are the kinds and titles of what is offered in a file, but for fixes.
func offered(t *testing.T, files map[string]string, name string, only ...string) []string {
	dir, w := tree(t, files)
	var out []string
	for _, a := range analysis.New(analysis.Settings{}).Actions(w.Snapshot(), filepath.Join(dir, name), text.At(0), only) {
		if strings.HasPrefix(a.Kind, analysis.SourceCape) {
			out = append(out, a.Kind+": "+a.Title)
		}
	}
	return out
}

func TestToolsThatHaveToDoWithTheFileComeFirst(t *testing.T) {
	files := map[string]string{
		"pyFun.json": "{}", "cape-agent.json": `{"EditAllowList": ["notes.json"]}`, "notes.json": "{}",
		"tools/a.py": toolScript("Counts lines in functional ways."), "tools/b.py": toolScript("Lists the cases that failed."),
		"tools/c.py":     toolScript("Plots.\n\nReads fun3d.nml and the like."),
		"tools/pyfun.py": toolScript("Does something."), "tools/notes-2.py": toolScript("Adds."),
	}
	require.Equal(t, []string{
		"source.cape.tool.pyfun: Run tool pyfun", "source.cape.tool.c: Run tool c", "source.cape.tool.b: Run tool b",
		"source.cape.tool.a: Run tool a", "source.cape.tool.notes-2: Run tool notes-2",
	}, offered(t, files, "pyFun.json", analysis.SourceTool))
	require.Equal(t, "source.cape.tool.notes-2: Run tool notes-2", offered(t, files, "notes.json", analysis.SourceTool)[0])
}

func TestAMenuNamesAFewOfMany(t *testing.T) {
	files := map[string]string{"pyFun.json": "{}"}
	for i := range 300 {
		files[fmt.Sprintf("tools/t%03d.py", i)] = toolScript("Does it.")
		files[fmt.Sprintf(".agents/skills/s%03d/SKILL.md", i)] = fmt.Sprintf("---\nname: s %03d\ndescription: Does it.\n---\n", i)
	}
	files["tools/z.py"] = toolScript("For pyFun.json.")
	files[".agents/skills/z/SKILL.md"] = "---\nname: z\ndescription: About pyFun.json and its cases.\n---\n"
	all := offered(t, files, "pyFun.json")
	require.Less(t, len(all), 30)
	require.Contains(t, all, "source.cape.tool: Run another tool...")
	require.Contains(t, all, "source.cape.skill: Use another skill...")
	require.Contains(t, all, "source.cape.tool.z: Run tool z")
	require.Contains(t, all, "source.cape.skill.z: Use skill z")
	require.Contains(t, all, "source.cape.skill.s-000: Use skill s 000")
	require.Equal(t, []string{"source.cape.tool.t250: Run tool t250"}, offered(t, files, "pyFun.json", "source.cape.tool.t250"))
	require.Equal(t, []string{"source.cape.skill.s-299: Use skill s 299"}, offered(t, files, "pyFun.json", "source.cape.skill.s-299", "quickfix"))
	require.Empty(t, offered(t, files, "pyFun.json", "source.fixAll"))
}
