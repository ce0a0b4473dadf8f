package options

import (
	"encoding/json"
	"slices"
	"sync"
)

// AgentFile is the name of the agent's options file, looked for in the root only.
const AgentFile = "cape-agent.json"

// DefaultToolDir is the folder of user tools when ToolDir is not set.
const DefaultToolDir = "tools"

// AgentClass returns the options of cape-agent.json (cape.agent.options.AgentOpts).
func AgentClass() *Class { return agentClasses() }

// ModelClass returns the options of the section of one model (cape.agent.options.modelopts.ModelOpts).
func ModelClass() *Class { return agentClasses().AnyKey.Types[0].Class }

var agentClasses = sync.OnceValue(func() *Class {
	text, flag := []Type{{Name: "str"}}, []Type{{Name: "bool"}}
	levels := []any{"none", "low", "medium", "full"}
	model := newClass("agent.modelopts.ModelOpts",
		"Custom options for a particular LLM used with CAPE agentic",
		Option{Name: "ToolSet", Aliases: []string{"ToolLevel"}, Types: text, Values: levels, Default: "full"},
		Option{Name: "SkillSet", Aliases: []string{"SkillLevel"}, Types: text, Values: levels, Default: "full"},
		Option{Name: "Parent", Aliases: []string{"Type"}, Types: text},
		Option{Name: "MaxToolCallLoops", Types: []Type{{Name: "int"}}},
		Option{Name: "Vision", Types: flag, Default: true})
	top := newClass("agent.AgentOpts", "Library of JSON Options for CAPE Agent",
		Option{Name: "Model", Types: text},
		Option{Name: "ModelList", Aliases: []string{"Models"}, Types: text, ListDepth: 1},
		Option{Name: "URL", Types: text},
		Option{Name: "ShowToolResult", Types: flag, Default: false},
		Option{Name: "ToolDir", Types: text, Default: DefaultToolDir},
		Option{Name: "EditAllowList", Types: text, ListDepth: 1},
		Option{Name: "ShowReasoning", Types: flag, Default: true})
	top.NamesFrom = "ModelList"
	top.AnyKey = &Option{Types: []Type{{Name: model.Name(), Class: model}}}
	return top
})

func newClass(id, title string, opts ...Option) *Class {
	c := &Class{ID: id, Title: title, Options: map[string]*Option{}, Aliases: map[string]string{}}
	for i := range opts {
		c.Options[opts[i].Name] = &opts[i]
		for _, alias := range opts[i].Aliases {
			c.Aliases[alias] = opts[i].Name
		}
	}
	c.names = c.Names()
	return c
}

// Agent holds the options of cape-agent.json as CAPE keeps them. The zero value is an agent without
// an options file.
type Agent struct {
	stored Object
}

// ReadAgent reads a decoded cape-agent.json. The name is what CAPE's warnings call the file: its base
// name, links resolved, up to the first dot; empty for YAML, where CAPE uses a title of its own. The
// error is a *Raised.
func ReadAgent(values any, name string) (Agent, []Warning, error) {
	object, ok := values.(Object)
	if !ok {
		if values == nil && name != "" {
			// CAPE's JSON reader takes null for "could not be read" and then has no message.
			return Agent{}, nil, &Raised{"UnboundLocalError",
				"cannot access local variable 'msg' where it is not associated with a value"}
		}
		return Agent{}, nil, &Raised{"OptdictTypeError", typeMessage("G", values, []string{"dict"})}
	}
	class := AgentClass()
	if name == "" {
		name = class.Title
	}
	var r reader
	s, err := r.section(class, name, "", object)
	if err != nil {
		return Agent{}, r.warnings, err
	}
	return Agent{stored: s.Values}, r.warnings, nil
}

// Stored returns what was kept, under full names. The sections of models are *Section.
func (a Agent) Stored() Object { return a.stored }

