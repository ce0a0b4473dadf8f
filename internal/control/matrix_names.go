package control

import (
	"math"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// column is one key of the run matrix: how its values are read, and what they add to the name of a case
// (cape.cfdx.runmatrix.RunMatrix.genr8_name).
type column struct {
	key        string
	kind       string // "float", "str", ...
	hasDefault bool   // a missing value is replaced by Default
	label      bool   // it is part of the name
	group      bool   // of the name of the group folder
	abbrev     string
	format     numberFormat
	positive   bool
	absolute   bool
	skipZero   bool
	multiplier float64
	replace    []replacement
	// named: all that the name depends on is known.
	named bool
	// given: Values has something for the key, and what the file holds does not count; constant is the
	// text that all cases have then, unless it is a list, which tells cases apart that are alike here.
	given    bool
	constant string
	listed   bool
}

type replacement struct{ from, to string }

// definition returns what Definitions says of a key.
func (m runMatrix) definition(key string) definition {
	kinds := m.class.Options["Definitions"].Section
	kind := key
	var defn *section
	if e := m.defns.entry(nil, key); e != nil && e.value.Kind == capejson.Object {
		defn = m.pass.section(e.value)
		kind, _ = m.pass.kindOf(m.defns, kinds, key)
	}
	class, _ := kinds.Kinds.For(kind)
	return definition{defn, class, true}
}

// column returns what is known of a run matrix key.
func (m runMatrix) column(key string) column {
	d := m.definition(key)
	defn := d.section
	c := column{key: key, multiplier: 1}
	c.kind = d.text("Value", "float")
	c.hasDefault = defn != nil && defn.entry(nil, "Default") != nil
	c.label = d.flag("Label", true)
	c.group = d.flag("Group", false)
	c.abbrev = d.text("Abbreviation", key)
	c.positive = d.flag("NonnegativeFormat", false)
	c.absolute = d.flag("AbsoluteValueFormat", false)
	c.skipZero = d.flag("SkipIfZero", false)
	if v := d.value("FormatMultiplier"); v != nil {
		number, ok := readValue("float", v.Text())
		c.multiplier, d.known = number.number, d.known && ok
	}
	if v := d.value("RegexSubs"); v != nil && len(v.Members) > 0 {
		d.known = false
	}
	c.replace = d.replacements("Replace")
	var why string
	c.format, why = parseFormat(d.text("Format", "%s"))
	c.named = d.known && why == "" && c.format.fits(c.kind) && (defn == nil || defn.complete)
	m.takeGiven(&c)
	return c
}

// takeGiven looks for the key in Values, or beside Keys.
func (m runMatrix) takeGiven(c *column) {
	e := m.values.entry(nil, c.key)
	if e == nil {
		e = m.section.entry(nil, c.key)
	}
	if e == nil {
		return
	}
	c.given = true
	switch e.value.Kind {
	case capejson.String:
		c.constant = e.value.String()
	case capejson.Number:
		v, ok := readValue("float", e.value.Text())
		v.isWhole = typeOf(e.value) == "int"
		c.constant, c.named = v.said(), c.named && ok
	default:
		c.named, c.listed = false, true
	}
}

// definition is the entry of a key in Definitions.
type definition struct {
	section *section // nil: there is none
	class   *options.Class
	known   bool
}

func (d *definition) value(option string) *capejson.Node {
	if d.section == nil {
		return nil
	}
	v, _ := d.section.get(d.class, option)
	return v
}

func (d *definition) text(option, otherwise string) string {
	if v := d.value(option); v != nil {
		if v.Kind == capejson.String {
			return v.String()
		}
		d.known = false
	}
	if opt := d.class.Options[option]; opt != nil {
		if s, ok := opt.Default.(string); ok {
			return s
		}
	}
	return otherwise
}

func (d *definition) flag(option string, otherwise bool) bool {
	if v := d.value(option); v != nil {
		if v.Kind == capejson.Bool {
			return v.Is("true")
		}
		d.known = false
	}
	if opt := d.class.Options[option]; opt != nil {
		if b, ok := opt.Default.(bool); ok {
			return b
		}
	}
	return otherwise
}

func (d *definition) replacements(option string) []replacement {
	out, known := replacements(d.value(option))
	d.known = d.known && known
	return out
}

// replacements reads an object of texts that are put in the place of others.
func replacements(v *capejson.Node) (out []replacement, known bool) {
	if v == nil {
		return nil, true
	}
	known = v.Kind == capejson.Object
	for i := range v.Members {
		m := &v.Members[i]
		if m.Key == nil || m.Value.Kind != capejson.String {
			return out, false
		}
		out = append(out, replacement{m.Key.String(), m.Value.String()})
	}
	return out, known
}

func replaced(s string, list []replacement) string {
	for _, r := range list {
		s = strings.ReplaceAll(s, r.from, r.to)
	}
	return s
}

// caseName returns the folder of a case; ok is false when it is not known.
func (l *matrixLook) caseName(r row) (name string, ok bool) {
	var group, run strings.Builder
	for i := range l.columns {
		c := &l.columns[i]
		if !c.label {
			continue
		}
		if i >= len(r.cells) && c.hasDefault && !c.given {
			return "", false
		}
		part, ok := l.part(i, c.textOf(r, i))
		if !ok {
			return "", false
		}
		if c.group {
			group.WriteString(part)
		} else {
			run.WriteString(part)
		}
	}
	return replaced(group.String(), l.replace) + "/" + replaced(run.String(), l.replace), true
}

// part is what a value of a column adds to a name; the values of a column are few.
func (l *matrixLook) part(i int, cell string) (string, bool) {
	if l.parts == nil {
		l.parts = make([]map[string]string, len(l.columns))
	}
	if part, ok := l.parts[i][cell]; ok {
		return part, true
	}
	part, ok := l.columns[i].part(cell)
	if ok {
		if l.parts[i] == nil {
			l.parts[i] = map[string]string{}
		}
		l.parts[i][cell] = part
	}
	return part, ok
}

// textOf returns what CAPE takes for the value in a column: it fills up a line that is too short.
func (c *column) textOf(r row, i int) string {
	switch {
	case c.given:
		return c.constant
	case i < len(r.cells):
		return r.cells[i].text
	case c.kind == "str":
		return ""
	}
	return "0"
}

// part returns what one value adds to the name of its case.
func (c *column) part(cell string) (string, bool) {
	v, ok := readValue(c.kind, cell)
	if !ok {
		return "", false
	}
	if !v.isText {
		if c.positive && v.number <= 0 {
			v = matrixValue{isWhole: true} // CAPE takes max(0, value), and Python then the first of two equal ones
		}
		if c.absolute {
			v.number = math.Abs(v.number)
		}
	}
	if c.skipZero && (v.isText && v.text == "" || !v.isText && v.number == 0) {
		return "", true
	}
	if !v.isText && c.multiplier != 0 && c.multiplier != 1 {
		v.number *= c.multiplier
		if c.kind == "float" {
			v.isWhole = false
		} else {
			v.number = math.Trunc(v.number)
		}
	}
	s, ok := c.format.format(v)
	return replaced(c.abbrev+s, c.replace), ok
}
