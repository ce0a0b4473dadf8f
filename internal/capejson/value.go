package capejson

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Value is what Python holds after reading a text: ordered, with exact integers, NaN and Infinity.
// Lone surrogates in texts are kept in their three-byte form (WTF-8). The zero Value is None.
type Value struct {
	kind   valueKind
	text   string // of str the text, of int and float the literal
	items  []Value
	fields []Field
}

type valueKind uint8

const (
	none valueKind = iota
	boolFalse
	boolTrue
	integer
	float
	str
	list
	dict
	foreign // of a type that JSON does not have: text is how it is written, fields[0].Name the type
)

// Field is one entry of a dict.
type Field struct {
	Name  string
	Value Value
}

var typeNames = [...]string{"NoneType", "bool", "bool", "int", "float", "str", "list", "dict"}

// Type returns the name of the Python type: NoneType, bool, int, float, str, list or dict, or that of
// a Foreign value.
func (v Value) Type() string {
	if v.kind == foreign {
		return v.fields[0].Name
	}
	return typeNames[v.kind]
}

// Text returns the text of a str, and of an int or float the literal in the file.
func (v Value) Text() string { return v.text }

// True reports whether the value is the bool True.
func (v Value) True() bool { return v.kind == boolTrue }

// Items returns the entries of a list.
func (v Value) Items() []Value { return v.items }

// Fields returns the entries of a dict, in Python's order: names are unique, a name given again
// keeps its place and has its last value.
func (v Value) Fields() []Field {
	if v.kind != dict {
		return nil
	}
	return v.fields
}

// Get returns the value of a name in a dict; ok tells whether it is there.
func (v Value) Get(name string) (value Value, ok bool) {
	for _, f := range v.Fields() {
		if f.Name == name {
			return f.Value, true
		}
	}
	return Value{}, false
}

// Foreign is a value of a type that JSON does not have, for instance a date in YAML.
type Foreign struct {
	Type string // the Python type name
	Text string // how it is written
}

// Of makes a Value of what Any returns, and of nested values of these types. Other types become the
// text that fmt prints. The names of a map come in no particular order.
func Of(v any) Value {
	switch v := v.(type) {
	case nil:
		return Value{}
	case Value:
		return v
	case bool:
		if v {
			return Value{kind: boolTrue}
		}
		return Value{kind: boolFalse}
	case string:
		return Value{kind: str, text: v}
	case json.Number:
		return number(string(v))
	case []any:
		out := Value{kind: list}
		for _, item := range v {
			out.items = append(out.items, Of(item))
		}
		return out
	case Foreign:
		return Value{kind: foreign, text: v.Text, fields: []Field{{Name: v.Type}}}
	case []Field:
		return Value{kind: dict, fields: v}
	case map[string]any:
		out := Value{kind: dict}
		for name, item := range v {
			out.fields = append(out.fields, Field{name, Of(item)})
		}
		return out
	}
	return Value{kind: str, text: fmt.Sprint(v)}
}

func number(literal string) Value {
	if strings.ContainsAny(literal, ".eEN") || strings.HasSuffix(literal, "y") {
		return Value{kind: float, text: literal}
	}
	return Value{kind: integer, text: literal}
}

// Any returns the value as plain Go: nil, bool, string, json.Number, []any, map[string]any or Foreign.
// NaN, Infinity and -Infinity are json.Numbers of these names.
func (v Value) Any() any {
	switch v.kind {
	case none:
		return nil
	case boolFalse, boolTrue:
		return v.kind == boolTrue
	case str:
		return v.text
	case integer:
		return json.Number(v.text)
	case float:
		if f := v.float(); math.IsInf(f, 1) {
			return json.Number("Infinity")
		} else if math.IsInf(f, -1) {
			return json.Number("-Infinity")
		}
		return json.Number(v.text)
	case list:
		items := make([]any, len(v.items))
		for i, item := range v.items {
			items[i] = item.Any()
		}
		return items
	case foreign:
		return Foreign{v.fields[0].Name, v.text}
	}
	m := make(map[string]any, len(v.fields))
	for _, f := range v.fields {
		m[f.Name] = f.Value.Any()
	}
	return m
}

func (v Value) float() float64 {
	f, _ := strconv.ParseFloat(v.text, 64) // out of range gives an infinity, as in Python
	return f
}

// Repr returns the value as Python's repr prints it.
func (v Value) Repr() string {
	var b strings.Builder
	v.repr(&b)
	return b.String()
}

func (v Value) repr(b *strings.Builder) {
	switch v.kind {
	case none:
		b.WriteString("None")
	case boolFalse:
		b.WriteString("False")
	case boolTrue:
		b.WriteString("True")
	case integer:
		if v.text == "-0" {
			b.WriteByte('0')
		} else {
			b.WriteString(v.text)
		}
	case float:
		b.WriteString(reprFloat(v.float()))
	case str:
		b.WriteString(pyRepr(v.text))
	case list:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteString(", ")
			}
			item.repr(b)
		}
		b.WriteByte(']')
	case foreign:
		b.WriteString(v.text)
	case dict:
		b.WriteByte('{')
		for i, f := range v.fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(pyRepr(f.Name) + ": ")
			f.Value.repr(b)
		}
		b.WriteByte('}')
	}
}

// reprFloat prints the shortest digits that give the number back, with an exponent from 1e16 on and
// below 1e-4.
func reprFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strings.ToLower(fmt.Sprint(f)), "+")
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:])
	if exp < -4 || exp >= 16 {
		return s
	}
	if s = strconv.FormatFloat(f, 'f', -1, 64); !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// pyRepr is Python's repr of a text: single quotes unless only double ones spare escapes.
func pyRepr(s string) string { return reprWith(s, pyPrintable) }

// pyASCII is Python's ascii of a text.
func pyASCII(s string) string {
	return reprWith(s, func(r rune) bool { return r >= 0x20 && r < 0x7F })
}

func reprWith(s string, plain func(rune) bool) string {
	q := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		q = '"'
	}
	var b strings.Builder
	b.WriteByte(q)
	for i := 0; i < len(s); {
		r, size := decodeUnit(s[i:])
		i += size
		switch {
		case r == rune(q) || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case plain(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte(q)
	return b.String()
}

// decodeUnit decodes one code point, lone surrogates included.
func decodeUnit(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 && len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return r, size
}

// pyPrintable is str.isprintable of one code point.
func pyPrintable(r rune) bool {
	if r == ' ' {
		return true
	}
	return (r < 0xD800 || r >= 0xE000) && unicode.IsPrint(r)
}
