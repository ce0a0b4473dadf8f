package options

import (
	"fmt"
	"slices"
	"strings"
)

// Raised is an exception that reading options, or looking one up, ends with in CAPE.
type Raised struct {
	Class   string // the Python class: "TypeError", "OptdictTypeError", ...
	Message string
}

func (e *Raised) Error() string { return e.Message }

// Warning is one line that CAPE prints while it reads options: the setting is dropped.
type Warning struct {
	Section string // the name of the section; empty at the top
	Option  string // the full name
	Text    string // the line
}

// reader reads decoded values with a class of options, as cape.optdict.OptionsDict does.
type reader struct {
	warnings []Warning
}

// section reads a mapping. The name is what warnings call the section.
func (r *reader) section(class *Class, name, where string, values Object) (*Section, error) {
	known, err := knownNames(class, values)
	if err != nil {
		return nil, err
	}
	s := &Section{Class: class}
	for _, f := range values {
		if f.NotText != "" {
			// The search for names that resemble it fails.
			return nil, &Raised{"TypeError", fmt.Sprintf("'%s' object is not iterable", f.NotText)}
		}
		full := class.Full(f.Name)
		value, problem, err := r.option(class, name, known, full, f.Value)
		if err != nil {
			return nil, err
		}
		if problem != "" {
			r.warnings = append(r.warnings, Warning{where, full, problem})
			continue
		}
		s.Values = s.Values.Set(full, value)
	}
	return s, nil
}

// knownNames returns the names a section may have: its own and those that it lists itself.
func knownNames(class *Class, values Object) ([]string, error) {
	known := class.Names()
	if class.NamesFrom == "" {
		return known, nil
	}
	for _, f := range values {
		if f.NotText != "" || class.Full(f.Name) != class.NamesFrom {
			continue
		}
		list, ok := f.Value.([]any)
		if !ok {
			return nil, typeError("option name list, *opts*", f.Value, "set", "list", "tuple")
		}
		for i, v := range list {
			text, ok := v.(string)
			if !ok {
				return nil, typeError(fmt.Sprintf("option list entry %d", i), v, "str")
			}
			if !slices.Contains(known, text) {
				known = append(slices.Clip(known), text)
			}
		}
	}
	return known, nil
}

func typeError(what string, v any, expected ...string) *Raised {
	return &Raised{"OptdictTypeError", typeMessage("For "+what+": g", v, expected)}
}

// typeMessage words a wrong type; start is "G" or "For ...: g".
func typeMessage(start string, v any, expected []string) string {
	return fmt.Sprintf("%sot type '%s'; expected '%s'", start, TypeName(v), strings.Join(expected, "' | '"))
}

// option checks one setting under its full name: the name, the type, the value. A problem that is not
// empty means that CAPE drops the setting and prints it.
func (r *reader) option(class *Class, name string, known []string, full string, value any) (any, string, error) {
	what := fmt.Sprintf("'%s' option '%s'", name, full)
	if len(known) > 0 && !slices.Contains(known, full) {
		problem := "Unknown " + what
		if close := CloseMatches(full, known); len(close) > 0 {
			problem += "; nearest matches: " + strings.Join(close, " ")
		}
		return value, problem, nil
	}
	opt := class.Options[full]
	if opt == nil {
		opt = class.AnyKey
	}
	if opt == nil || value == nil {
		return value, "", nil
	}
	out, problem, err := r.typed(opt, full, what, value, -1)
	if problem == "" && err == nil {
		problem = checkValue(opt, what, out)
	}
	return out, problem, err
}

