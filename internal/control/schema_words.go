package control

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// wrongType reports a value of a type that CAPE does not accept. All are the scalars of the whole value,
// which a fix mends together.
func (p *pass) wrongType(opt *options.Option, n *capejson.Node, name string, all []*capejson.Node) {
	d := p.found(codeType, n.Span, wrongTypeWords(opt, n, name, len(all) > 1))
	if len(all) == 0 {
		all = []*capejson.Node{n}
	}
	if fix, ok := typeFix(opt, all); ok {
		d.Fixes = append(d.Fixes, fix)
	}
}

// wrongTypeWords words it; inList tells that the value is one of several.
func wrongTypeWords(opt *options.Option, n *capejson.Node, name string, inList bool) string {
	must := saidTypes(opt)
	decimal := typeOf(n) == "int" && opt.Accepts("float")
	if decimal {
		must = saidType("float")
	}
	switch {
	case inList:
		return fmt.Sprintf("%s must hold %s only, not %s: %s", name, plural(must), saidKind(n), dropped(opt))
	case decimal && plainInt().MatchString(n.Text()):
		return fmt.Sprintf("%s must be %s.0, with a decimal point, not %s: %s", name, n.Text(), n.Text(), dropped(opt))
	}
	return fmt.Sprintf("%s must be %s, not %s: %s", name, must, saidKind(n), dropped(opt))
}

// dropped says what CAPE does with a setting it does not accept.
func dropped(opt *options.Option) string {
	said := "CAPE ignores this setting"
	if opt.Default != nil {
		if def := literal(opt.Default); len(def) <= 40 {
			return said + " and uses the default " + def
		}
	}
	return said
}

// typeFix rewrites every scalar that has a wrong type, if there is a way that keeps what is meant.
func typeFix(opt *options.Option, all []*capejson.Node) (diag.Fix, bool) {
	fix := diag.Fix{Preferred: true}
	for _, n := range all {
		typ := typeOf(n)
		if typ == "" || opt.Accepts(typ) {
			continue
		}
		with, certain := converted(opt, n, typ)
		if with == "" {
			return diag.Fix{}, false
		}
		fix.Edits = append(fix.Edits, diag.Edit{Span: n.Span, New: with})
		fix.Preferred = fix.Preferred && certain == sure
	}
	if len(fix.Edits) == 0 {
		return diag.Fix{}, false
	}
	fix.Title = "Change to " + fix.Edits[0].New
	if len(fix.Edits) > 1 {
		fix.Title = fmt.Sprintf("Change %d values to %s", len(fix.Edits), plural(saidTypes(opt)))
	}
	return fix, true
}

var plainInt = text.Pattern(`^-?[0-9]+$`)

// converted writes a scalar as a type that the option accepts; empty when there is no such form.
func converted(opt *options.Option, n *capejson.Node, typ string) (string, preference) {
	lower := strings.ToLower(strings.TrimSpace(n.String()))
	switch {
	case typ == "int" && opt.Accepts("float") && plainInt().MatchString(n.Text()):
		return n.Text() + ".0", sure
	case typ == "int" && opt.Accepts("bool") && (n.Text() == "0" || n.Text() == "1"):
		return map[string]string{"0": "false", "1": "true"}[n.Text()], sure
	case typ == "float" && opt.Accepts("int"):
		if whole, ok := strings.CutSuffix(n.Text(), ".0"); ok && plainInt().MatchString(whole) {
			return whole, sure
		}
	case typ == "str" && opt.Accepts("bool") && (lower == "true" || lower == "false"):
		return lower, sure
	case typ == "str" && (opt.Accepts("int") || opt.Accepts("float")) && json.Valid([]byte(lower)):
		number := options.TypeName(json.Number(lower))
		if _, err := strconv.ParseFloat(lower, 64); err != nil {
			return "", maybe
		}
		if number == "int" && !opt.Accepts("int") {
			return lower + ".0", sure
		}
		if opt.Accepts(number) {
			return lower, sure
		}
	case (typ == "int" || typ == "float" || typ == "bool") && opt.Accepts("str"):
		return `"` + n.Text() + `"`, maybe
	}
	return "", maybe
}

