package options

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// A decoded value is one of: nil, bool, string, json.Number (an int unless it has a point, an exponent
// or is NaN or Infinity), []any, Object, Other. A stored value may also be a *Section.

// Object is a mapping in the order in which Python's dict would hold it: names are unique.
type Object []Field

// Field is one entry of an Object.
type Field struct {
	Name  string
	Value any
	// NotText is the Python type name of a key that is no text, which only YAML can have.
	NotText string
}

// Get returns the value of a name; ok tells whether it is there, for it may be null.
func (o Object) Get(name string) (value any, ok bool) {
	for _, f := range o {
		if f.Name == name && f.NotText == "" {
			return f.Value, true
		}
	}
	return nil, false
}

// Set returns o with the value of a name replaced in its place, or added at the end.
func (o Object) Set(name string, value any) Object {
	for i, f := range o {
		if f.Name == name && f.NotText == "" {
			o[i].Value = value
			return o
		}
	}
	return append(o, Field{Name: name, Value: value})
}

// Other is a value of a type that JSON does not have, for instance a date in YAML.
type Other struct {
	Type string // the Python type name
	Text string // how it is written
}

// Section is an Object that CAPE has read with a class of options.
type Section struct {
	Class  *Class
	Values Object
}

// TypeName returns the name of the Python type that a decoded value has.
func TypeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case string:
		return "str"
	case json.Number:
		return numberType(v)
	case []any:
		return "list"
	case Object:
		return "dict"
	case *Section:
		return v.Class.Name()
	case Other:
		return v.Type
	}
	return fmt.Sprintf("%T", v)
}

func numberType(n json.Number) string {
	if strings.ContainsAny(string(n), ".eEnN") {
		return "float"
	}
	return "int"
}

// Repr returns a decoded value as Python's repr() writes it.
func Repr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		return pytext.Repr(v)
	case json.Number:
		return reprNumber(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = Repr(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case Object:
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = pytext.Repr(f.Name) + ": " + Repr(f.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *Section:
		return Repr(v.Values)
	case Other:
		return v.Text
	}
	return fmt.Sprint(v)
}

func reprNumber(n json.Number) string {
	if numberType(n) == "int" {
		return string(n)
	}
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return string(n)
	}
	return pytext.ReprFloat(f)
}