// typed checks the type of a value, that of each element for a list, whatever its depth. A mapping is
// read with the class that the option allows. Phase is the place in the innermost list, or -1.
func (r *reader) typed(opt *Option, full, what string, value any, phase int) (any, string, error) {
	if value == nil {
		return nil, "", nil
	}
	if list, ok := value.([]any); ok {
		list = slices.Clone(list)
		for i := range list {
			v, problem, err := r.typed(opt, full, what, list[i], i)
			if problem != "" || err != nil {
				return value, problem, err
			}
			list[i] = v
		}
		return list, "", nil
	}
	if phase >= 0 {
		what = fmt.Sprintf("%s phase %d", what, phase)
	}
	inner := value
	object, isObject := value.(Object)
	if isObject {
		key, problem := special(object, what)
		if problem != "" || key != "" && key != "@raw" {
			return value, problem, nil
		}
		if key == "@raw" {
			inner, _ = object.Get(key)
			isObject = false
		}
	}
	if opt.Types == nil || inner != nil && opt.Accepts(TypeName(inner)) {
		return value, "", nil
	}
	if isObject {
		for _, t := range opt.Types {
			if t.Class != nil {
				s, err := r.section(t.Class, t.Class.Title, full, object)
				return s, "", err
			}
		}
	}
	return value, typeMessage("For "+what+": g", value, opt.TypeNames()), nil
}

// special names the key that makes a mapping a rule for a value ("@raw", "@expr", "@cons", "@map"),
// and says what CAPE finds wrong with it. The last thing found is the one that is printed.
func special(o Object, what string) (key, problem string) {
	for _, k := range []string{"@raw", "@expr", "@cons", "@map"} {
		if _, ok := o.Get(k); ok {
			key = k
			break
		}
	}
	value, _ := o.Get(key)
	switch key {
	case "":
		return "", ""
	case "@expr":
		if _, ok := value.(string); !ok {
			problem = typeMessage("For "+what+" "+key+": g", o, []string{"str"})
		}
	case "@cons", "@map":
		if _, ok := value.(Object); !ok {
			problem = typeMessage("For "+what+" "+key+": g", o, []string{"dict"})
		}
	}
	if key == "@map" {
		by, ok := o.Get("key")
		if _, isText := by.(string); !ok {
			problem = what + " @map is missing required key 'key'"
		} else if !isText {
			problem = typeMessage("For "+what+` @map key "key": g`, o, []string{"str"})
		}
	}
	for _, f := range o {
		if f.Name != key && !(key == "@map" && f.Name == "key") {
			return key, fmt.Sprintf("%s %s has unrecognized extra key \"%s\"", what, key, f.Name)
		}
	}
	return key, problem
}

// checkValue checks a value, each element for a list, against the values allowed.
func checkValue(opt *Option, what string, value any) string {
	if len(opt.Values) == 0 || value == nil {
		return ""
	}
	if o, ok := value.(Object); ok {
		key, _ := special(o, what)
		if key != "@raw" {
			return ""
		}
		value, _ = o.Get(key)
	}
	if list, ok := value.([]any); ok {
		for _, v := range list {
			if problem := checkValue(opt, what, v); problem != "" {
				return problem
			}
		}
		return ""
	}
	if value == nil || opt.Allows(value) {
		return ""
	}
	return fmt.Sprintf("Unknown value %s for %s ; %s", Repr(value), what, allowedText(opt, value))
}

// allowedText lists the values: all of them when they are few, else those that resemble the text.
func allowedText(opt *Option, value any) string {
	if text, ok := value.(string); ok && len(opt.Values) > 4 {
		var names []string
		for _, v := range opt.Values {
			if s, ok := v.(string); ok {
				names = append(names, s)
			}
		}
		return fmt.Sprintf("close available options: '%s'", strings.Join(CloseMatches(text, names), "' '"))
	}
	parts := make([]string, len(opt.Values))
	for i, v := range opt.Values {
		parts[i] = Repr(v)
	}
	return "available options: " + strings.Join(parts, " ")
}

// Allows reports whether a scalar is one of the values allowed, by Python's equality: true is 1, and
// 1.0 is 1. Without a set of values, or without an option, all are.
func (o *Option) Allows(value any) bool {
	return o == nil || len(o.Values) == 0 ||
		slices.ContainsFunc(o.Values, func(v any) bool { return equal(v, value) })
}

// Read reads a decoded mapping with a class of options and returns what CAPE keeps, under full names, with
// the warnings it prints. Sections stay plain: CAPE reads them in a second step, each with its own class.
// The name is what warnings call the section. The error is a *Raised.
func Read(class *Class, name string, values Object) (*Section, []Warning, error) {
	var r reader
	s, err := r.section(class, name, "", values)
	return s, r.warnings, err
}
