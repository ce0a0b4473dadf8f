package options

import (
	"slices"
	"strings"
)

// The packed form of the facts.

type rawFacts struct {
	Classes       map[string]rawClass
	Solvers       map[string]struct{ Root, ControlFile string }
	Helpers       map[string]string
	LegacyArchive []string
}

type rawClass struct {
	Open        bool
	Options     map[string]rawOption
	DeadAliases map[string]string
	AnyKey      *rawOption
	NamesFrom   string
	Scalar      []string
	Kinds       *struct {
		By                 string
		Map                map[string]string
		TypeAliases        map[string]string
		TypeDefaultsToName bool
	}
}

type rawOption struct {
	Types     []string
	Values    []any
	Aliases   []string
	Default   any
	ListDepth int
	Section   string
	Fallback  string
}

func (raw *rawFacts) link() *facts {
	f := &facts{
		classes:       make(map[string]*Class, len(raw.Classes)),
		roots:         map[string]*Class{},
		files:         map[string]string{},
		legacyArchive: raw.LegacyArchive,
	}
	for id := range raw.Classes {
		f.classes[id] = &Class{ID: id}
	}
	for id, c := range raw.Classes {
		f.fill(f.classes[id], c)
	}
	for solver, s := range raw.Solvers {
		f.roots[solver] = f.classes[s.Root]
		f.files[solver] = s.ControlFile
	}
	f.userFunction = f.classes[raw.Helpers["userFunction"]]
	return f
}

func (f *facts) fill(c *Class, raw rawClass) {
	c.Open, c.NamesFrom, c.DeadAliases = raw.Open, raw.NamesFrom, raw.DeadAliases
	c.Switch = len(raw.Scalar) > 0
	c.Options = make(map[string]*Option, len(raw.Options))
	c.Aliases = map[string]string{}
	for name, o := range raw.Options {
		opt := f.option(name, o)
		c.Options[name] = opt
		for _, alias := range opt.Aliases {
			c.Aliases[alias] = name
		}
	}
	for alias, full := range raw.DeadAliases {
		c.Aliases[alias] = full
	}
	if raw.AnyKey != nil {
		c.AnyKey = f.option("", *raw.AnyKey)
	}
	if k := raw.Kinds; k != nil {
		c.Kinds = &Kinds{By: k.By, TypeAliases: k.TypeAliases, DefaultsToName: k.TypeDefaultsToName, Map: map[string]*Class{}}
		for value, id := range k.Map {
			c.Kinds.Map[value] = f.classes[id]
		}
	}
	c.names = c.Names()
}

func (f *facts) option(name string, raw rawOption) *Option {
	opt := &Option{Name: name, Aliases: raw.Aliases, Values: raw.Values, Default: ordered(raw.Default),
		ListDepth: raw.ListDepth, Section: f.classes[raw.Section], Fallback: raw.Fallback}
	for _, t := range raw.Types {
		if id, ok := strings.CutPrefix(t, "@"); ok {
			c := f.classes[id]
			opt.Types = append(opt.Types, Type{Name: c.Name(), Class: c})
			continue
		}
		opt.Types = append(opt.Types, Type{Name: t})
	}
	return opt
}

// ordered turns decoded mappings into Objects, sorted by name.
func ordered(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = ordered(v[i])
		}
	case map[string]any:
		o := Object{}
		for name, x := range v {
			o = append(o, Field{Name: name, Value: ordered(x)})
		}
		slices.SortFunc(o, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
		return o
	}
	return v
}
