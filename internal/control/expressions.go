package control

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/text"
)

// specialKeys make an object a rule for a value, in the order in which CAPE looks for them.
var specialKeys = [...]string{"@raw", "@expr", "@cons", "@map"}

// special names the key that makes an object a rule for a value, and reports what is wrong with it.
func (p *pass) special(n *capejson.Node, name string) (key string, fine bool) {
	var value *capejson.Node
	for _, k := range specialKeys {
		if value = n.Get(k); value != nil {
			key = k
			break
		}
	}
	if key == "" {
		return "", true
	}
	const dropped = "CAPE ignores this setting"
	switch typ := typeOf(value); {
	case key == "@expr" && typ != "str" && typ != "":
		p.found(codeSpecial, value.Span, "@expr must be a string with an expression: "+dropped)
		return key, false
	case (key == "@cons" || key == "@map") && typ != "dict" && typ != "":
		p.found(codeSpecial, value.Span, key+" must be an object: "+dropped)
		return key, false
	}
	if key == "@map" {
		by := n.Get("key")
		if by == nil || typeOf(by) != "str" && typeOf(by) != "" {
			span := n.Span
			if by != nil {
				span = by.Span
			}
			p.found(codeSpecial, span, `@map needs "key" beside it, the name of a run matrix key: `+dropped)
			return key, false
		}
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Key == nil || m.Key.Kind != capejson.String || m.Key.Is(key) || key == "@map" && m.Key.Is("key") {
			continue
		}
		p.found(codeSpecial, m.Key.Span, fmt.Sprintf("there must be nothing else beside %s: %s", key, dropped))
		return key, false
	}
	return key, true
}

// variable is what CAPE takes for the name of a run matrix key in an expression: letters and underscores.
var variable = regexp.MustCompile(`\$([A-Za-z_]+)([0-9]\w*)?`)

// expressionRules looks at "@expr", "@cons" and "@map" anywhere in the file.
func (p *pass) expressionRules(n *capejson.Node, m runMatrix) {
	switch n.Kind {
	case capejson.Array:
		for _, item := range n.Items {
			p.expressionRules(item, m)
		}
	case capejson.Object:
		for i := range n.Members {
			mem := &n.Members[i]
			if mem.Key != nil && mem.Key.Kind == capejson.String {
				p.expressionMember(n, mem, m)
			}
			p.expressionRules(mem.Value, m)
		}
	}
}

func (p *pass) expressionMember(n *capejson.Node, mem *capejson.Member, m runMatrix) {
	switch {
	case mem.Key.Is("@expr") && mem.Value.Kind == capejson.String:
		p.variables(mem.Value, m)
	case mem.Key.Is("@cons") && mem.Value.Kind == capejson.Object:
		for i := range mem.Value.Members {
			if k := mem.Value.Members[i].Key; k != nil && k.Kind == capejson.String {
				p.variables(k, m)
			}
		}
	case mem.Key.Is("@map") && mem.Value.Kind == capejson.Object:
		if by := n.Get("key"); by != nil && by.Kind == capejson.String && m.lacks(by.String()) {
			p.found(codeExpression, by.InnerSpan(), fmt.Sprintf("%s is not one of the run matrix keys: CAPE stops when it needs the value", quote(by.String())))
		}
	}
}

func (p *pass) variables(n *capejson.Node, m runMatrix) {
	expr := n.String()
	for _, at := range variable.FindAllStringSubmatchIndex(expr, -1) {
		name := expr[at[2]:at[3]]
		span := n.Source(at[0], at[1])
		if at[4] >= 0 {
			p.found(codeExpression, span, fmt.Sprintf(
				"$%s is read as $%s followed by %s: a name in an expression has letters and underscores only",
				expr[at[2]:at[5]], name, expr[at[4]:at[5]]))
			continue
		}
		if m.lacks(name) {
			p.found(codeExpression, text.Span{Start: span.Start, End: span.End}, fmt.Sprintf(
				"%s is not one of the run matrix keys: CAPE stops when it needs the value", quote(name)))
		}
	}
}

// lacks reports whether a name is surely no run matrix variable. CAPE derives some, such as "q" and "rey",
// from others.
func (m runMatrix) lacks(name string) bool {
	if !m.known || len(m.keys) == 0 || slices.Contains(m.keys, name) || m.class == nil {
		return false
	}
	kinds := m.class.Options["Definitions"].Section.Kinds
	if _, known := kinds.For(name); known || kinds.TypeAliases[name] != "" {
		return false
	}
	values := m.section.entry(m.class, "Values")
	return values == nil || values.value.Get(name) == nil
}
