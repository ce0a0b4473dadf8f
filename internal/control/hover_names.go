package control

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// describe says what a name stands for, as Markdown; empty when the name may be something else.
func (p *pass) describe(all []mention, m mention) string {
	var best *mention
	for i := range all {
		if o := &all[i]; o.is(m) && (best == nil || o.rank > best.rank) {
			best = o
		}
	}
	if best == nil || best.rank == use {
		if m.loose || m.realm == matrixKeys || p.kindByName(m) {
			return ""
		}
		return fmt.Sprintf("**%s**: this file has no such %s.", m.name, m.realm)
	}
	lines := []string{fmt.Sprintf("**%s**: %s.", m.name, p.said(*best))}
	add := func(s string) {
		if s != "" {
			lines = append(lines, s)
		}
	}
	var settings *capejson.Node
	if best.rank == setting && best.value != nil && best.value.Kind == capejson.Object {
		settings = best.value
	}
	switch m.realm {
	case figures:
		add(listOf("Subfigures", settings, "Subfigures"))
	case reports:
		add(listOf("Figures", settings, "Figures"))
		add(listOf("Sweeps", settings, "Sweeps"))
	case sweeps:
		add(listOf("Figures", settings, "Figures"))
	case targetNames:
		add(listOf("Components", settings, "Components"))
	case points:
		if best.value != nil {
			add("At `" + clip(p.sourceOf(*best)) + "`.")
		}
	case matrixKeys:
		add(p.columnWords(m.name))
	}
	add(p.usedBy(all, m))
	return strings.Join(lines, "\n\n")
}

// kindByName tells names that CAPE knows without a definition.
func (p *pass) kindByName(m mention) bool {
	class := p.collection(m.realm)
	if class == nil || class.Kinds == nil {
		return false
	}
	_, known := class.Kinds.For(m.name)
	return known
}

// said is the first sentence on a thing: what it is, and of which kind.
func (p *pass) said(m mention) string {
	what := m.realm.String()
	switch m.realm {
	case subfigures:
		if chain := p.chain(m); chain != "" {
			what += ", " + chain
		}
	case components:
		switch m.rank {
		case outside:
			if m.file != "" {
				return "a component of the surface, in " + repo.Relative(p.env.Root, m.file)
			}
			return "a component of the surface"
		default:
			what = "component of the data book"
			if chain := p.chain(m); chain != "" {
				what += ", " + chain
			}
		}
	case matrixKeys:
		if words := p.keyWords(m.name); words != "" {
			what += ", " + words
		}
	}
	return "a " + what
}

// chain says of which kind a subfigure or component is, and from which others it inherits that.
func (p *pass) chain(m mention) string {
	class := p.collection(m.realm)
	if class == nil || class.Kinds == nil || m.value == nil {
		return ""
	}
	parent := m.value.Parent
	if parent == nil {
		return ""
	}
	s := p.sectionAt(parent, own, 0)
	kind, circle := p.kindOf(s, class, m.name)
	if kind == "" || circle != nil {
		return ""
	}
	said := "of type " + kind
	var through []string
	for name := m.name; len(through) < len(s.entries); {
		e := s.entry(nil, name)
		if e == nil {
			break
		}
		by := e.value.Get(class.Kinds.By)
		if by == nil || by.Kind != capejson.String || by.Is(name) || s.entry(nil, by.String()) == nil {
			break
		}
		name = by.String()
		through = append(through, name)
	}
	if len(through) > 0 {
		said += " through " + strings.Join(through, ", ")
	}
	for _, option := range []string{"Component", "Coefficient"} {
		if v := inheritedText(s, m.name, option); m.realm == subfigures && v != "" {
			said += ", " + option + " " + v
		}
	}
	return said
}

// keyWords says what a run matrix key is, by its Type or its name.
func (p *pass) keyWords(name string) string {
	top, class := p.whole()
	if class == nil {
		return ""
	}
	m := p.runMatrix(top, class)
	kinds := p.collection(matrixKeys)
	if kinds == nil || kinds.Kinds == nil {
		return ""
	}
	kind := name
	if e := m.defns.entry(nil, name); e != nil {
		if by := e.value.Get(kinds.Kinds.By); by != nil && by.Kind == capejson.String {
			kind = by.String()
		}
	}
	if full := kinds.Kinds.TypeAliases[kind]; full != "" {
		kind = full
	}
	return kindSaid[kind]
}

