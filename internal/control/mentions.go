package control

import (
	"path"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// mention is one place that names something.
type mention struct {
	holder
	name string
	file string         // absolute; empty: the file asked about
	span text.Span      // the name alone, without quotes
	node *capejson.Node // the key or text that it stands in; nil outside of JSON
	// value is what stands under a key.
	value *capejson.Node
	// dollar: it is written $name.
	dollar bool
}

// is reports whether two mentions mean the same thing.
func (m mention) is(o mention) bool { return m.realm == o.realm && m.name == o.name }

// mentions finds every place in the file, and in those that it includes or that belong to it, that names
// something, in the order in which they are met.
func (p *pass) mentions() []mention {
	class := p.classOf()
	if class == nil {
		return nil
	}
	w := &walk{pass: p}
	top := p.section(p.tree.Root)
	w.object(p.tree.Root, level{section: top, class: class}, nil)
	if class != options.AgentClass() {
		w.matrixFile(top, class)
		w.surfaceFile(top, class)
	}
	return w.expressions()
}

// level is an object on the way down, with what its options are. The section has the members of all files
// that make it up.
type level struct {
	section *section
	class   *options.Class
	name    string // the key it stands under
}

// walk is one way through the file.
type walk struct {
	*pass
	file   string   // of the nodes that are looked at; empty: the file asked about
	depth  int      // of includes
	open   []string // the files that the walk is in
	visits int
	keys   []string
	exprs  []expression
	paths  []pathRef
	out    []mention
}

// pathRef is the name of a file or folder in the file asked about.
type pathRef struct {
	node  *capejson.Node
	names []string // where to look, best first
}

// expression is a text with run matrix keys in it.
type expression struct {
	file   string
	node   *capejson.Node
	holder holder
	dollar bool // only $name counts
}

// object looks at the members of an object whose options are known.
func (w *walk) object(n *capejson.Node, at level, up *level) {
	if n == nil || n.Kind != capejson.Object {
		return
	}
	for i := range n.Members {
		m := &n.Members[i]
		if name, ok := bareInclude(m); ok {
			w.in(name, w.fragment(name), func(root *capejson.Node) { w.object(root, at, up) })
			continue
		}
		if m.Key == nil || m.Key.Kind != capejson.String {
			continue
		}
		w.name(m.Key, m.Value, at)
		w.follow(m.Value, func(value *capejson.Node) { w.member(m.Key.String(), value, at, up) })
	}
}

// follow calls f with a value, or with what the file holds that is included in its place.
func (w *walk) follow(value *capejson.Node, f func(*capejson.Node)) {
	if value.Kind == capejson.Included {
		name := includedName(value)
		if tree := w.read(name); tree != nil {
			w.in(name, tree.Root, func(root *capejson.Node) { w.follow(root, f) })
			return
		}
	}
	f(value)
}

// maxVisits bounds how often included files are looked at: a circle of includes could be gone round without
// end, and a file be included from many places.
const maxVisits = 500

// in calls f while the walk is in another file.
func (w *walk) in(name string, root *capejson.Node, f func(*capejson.Node)) {
	path := w.from(name)
	if root == nil || w.depth >= maxIncludes || w.visits >= maxVisits || slices.Contains(w.open, path) {
		return
	}
	file := w.file
	w.file, w.open = path, append(w.open, path)
	w.depth++
	w.visits++
	f(root)
	w.depth--
	w.file, w.open = file, w.open[:len(w.open)-1]
}

// name notes the key of a section that the user named.
func (w *walk) name(key, value *capejson.Node, at level) {
	name := key.String()
	r := namesSection(at.class, name)
	if r != noRealm && value.Kind != capejson.Array && value.Kind != capejson.Number {
		w.add(holder{realm: r, rank: setting}, key, value)
	}
	if at.class.Name() == "RunMatrixOpts" && at.class.Options[at.class.Full(name)] == nil && slices.Contains(w.keyNames(at), name) {
		w.add(holder{realm: matrixKeys, rank: listing}, key, value) // CAPE moves it to Values
	}
}

func (w *walk) keyNames(at level) []string {
	if w.keys == nil {
		keys, _ := at.section.get(at.class, "Keys")
		w.keys, _ = wordsOf(keys)
		w.keys = append(w.keys, "") // so that it is looked for once
	}
	return w.keys
}

// member looks at the value of an option.
func (w *walk) member(name string, value *capejson.Node, at level, up *level) {
	full := at.class.Full(name)
	id := group(at.class) + "." + full
	if h, ok := textHolders[id]; ok {
		w.texts(h, value)
	}
	w.path(full, id, value, at)
	if up != nil && up.class.Kinds != nil && up.class.Kinds.By == full {
		w.sibling(value, at, up)
	}
	if inner := w.classUnder(name, at); inner != nil && value.Kind == capejson.Object && !isRule(value) {
		w.object(value, level{section: w.sectionOf(value), class: inner, name: name}, &at)
		return
	}
	w.plain(value, id)
}

// path notes the names of files in a value.
func (w *walk) path(full, id string, value *capejson.Node, at level) {
	if w.file != "" || value.Kind != capejson.String && value.Kind != capejson.Array {
		return
	}
	_, ok := pathsFor(id)
	if opt := at.class.Options[full]; !ok && opt != nil && opt.Section != nil {
		ok = value.Kind == capejson.String && isSectionFile(opt)
	}
	if !ok {
		return
	}
	nodes, _ := texts(value)
	for _, n := range nodes {
		w.paths = append(w.paths, pathRef{n, append([]string{n.String()}, w.placedIn(full, id, at, n.String())...)})
	}
}

// placedIn returns the other names under which a file is looked for: in a folder that the section names,
// in that of the reports.
func (w *walk) placedIn(full, id string, at level, name string) []string {
	if id == "SingleReportOpts.Logo" || id == "SingleReportOpts.Frontispiece" {
		return []string{path.Join("report", name)}
	}
	for _, f := range fileOptions {
		if f.option == full && f.below != "" && f.section+"Opts" == at.class.Name() {
			return w.placed(at.section, at.class, f.below, name)
		}
	}
	return nil
}

// sectionOf is section for a node of any file.
func (w *walk) sectionOf(n *capejson.Node) *section {
	if w.file == "" {
		return w.section(n)
	}
	return w.sectionAt(n, foreign, w.depth)
}

// classUnder returns the options of the object under a key, nil when it has none.
func (w *walk) classUnder(name string, at level) *options.Class {
	kind := ""
	if at.class.Kinds != nil && at.class.Options[at.class.Full(name)] == nil {
		kind, _ = w.kindOf(at.section, at.class, name)
	}
	return at.class.Child(name, kind)
}

// sibling: the option that tells kinds apart may name another sub-section beside the one it stands in.
func (w *walk) sibling(value *capejson.Node, at level, up *level) {
	r := sectionNames[up.class.Name()]
	if r == noRealm || value.Kind != capejson.String || value.Is(at.name) {
		return
	}
	if up.class.Kinds.By != "Parent" && up.section.entry(nil, value.String()) == nil {
		return
	}
	w.add(holder{realm: r}, value, nil)
}

// plain looks at a value whose keys are no options.
func (w *walk) plain(n *capejson.Node, id string) {
	if h, ok := keyHolders[id]; ok && n.Kind == capejson.Object && !isRule(n) {
		for i := range n.Members {
			m := &n.Members[i]
			if m.Key != nil && m.Key.Kind == capejson.String && !m.Key.Is("") {
				w.add(h, m.Key, m.Value)
			}
		}
	}
	inner := innerHolders[id]
	anyText, deep := inner[""]
	dollars := dollarOptions[id]
	w.each(n, "", func(key string, node *capejson.Node, isKey bool) {
		switch h, ok := inner[key]; {
		case dollars:
			w.exprs = append(w.exprs, expression{w.file, node, holder{realm: matrixKeys}, true})
		case isKey:
		case ok && key != "":
			w.texts(h, node)
		case deep && key != specialKeys[1]:
			w.texts(anyText, node)
		}
	})
}

// each visits the keys and texts below a node, with the key that a text stands under, and keeps the
// expressions that it meets.
func (w *walk) each(n *capejson.Node, key string, visit func(key string, node *capejson.Node, isKey bool)) {
	switch n.Kind {
	case capejson.String:
		visit(key, n, false)
	case capejson.Array:
		for _, item := range n.Items {
			w.each(item, key, visit)
		}
	case capejson.Object:
		if isRule(n) {
			w.rule(n)
			return
		}
		for i := range n.Members {
			m := &n.Members[i]
			if m.Key != nil && m.Key.Kind == capejson.String {
				visit(key, m.Key, true)
				w.each(m.Value, m.Key.String(), visit)
			}
		}
	}
}

// texts notes each text of a value, which may be a list. A component with a minus before it is left out of
// those that are put together.
func (w *walk) texts(h holder, n *capejson.Node) {
	nodes, _ := texts(n)
	for _, t := range nodes {
		said := t.String()
		switch {
		case h.words:
			w.exprs = append(w.exprs, expression{w.file, t, h, false})
		case h.realm == components && h.loose && strings.HasPrefix(said, "-"):
			w.out = append(w.out, mention{holder: h, name: said[1:], file: w.file, span: t.Source(1, len(said)), node: t})
		default:
			w.add(h, t, nil)
		}
	}
}

// add notes what a key or text names.
func (w *walk) add(h holder, n, value *capejson.Node) {
	if n.Is("") {
		return
	}
	w.out = append(w.out, mention{holder: h, name: n.String(), file: w.file, span: n.InnerSpan(), node: n, value: value})
}
