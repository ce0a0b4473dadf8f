package skills

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Session is CAPE's agent after its start, as far as skills go: what it knows, and which tools were added
// by use_skill. It is not safe for concurrent use.
type Session struct {
	Skills  Registry       // built-in ones first
	User    []yaml11.Value // the names that came from files
	Order   []yaml11.Value // the names as the list of skills shows them
	Printed []string       // what CAPE prints about skills, warnings left out

	active []string // tools added so far
}

// Start does what CAPE's agent does about skills when it starts with a model of this SkillSet. The error is
// the *Raised with which it stops instead.
func Start(files repo.Files, root string, set options.Level) (*Session, error) {
	s := &Session{}
	for _, b := range builtinsOf(set) {
		key := yaml11.Text(b.Name)
		s.Skills.set(key, Skill{Name: key, Description: yaml11.Text(b.Doc), Tools: textValues(b.Tools), Body: b.Doc + "\n"})
	}
	if set != options.None {
		user, err := Discover(files, root)
		if err != nil {
			return nil, err
		}
		for _, e := range user.Entries {
			s.Skills.set(e.Key, e.Skill)
		}
		s.User, s.Skills.Skipped = user.Keys(), user.Skipped
		if n := len(s.User); n > 0 {
			s.Printed = append(s.Printed, fmt.Sprintf("Loaded %d user skill(s) from %s", n, repo.SkillsDir))
		}
	}
	var err error
	s.Order, err = inOrder(s.Skills.Keys())
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Listed returns the skills in the order in which the list of skills shows them.
func (s *Session) Listed() []Skill {
	out := make([]Skill, 0, len(s.Order))
	for _, key := range s.Order {
		if i := s.Skills.find(key); i >= 0 {
			out = append(out, s.Skills.Entries[i].Skill)
		}
	}
	return out
}

func textValues(list []string) []yaml11.Value {
	out := make([]yaml11.Value, len(list))
	for i, s := range list {
		out[i] = yaml11.Text(s)
	}
	return out
}

// Used is the answer of use_skill.
type Used struct {
	Success bool `json:"success"`

	Name        any      `json:"name,omitempty"`
	Description any      `json:"description,omitempty"`
	Content     string   `json:"content,omitempty"`
	ToolsAdded  []string `json:"tools_added,omitempty"`
	ToolsActive []string `json:"tools_active,omitempty"`

	Error     string `json:"error,omitempty"`
	Available []any  `json:"available_skills,omitempty"`
}

// Dict returns the answer with exactly the keys that CAPE's has.
func (u Used) Dict() map[string]any {
	if !u.Success {
		return map[string]any{"success": false, "error": u.Error, "available_skills": u.Available}
	}
	return map[string]any{"success": true, "name": u.Name, "description": u.Description, "content": u.Content,
		"tools_added": u.ToolsAdded, "tools_active": u.ToolsActive}
}

// Use answers use_skill(name): the instructions, and which tools they bring. The error is a *Raised.
func (s *Session) Use(name string) (Used, error) {
	i := slices.IndexFunc(s.Skills.Entries, func(e Registered) bool { return e.Key.Kind == yaml11.Str && e.Key.Text() == name })
	if i < 0 {
		u := Used{Error: fmt.Sprintf("Unknown skill: '%s'", name), Available: []any{}}
		for _, key := range s.Order {
			u.Available = append(u.Available, PlainValue(key))
		}
		return u, nil
	}
	skill := s.Skills.Entries[i].Skill
	added, active, err := s.activate(name, skill)
	if err != nil {
		return Used{}, err
	}
	return Used{Success: true, Name: PlainValue(skill.Name), Description: PlainValue(skill.Description), Content: skill.Body,
		ToolsAdded: added, ToolsActive: active}, nil
}

// activate adds the tools of a skill. They are looked up in CAPE's module of the same name, so a skill
// with a new name has none.
func (s *Session) activate(name string, skill Skill) (added, active []string, err error) {
	added, active = []string{}, []string{}
	own, ok := builtinOf(name)
	if !ok || len(skill.Tools) == 0 {
		return added, active, nil
	}
	for _, v := range skill.Tools {
		tool := v.String()
		if v.Kind != yaml11.Str || !slices.Contains(own.Tools, tool) {
			text := fmt.Sprintf("Skill '%s' has no tool function '%s'", name, tool)
			return nil, nil, &Raised{"KeyError", pytext.Repr(text)}
		}
		active = append(active, tool)
	}
	for _, tool := range active {
		if !slices.Contains(s.active, tool) {
			s.active = append(s.active, tool)
			added = append(added, tool)
		}
	}
	return added, active, nil
}

// PlainValue turns a value into what JSON can hold; dates become text.
func PlainValue(v yaml11.Value) any {
	switch v.Kind {
	case yaml11.Null, yaml11.NoValue:
		return nil
	case yaml11.Bool:
		return v.Bool()
	case yaml11.Int:
		return v.Int()
	case yaml11.Float:
		return v.Float()
	case yaml11.Str:
		return v.Text()
	case yaml11.List, yaml11.Tuple, yaml11.Set:
		list := []any{}
		for _, item := range v.Items() {
			list = append(list, PlainValue(item))
		}
		return list
	case yaml11.Map:
		m := map[string]any{}
		for _, e := range v.Entries() {
			m[e.Key.String()] = PlainValue(e.Value)
		}
		return m
	}
	return strings.TrimSpace(v.String())
}
