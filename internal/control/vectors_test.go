package control

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

// plain turns decoded values into what encoding/json gives.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	case options.Object:
		out := map[string]any{}
		for _, f := range v {
			out[f.Name] = plain(f.Value)
		}
		return out
	case *options.Section:
		return plain(v.Values)
	}
	return v
}

func texted(warnings []options.Warning) []any {
	out := []any{}
	for _, w := range warnings {
		out = append(out, w.Text)
	}
	return out
}

// raisedAs is an error as the vectors have it. The words of a RecursionError are not recorded.
func raisedAs(err error) map[string]any {
	r := err.(*options.Raised)
	out := map[string]any{"raises": r.Class}
	if r.Class != "RecursionError" {
		out["message"] = r.Message
	}
	return out
}

func answer(v any, warnings []options.Warning, err error) any {
	out := map[string]any{}
	if err != nil {
		out = raisedAs(err)
	} else {
		out["value"] = plain(v)
	}
	if len(warnings) > 0 {
		out["stderr"] = texted(warnings)
	}
	return out
}

func TestVectorsAgentOptions(t *testing.T) {
	vectortest.Run(t, "agent_options", func(t *testing.T, c vectortest.Case) {
		e := c.Setup(t)
		file := options.AgentFile
		if name, ok := c.Call["file"].(string); ok {
			file = name
		}
		want := e.Expand(c.Expect).(map[string]any)
		agent, warnings, err := ReadAgentFile(repo.Disk, e.Cwd, file)
		load := map[string]any{"stderr": texted(warnings)}
		if err != nil {
			for k, v := range raisedAs(err) {
				load[k] = v
			}
			require.Equal(t, want["load"], any(load))
			return
		}
		load["stored"] = plain(agent.Stored())
		sections := []any{}
		for _, name := range agent.Sections() {
			sections = append(sections, name)
		}
		load["sections"] = sections
		require.Equal(t, want["load"], any(load))
		gets, _ := want["get"].(map[string]any)
		for name, value := range gets {
			option, startup := strings.CutSuffix(name, " (startup)")
			v, err := agent.Get(option)
			if startup {
				v, err = agent.Startup(option)
			}
			require.Equal(t, value, answer(v, nil, err), name)
		}
		models, _ := want["models"].(map[string]any)
		for model, looked := range models {
			for option, value := range looked.(map[string]any) {
				v, warnings, err := agent.ModelOption(model, option)
				require.Equal(t, value, answer(v, warnings, err), "%s %s", model, option)
			}
		}
	})
}

func TestVectorsFindJSON(t *testing.T) {
	vectortest.Run(t, "find_json", func(t *testing.T, c vectortest.Case) {
		e := c.Setup(t)
		want := e.Expand(c.Expect).(map[string]any)
		pattern, _ := c.Call["pat"].(string)

		head, err := gitHead(e.Cwd)
		var found any = map[string]any{"raises": "SystemError"}
		files := []any{}
		if err == nil {
			found = foundAs(findControl(repo.Disk, e.Cwd, head, pattern))
			for _, name := range ControlFiles(repo.Disk, e.Cwd, head, Python{NoH5py: true}) {
				files = append(files, name)
			}
		}
		require.Equal(t, want["found"], found)
		if control, ok := want["cntl_files"]; ok {
			require.Equal(t, control, any(files))
		}
	})
}

func foundAs(found []Found, err error) any {
	if err != nil {
		return map[string]any{"raises": err.(*options.Raised).Class}
	}
	out := []any{}
	for _, f := range found {
		out = append(out, []any{f.Solver, f.Name})
	}
	return out
}

// gitHead lists the files of HEAD below a folder as CAPE asks for them.
func gitHead(dir string) ([]string, error) {
	cmd := exec.Command("git", "ls-tree", "-r", "--name-only", "HEAD")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	return strings.FieldsFunc(string(out), func(r rune) bool { return r == '\n' }), nil
}
