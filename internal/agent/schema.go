package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Param is one argument of a tool.
type Param struct {
	Name     string
	Doc      string
	Type     []string // JSON Schema type names; empty: any. What is of another type, CAPE's own answer covers
	Items    *Param   // of an array
	Required bool
	// Strict parameters are ours: a value of another type is a wrong call, since CAPE has no answer for it.
	Strict bool
}

// Schema returns the JSON Schema (2020-12) of a tool's arguments.
func (t Tool) Schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, p := range t.Params {
		properties[p.Name] = p.schema()
		if p.Required {
			required = append(required, p.Name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func (p Param) schema() map[string]any {
	out := map[string]any{"description": p.Doc}
	switch len(p.Type) {
	case 0:
	case 1:
		out["type"] = p.Type[0]
	default:
		out["type"] = p.Type
	}
	if p.Items != nil {
		out["items"] = p.Items.schema()
	}
	return out
}

// arguments are the decoded arguments; numbers are json.Number.
type arguments map[string]any

// text returns an argument that is a text; ok is false for anything else.
func (a arguments) text(name string) (s string, ok bool) {
	s, ok = a[name].(string)
	return s, ok
}

// check decodes the arguments and compares them with the schema. The error is a *CallError.
func (t Tool) check(raw json.RawMessage) (arguments, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = json.RawMessage("{}")
	}
	var args arguments
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&args); err != nil || args == nil || d.More() {
		return nil, t.wrong("arguments must be one JSON object, e.g. %s", t.example())
	}
	if err := t.compare(args); err != nil {
		return nil, err
	}
	if loneSurrogate(raw) {
		return nil, t.wrong(`a text holds half of a surrogate pair (\ud800 to \udfff), which no UTF-8 file can hold`)
	}
	return args, nil
}

// compare compares decoded arguments with the schema. The error is a *CallError.
func (t Tool) compare(args arguments) error {
	for _, p := range t.Params {
		v, given := args[p.Name]
		if p.Required && !given {
			return t.wrong("argument %q is missing; it must be given, e.g. %s", p.Name, t.example())
		}
		if given && p.Strict && !slices.Contains(p.Type, typeName(v)) {
			return t.wrong("argument %q must be of type %s", p.Name, strings.Join(p.Type, " or "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if !slices.ContainsFunc(t.Params, func(p Param) bool { return p.Name == name }) {
			return t.wrong("there is no argument %q; the arguments are: %s", name, t.names())
		}
	}
	return nil
}

func (t Tool) wrong(format string, args ...any) error {
	return &CallError{t.Name + ": " + fmt.Sprintf(format, args...)}
}

func (t Tool) names() string {
	var out []string
	for _, p := range t.Params {
		out = append(out, p.Name)
	}
	if len(out) == 0 {
		return "none"
	}
	return strings.Join(out, ", ")
}

func (t Tool) example() string {
	var out []string
	for _, p := range t.Params {
		if p.Required {
			out = append(out, fmt.Sprintf("%q: ...", p.Name))
		}
	}
	return "{" + strings.Join(out, ", ") + "}"
}

func typeName(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return "number"
		}
		return "integer"
	case []any:
		return "array"
	}
	return "object"
}

// loneSurrogate reports whether a JSON text escapes half of a surrogate pair. Go would read it as U+FFFD,
// and an edit would then write what nobody asked for.
func loneSurrogate(raw []byte) bool {
	high := false
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			if high {
				return true
			}
			continue
		}
		if raw[i+1] != 'u' || i+6 > len(raw) {
			if high {
				return true
			}
			i++
			continue
		}
		switch c := strings.ToLower(string(raw[i+2 : i+4])); {
		case c >= "d8" && c <= "db":
			if high {
				return true
			}
			high = true
		case c >= "dc" && c <= "df":
			if !high {
				return true
			}
			high = false
		case high:
			return true
		}
		i += 5
	}
	return high
}