// columnWords says where a run matrix key stands in the run matrix file, and which values it has there.
func (p *pass) columnWords(name string) string {
	top, class := p.whole()
	if class == nil {
		return ""
	}
	keys := p.runMatrix(top, class).keys
	column := slices.Index(keys, name)
	if column < 0 {
		return ""
	}
	path, file, ok := p.readMatrixFile(top, class)
	if !ok {
		return fmt.Sprintf("Number %d of %d keys.", column+1, len(keys))
	}
	values := p.matrixValues(name)
	said := fmt.Sprintf("Column %d of %s: %s", column+1, repo.Relative(p.env.Root, path), count(len(values), "value", "values"))
	if len(file.cases) != len(values) {
		said += " in " + count(len(file.cases), "case", "cases")
	}
	const few = 8
	if len(values) == 0 {
		return said + "."
	}
	return said + ": " + strings.Join(values[:min(few, len(values))], ", ") + more(len(values)-few)
}

func more(n int) string {
	if n > 0 {
		return ", …"
	}
	return "."
}

// listOf says what a list of names in the settings of a thing holds.
func listOf(what string, settings *capejson.Node, option string) string {
	if settings == nil {
		return ""
	}
	words, _ := wordsOf(settings.Get(option))
	if len(words) == 0 {
		return ""
	}
	return what + ": " + strings.Join(words, ", ") + "."
}

// usedBy says what uses a thing, by the names of the sections that its mentions stand in.
func (p *pass) usedBy(all []mention, m mention) string {
	var users names
	for _, o := range all {
		if o.rank > use || !o.is(m) || o.node == nil {
			continue
		}
		users.add(userOf(o))
	}
	const few = 10
	list := slices.DeleteFunc(users.list, func(s string) bool { return s == "" })
	if len(list) == 0 {
		return ""
	}
	return "Used by " + strings.Join(list[:min(few, len(list))], ", ") + more(len(list)-few)
}

// userOf names the thing whose settings a mention stands in: the sub-section below Figures, Subfigures and
// so on, else the option.
func userOf(m mention) string {
	path := m.node.Path()
	for len(path) > 0 && path[len(path)-1] != "" && strings.Trim(path[len(path)-1], "0123456789") == "" {
		path = path[:len(path)-1] // the number in a list
	}
	switch {
	case len(path) >= 3 && (path[0] == "Report" || path[0] == "RunMatrix") && sectionOption(path[1]):
		return path[2]
	case len(path) >= 3 && (path[0] == "Report" || path[0] == "DataBook"):
		return path[1]
	case len(path) >= 2:
		return path[0] + "." + path[1]
	case len(path) == 1:
		return path[0]
	}
	return ""
}

func sectionOption(name string) bool {
	switch name {
	case "Figures", "Subfigures", "Sweeps", "Definitions":
		return true
	}
	return false
}

// below is the folder that the files of an option are looked for in besides the root.
func (p *pass) below(at place) string {
	for _, f := range fileOptions {
		if f.option != at.full || f.below == "" || at.class.Options[f.below] == nil {
			continue
		}
		if v, _ := p.section(at.object).get(at.class, f.below); v != nil && v.Kind == capejson.String {
			return v.String()
		}
	}
	return ""
}

// wordsOfFile says what is in a file that a name leads to.
func (p *pass) wordsOfFile(path string) string {
	top, class := p.whole()
	if class == nil {
		return ""
	}
	matrixPath, file, ok := p.readMatrixFile(top, class)
	if ok && matrixPath == path {
		said := "Run matrix file: " + count(len(file.cases), "case", "cases")
		if file.header != nil {
			var heads []string
			for _, c := range file.header.cells {
				heads = append(heads, strings.TrimSpace(c.text))
			}
			said += "; columns " + strings.Join(heads, ", ")
		}
		return said + "."
	}
	if filepath.Ext(path) != ".xml" {
		return ""
	}
	w := &walk{pass: p.host()}
	w.surfaceFile(top, class)
	var list names
	for _, m := range w.out {
		if m.file == path && m.rank == outside {
			list.add(m.name)
		}
	}
	if len(list.list) == 0 {
		return ""
	}
	const few = 12
	return "Components: " + strings.Join(list.list[:min(few, len(list.list))], ", ") + more(len(list.list)-few)
}