// wrongValue reports a value that is not one of those allowed.
func (p *pass) wrongValue(opt *options.Option, n *capejson.Node, name string, v any) {
	message := fmt.Sprintf("%s must be %s, not %s: %s", name, oneOf(opt.Values), literal(v), dropped(opt))
	d := p.found(codeValue, n.Span, message)
	for i, right := range nearestValues(opt, v) {
		pref := maybe
		if i == 0 && isSpelling(v, right) {
			pref = sure
		}
		d.Fixes = append(d.Fixes, replaceFix("Change to "+literal(right), n.Span, literal(right), pref))
	}
}

// otherWords are spellings of levels that CAPE declares for ToolSet and SkillSet and never applies.
var otherWords = map[string]string{"off": "none", "lo": "low", "med": "medium", "hi": "full", "high": "full", "all": "full", "small": "low"}

// nearestValues returns the values allowed that may be meant, at most three.
func nearestValues(opt *options.Option, v any) []any {
	word, ok := v.(string)
	if !ok {
		return nil
	}
	var names []string
	for _, x := range opt.Values {
		if s, ok := x.(string); ok {
			names = append(names, s)
		}
	}
	if meant, ok := otherWords[strings.ToLower(word)]; ok && slices.Contains(names, meant) {
		return []any{meant}
	}
	var out []any
	for _, s := range names {
		if strings.EqualFold(s, word) {
			out = append(out, s)
		}
	}
	for _, s := range options.CloseMatches(word, names) {
		if !slices.Contains(out, any(s)) {
			out = append(out, s)
		}
	}
	return out
}

func isSpelling(v, right any) bool {
	a, ok := v.(string)
	b, isText := right.(string)
	return ok && isText && (strings.EqualFold(a, b) || len(a) > 3 && options.Likeness(a, b) >= 0.85)
}

// literal writes a decoded value as JSON on one line.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return string(v)
	case string:
		return quote(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = literal(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case options.Object:
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = quote(f.Name) + ": " + literal(f.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// quote writes a text as JSON, as the user would.
func quote(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// saidTypes names the types an option accepts, in the user's words.
func saidTypes(opt *options.Option) string {
	var words []string
	for _, t := range opt.Types {
		word := saidType(t.Name)
		if t.Class != nil {
			word = "an object"
		}
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	switch {
	case slices.Contains(words, "a whole number") && slices.Contains(words, "a number with a decimal point"):
		words = slices.DeleteFunc(words, func(w string) bool { return w == "a number with a decimal point" })
		words[slices.Index(words, "a whole number")] = "a number"
	}
	return orList(words)
}

func saidType(name string) string {
	switch name {
	case "str":
		return "a string"
	case "int":
		return "a whole number"
	case "float":
		return "a number with a decimal point"
	case "bool":
		return "true or false"
	case "dict":
		return "an object"
	case "list":
		return "a list"
	}
	return name
}

// saidKind names what stands in the file.
func saidKind(n *capejson.Node) string {
	switch n.Kind {
	case capejson.Object:
		return "an object"
	case capejson.Array:
		return "a list"
	case capejson.Null:
		return "null"
	case capejson.String:
		return "the string " + clip(quote(n.String()))
	}
	return clip(n.Text())
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:39]) + "…"
	}
	return s
}

func plural(s string) string {
	return strings.NewReplacer("a string", "strings", "a whole number", "whole numbers",
		"a number with a decimal point", "numbers with a decimal point", "a number", "numbers", "an object", "objects").Replace(s)
}

// oneOf lists allowed values.
func oneOf(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = literal(v)
	}
	if len(words) < 3 {
		return orList(words)
	}
	return "one of " + orList(words)
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// innerOrAll is the span of the text inside the quotes, or of the value.
func innerOrAll(n *capejson.Node) text.Span {
	if n.Kind == capejson.String {
		return n.InnerSpan()
	}
	return n.Span
}
