package control

import (
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// place is what the cursor stands in.
type place struct {
	object *capejson.Node // the object around, nil outside of all
	class  *options.Class // its options; nil when they are not known
	// member is the entry the cursor is in; nil between entries.
	member *capejson.Member
	inKey  bool
	// leaf is the value, or the element of a list, that the cursor is in; nil in a key.
	leaf *capejson.Node
	// list: the leaf is an element of a list, or a place for one.
	list  bool
	array *capejson.Node // the innermost list around the cursor
	// option is what class says of the member; nil when it is not known.
	option *options.Option
	full   string // the full name of the member's option
	above  *place // what the object stands in; nil at the top
	// inside is the option, as "Class.Option", whose plain object or rule this is or lies in; empty where
	// the class is known.
	inside string
}

// id names the option of a place as the tables of names do.
func (at place) id() string {
	if at.class == nil {
		return at.inside
	}
	return group(at.class) + "." + at.full
}

// name is the key that the object around a place stands under.
func (at place) name() string {
	if at.above == nil || at.above.member == nil || at.above.member.Key == nil {
		return ""
	}
	return at.above.member.Key.String()
}

// classOf returns the options of the whole file, nil when it is neither a control file nor the agent's
// options.
func (p *pass) classOf() *options.Class {
	if p.env.Class != nil {
		return p.env.Class
	}
	base := filepath.Base(p.env.Path)
	switch {
	case base == options.AgentFile:
		return options.AgentClass()
	case p.env.Solver != "" || p.env.isControl(p.tree):
		return p.env.Options.For(p.env.solver(p.tree))
	}
	return nil
}

// placeAt walks down to an offset.
func (p *pass) placeAt(offset int) place {
	at := place{class: p.classOf()}
	n := p.tree.Root
	for n.Kind == capejson.Object && p.inside(n, offset) {
		if at.object != nil {
			above := at
			at = place{object: n, class: p.childClass(above), above: &above}
			if at.class == nil || isRule(n) {
				at.class, at.inside = nil, above.id()
			}
		} else {
			at.object = n
		}
		m := memberAt(n, offset)
		if m == nil {
			return at
		}
		at.member = m
		if m.Key != nil {
			at.full = m.Key.String()
			if at.class != nil {
				at.full = at.class.Full(at.full)
				at.option = at.class.Options[at.full]
			}
			if m.Key.Span.Contains(offset) && (m.Colon < 0 || offset <= m.Colon) {
				at.inKey = true
				return at
			}
		}
		value := m.Value
		for value.Kind == capejson.Array && p.inside(value, offset) {
			at.list, at.array = true, value
			item := itemAt(value, offset)
			if item == nil {
				at.leaf = nil
				return at
			}
			value = item
		}
		at.leaf = value
		if value.Kind != capejson.Object || !p.inside(value, offset) {
			return at
		}
		n = value
	}
	return at
}

// inside reports whether an offset is between the brackets of an object or list; where the closing one is
// missing, the rest of it is inside.
func (p *pass) inside(n *capejson.Node, offset int) bool {
	return n.Span.Start < offset && (offset < n.Span.End || offset == n.Span.End && !p.closed(n))
}

// closed reports whether an object or list has its closing bracket, a text its closing quote.
func (p *pass) closed(n *capejson.Node) bool {
	last := p.tree.Src[n.Span.End-1]
	switch n.Kind {
	case capejson.Object:
		return last == '}' && n.Span.Len() > 1 && (len(n.Members) == 0 || n.Members[len(n.Members)-1].Span.End < n.Span.End)
	case capejson.Array:
		return last == ']' && n.Span.Len() > 1 && (len(n.Items) == 0 || n.Items[len(n.Items)-1].Span.End < n.Span.End)
	case capejson.String:
		return n.Span.Len() > 1 && last == p.tree.Src[n.Span.Start]
	}
	return true
}

// memberAt returns the entry that an offset lies in, from its key to the end of its value.
func memberAt(n *capejson.Node, offset int) *capejson.Member {
	for i := range n.Members {
		if m := &n.Members[i]; m.Span.Contains(offset) {
			return m
		} else if m.Colon >= 0 && m.Value.Kind == capejson.Missing && offset > m.Colon &&
			(i+1 == len(n.Members) || offset < n.Members[i+1].Span.Start) {
			return m
		}
	}
	return nil
}

func itemAt(n *capejson.Node, offset int) *capejson.Node {
	for _, item := range n.Items {
		if item.Span.Contains(offset) {
			return item
		}
	}
	return nil
}

// childClass returns the options of the object that a place's value is, nil when they are not known.
func (p *pass) childClass(at place) *options.Class {
	if at.class == nil || at.member == nil || at.member.Key == nil {
		return nil
	}
	name := at.member.Key.String()
	if at.option == nil && at.class.Kinds != nil {
		kind, _ := p.kindOf(p.section(at.object), at.class, name)
		return at.class.Child(name, kind)
	}
	return at.class.Child(name, "")
}
