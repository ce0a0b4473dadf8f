package control

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// options checks the members of an object against the options that its class has: names, types, values,
// and so on into sections. Name is what to call the section.
func (p *pass) options(class *options.Class, n *capejson.Node, name string) {
	p.optionsIn(class, p.section(n), name)
}

func (p *pass) optionsIn(class *options.Class, s *section, name string) {
	if p.stopsAtKeys(class, s) {
		return
	}
	listed, sure := listedNames(s, class)
	if p.unlistable(class, s, name) {
		return
	}
	subs := p.kinds(s, class)
	first := spellings(class, s)
	for i, e := range s.entries {
		var sub *subsection
		if len(subs) > 0 && subs[0].at == i {
			sub, subs = &subs[0], subs[1:]
		}
		if e.key == nil || e.name == "&include" {
			continue
		}
		full := class.Full(e.name)
		if before, ok := first[full]; ok && before.name != e.name {
			p.twice(class, before, e, full)
		}
		if first != nil {
			first[full] = e
		}
		if !class.Open && class.Options[full] == nil && !listed.has(full) {
			if sure && !p.loose && !p.passedOver(class, s, e) {
				p.unknown(class, s, e, append(slices.Clip(class.Names()), listed.list...), name)
			}
			continue
		}
		p.setting(class, e, full, sub, name)
	}
}

// setting checks the value of an option whose name is known, in a section of that name. Sub is set when it is a
// sub-section.
func (p *pass) setting(class *options.Class, e entry, full string, sub *subsection, section string) {
	if e.own == foreign {
		return
	}
	opt := class.Options[full]
	switch {
	case opt != nil && opt.Section != nil:
		p.subsection(class, opt, e)
	case opt != nil:
		p.value(opt, e, e.name)
	case sub != nil:
		p.subsectionOfKind(class, sub)
	case class.Kinds != nil:
		p.noSubsection(class, e, section)
	case class.AnyKey != nil:
		p.value(class.AnyKey, e, e.name)
	default:
		p.value(anything, e, e.name)
	}
}

// anything is an option that nothing is known of but what holds for all: rules such as "@expr" must be complete.
var anything = &options.Option{}

// subsectionOfKind checks a sub-section with the class that its kind has. Of a kind that CAPE does not know,
// every option would be called unknown.
func (p *pass) subsectionOfKind(class *options.Class, sub *subsection) {
	opt := class.AnyKey
	if opt == nil {
		opt = anything
	}
	if _, fine := p.rule(opt, sub.value, sub.name); !fine || stopsAtKind(class, sub.value) != nil {
		return
	}
	if sub.class == nil {
		return
	}
	if explicit := sub.value.Get(class.Kinds.By) != nil; sub.known || nothingWorksOn(class, sub.kind, explicit) == "" {
		p.optionsIn(sub.class, sub.section, sub.name)
	}
}

// subsection checks a section: an object, or the name of a file that holds it, or a switch.
func (p *pass) subsection(class *options.Class, opt *options.Option, e entry) {
	switch e.value.Kind {
	case capejson.Object:
		if _, fine := p.rule(opt, e.value, e.name); fine {
			p.options(opt.Section, e.value, opt.Name)
		}
	case capejson.String:
		if opt.Section.Switch || len(opt.Types) > 0 && !opt.Accepts("str") {
			p.wrongSection(class, opt, e)
			return
		}
		p.sectionFile(e)
	case capejson.Bool:
		if !opt.Section.Switch {
			p.wrongSection(class, opt, e)
		}
	case capejson.Number, capejson.Array:
		p.wrongSection(class, opt, e)
	case capejson.Null:
		if looksInside(opt.Section) {
			p.wrongSection(class, opt, e)
		}
	}
}

// sectionFile looks for the file that holds a section; a text in place of a section is its name.
func (p *pass) sectionFile(e entry) {
	name := e.value.String()
	if p.env.Files == nil || p.exists(name) {
		return
	}
	p.found(codeInclude, e.value.InnerSpan(), fmt.Sprintf(
		"%s must be an object; CAPE takes this string for the name of a file that holds the section, and there is no file %s", e.name, quote(name)))
}

// value checks types first, then allowed values, as CAPE does: one bad element drops the whole option.
func (p *pass) value(opt *options.Option, e entry, name string) {
	var few [4]*capejson.Node // enough for most values
	leaves := scalars(e.value, few[:0])
	for _, leaf := range leaves {
		ok := p.typed(opt, leaf, name, leaves)
		if !ok {
			return
		}
	}
	if len(opt.Values) == 0 {
		return
	}
	for _, leaf := range leaves {
		if inner := leaf.Get("@raw"); inner != nil {
			leaf = inner
		}
		if v, ok := scalarValue(leaf); ok && !opt.Allows(v) {
			p.wrongValue(opt, leaf, name, v)
			return
		}
	}
}

// scalars returns what stands in a list at any depth, or the value itself.
func scalars(n *capejson.Node, out []*capejson.Node) []*capejson.Node {
	if n.Kind != capejson.Array {
		return append(out, n)
	}
	for _, item := range n.Items {
		out = scalars(item, out)
	}
	return out
}

// typed checks the type of one scalar and goes on into a section; false means that CAPE drops the option.
func (p *pass) typed(opt *options.Option, n *capejson.Node, name string, all []*capejson.Node) bool {
	typ := typeOf(n)
	if typ == "" || typ == "NoneType" {
		return true
	}
	if typ == "dict" {
		if isRule, fine := p.rule(opt, n, name); isRule {
			return fine
		}
	}
	if opt.Accepts(typ) {
		return true
	}
	if typ == "dict" {
		for _, t := range opt.Types {
			if t.Class != nil {
				p.options(t.Class, n, name)
				return true
			}
		}
	}
	p.wrongType(opt, n, name, all)
	return false
}

// rule checks an object that is a rule for a value, such as {"@expr": "..."}; fine is false when CAPE drops the
// setting because of it.
func (p *pass) rule(opt *options.Option, n *capejson.Node, name string) (isRule, fine bool) {
	key, fine := p.special(n)
	if key == "@raw" && fine {
		if inner := n.Get(key); len(opt.Types) > 0 && (inner.Kind == capejson.Null || !opt.Accepts(typeOf(inner))) {
			p.wrongType(opt, inner, name, nil)
			return true, false
		}
	}
	return key != "", fine
}

// typeOf returns the name of the Python type a value has, empty when that is not known.
func typeOf(n *capejson.Node) string {
	switch n.Kind {
	case capejson.Object:
		return "dict"
	case capejson.Array:
		return "list"
	case capejson.String:
		return "str"
	case capejson.Number:
		return options.TypeName(json.Number(n.Text()))
	case capejson.Bool:
		return "bool"
	case capejson.Null:
		return "NoneType"
	}
	return ""
}

// scalarValue decodes a leaf; ok is false for anything else than a text, a number or a truth value.
func scalarValue(n *capejson.Node) (v any, ok bool) {
	switch n.Kind {
	case capejson.String:
		return n.String(), true
	case capejson.Number:
		return json.Number(n.Text()), true
	case capejson.Bool:
		return strings.EqualFold(n.Text(), "true"), true
	}
	return nil, false
}
