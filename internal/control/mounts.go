package control

import (
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// mount is a place where another file is put in.
type mount struct {
	name string
	span text.Span // of the name
	form form
	in   *capejson.Node // the root of the file that the place is in
	// class holds the options of the object around, nil when they are not known. Object is that object and
	// key the option whose value is put in; both are nil in lists.
	class  *options.Class
	object *capejson.Node
	key    *capejson.Node
	inner  *options.Class // the options of what stands in the file, nil when they are not known
}

// mounts lists the places where files are put in, those in included files as well.
func (p *pass) mounts() []mount {
	w := mounting{p: p}
	class := p.env.Options.For(p.env.solver(&capejson.Tree{Root: p.top()}))
	if top := p.top(); top.Kind == capejson.Included {
		w.add(mount{name: includedName(top), span: nameSpan(top), form: wholeValue, in: top}, class, 0)
	} else {
		w.visit(top, class, 0, p.part == nil && len(p.tree.Includes) == 0)
	}
	return w.found
}

type mounting struct {
	p     *pass
	found []mount
	open  []string // the files that are being visited
	named map[*options.Class]bool
}

// visit looks into a value; alone tells that the file it stands in includes none, so that only sections can be the
// names of files.
func (w *mounting) visit(n *capejson.Node, class *options.Class, depth int, alone bool) {
	if n == nil || depth > maxIncludes || alone && !w.hasSections(class) {
		return
	}
	for _, item := range n.Items {
		if item.Kind == capejson.Included {
			w.add(mount{name: includedName(item), span: item.Span, form: wholeValue, in: rootOf(n)}, nil, depth)
			continue
		}
		w.visit(item, nil, depth, alone)
	}
	var s *section
	for i := range n.Members {
		m := &n.Members[i]
		at := mount{in: rootOf(n), class: class, object: n}
		if name, ok := bareInclude(m); ok {
			at.name, at.span, at.form = name, nameSpan(m.Value), bareMembers
			w.add(at, class, depth)
			continue
		}
		if m.Key == nil || m.Key.Kind != capejson.String {
			continue
		}
		at.key = m.Key
		switch m.Value.Kind {
		case capejson.Included:
			at.name, at.span, at.form = includedName(m.Value), nameSpan(m.Value), wholeValue
			w.add(at, w.child(class, n, &s, m), depth)
		case capejson.String:
			if class == nil {
				continue
			}
			if opt := class.Options[class.Full(m.Key.String())]; opt != nil && opt.Section != nil && isSectionFile(opt) {
				at.name, at.span, at.form = m.Value.String(), m.Value.InnerSpan(), sectionFile
				w.add(at, opt.Section, depth)
			}
		case capejson.Object, capejson.Array:
			w.visit(m.Value, w.child(class, n, &s, m), depth, alone)
		}
	}
}

// hasSections reports whether a section of a class can have sections, of its own options or of those whose kinds the
// user names.
func (w *mounting) hasSections(class *options.Class) bool {
	if class == nil {
		return false
	}
	has, known := w.named[class]
	if known {
		return has
	}
	if w.named == nil {
		w.named = map[*options.Class]bool{}
	}
	w.named[class] = true // while it is looked at: a class that holds itself is looked into
	has = w.anySection(class)
	w.named[class] = has
	return has
}

func (w *mounting) anySection(class *options.Class) bool {
	inType := func(t options.Type) bool { return w.hasSections(t.Class) }
	for _, opt := range class.Options {
		if opt.Section != nil || slices.ContainsFunc(opt.Types, inType) {
			return true
		}
	}
	if class.Kinds != nil {
		for _, kind := range class.Kinds.Map {
			if w.hasSections(kind) {
				return true
			}
		}
	}
	return class.AnyKey != nil && slices.ContainsFunc(class.AnyKey.Types, inType)
}

// child returns the options of the object under a key.
func (w *mounting) child(class *options.Class, n *capejson.Node, s **section, m *capejson.Member) *options.Class {
	if class == nil {
		return nil
	}
	name, kind := m.Key.String(), ""
	if class.Kinds != nil && class.Options[class.Full(name)] == nil {
		if *s == nil {
			*s = w.p.section(n)
		}
		kind, _ = w.p.kindOf(*s, class, name)
	}
	return class.Child(name, kind)
}

// add keeps a place and goes on into the file; inner holds the options of what stands in it.
func (w *mounting) add(at mount, inner *options.Class, depth int) {
	at.inner = inner
	w.found = append(w.found, at)
	if at.name == "" || isYAMLName(at.name) || filepath.IsAbs(at.name) {
		return
	}
	if len(w.found) > maxMounts || slices.Contains(w.open, at.name) {
		return // a circle, or far more than a control file has
	}
	n, _ := w.p.included(at.name, at.form)
	w.open = append(w.open, at.name)
	w.visit(n, inner, depth+1, false)
	w.open = w.open[:len(w.open)-1]
}

// maxMounts bounds how many places of included files are looked at.
const maxMounts = 500

// isSectionFile reports whether CAPE takes a string in place of a section for the name of a file.
func isSectionFile(opt *options.Option) bool {
	return !opt.Section.Switch && (len(opt.Types) == 0 || opt.Accepts("str"))
}

// nameSpan is the span of the name in JSONFile("name") or "name".
func nameSpan(n *capejson.Node) text.Span {
	name := includedName(n)
	if n.Kind == capejson.String {
		return n.InnerSpan()
	}
	src := n.Text()
	for i := 0; i+len(name) < len(src); i++ {
		if src[i] == '"' && src[i+1:i+1+len(name)] == name {
			return text.Span{Start: n.Span.Start + i + 1, End: n.Span.Start + i + 1 + len(name)}
		}
	}
	return n.Span
}
