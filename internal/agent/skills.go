package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/cape-ls/cape-ls/internal/yaml11"
	"github.com/cape-ls/cape-ls/skills"
)

// discoverSkills is cape.agent.skills.skillbase.discover_user_skills, with what was skipped and why.
func discoverSkills(_ context.Context, s *Session, _ arguments) (Result, error) {
	found, err := skills.Discover(s.Workspace.Snapshot(), s.Root)
	if err != nil {
		return nil, raised(err)
	}
	list := []any{}
	for _, e := range found.Entries {
		list = append(list, skillDict(e.Skill))
	}
	skipped := []any{}
	for _, k := range found.Skipped {
		skipped = append(skipped, map[string]any{"file": k.Path, "error": k.Err.Error()})
	}
	out := Result{"success": true, "skills": list, "skipped": skipped}
	if s.Detailed {
		s.detailSkills(out, found)
	}
	return out, nil
}

func skillDict(k skills.Skill) map[string]any {
	return map[string]any{
		"name": skills.PlainValue(k.Name), "description": skills.PlainValue(k.Description), "tools": plainValues(k.Tools), "fname": k.Path,
	}
}

func plainValues(list []yaml11.Value) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = skills.PlainValue(v)
	}
	return out
}

// readSkill is cape.agent.skills.skillbase.read_skillfile. A file that CAPE refuses is answered with CAPE's
// text, so that an author sees what is wrong.
func readSkill(_ context.Context, s *Session, a arguments) (Result, error) {
	r, bad, err := s.resolve(a, "fname")
	if bad != nil || err != nil {
		return bad, err
	}
	src, err := s.Workspace.Snapshot().ReadFile(r.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return failure("No such file: '%s'", r.Rel), nil
	}
	if err != nil {
		return failure("Could not read '%s': %s", r.Rel, osReason(err)), nil
	}
	skill, refused := skills.Read(src, r.Path)
	if refused != nil {
		out := failure("%s", refused.Message)
		out["raises"], out["kind"] = refused.Raises, string(refused.Kind)
		return out, nil
	}
	out := Result(skillDict(skill))
	out["success"], out["content"] = true, skill.Body
	return out, nil
}

// useSkill is CAPE's use_skill. The skills are those of the first call of the session, as CAPE reads them
// when its agent starts; what cannot be used is answered with the names that can.
func useSkill(_ context.Context, s *Session, a arguments) (Result, error) {
	name, ok := a.text("name")
	if !ok {
		return failure("Unknown skill: %s", fmt.Sprintf("'%s'", pythonStr(a["name"]))), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started == nil || a["refresh"] == true {
		started, err := skills.Start(s.Workspace.Snapshot(), s.Root, s.SkillSet)
		if err != nil {
			return nil, raised(err)
		}
		s.started = started
	}
	used, err := s.started.Use(name)
	if err != nil {
		return nil, raised(err)
	}
	return Result(used.Dict()), nil
}
