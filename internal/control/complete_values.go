package control

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// valuePlace finds what a value replaces and what it needs around it.
func (c *completer) valuePlace() {
	c.replace = text.At(c.offset)
	leaf := c.at.leaf
	if leaf != nil && leaf.Kind != capejson.Missing && leaf.Kind != capejson.Object && leaf.Kind != capejson.Array {
		c.replace, c.typed = c.span(leaf), c.typedIn(leaf)
	}
	if c.replace.Start > 0 && !c.at.list && c.tree.Src[c.replace.Start-1] == ':' {
		c.before = " "
	}
	if begins(c.nextByte(c.replace.End)) {
		c.after = ","
	}
	if !c.at.list || c.at.array == nil {
		return
	}
	items := c.at.array.Items
	if leaf != nil && leaf.Span.Start == c.offset {
		c.replace, c.typed, c.after = text.At(c.offset), "", ", "
	}
	for i, item := range items {
		if item == leaf || item.Span.Start >= c.replace.Start {
			break
		}
		if item.Kind != capejson.Missing && (i+1 == len(items) || items[i+1].Span.Start >= c.replace.Start) {
			c.commaBefore(item.Span.End)
		}
	}
}

// values proposes values for an option.
func (c *completer) values() {
	if c.at.class == nil {
		c.plainValues()
		return
	}
	if c.dollarNames() {
		return
	}
	c.kindNames()
	c.namesFor(c.at.id())
	c.functions()
	if inText := c.at.leaf != nil && c.at.leaf.Kind == capejson.String; c.files() && inText {
		return
	}
	if opt := c.at.option; opt != nil {
		c.optionValues(opt)
	}
}

// value proposes a literal.
func (c *completer) value(kind feature.CompletionKind, v any, note string) {
	with := literal(v)
	label := with
	if s, ok := v.(string); ok {
		label = s
	}
	if label == "" {
		label = with
	}
	c.add(feature.Completion{Label: label, Kind: kind, Detail: note}, with, "")
}

func (c *completer) optionValues(opt *options.Option) {
	note := func(v any) string {
		if opt.Default != nil && literal(v) == literal(opt.Default) {
			return "default"
		}
		return ""
	}
	for _, v := range opt.Values {
		c.value(feature.KindEnum, v, note(v))
	}
	if slices.Contains(opt.TypeNames(), "bool") || opt.Section != nil && opt.Section.Switch {
		c.value(feature.KindValue, true, note(true))
		c.value(feature.KindValue, false, note(false))
	}
	_, named := textHolders[c.at.id()] // the default may be the name of nothing that this file has
	if _, list := opt.Default.([]any); opt.Default != nil && (!list || !c.at.list) && !named {
		c.value(feature.KindValue, opt.Default, "default")
	}
	if c.typed == "" && c.replace.Empty() && (opt.Section != nil || objectClass(opt) != nil) {
		c.add(feature.Completion{Label: "{}", Kind: feature.KindValue, Detail: "section"}, "{}", "{\n\t$0\n}")
	}
}

// name proposes a name of the user's.
func (c *completer) name(name, what string) {
	c.add(feature.Completion{Label: name, Kind: feature.KindReference, Detail: what}, c.listedText(name), "")
}

// kindNames proposes the kinds that Type or Parent tells apart, and the siblings that can be inherited from.
func (c *completer) kindNames() {
	up := c.at.above
	if up == nil || up.class == nil || up.class.Kinds == nil || up.class.Options[up.full] != nil || up.class.Kinds.By != c.at.full {
		return
	}
	k := up.class.Kinds
	for _, v := range append(k.Values(), kindAliases(k, c.typed)...) {
		c.add(feature.Completion{Label: v, Kind: feature.KindEnum, Detail: "type"}, quote(v), "")
	}
	r := sectionNames[up.class.Name()]
	if r == noRealm || r == matrixKeys {
		return
	}
	s := c.section(up.object)
	for _, e := range s.entries {
		if e.name == c.at.name() || namesSection(up.class, e.name) == noRealm || c.inheritsFrom(s, up.class, e.name, c.at.name()) {
			continue
		}
		c.add(feature.Completion{Label: e.name, Kind: feature.KindReference, Detail: r.String()}, quote(e.name), "")
	}
}

