package agent

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// listPrompt answers what CAPE's agent puts into its system prompt about skills, in its order. Of built-in
// skills only the name is certain: what CAPE says of them is said in our words.
func listPrompt(_ context.Context, s *Session, _ arguments) (Result, error) {
	started, err := skills.Start(s.Workspace.Snapshot(), s.Root, s.SkillSet)
	if err != nil {
		return nil, raised(err)
	}
	lines, list, skipped := []any{}, []any{}, []any{}
	for _, k := range started.Listed() {
		one := map[string]any{"name": skills.PlainValue(k.Name), "line": k.Listing(), "builtin": k.Path == ""}
		if k.Path != "" {
			one["file"] = repo.Relative(s.Root, k.Path)
		}
		lines, list = append(lines, k.Listing()), append(list, one)
	}
	for _, k := range started.Skills.Skipped {
		skipped = append(skipped, map[string]any{"file": repo.Relative(s.Root, k.Path), "error": k.Err.Error()})
	}
	return Result{"success": true, "lines": lines, "skills": list, "skipped": skipped}, nil
}

// draftSkill makes the text of a new skill and says where it belongs. It writes nothing.
func draftSkill(_ context.Context, s *Session, a arguments) (Result, error) {
	beside := ""
	if _, given := a["fname"]; given {
		r, bad, err := s.resolve(a, "fname")
		if bad != nil || err != nil {
			return bad, err
		}
		if strings.EqualFold(filepath.Base(r.Path), "SKILL.md") {
			beside = filepath.Join(s.Root, filepath.FromSlash(r.Rel))
		}
	}
	name, _ := a.text("name")
	if _, given := a["name"]; given && name == "" {
		return failure("'name' must be a nonempty string"), nil
	}
	files := s.Workspace.Snapshot()
	d, err := skills.NewDraft(files, skills.Collection(s.Root, beside), name)
	if err != nil {
		return failure("%v", err), nil
	}
	return Result{"success": true, "name": d.Name, "file": repo.Relative(s.Root, d.Path), "path": d.Path, "content": d.Text}, nil
}

// listScripts lists the scripts of one skill; of any other file, or of none, those of the repository: its
// tools, then the scripts that come with its skills.
func listScripts(_ context.Context, s *Session, a arguments) (Result, error) {
	files := s.Workspace.Snapshot()
	list := []any{}
	add := func(path, of, key string) {
		list = append(list, map[string]any{"file": repo.Relative(s.Root, path), "path": path, key: of})
	}
	one := ""
	if _, given := a["fname"]; given {
		r, bad, err := s.resolve(a, "fname")
		if bad != nil || err != nil {
			return bad, err
		}
		if strings.EqualFold(filepath.Base(r.Path), "SKILL.md") {
			one = filepath.Join(s.Root, filepath.FromSlash(r.Rel))
		}
	}
	ofSkill := func(path string) {
		for _, script := range skills.Scripts(files, path) {
			add(script, filepath.Base(filepath.Dir(path)), "skill")
		}
	}
	if one != "" {
		ofSkill(one)
		return Result{"success": true, "scripts": list}, nil
	}
	for _, t := range s.findTools(files).Tools {
		add(t.Path, t.Name, "tool")
	}
	for _, path := range skills.SkillFiles(files, s.Root) {
		ofSkill(path)
	}
	return Result{"success": true, "scripts": list}, nil
}
