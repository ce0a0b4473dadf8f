package control

import (
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// subsection is an object in a section whose sub-sections are of several kinds: a run matrix key in
// Definitions, a component of the data book, a subfigure.
type subsection struct {
	entry
	at      int      // of the entry in the section around
	section *section // its own members
	kind    string   // as kindOf tells it
	// circle is set when the kind leads back to itself; then kind is empty.
	circle *capejson.Node
	class  *options.Class // the options of the kind, or of all other kinds
	known  bool           // the kind has options of its own
}

// subsections returns the sub-sections that the user names, which options of the section itself are not. Class
// must be that of the section. They are kept with the section, since many rules ask for those of a long one.
func (p *pass) subsections(s *section, class *options.Class) []subsection {
	if class == nil || class.Kinds == nil {
		return nil
	}
	if s.subsOf == class {
		return s.subs
	}
	s.subs, s.subsOf = make([]subsection, 0, len(s.entries)), class
	for i, e := range s.entries {
		if e.value.Kind != capejson.Object || class.Options[class.Full(e.name)] != nil {
			continue
		}
		sub := subsection{entry: e, at: i, section: p.section(e.value)}
		sub.kind, sub.circle = p.kindOf(s, class, e.name)
		sub.class, sub.known = class.Kinds.For(sub.kind)
		s.subs = append(s.subs, sub)
	}
	return s.subs
}

// ownSubsections are those that findings can be made in.
func (p *pass) ownSubsections(s *section, class *options.Class) []subsection {
	all := p.subsections(s, class)
	for i := range all {
		if all[i].own == foreign {
			var out []subsection
			for _, sub := range all {
				if sub.own == own {
					out = append(out, sub)
				}
			}
			return out
		}
	}
	return all
}
