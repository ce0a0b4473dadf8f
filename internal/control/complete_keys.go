package control

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// keyPlace finds what a key replaces and what it needs around it.
func (c *completer) keyPlace() {
	c.replace, c.after = text.At(c.offset), ": "
	switch m := c.at.member; {
	case c.at.inKey:
		c.replace, c.typed = c.span(m.Key), c.typedIn(m.Key)
	case m != nil && m.Key == nil && (m.Value.Kind == capejson.Bad || m.Value.Kind == capejson.String): // a word without quotes
		c.replace, c.typed = m.Value.Span, c.typedIn(m.Value)
	}
	if c.at.inKey && (c.at.member.Colon >= 0 || c.nextByte(c.replace.End) == ':') {
		c.after = ""
	}
	for i := range c.at.object.Members {
		m := &c.at.object.Members[i]
		if m == c.at.member || m.Span.Start >= c.replace.Start {
			break
		}
		if m.Value.Kind != capejson.Missing && (i+1 == len(c.at.object.Members) || c.at.object.Members[i+1].Span.Start >= c.replace.Start) {
			c.commaBefore(m.Span.End)
		}
	}
}

// keys proposes what may be a key: options that the object does not have yet, names that are used and have
// no settings, and in place of a value the rules that CAPE knows.
func (c *completer) keys() {
	s := c.section(c.at.object)
	current := ""
	if c.at.inKey {
		current = c.at.member.Key.String()
	}
	have := func(full string) bool {
		e := s.entry(c.at.class, full)
		return e != nil && e.name != current
	}
	if c.at.class == nil {
		c.plainKeys(have)
		return
	}
	c.nameKeys(s, have)
	for _, name := range c.at.class.Names() {
		if !have(name) {
			c.option(name, name)
		}
	}
	if c.typed == "" {
		return
	}
	var aliases []string
	for alias, full := range c.at.class.Aliases {
		if _, dead := c.at.class.DeadAliases[alias]; !dead && c.at.class.Options[full] != nil && hasPrefixFold(alias, c.typed) && !have(full) {
			aliases = append(aliases, alias)
		}
	}
	slices.Sort(aliases)
	for _, alias := range aliases {
		c.option(alias, c.at.class.Full(alias))
	}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// option proposes an option under one of its names.
func (c *completer) option(name, full string) {
	opt := c.at.class.Options[full]
	one := feature.Completion{Label: name, Kind: feature.KindProperty, Detail: detail(opt), Doc: c.about(c.at.class, opt, name), Sort: "1"}
	if name != full {
		one.Detail = strings.TrimSuffix("= "+full+", "+one.Detail, ", ")
		one.Sort = "2"
	}
	snippet := ""
	if c.after != "" {
		snippet = quoteSnippet(name) + ": " + valueSnippet(opt)
	}
	c.proposeKey(one, name, snippet)
}

// proposeKey adds a key. With a value to fill in, a comma behind it can be put in too.
func (c *completer) proposeKey(one feature.Completion, name, snippet string) {
	after := c.after
	if snippet != "" {
		c.after = ""
		if begins(c.nextByte(c.replace.End)) {
			snippet += ","
		}
		before := len(c.out)
		c.add(one, quote(name)+after, "")
		if len(c.out) > before {
			c.out[before].Snippet = snippet
		}
		c.after = after
		return
	}
	c.add(one, quote(name), "")
}

// nameKeys proposes names that are used elsewhere and have no settings in this section: figures that a
// report shows, keys of the run matrix.
func (c *completer) nameKeys(s *section, have func(string) bool) {
	r := sectionNames[c.at.class.Name()]
	if r == noRealm {
		return
	}
	listed, _ := listedNames(s, c.at.class)
	for _, name := range append(listed.list, c.usedNames(r)...) {
		if !have(name) && namesSection(c.at.class, name) != noRealm {
			c.nameKey(name, r.String())
		}
	}
}

// nameKey proposes a name of the user's as a key.
func (c *completer) nameKey(name, what string) {
	snippet := ""
	if c.after != "" {
		snippet = quoteSnippet(name) + ": {\n\t$0\n}"
	}
	c.proposeKey(feature.Completion{Label: name, Kind: feature.KindReference, Detail: what, Sort: "0"}, name, snippet)
}

// usedNames returns the names of a realm that stand in the file, in order, once each.
func (c *completer) usedNames(r realm) []string {
	var out names
	for _, m := range c.names() {
		if m.realm == r && !m.loose && !(m.node != nil && m.node.Span.Contains(c.offset)) {
			out.add(m.name)
		}
	}
	return out.list
}

// plainKeys proposes keys where no options are known: in an object of names, and in a rule for a value.
func (c *completer) plainKeys(have func(string) bool) {
	if h, ok := keyHolders[c.at.inside]; ok && !isRule(c.at.object) && c.at.above.class != nil {
		what := h.realm.String()
		for _, name := range c.usedNames(h.realm) {
			if !have(name) {
				c.proposeKey(feature.Completion{Label: name, Kind: feature.KindReference, Detail: what}, name, "")
			}
		}
	}
	switch {
	case isRule(c.at.object) || c.at.above.class != nil:
		c.ruleKeys(have)
	case c.at.above.full == "@cons" && isRule(c.at.above.object):
		c.conditions()
	case c.at.above.full == "@map" && isRule(c.at.above.object):
		c.mapKeys(have)
	}
}

// conditions proposes what the keys of @cons can begin with.
func (c *completer) conditions() {
	if c.at.inKey && strings.ContainsRune(c.typed, '$') {
		c.dollarAt(c.at.member.Key)
		return
	}
	for _, key := range c.matrixKeyNames() {
		if dollarName().MatchString(key) {
			c.proposeKey(feature.Completion{Label: "$" + key, Kind: feature.KindReference, Detail: matrixKeys.String()}, "$"+key, "")
		}
	}
	c.proposeKey(feature.Completion{Label: "True", Kind: feature.KindValue, Detail: "for all others"}, "True", "")
}

// maxValues bounds how many values of a run matrix key are proposed.
const maxValues = 50

// mapKeys proposes the values that a run matrix key has, as keys of @map.
func (c *completer) mapKeys(have func(string) bool) {
	if by := c.at.above.object.Get("key"); by != nil && by.Kind == capejson.String {
		for i, v := range c.matrixValues(by.String()) {
			if i < maxValues && !have(v) {
				c.proposeKey(feature.Completion{Label: v, Kind: feature.KindValue, Detail: by.String(), Sort: "0"}, v, "")
			}
		}
	}
	if !have("_default_") {
		c.proposeKey(feature.Completion{Label: "_default_", Kind: feature.KindValue, Detail: "for all others", Sort: "1"}, "_default_", "")
	}
}

// matrixValues returns the values of a run matrix key in the run matrix file, once each.
func (p *pass) matrixValues(key string) []string {
	top, class := p.whole()
	if class == nil {
		return nil
	}
	column := slices.Index(p.runMatrix(top, class).keys, key)
	_, file, ok := p.readMatrixFile(top, class)
	if column < 0 || !ok {
		return nil
	}
	var out names
	for _, r := range file.cases {
		if column < len(r.cells) {
			out.add(r.cells[column].text)
		}
	}
	return out.list
}

// ruleWords says what the rules for values do.
var ruleWords = []struct{ key, value, snippet, said string }{
	{"@expr", `""`, `"$0"`, "a value that is computed for each case from run matrix keys, as in `\"$mach * 2\"`"},
	{"@map", `{}`, "{\n\t$0\n}", "a value for each value of a run matrix key, which `\"key\"` beside it names; `\"_default_\"` is for all others"},
	{"@cons", `{}`, "{\n\t$0\n}", "the value of the first condition that holds, as in `\"$mach > 1\"`; `\"True\"` is for all others"},
	{"@raw", `null`, "$0", "a value that CAPE takes as it is"},
	{"key", `""`, `"$0"`, "the run matrix key whose values `@map` goes by"},
}

func (c *completer) ruleKeys(have func(string) bool) {
	n := c.at.object
	for _, r := range ruleWords {
		others := len(n.Members)
		if c.at.member != nil {
			others--
		}
		switch {
		case have(r.key):
			continue
		case r.key == "key" && !have("@map"):
			continue
		case r.key != "key" && others > 0 && !(r.key == "@map" && have("key")):
			continue
		}
		snippet := ""
		if c.after != "" {
			snippet = quoteSnippet(r.key) + ": " + r.snippet
		}
		c.proposeKey(feature.Completion{Label: r.key, Kind: feature.KindProperty, Doc: "**" + r.key + "**: " + r.said + "."}, r.key, snippet)
	}
}

// kindAliases returns other spellings of kinds that begin as what is typed.
func kindAliases(k *options.Kinds, typed string) []string {
	var out []string
	for alias := range k.TypeAliases {
		if typed != "" && hasPrefixFold(alias, typed) {
			out = append(out, alias)
		}
	}
	slices.Sort(out)
	return out
}
