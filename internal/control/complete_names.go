package control

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
)

// namesFor proposes the names that an option can hold.
func (c *completer) namesFor(id string) {
	switch h := textHolders[id]; {
	case id == "Subfigure.Coefficient":
		c.coefficients()
	case id == "RunMatrixOpts.Keys":
		c.columns()
	case id == "Subfigure.Component" || id == "Subfigure.Components" || id == "TargetDataBookOpts.Components":
		c.dataBookComponents()
	case h.realm != noRealm && h.words:
		c.keysInWords()
	case h.realm != noRealm && !slices.Contains(c.selfKinds(), c.at.full):
		c.realmNames(h.realm)
	case id == "Component.Targets":
		c.realmNames(targetNames)
	}
}

// selfKinds is the option that kindNames takes care of.
func (c *completer) selfKinds() []string {
	if up := c.at.above; up != nil && up.class != nil && up.class.Kinds != nil && sectionNames[up.class.Name()] != reports && sectionNames[up.class.Name()] != models {
		return []string{up.class.Kinds.By}
	}
	return nil
}

// realmNames proposes the names of a realm that are defined, those with settings first, but not the one
// around the cursor nor those that the list has.
func (c *completer) realmNames(r realm) {
	listed := append(c.listedHere(), c.around(r)...)
	for want := setting; want > use; want-- {
		for _, m := range c.names() {
			if m.realm != r || m.rank != want || slices.Contains(listed, m.name) || m.name == "" {
				continue
			}
			if m.node != nil && m.file == "" && m.node.Span.Contains(c.offset) {
				continue
			}
			c.name(m.name, r.String())
		}
	}
	if h := textHolders[c.at.id()]; h.rank == listing {
		for _, name := range c.usedNames(r) {
			if !slices.Contains(listed, name) {
				c.name(name, r.String())
			}
		}
	}
}

// around returns the name whose settings the cursor is in, which cannot name itself.
func (c *completer) around(r realm) []string {
	var out []string
	for _, m := range c.names() {
		if m.realm == r && m.rank == setting && m.file == "" && m.value != nil && m.value.Span.Contains(c.offset) {
			out = append(out, m.name)
		}
	}
	return out
}

// listedHere returns the other names in the list around the cursor.
func (c *completer) listedHere() []string {
	if !c.at.list || c.at.array == nil {
		return nil
	}
	var out []string
	for _, item := range c.at.array.Items {
		if item.Kind == capejson.String && item != c.at.leaf {
			out = append(out, item.String())
		}
	}
	return out
}

// dataBookComponents proposes the components that the data book collects; a plot of any other is empty.
func (c *completer) dataBookComponents() {
	top, class := c.whole()
	if class == nil {
		return
	}
	listed := c.listedHere()
	for _, name := range c.components(top, class).list {
		if !slices.Contains(listed, name) {
			c.name(name, components.String())
		}
	}
}

// columns proposes run matrix keys: the headings of the file in their order, names that are defined, and
// the names that CAPE knows.
func (c *completer) columns() {
	listed := c.listedHere()
	top, class := c.whole()
	if class == nil {
		return
	}
	add := func(name, what string) {
		if !slices.Contains(listed, name) && name != "" {
			c.name(name, what)
		}
	}
	if _, file, ok := c.readMatrixFile(top, class); ok && file.header != nil {
		for _, cell := range file.header.cells {
			add(strings.TrimSpace(cell.text), "column of the run matrix file")
		}
	}
	for _, m := range c.names() {
		if m.realm == matrixKeys && m.rank == setting {
			add(m.name, "defined")
		}
	}
	k := c.collection(matrixKeys)
	if k == nil || k.Kinds == nil {
		return
	}
	for _, v := range append(slices.Clone(flowKeys), kindAliases(k.Kinds, c.typed)...) {
		if _, known := k.Kinds.For(v); known {
			add(v, kindSaid[v])
		}
	}
}

// flowKeys are the run matrix keys whose names tell CAPE what they are, the common ones first.
var flowKeys = []string{
	"mach", "alpha", "beta", "rey", "T", "config", "label", "aoap", "phip", "p", "q", "T0", "p0", "V", "gamma",
	"altitude", "Tw", "Tv", "tag", "user",
}

// keysInWords proposes run matrix keys in an expression without $.
func (c *completer) keysInWords() {
	if leaf := c.at.leaf; leaf != nil && leaf.Kind == capejson.String && strings.ContainsAny(leaf.String(), "<>=!") {
		return
	}
	listed := c.listedHere()
	for _, name := range c.matrixKeyNames() {
		if !slices.Contains(listed, name) {
			c.name(name, matrixKeys.String())
		}
	}
}

// coefficients proposes what the data book collects of the component of a subfigure.
func (c *completer) coefficients() {
	top, class := c.whole()
	book := c.collection(components)
	if class == nil || book == nil {
		return
	}
	s := c.sub(top, class, "DataBook")
	name := c.inherited("Component")
	kind, _ := c.kindOf(s, book, name)
	if kind == "" {
		kind = "FM"
	}
	comp := book.Child(name, kind)
	if comp == nil || comp.Options["Cols"] == nil {
		return
	}
	if e := s.entry(nil, name); e != nil {
		if cols, _ := c.sectionAt(e.value, e.own, 0).get(comp, "Cols"); cols != nil {
			words, _ := wordsOf(cols)
			for _, w := range words {
				c.name(w, "coefficient")
			}
			return
		}
	}
	list, _ := comp.Options["Cols"].Default.([]any)
	for _, v := range list {
		if w, ok := v.(string); ok {
			c.add(feature.Completion{Label: w, Kind: feature.KindReference, Detail: "coefficient"}, quote(w), "")
		}
	}
}

// inherited returns a text option of the subfigure around the cursor, from itself or from the one that it
// takes its settings from.
func (c *completer) inherited(option string) string {
	if c.at.above == nil || c.at.above.object == nil {
		return ""
	}
	return inheritedText(c.section(c.at.above.object), c.at.name(), option)
}

// inheritedText returns a text option of a subfigure, from itself or along the chain of those that it takes
// its settings from.
func inheritedText(s *section, name, option string) string {
	for range len(s.entries) {
		e := s.entry(nil, name)
		if e == nil {
			return ""
		}
		if v := e.value.Get(option); v != nil && v.Kind == capejson.String {
			return v.String()
		}
		by := e.value.Get("Type")
		if by == nil || by.Kind != capejson.String || by.Is(name) {
			return ""
		}
		name = by.String()
	}
	return ""
}
