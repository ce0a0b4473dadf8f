package control

import (
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// entry is one member of an object with the members of included files in their places.
type entry struct {
	name  string         // as written
	key   *capejson.Node // nil for a member that comes from another file
	value *capejson.Node // includes resolved; from another file when own is false
	own   ownership
}

// ownership tells whether a node stands in the file that is checked. Findings are only made there.
type ownership int

const (
	foreign ownership = iota
	own
)

// maxIncludes bounds how deep includes are followed; CAPE breaks off at a circle.
const maxIncludes = 8

// section is an object as CAPE sees it.
type section struct {
	node    *capejson.Node
	entries []entry
	// complete: all members are known. A file that is included and cannot be read hides some.
	complete bool
	own      ownership
	index    map[string]int // name -> its last entry; nil for a short section
	subs     []subsection   // what subsections found,
	subsOf   *options.Class // for this class
}

// indexed is the length from which on a section is searched by an index.
const indexed = 24

// section returns the members of an object; of anything else it returns none. It never returns nil. A long
// one is kept, since several rules ask for it.
func (p *pass) section(n *capejson.Node) *section {
	if n == nil || n.Kind != capejson.Object || len(n.Members) < indexed {
		return p.sectionAt(n, p.home(n), 0)
	}
	return p.keptSection(n)
}

// keptSection is section for an object that several rules ask for.
func (p *pass) keptSection(n *capejson.Node) *section {
	s := p.kept[n]
	if s == nil {
		s = p.sectionAt(n, p.home(n), 0)
		if p.kept == nil {
			p.kept = map[*capejson.Node]*section{}
		}
		p.kept[n] = s
	}
	return s
}

// newSection takes a section from the current chunk: one allocation serves many.
func (p *pass) newSection() *section {
	if len(p.sections) == 0 {
		p.made = min(2*p.made+8, 256)
		p.sections = make([]section, p.made)
	}
	s := &p.sections[0]
	p.sections = p.sections[1:]
	return s
}

// newEntries takes room for entries from the current chunk.
func (p *pass) newEntries(n int) []entry {
	if n > len(p.entries) {
		p.entries = make([]entry, max(n, 4*p.made))
	}
	out := p.entries[:0:n]
	p.entries = p.entries[n:]
	return out
}

// home tells whether a node stands in the file that is checked.
func (p *pass) home(n *capejson.Node) ownership {
	if p.part == nil || n == nil || rootOf(n) == p.tree.Root {
		return own
	}
	return foreign
}

func rootOf(n *capejson.Node) *capejson.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

func (p *pass) sectionAt(n *capejson.Node, o ownership, depth int) *section {
	return p.sectionWithin(n, o, make([]string, depth))
}

// sectionWithin is sectionAt for a node in an included file; open holds the names that lead to it, so that a
// circle is not followed.
func (p *pass) sectionWithin(n *capejson.Node, o ownership, open []string) *section {
	s := p.newSection()
	s.node, s.complete, s.own = n, true, o
	if n == nil {
		return s
	}
	if n.Kind != capejson.Object {
		s.complete = n.Kind != capejson.Included && n.Kind != capejson.Bad && n.Kind != capejson.Missing
		return s
	}
	s.entries = p.newEntries(len(n.Members))
	for i := range n.Members {
		m := &n.Members[i]
		if name, ok := bareInclude(m); ok {
			var members *capejson.Node
			who := foreign
			if len(open) < maxIncludes && !slices.Contains(open, name) { // a circle has no members
				members, who = p.included(name, bareMembers)
			}
			inner := p.sectionWithin(members, who, append(slices.Clip(open), name))
			s.entries = append(s.entries, inner.entries...)
			s.complete = s.complete && inner.complete && inner.node != nil
			continue
		}
		if m.Key == nil || m.Key.Kind != capejson.String {
			s.complete = false
			continue
		}
		value, who := p.resolve(m.Value, o, len(open))
		e := entry{name: m.Key.String(), key: m.Key, value: value, own: who}
		if o == foreign {
			e.key = nil
		}
		s.entries = append(s.entries, e)
	}
	if len(s.entries) >= indexed {
		s.index = make(map[string]int, len(s.entries))
		for i := range s.entries {
			s.index[s.entries[i].name] = i
		}
	}
	return s
}

// bareInclude returns the file name of a member that stands for the members of another file.
func bareInclude(m *capejson.Member) (name string, ok bool) {
	if m.Key == nil {
		if m.Value.Kind == capejson.Included {
			return includedName(m.Value), true
		}
		return "", false
	}
	if m.Key.Is("&include") && m.Value.Kind == capejson.String {
		return m.Value.String(), true
	}
	return "", false
}

// resolve follows JSONFile("x.json") to the value in that file.
func (p *pass) resolve(n *capejson.Node, o ownership, depth int) (*capejson.Node, ownership) {
	for n.Kind == capejson.Included && depth < maxIncludes {
		value, who := p.included(includedName(n), wholeValue)
		if value == nil {
			return n, o
		}
		n, o = value, who
		depth++
	}
	return n, o
}

// form is what an included file must hold where it is included.
type form int

const (
	wholeValue  form = iota // JSONFile("x.json") as a value: one complete value
	bareMembers             // "&include": "x.json", or JSONFile("x.json") without a key: members without braces
	sectionFile             // "PBS": "pbs.json": an object, which CAPE reads as a file of its own
)

// included returns what a file holds that is named from the folder CAPE runs in, and whether it is the one
// that is checked; nil when it cannot be read.
func (p *pass) included(name string, as form) (*capejson.Node, ownership) {
	if p.part != nil && p.from(name) == p.part.path {
		return p.tree.Root, own
	}
	src, ok := p.bytes(name)
	if !ok {
		return nil, foreign
	}
	return p.env.Known.tree(p.from(name), src, as).Root, foreign
}

// read parses a file that is named from the folder CAPE runs in; nil when it cannot be read.
func (p *pass) read(name string) *capejson.Tree {
	src, ok := p.bytes(name)
	if !ok {
		return nil
	}
	return p.env.Known.tree(p.from(name), src, wholeValue)
}

// fragment parses a file that holds members without braces.
func (p *pass) fragment(name string) *capejson.Node {
	n, _ := p.included(name, bareMembers)
	return n
}

// from returns the path of a file that is named from the folder CAPE runs in.
func (p *pass) from(name string) string { return filepath.Join(p.env.Root, name) }

// bytes reads a file that is named from the folder CAPE runs in.
func (p *pass) bytes(name string) ([]byte, bool) {
	if p.env.Files == nil || name == "" || filepath.IsAbs(name) {
		return nil, false
	}
	src, err := p.env.Files.ReadFile(p.from(name))
	return src, err == nil
}

// get returns the value that counts of an option, under any of its spellings: the last one. It is nil when
// there is none.
func (s *section) get(class *options.Class, full string) (value *capejson.Node, who ownership) {
	if e := s.entry(class, full); e != nil {
		return e.value, e.own
	}
	return nil, foreign
}

// entry returns the last member with a name or, where a class is given, with another spelling of it; nil when
// there is none.
func (s *section) entry(class *options.Class, full string) *entry {
	var aliases []string
	if class != nil && class.Options[full] != nil {
		aliases = class.Options[full].Aliases
	}
	if s.index != nil {
		return s.indexedEntry(full, aliases)
	}
	for i := len(s.entries) - 1; i >= 0; i-- {
		if e := &s.entries[i]; e.name == full || len(aliases) > 0 && slices.Contains(aliases, e.name) {
			return e
		}
	}
	return nil
}

func (s *section) indexedEntry(full string, aliases []string) *entry {
	last := -1
	if i, ok := s.index[full]; ok {
		last = i
	}
	for _, alias := range aliases {
		if i, ok := s.index[alias]; ok {
			last = max(last, i)
		}
	}
	if last < 0 {
		return nil
	}
	return &s.entries[last]
}

// sub returns the section under an option.
func (p *pass) sub(s *section, class *options.Class, full string) *section {
	value, who := s.get(class, full)
	if value != nil && value.Kind == capejson.Object && who == own {
		return p.keptSection(value)
	}
	sub := p.sectionAt(value, who, 0)
	if value == nil {
		sub.complete = s.complete
	}
	if value != nil && value.Kind == capejson.String {
		// The text is the name of a file, which is not followed here.
		sub.complete = false
	}
	return sub
}

// texts returns the text nodes of a value: itself, or those in a list of any depth. ok is false when
// something in it is not known: an include, a rule such as "@expr".
func texts(n *capejson.Node) (out []*capejson.Node, ok bool) {
	if n == nil {
		return nil, true
	}
	return appendTexts(make([]*capejson.Node, 0, max(1, len(n.Items))), n)
}

func appendTexts(out []*capejson.Node, n *capejson.Node) ([]*capejson.Node, bool) {
	switch n.Kind {
	case capejson.String:
		return append(out, n), true
	case capejson.Array:
		all := true
		for _, item := range n.Items {
			var ok bool
			out, ok = appendTexts(out, item)
			all = all && ok
		}
		return out, all
	case capejson.Null:
		return out, true
	}
	return out, false
}

// wordsOf is texts as plain strings.
func wordsOf(n *capejson.Node) ([]string, bool) {
	nodes, ok := texts(n)
	out := make([]string, len(nodes))
	for i := range nodes {
		out[i] = nodes[i].String()
	}
	return out, ok
}
