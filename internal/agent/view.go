package agent

import (
	"context"
	"slices"

	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// agentView answers what CAPE's agent would be told when it starts with a model: the skills in the order of
// its system prompt, the tools, and what it may edit. What CAPE says of its built-in skills is said in our
// words; of the fixed tools of a ToolSet only the level is known.
func agentView(_ context.Context, s *Session, a arguments) (Result, error) {
	files := s.Workspace.Snapshot()
	opts, _, err := control.ReadAgentFile(files, s.Root, repo.AgentFile)
	if err != nil {
		return nil, raised(err)
	}
	model, given := a.text("model")
	if !given || model == "" {
		model = opts.Model()
	}
	skillSet, err := levelOf(opts, model, "SkillSet")
	if err != nil {
		return nil, err
	}
	toolSet, err := levelOf(opts, model, "ToolSet")
	if err != nil {
		return nil, err
	}
	started, err := skills.Start(files, s.Root, skillSet)
	if err != nil {
		return nil, raised(err)
	}
	known, lines, runs := []any{}, []any{}, false
	tools := alwaysThere(len(started.Listed()) > 0)
	for _, k := range started.Listed() {
		builtin := k.Path == ""
		row := map[string]any{"name": skills.PlainValue(k.Name), "description": skills.PlainValue(k.Description), "builtin": builtin, "line": k.Listing()}
		if !builtin {
			row["path"] = k.Path
		}
		known, lines = append(known, row), append(lines, k.Listing())
		if builtin {
			tools = append(tools, toolsOf(k)...)
			runs = runs || k.Name.String() == "user-tools"
		}
	}
	if runs {
		tools = append(tools, s.scripts()...)
	}
	return Result{
		"success": true, "root": s.Root, "model": model, "models": models(opts), "skillset": string(skillSet), "toolset": string(toolSet),
		"skills": known, "tools": uniqueNames(tools), "editable": s.editableRows(), "lines": lines,
	}, nil
}

// levelOf is how many skills or tools a model gets. Null gives all.
func levelOf(opts options.Agent, model, name string) (options.Level, error) {
	v, _, err := opts.ModelOption(model, name)
	if err != nil {
		return "", raised(err)
	}
	switch v := v.(type) {
	case string:
		return options.Level(v), nil
	case []any:
		return "", &Raised{"TypeError", "unhashable type: 'list'"}
	}
	return options.Full, nil
}

// models are those that a user can choose: Model and ModelList.
func models(opts options.Agent) []any {
	var names []string
	if m := opts.Model(); m != "" {
		names = append(names, m)
	}
	list, _ := opts.Get("ModelList") // what cannot be read names none
	all, _ := list.([]any)
	for _, v := range all {
		if name, ok := v.(string); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	out := []any{}
	for _, name := range names {
		out = append(out, map[string]any{"name": name})
	}
	return out
}

// alwaysThere are the tools that do not hang on a skill; use_skill is there when there is any skill.
func alwaysThere(anySkill bool) []any {
	out := []any{}
	for _, name := range skills.AlwaysTools() {
		if name != "use_skill" || anySkill {
			out = append(out, map[string]any{"name": name, "description": "", "builtin": true})
		}
	}
	return out
}

func toolsOf(k skills.Skill) []any {
	out := []any{}
	for _, t := range k.Tools {
		out = append(out, map[string]any{"name": skills.PlainValue(t), "description": "comes with the skill " + k.Name.String(), "builtin": true, "skill": skills.PlainValue(k.Name)})
	}
	return out
}

// scripts are the tools of the repository, which the agent finds with discover_user_tools.
func (s *Session) scripts() []any {
	out := []any{}
	for _, t := range s.findTools(s.Workspace.Snapshot()).Tools {
		out = append(out, map[string]any{"name": t.Name, "description": t.Description, "builtin": false, "path": t.Path})
	}
	return out
}

// uniqueNames keeps the first row of each name; a script may have the name of a built-in tool.
func uniqueNames(rows []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(row any) bool {
		r := row.(map[string]any)
		key, _ := r["name"].(string)
		if path, ok := r["path"].(string); ok {
			key = path
		}
		again := seen[key]
		seen[key] = true
		return again
	})
}

// editableRows are the patterns of the allow-list.
func (s *Session) editableRows() []any {
	out := []any{}
	for _, e := range s.allowList().Entries {
		if e.NotText == "" {
			out = append(out, map[string]any{"name": e.Pattern, "pattern": e.Pattern, "source": string(e.Source), "description": string(e.Source)})
		}
	}
	return out
}