// inheritsFrom reports whether one sub-section takes its kind from another, so that the other way round
// there would be a circle.
func (p *pass) inheritsFrom(s *section, class *options.Class, name, from string) bool {
	for range len(s.entries) {
		e := s.entry(nil, name)
		if e == nil {
			return false
		}
		by := e.value.Get(class.Kinds.By)
		if by == nil || by.Kind != capejson.String || by.Is(name) {
			return false
		}
		if name = by.String(); name == from {
			return true
		}
	}
	return false
}

// dollarNames proposes run matrix keys behind a $ in an expression.
func (c *completer) dollarNames() bool {
	if !dollarOptions[c.at.id()] && c.at.full != "@expr" || c.at.leaf == nil || c.at.leaf.Kind != capejson.String {
		return false
	}
	return c.dollarAt(c.at.leaf)
}

func (c *completer) dollarAt(n *capejson.Node) bool {
	typed := c.typedIn(n)
	dollar := strings.LastIndexByte(typed, '$')
	if dollar < 0 || strings.ContainsFunc(typed[dollar+1:], func(r rune) bool { return !isLetter(r) }) {
		return c.at.full == "@expr" && c.expressionStart(n)
	}
	start := c.offset - (len(typed) - dollar)
	end := c.offset
	for end < c.span(n).End && isLetter(rune(c.tree.Src[end])) {
		end++
	}
	c.replace, c.before, c.after = text.Span{Start: start, End: end}, "", ""
	for _, key := range c.matrixKeyNames() {
		if dollarName().MatchString(key) {
			c.add(feature.Completion{Label: "$" + key, Kind: feature.KindReference, Detail: matrixKeys.String()}, "$"+key, "")
		}
	}
	return true
}

// expressionStart proposes keys where an expression has no $ yet.
func (c *completer) expressionStart(n *capejson.Node) bool {
	if n.Span.Len() > 2 {
		return true
	}
	for _, key := range c.matrixKeyNames() {
		if dollarName().MatchString(key) {
			c.add(feature.Completion{Label: "$" + key, Kind: feature.KindReference, Detail: matrixKeys.String()}, quote("$"+key), "")
		}
	}
	return true
}

func isLetter(r rune) bool { return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// matrixKeyNames returns the run matrix keys: those in Keys, or CAPE's default.
func (c *completer) matrixKeyNames() []string {
	top, class := c.whole()
	if class == nil {
		return nil
	}
	return c.runMatrix(top, class).keys
}

// plainValues proposes values where no options are known: the inside of a rule, and of objects that hold
// names.
func (c *completer) plainValues() {
	switch {
	case c.at.full == "key" && isRule(c.at.object):
		for _, name := range c.matrixKeyNames() {
			c.name(name, matrixKeys.String())
		}
		return
	case c.at.full == "@expr" || dollarOptions[c.at.inside]:
		if c.at.leaf != nil && c.at.leaf.Kind == capejson.String {
			c.dollarAt(c.at.leaf)
		} else if c.at.full == "@expr" {
			c.at.leaf = nil
			for _, key := range c.matrixKeyNames() {
				c.add(feature.Completion{Label: "$" + key, Kind: feature.KindReference, Detail: matrixKeys.String()}, quote("$"+key), "")
			}
		}
		return
	}
	inner := innerHolders[c.at.inside]
	if h, ok := inner[c.at.full]; ok {
		c.realmNames(h.realm)
	} else if h, ok := inner[""]; ok && h.realm != noRealm {
		c.realmNames(h.realm)
	}
}
