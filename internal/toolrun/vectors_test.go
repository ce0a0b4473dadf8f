package toolrun

import (
	"encoding/json"
	"testing"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
	"github.com/cape-ls/cape-ls/skills"
)

// python is an interpreter for tests that cannot do without one.
func python(t *testing.T) string {
	t.Helper()
	p, err := FindPython("", Machine())
	if err != nil {
		t.Fatalf("this test runs scripts and needs python3 on PATH: %v", err)
	}
	return p.Path
}

func argument(t *testing.T, raw json.RawMessage) capejson.Value {
	t.Helper()
	if len(raw) == 0 {
		return capejson.Value{}
	}
	v, err := capejson.Check(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVectorsTruncateStdout(t *testing.T) {
	vectortest.Run(t, "truncate_stdout", func(t *testing.T, c vectortest.Case) {
		got := ShortenOutput(vectortest.Text(c.Call["text"]))
		vectortest.Check(t, c.Expect, map[string]any{"text": got})
	})
}

func TestVectorsRunUserTool(t *testing.T) {
	interpreter := python(t)
	vectortest.Run(t, "run_user_tool", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		p := Place{Files: repo.Disk, Root: env.Configured, ToolDir: skills.DefaultToolDir, Interpreter: interpreter}
		if p.Root == "" {
			p.Root = env.Cwd
		}
		if c.State.ToolDir != nil {
			p.ToolDir = *c.State.ToolDir
		}
		var set skills.ToolSet
		call := func(raw map[string]json.RawMessage) any {
			if string(raw["tool"]) == `"discover_user_tools"` {
				return discovered(p, &set)
			}
			arg := func(name string) capejson.Value { return argument(t, env.ExpandRaw(raw[name])) }
			return answer(Call(t.Context(), p, &set, arg("name"), arg("argv"), arg("timeout")))
		}
		want := env.Expand(c.Expect).(map[string]any)
		if len(c.Steps) == 0 {
			vectortest.Check(t, want, call(c.CallRaw))
			return
		}
		var got []any
		for _, step := range c.Steps {
			if step.Files != nil {
				env.Make(t, step.Files)
				got = append(got, nil)
				continue
			}
			got = append(got, call(step.CallRaw))
		}
		vectortest.Check(t, want["steps"], got)
	})
}

func answer(r Result) map[string]any {
	if r.Raised != nil {
		return map[string]any{"raises": r.Raised.Class, "message": r.Raised.Message}
	}
	return map[string]any{"result": r.Dict()}
}

// discovered is what discover_user_tools answers without refresh.
func discovered(p Place, set *skills.ToolSet) map[string]any {
	cached := len(set.Tools) > 0
	if !cached {
		*set = skills.DiscoverTools(p.Files, p.Root, p.ToolDir)
	}
	tools := []any{}
	for _, t := range set.Tools {
		tools = append(tools, map[string]any{"name": t.Name, "file": t.File, "description": t.Description})
	}
	return map[string]any{"result": map[string]any{"success": true, "cached": cached, "tooldir": set.Dir, "tools": tools}}
}
