package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// refRules checks names that stand for something elsewhere in the file: reports, figures, subfigures,
// sweeps, components, points.
func (p *pass) refRules(top *section, class *options.Class) {
	if opt := class.Options["Report"]; opt != nil && opt.Section != nil {
		p.reportRules(p.sub(top, class, "Report"), opt.Section, p.components(top, class))
	}
	p.pointRules(top, class)
}

// names is a set of names that may be referred to.
type names struct {
	list []string
	set  map[string]bool
	// all: no other name can exist.
	all bool
}

func (n *names) add(words ...string) {
	if n.set == nil {
		n.set = make(map[string]bool, len(words))
	}
	for _, w := range words {
		if !n.set[w] {
			n.set[w] = true
			n.list = append(n.list, w)
		}
	}
}

func (n names) has(word string) bool { return n.set[word] }

// namesOf returns the names of the entries of a section.
func namesOf(s *section) names {
	n := names{all: s.complete}
	for _, e := range s.entries {
		n.add(e.name)
	}
	return n
}

// components returns the components of the data book.
func (p *pass) components(top *section, class *options.Class) names {
	opt := class.Options["DataBook"]
	if opt == nil || opt.Section == nil {
		return names{}
	}
	book := p.sub(top, class, "DataBook")
	list, _ := book.get(opt.Section, "Components")
	words, ok := wordsOf(list)
	out := names{all: ok && list != nil && book.complete}
	out.add(words...)
	return out
}

func (p *pass) reportRules(rep *section, class *options.Class, comps names) {
	if rep.node == nil || rep.own == foreign {
		return
	}
	container := func(full string) (*section, names) {
		s := p.sub(rep, class, full)
		return s, namesOf(s)
	}
	figures, figureNames := container("Figures")
	subfigures, subfigureNames := container("Subfigures")
	sweeps, sweepNames := container("Sweeps")

	reports, _ := rep.get(class, "Reports")
	listed, _ := texts(reports)
	p.refs(codeReport, listed, namesOf(rep), "report", "CAPE stops with a KeyError when it makes this report")
	for _, n := range listed {
		e := rep.entry(nil, n.String())
		if e == nil || e.own == foreign || e.value.Kind != capejson.Object || class.Options[class.Full(e.name)] != nil {
			continue
		}
		one := p.section(e.value)
		for _, option := range []string{"Figures", "ErrorFigures", "ZeroFigures"} {
			p.refOption(codeFigure, one, option, figureNames, "figure")
		}
		p.refOption(codeSweep, one, "Sweeps", sweepNames, "sweep")
	}
	p.eachRef(codeSubfigure, figures, class, "Figures", "Subfigures", subfigureNames, "subfigure")
	p.eachRef(codeFigure, sweeps, class, "Sweeps", "Figures", figureNames, "figure")
	p.componentRule(subfigures, class, comps)
}

// eachRef checks one option in each section of a container.
func (p *pass) eachRef(code diag.Code, s *section, class *options.Class, container, option string, known names, what string) {
	inner := class.Options[container].Section.Kinds.Map["_default_"]
	for _, e := range s.entries {
		if e.own == foreign || e.value.Kind != capejson.Object {
			continue
		}
		value, who := p.section(e.value).get(inner, option)
		if who == foreign {
			continue
		}
		list, _ := texts(value)
		p.refs(code, list, known, what, "CAPE stops when it makes the report")
	}
}

func (p *pass) refOption(code diag.Code, s *section, option string, known names, what string) {
	value, who := s.get(nil, option)
	if who == foreign {
		return
	}
	list, _ := texts(value)
	p.refs(code, list, known, what, "CAPE stops when it makes the report")
}

// refs reports each text that is no known name.
func (p *pass) refs(code diag.Code, list []*capejson.Node, known names, what, effect string) {
	if !known.all {
		return
	}
	for _, n := range list {
		name := n.String()
		if known.has(name) {
			continue
		}
		p.found(code, n.InnerSpan(), fmt.Sprintf("there is no %s %s: %s", what, quote(name), effect),
			p.changes(name, n.InnerSpan(), known.list, sure)...)
	}
}

