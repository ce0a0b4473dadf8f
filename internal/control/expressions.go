package control

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/text"
)

// specialKeys make an object a rule for a value, in the order in which CAPE looks for them.
var specialKeys = [...]string{"@raw", "@expr", "@cons", "@map"}

// special names the key that makes an object a rule for a value, and reports what is wrong with it.
func (p *pass) special(n *capejson.Node) (key string, fine bool) {
	if !isRule(n) {
		return "", true
	}
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
			p.found(codeSpecial, span, `@map must have "key" beside it, the name of a run matrix key: `+dropped)
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
var variable = text.Pattern(`\$([A-Za-z_]+)([0-9]\w*)?`)

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
			if mem.Key != nil && mem.Key.Kind == capejson.String && mayBeRule(mem.Key) {
				p.expressionMember(n, mem, m)
			}
			p.expressionRules(mem.Value, m)
		}
	}
}

// mayBeRule tells keys that begin with "@", as they are or escaped, from nearly all others.
func mayBeRule(key *capejson.Node) bool {
	s := key.Text()
	return len(s) > 1 && (s[1] == '@' || s[1] == '\\')
}

func (p *pass) expressionMember(n *capejson.Node, mem *capejson.Member, m runMatrix) {
	switch {
	case mem.Key.Is("@expr") && mem.Value.Kind == capejson.String:
		p.expression(mem.Value, m)
	case mem.Key.Is("@cons") && mem.Value.Kind == capejson.Object:
		p.conditions(mem, m)
	case mem.Key.Is("@map") && mem.Value.Kind == capejson.Object:
		if by := n.Get("key"); by != nil && by.Kind == capejson.String {
			p.mapped(mem, by, m)
		}
	}
}

// conditions checks "@cons": the first expression that is true gives the value.
func (p *pass) conditions(mem *capejson.Member, m runMatrix) {
	always := false
	for i := range mem.Value.Members {
		k := mem.Value.Members[i].Key
		if k == nil || k.Kind != capejson.String {
			return
		}
		p.expression(k, m)
		always = always || constant().MatchString(k.String())
	}
	if !always {
		p.found(codeElse, mem.Key.InnerSpan(), `@cons should end with "True", the value for all other cases: they get null`)
	}
}

// constant is an expression that does not depend on the case and may be true.
var constant = text.Pattern(`^[^$]*$`)

// mapped checks "@map": the value of the key chooses.
func (p *pass) mapped(mem *capejson.Member, by *capejson.Node, m runMatrix) {
	key := by.String()
	if m.lacks(key) {
		p.found(codeExpression, by.InnerSpan(), fmt.Sprintf("%s is not one of the run matrix keys: CAPE stops when it needs the value", quote(key)))
		return
	}
	otherwise := mem.Value.Get("_default_") != nil
	if m.known && m.class != nil && m.has[key] && m.defns.complete {
		if kind := m.column(key).kind; kind != "str" {
			effect := "every case gets null"
			if otherwise {
				effect = "every case gets the value of _default_"
			}
			p.found(codeExpression, by.InnerSpan(), fmt.Sprintf(
				"the key of @map must hold texts: %s holds numbers, which match no name in @map, so that %s", key, effect))
			return
		}
	}
	if !otherwise {
		p.found(codeElse, mem.Key.InnerSpan(), `@map should have "_default_", the value for all other cases: they get null`)
	}
}

// expression checks the names in an expression, and whether Python can read it.
func (p *pass) expression(n *capejson.Node, m runMatrix) {
	before := len(p.out)
	p.variables(n, m)
	if len(p.out) > before {
		return
	}
	// As CAPE does, each name becomes one that Python knows; of the same length, so that places stay.
	expr := n.String()
	plain := strings.ReplaceAll(expr, "$", "_")
	script := pysource.Read([]byte("(\n" + plain + "\n)\n"))
	if script.Parses {
		return
	}
	span, why := n.InnerSpan(), ""
	if at := script.Problem; at != nil {
		why = " (" + at.Message + ")"
		if from := at.Offset - 2; from >= 0 && from < len(expr) {
			span = n.Source(from, len(expr))
		}
	}
	p.found(codeExpression, span, "the expression must be one that Python can read"+why+": CAPE stops when it needs the value")
}

func (p *pass) variables(n *capejson.Node, m runMatrix) {
	expr := n.String()
	for _, at := range variable().FindAllStringSubmatchIndex(expr, -1) {
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
	if !m.known || len(m.keys) == 0 || m.has[name] || m.class == nil {
		return false
	}
	kinds := m.class.Options["Definitions"].Section.Kinds
	if _, known := kinds.For(name); known || kinds.TypeAliases[name] != "" {
		return false
	}
	values := m.section.entry(m.class, "Values")
	return values == nil || values.value.Get(name) == nil
}