// Sections returns the names of models that have a section, sorted.
func (a Agent) Sections() []string {
	var out []string
	for _, f := range a.stored {
		if _, ok := f.Value.(*Section); ok {
			out = append(out, f.Name)
		}
	}
	slices.Sort(out)
	return out
}

// Get looks an option up, with its default. The value has the shape that the file gives it: a list where
// a text is meant, null, and so on. The error is a *Raised.
func (a Agent) Get(name string) (any, error) {
	return lookUp(AgentClass(), a.stored, name)
}

// lookUp is OptionsDict.get_opt without a run matrix and a phase.
func lookUp(class *Class, stored Object, name string) (any, error) {
	opt := class.Options[name]
	if opt == nil {
		opt = &Option{}
	}
	value, ok := stored.Get(name)
	if !ok {
		value = opt.Default
	}
	if o, ok := value.(Object); ok {
		key, _ := special(o, "")
		switch inner, _ := o.Get(key); {
		case key == "@raw":
			value = inner
		case key == "@cons" && len(inner.(Object)) == 0:
			value = nil
		case key != "":
			return nil, typeError(`keyword "x" or "values"`, nil, "dict")
		}
	}
	if _, isList := value.([]any); !isList && value != nil && opt.ListDepth > 0 {
		value = []any{value}
	}
	return value, nil
}

// ModelOption looks up an option of a model: in its section, then in that of its Parent and so on, then
// its default. A model without a section has defaults. The error is a *Raised.
func (a Agent) ModelOption(model, name string) (any, []Warning, error) {
	section, ok := a.stored.Get(model)
	if !ok {
		v, err := modelLookUp(nil, name)
		return v, nil, err
	}
	if name != "Parent" {
		return a.inherited(model, name, map[string]bool{})
	}
	s, ok := section.(*Section)
	if !ok {
		return nil, nil, &Raised{"AttributeError", "'" + TypeName(section) + "' object has no attribute 'get_opt'"}
	}
	v, err := modelLookUp(s.Values, name)
	return v, nil, err
}

// inherited is OptionsDict.get_subopt with the key "Parent".
func (a Agent) inherited(model, name string, seen map[string]bool) (any, []Warning, error) {
	if seen[model] {
		return nil, nil, &Raised{"RecursionError", "maximum recursion depth exceeded"}
	}
	seen[model] = true
	value, _ := a.stored.Get(model)
	if _, ok := value.(Object); ok {
		// A mapping that stayed plain ("@expr" and the like) has none of the options.
		return nil, nil, nil
	}
	s, ok := value.(*Section)
	if !ok {
		text := typeMessage("For section '"+model+"': g", value, []string{"dict"})
		return nil, []Warning{{model, name, text}}, nil
	}
	if _, ok := s.Values.Get(name); !ok {
		parent, _ := s.Values.Get("Parent")
		switch parent := parent.(type) {
		case []any, Object:
			return nil, nil, &Raised{"TypeError", "unhashable type: '" + TypeName(parent) + "'"}
		case string:
			if _, ok := a.stored.Get(parent); ok && parent != model {
				return a.inherited(parent, name, seen)
			}
		}
	}
	v, err := modelLookUp(s.Values, name)
	return v, nil, err
}

// loopsByToolSet are the defaults of MaxToolCallLoops.
var loopsByToolSet = map[string]json.Number{"none": "1", "low": "3", "medium": "6", "full": "12"}

// modelLookUp looks an option up in one section; MaxToolCallLoops follows from its ToolSet.
func modelLookUp(stored Object, name string) (any, error) {
	v, err := lookUp(ModelClass(), stored, name)
	if err != nil || name != "MaxToolCallLoops" || v != nil {
		return v, err
	}
	set, err := lookUp(ModelClass(), stored, "ToolSet")
	if err != nil {
		return nil, err
	}
	switch set := set.(type) {
	case string:
		if n, ok := loopsByToolSet[set]; ok {
			return n, nil
		}
	case []any:
		return nil, &Raised{"TypeError", "unhashable type: 'list'"}
	}
	return json.Number("3"), nil
}