// componentRule: a subfigure shows components of the data book.
func (p *pass) componentRule(s *section, class *options.Class, comps names) {
	if !comps.all {
		return
	}
	kinds := class.Options["Subfigures"].Section
	for _, sub := range p.ownSubsections(s, kinds) {
		if !sub.known || sub.class.Options["Component"] == nil {
			continue
		}
		value, who := sub.section.get(sub.class, "Component")
		list, _ := texts(value)
		if who == foreign {
			continue
		}
		for _, n := range list {
			if name := n.String(); !comps.has(name) && !isPattern(name) && !comps.hasPatch(name) {
				p.found(codeComponent, n.InnerSpan(), fmt.Sprintf("%s is not in Components of DataBook: the plot stays empty", quote(name)),
					p.changes(name, n.InnerSpan(), comps.list, maybe)...)
			}
		}
	}
}

// hasPatch reports whether a name is that of a patch of a component, "bay/door" or "bay.door".
func (n names) hasPatch(name string) bool {
	i := strings.IndexAny(name, "/.")
	return i > 0 && n.has(name[:i])
}

func isPattern(name string) bool {
	for _, r := range name {
		switch r {
		case '*', '?', '[', '$', '%':
			return true
		}
	}
	return false
}

// pointRule: CAPE works Points out when it reads the file, before there is a case that a rule such as "@expr"
// could follow.
func (p *pass) pointRule(n *capejson.Node) bool {
	if n == nil {
		return false
	}
	for i := range n.Members {
		m := &n.Members[i]
		for _, key := range []string{"@expr", "@cons", "@map"} {
			if m.Key == nil || !m.Key.Is(key) {
				continue
			}
			severity, effect := severities[codeSpecial], "CAPE cannot use the whole section Config"
			alone := soundRule(n)
			if !alone {
				severity, effect = diag.Error, "CAPE stops when it reads the file"
			}
			if alone && key == "@cons" && m.Value.Kind == capejson.Object && len(m.Value.Members) == 0 {
				continue // it has no condition to work out
			}
			p.foundAs(severity, codeSpecial, m.Key.Span, "there must be no "+key+" in Points: "+effect)
			return true
		}
		if p.pointRule(m.Value) {
			return true
		}
	}
	return slices.ContainsFunc(n.Items, func(item *capejson.Node) bool { return item.Kind == capejson.Object && p.pointRule(item) })
}

// soundRule reports whether an object has nothing beside the "@expr", "@cons" or "@map" that makes it a rule; one
// that is no rule is sound.
func soundRule(n *capejson.Node) bool {
	for _, key := range []string{"@expr", "@cons", "@map"} {
		if n.Get(key) != nil {
			return len(n.Members) == 1 || key == "@map" && len(n.Members) == 2 && n.Get("key") != nil
		}
	}
	return true
}

// pointRules: a reference point that is a text must be one of the points of Config.
func (p *pass) pointRules(top *section, class *options.Class) {
	opt := class.Options["Config"]
	if opt == nil || opt.Section == nil {
		return
	}
	config := p.sub(top, class, "Config")
	points := p.sub(config, opt.Section, "Points")
	if !config.complete || !points.complete {
		return
	}
	if points.node == nil || soundRule(points.node) {
		p.pointRule(points.node) // another one is dropped before, with Points
	}
	known := namesOf(points)
	value, who := config.get(opt.Section, "RefPoint")
	if value == nil || who == foreign {
		return
	}
	var list []*capejson.Node
	if value.Kind == capejson.Object {
		for _, e := range p.section(value).entries {
			if e.own == own {
				more, _ := texts(e.value)
				list = append(list, more...)
			}
		}
	} else {
		list, _ = texts(value)
	}
	p.refs(codePoint, list, known, "point", "CAPE stops with a KeyError when it needs it; points are defined in Points of Config")
}
