package options

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// The packed facts are lines of fields with tabs between them:
//
//	solver   NAME CLASS FILE          archive NAME,...
//	class    ID open? switch? NAMESFROM
//	dead     ALIAS TARGET
//	kinds    BY name?                 kind VALUE CLASS        spelling VALUE VALUE
//	o        NAME TYPE,... LISTDEPTH SECTION FALLBACK ALIAS,... VALUE,... DEFAULT
//
// Lines after a class belong to it. An option without a name stands for all others. Values are JSON.
func readFacts(src string) *Tree {
	t := &Tree{classes: map[string]*Class{}, roots: map[string]*Class{}, files: map[string]string{}}
	r := factReader{
		Tree:    t,
		options: make([]Option, 0, strings.Count(src, "\n"+optionLine)),
		lists:   map[string][]Type{}, literals: map[string]any{},
	}
	var fields [9]string
	for len(src) > 0 {
		var line string
		line, src, _ = strings.Cut(src, "\n")
		cut(line, &fields)
		switch fields[0] {
		case "solver":
			t.roots[fields[1]], t.files[fields[1]] = t.class(fields[2]), fields[3]
		case "archive":
			t.legacyArchive = list(fields[1])
		case "class":
			r.begin(&fields, optionsAhead(src))
		default:
			r.line(&fields)
		}
	}
	for _, c := range t.classes {
		slices.Sort(c.names)
	}
	return t
}

// optionLine is how the line of an option begins.
const optionLine = "o\t"

// optionsAhead counts the options in front of the next class, one too many when other lines come first.
func optionsAhead(src string) int {
	if end := strings.Index(src, "\nclass\t"); end >= 0 {
		src = src[:end]
	}
	return strings.Count(src, "\n"+optionLine) + 1
}

// factReader reads the lines of classes. What many options have in common is made once: a server that starts
// waits for the facts.
type factReader struct {
	*Tree
	options  []Option // those read so far, all in one piece
	lists    map[string][]Type
	literals map[string]any
	current  *Class // the one that lines belong to
}

// begin begins a class with so many options.
func (r *factReader) begin(fields *[9]string, options int) {
	c := r.class(fields[1])
	c.Open, c.Switch, c.NamesFrom = fields[2] != "", fields[3] != "", fields[4]
	c.Options, c.names = make(map[string]*Option, options), make([]string, 0, options)
	r.current = c
}

// line reads a line that belongs to a class.
func (r *factReader) line(fields *[9]string) {
	c := r.current
	switch fields[0] {
	case "dead":
		if c.DeadAliases == nil {
			c.DeadAliases = map[string]string{}
		}
		c.DeadAliases[fields[1]], c.Aliases[fields[1]] = fields[2], fields[2]
	case "kinds":
		c.Kinds = &Kinds{By: fields[1], DefaultsToName: fields[2] != "", Map: map[string]*Class{}, TypeAliases: map[string]string{}}
	case "kind":
		c.Kinds.Map[fields[1]] = r.class(fields[2])
	case "spelling":
		c.Kinds.TypeAliases[fields[1]] = fields[2]
	case "o":
		opt := r.option(fields)
		if opt.Name == "" {
			c.AnyKey = opt
			return
		}
		c.Options[opt.Name] = opt
		c.names = append(c.names, opt.Name)
		for _, alias := range opt.Aliases {
			c.Aliases[alias] = opt.Name
		}
	}
}

func (t *Tree) class(id string) *Class {
	c := t.classes[id]
	if c == nil {
		c = &Class{ID: id, Options: map[string]*Option{}, Aliases: map[string]string{}}
		t.classes[id] = c
	}
	return c
}

func (r *factReader) option(fields *[9]string) *Option {
	r.options = append(r.options, Option{
		Name: fields[1], Types: r.typesOf(fields[2]), Fallback: fields[5], Aliases: list(fields[6]), Default: r.literal(fields[8]),
	})
	opt := &r.options[len(r.options)-1]
	if fields[3] != "" {
		opt.ListDepth, _ = strconv.Atoi(fields[3])
	}
	if fields[4] != "" {
		opt.Section = r.class(fields[4])
	}
	for _, v := range list(fields[7]) {
		opt.Values = append(opt.Values, r.literal(v))
	}
	return opt
}

// typesOf is types, or the list that equal names have got.
func (r *factReader) typesOf(names string) []Type {
	out, ok := r.lists[names]
	if !ok {
		out = r.types(list(names))
		r.lists[names] = out
	}
	return out
}

// types reads names of Python types; "@" stands before that of a class of options.
func (t *Tree) types(names []string) []Type {
	var out []Type
	for _, name := range names {
		if id, ok := strings.CutPrefix(name, "@"); ok {
			c := t.class(id)
			out = append(out, Type{Name: c.Name(), Class: c})
			continue
		}
		out = append(out, Type{Name: name})
	}
	return out
}

// literal decodes a JSON value, or gives that of an equal text.
func (r *factReader) literal(s string) any {
	if s == "" {
		return nil
	}
	v, ok := r.literals[s]
	if !ok {
		v = literal(s)
		r.literals[s] = v
	}
	return v
}

// cut puts the fields of a line into place; those that are missing are empty.
func cut(line string, fields *[9]string) {
	for i := range fields {
		fields[i], line, _ = strings.Cut(line, "\t")
	}
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

// literal decodes a JSON value. Most are short, so that the plain ones are done by hand.
func literal(s string) any {
	switch {
	case s == "" || s == "null":
		return nil
	case s == "true" || s == "false":
		return s == "true"
	case s[0] == '"' && strings.IndexByte(s, '\\') < 0:
		return s[1 : len(s)-1]
	case s[0] != '"' && s[0] != '[' && s[0] != '{':
		return json.Number(s)
	}
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil
	}
	return ordered(v)
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
