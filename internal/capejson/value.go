package capejson

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
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
		b.WriteString(pytext.ReprFloat(v.float()))
	case str:
		b.WriteString(pytext.Repr(v.text))
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
			b.WriteString(pytext.Repr(f.Name) + ": ")
			f.Value.repr(b)
		}
		b.WriteByte('}')
	}
}
