package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// kinds returns the sub-sections that the user names, after it reported circles and kinds that nothing in CAPE
// works on.
func (p *pass) kinds(s *section, class *options.Class) []subsection {
	subs := p.subsections(s, class)
	for i := range subs {
		sub := &subs[i]
		if by := stopsAtKind(class, sub.value); by != nil {
			if sub.own != foreign && sub.key != nil {
				p.kindStops(class, by)
			}
			continue
		}
		if sub.own == foreign || sub.key == nil {
			continue
		}
		if sub.circle != nil {
			p.found(codeKindCircle, sub.circle.Span, fmt.Sprintf(
				"%s must not lead back to itself: CAPE ends with a RecursionError when it reads the file", class.Kinds.By))
			continue
		}
		if !sub.known {
			p.kindKnown(class, sub.entry, sub.kind)
		}
	}
	return subs
}

// kindOf follows the chain of siblings from one sub-section (OptionsDict.get_subkey_base). For a circle
// it returns the value that closes it.
func (p *pass) kindOf(s *section, class *options.Class, name string) (kind string, circle *capejson.Node) {
	var seen map[string]bool // the names before this one; most chains have one name
	for {
		e := s.entry(nil, name)
		if e == nil || e.value.Kind != capejson.Object {
			return "", nil
		}
		by := e.value.Get(class.Kinds.By)
		if by == nil || by.Kind == capejson.Null {
			return p.ownKind(s, class, name), nil
		}
		if by.Kind != capejson.String {
			return "", nil
		}
		next := by.String()
		sibling := s.entry(nil, next)
		if sibling == nil || next == name {
			return next, nil
		}
		if seen[next] {
			return "", by
		}
		if seen == nil {
			seen = map[string]bool{}
		}
		seen[name] = true
		name = next
	}
}

// ownKind is what holds without Type: a default of the section around, or the name itself.
func (p *pass) ownKind(s *section, class *options.Class, name string) string {
	opt := class.Options[class.Kinds.By]
	if opt == nil {
		return name
	}
	if v, _ := s.get(class, class.Kinds.By); v != nil && v.Kind == capejson.String {
		return v.String()
	}
	kind, _ := opt.Default.(string)
	return kind
}

// nothingWorksOn says that CAPE does nothing with a kind, and what it does instead; empty: the kind is fine.
// Explicit is false when the kind is only the name of the sub-section.
func nothingWorksOn(class *options.Class, kind string, explicit bool) string {
	if _, known := class.Kinds.For(kind); known || len(class.Kinds.Map) < 2 || kind == "" {
		return ""
	}
	switch name := class.Name(); {
	case strings.HasSuffix(name, "DataBookOpts"):
		if opt := class.Options["Type"]; !explicit || opt != nil && len(opt.Values) > 0 && opt.Allows(kind) {
			return ""
		}
		return quote(kind) + " is no type of data book component: CAPE never collects this component"
	case name == "SubfigCollectionOpts" && !explicit:
		values := class.Kinds.Values()
		return fmt.Sprintf("this subfigure must have a Type, such as %s: CAPE does not know what to draw",
			orList(quoted(values[:min(3, len(values))])))
	case name == "SubfigCollectionOpts":
		if otherSubfigures[kind] {
			return ""
		}
		return quote(kind) + " is neither a type of subfigure nor the name of another one: CAPE does not know what to draw"
	case name == "KeyDefnCollectionOpts":
		aliases := class.Kinds.TypeAliases
		if !explicit || aliases[kind] != "" || slices.Contains(mapValues(aliases), kind) {
			return ""
		}
		return quote(kind) + " is no type of run matrix key: CAPE treats this key as a plain value"
	}
	return ""
}

// kindKnown reports a sub-section whose kind CAPE does nothing with, at the place that says so.
func (p *pass) kindKnown(class *options.Class, e entry, kind string) {
	by := e.value.Get(class.Kinds.By)
	explicit := by != nil && by.Kind == capejson.String
	if e.name == "Default" && class.Name() == "KeyDefnCollectionOpts" {
		return // it is no key, and its Type is often "Group", which says nothing
	}
	if explicit && by.String() != kind || !explicit && kind != e.name {
		return // it comes from a sibling, where it is reported
	}
	message := nothingWorksOn(class, kind, explicit)
	if message == "" {
		return
	}
	if !explicit {
		p.found(codeKind, e.key.Span, message)
		return
	}
	p.kindUnknown(by, kind, class.Kinds.Values(), message)
}

// otherSubfigures are kinds that CAPE draws although its table of options does not list them.
var otherSubfigures = map[string]bool{"SweepCoeffHist": true, "SweepLineLoad": true, "PlotTurbResid": true, "PlotSpeciesResid": true}

func (p *pass) kindUnknown(by *capejson.Node, kind string, values []string, message string) {
	span := innerOrAll(by)
	p.found(codeKind, span, message, p.changes(kind, span, values, sure)...)
}

// unlisted reports a component or report that exists and is not in the list that makes it known.
func (p *pass) unlisted(class *options.Class, s *section, e entry, known []string) bool {
	list, who := s.get(class, class.NamesFrom)
	if close := p.close(e.name, class.Names()); len(close) > 0 && typo(e.name, close[0]) {
		return false // rather an option of the section itself, misspelt
	}
	code, effect := codeComponentUnlisted, "CAPE ignores this component"
	switch class.NamesFrom {
	case "Reports":
		code, effect = codeReportUnlisted, "CAPE ignores this report"
	case "ModelList":
		code, effect = codeModelUnlisted, "CAPE ignores the settings of this model"
	}
	d := p.found(code, e.key.Span, fmt.Sprintf("%s must be in %s: %s", quote(e.name), class.NamesFrom, effect))
	if who == own && list.Kind == capejson.Array && len(list.Items) > 0 {
		last := list.Items[len(list.Items)-1]
		d.Fixes = append(d.Fixes, replaceFix("Add to "+class.NamesFrom,
			text.At(last.Span.End), ", "+quote(e.name), maybe))
	}
	return true
}

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(w)
	}
	return out
}

func mapValues(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for _, v := range m {
		out = append(out, v)
	}
	return out
}
