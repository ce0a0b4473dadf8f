package control

import (
	"path/filepath"
	"strings"

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
	list bool
	// option is what class says of the member; nil when it is not known.
	option *options.Option
	full   string // the full name of the member's option
}

// classOf returns the options of the whole file, nil when it is neither a control file nor the agent's
// options.
func (p *pass) classOf() *options.Class {
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
	for n.Kind == capejson.Object && n.Span.Contains(offset) {
		at = place{object: n, class: at.class}
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
		for value.Kind == capejson.Array {
			at.list = true
			item := itemAt(value, offset)
			if item == nil {
				at.leaf = nil
				return at
			}
			value = item
		}
		at.leaf = value
		if value.Kind != capejson.Object || !value.Span.Contains(offset) {
			return at
		}
		at.class = p.childClass(at)
		n = value
	}
	return at
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

// target is where a name in one option is defined.
type target struct {
	class, option string   // the class (end of its name) and the option that holds the name
	path          []string // full names that lead from the top to the object with the definitions
}

// targets tells which options hold names of things that the file defines elsewhere.
var targets = []target{
	{"SingleReportOpts", "Figures", []string{"Report", "Figures"}},
	{"SingleReportOpts", "ErrorFigures", []string{"Report", "Figures"}},
	{"SingleReportOpts", "ZeroFigures", []string{"Report", "Figures"}},
	{"SingleReportOpts", "Sweeps", []string{"Report", "Sweeps"}},
	{"FigureOpts", "Subfigures", []string{"Report", "Subfigures"}},
	{"SweepOpts", "Figures", []string{"Report", "Figures"}},
	{"ReportOpts", "Reports", []string{"Report"}},
	{"DataBookOpts", "Components", []string{"DataBook"}},
	{"SubfigOpts", "Component", []string{"DataBook"}},
	{"ConfigOpts", "RefPoint", []string{"Config", "Points"}},
	{"RunMatrixOpts", "Keys", []string{"RunMatrix", "Definitions"}},
	{"ModelOpts", "Parent", nil},
	{"AgentOpts", "ModelList", nil},
	{"AgentOpts", "Model", nil},
}

// definitions returns the object in which the names of an option are defined, with its class; nil when the
// option holds no such names.
func (p *pass) definitions(at place) (*section, *options.Class) {
	if at.class == nil || at.member == nil {
		return nil, nil
	}
	for _, t := range targets {
		if t.option != at.full || !strings.HasSuffix(at.class.Name(), t.class) {
			continue
		}
		class := p.classOf()
		s := p.section(p.tree.Root)
		for _, name := range t.path {
			s = p.sub(s, class, name)
			class = class.Child(name, "")
			if class == nil {
				break
			}
		}
		return s, class
	}
	return p.siblings(at)
}

// siblings: Type and Parent may name another sub-section beside the one they stand in.
func (p *pass) siblings(at place) (*section, *options.Class) {
	parent := at.object.Parent
	if parent == nil || parent.Kind != capejson.Object || at.member.Key == nil {
		return nil, nil
	}
	m := at.object.Member()
	if m == nil || m.Key == nil {
		return nil, nil
	}
	above := p.placeAt(m.Key.Span.Start)
	if above.class == nil || above.class.Kinds == nil || !strings.EqualFold(above.class.Kinds.By, at.member.Key.String()) {
		return nil, nil
	}
	return p.section(parent), above.class
}
