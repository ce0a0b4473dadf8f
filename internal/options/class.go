package options

import (
	"slices"
	"strings"
)

// Class is the set of options that one section of a file may have.
type Class struct {
	ID    string // "pyfun.runctl.RunControlOpts"
	Title string // what CAPE's warnings call it when there is no file name
	// Open: any name is accepted.
	Open    bool
	Options map[string]*Option // by full name
	Aliases map[string]string  // other spelling -> full name
	// DeadAliases are spellings that CAPE replaces by a name it then does not know.
	DeadAliases map[string]string
	// AnyKey is what holds for a name that Options does not have; nil: nothing is checked.
	AnyKey *Option
	// NamesFrom is the option whose list of texts makes further names known ("Components").
	NamesFrom string
	// Kinds tells the class of a sub-section by a value inside it; nil: there is no such thing.
	Kinds *Kinds
	// Switch: true or false is accepted in place of the whole section.
	Switch bool
	names  []string
}

// Name is the Python name of the class, which CAPE's messages use as a type name.
func (c *Class) Name() string { return c.ID[strings.LastIndexByte(c.ID, '.')+1:] }

// Sub returns the class of a section, by its full name. Where there is no such section, the class is one that
// knows nothing and accepts every name.
func (c *Class) Sub(name string) *Class {
	if opt := c.Options[name]; opt != nil && opt.Section != nil {
		return opt.Section
	}
	return &Class{ID: "cfdx." + name, Open: true}
}

// Default returns the default of an option, by its full name; nil when there is none.
func (c *Class) Default(name string) any {
	if opt := c.Options[name]; opt != nil {
		return opt.Default
	}
	return nil
}

// Full returns the full name of an option for any spelling of it.
func (c *Class) Full(name string) string {
	if full, ok := c.Aliases[name]; ok {
		return full
	}
	return name
}

// Names returns the full names of all options, sorted.
func (c *Class) Names() []string {
	if c.names != nil {
		return c.names
	}
	out := make([]string, 0, len(c.Options))
	for name := range c.Options {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Option is what CAPE knows of one option.
type Option struct {
	Name    string // the full name
	Aliases []string
	// Types are the Python types that a value may have; empty: any.
	Types []Type
	// Values are the only values allowed: strings and json.Numbers; empty: any.
	Values []any
	// Default is a decoded value, nil when there is none.
	Default any
	// ListDepth is how deep a list may be nested and still be one value: at 0 a list holds one value
	// for each phase.
	ListDepth int
	// Section is the class of the mapping that the option holds; nil: it is no section.
	Section *Class
	// Desc is the installed CAPE's own description, in reStructuredText; empty for bundled facts, which
	// hold no text of CAPE.
	Desc string
	// Fallback is where an option missing in this section is looked up: the name of a sibling, or "..".
	Fallback string
}

// Type is one type that a value may have: a Python type name, or a class of options.
type Type struct {
	Name  string // "str", "int", "float", "bool", "dict", "list", or the name of Class
	Class *Class
}

// Accepts reports whether isinstance() would hold for a value of the named Python type. A bool is an
// int; an int is no float.
func (t Type) Accepts(typeName string) bool {
	if t.Class != nil {
		return typeName == t.Name
	}
	return t.Name == typeName || t.Name == "int" && typeName == "bool"
}

// TypeNames returns the names of the types an option accepts.
func (o *Option) TypeNames() []string {
	out := make([]string, len(o.Types))
	for i, t := range o.Types {
		out[i] = t.Name
	}
	return out
}

// Accepts reports whether a value of the named Python type passes; null always does.
func (o *Option) Accepts(typeName string) bool {
	return len(o.Types) == 0 || typeName == "NoneType" ||
		slices.ContainsFunc(o.Types, func(t Type) bool { return t.Accepts(typeName) })
}

// Kinds tells the class of a sub-section by the value of one of its options.
type Kinds struct {
	By  string            // the option that tells: "Type" or "Parent"
	Map map[string]*Class // value -> class; "_default_" for all others
	// TypeAliases are other spellings of values in Map.
	TypeAliases map[string]string
	// DefaultsToName: without that option the name of the sub-section takes its place.
	DefaultsToName bool
}

// For returns the class for a value; known is false when it is only the default class.
func (k *Kinds) For(value string) (class *Class, known bool) {
	if k == nil {
		return nil, false
	}
	if full, ok := k.TypeAliases[value]; ok {
		value = full
	}
	if c, ok := k.Map[value]; ok && value != "_default_" {
		return c, true
	}
	return k.Map["_default_"], false
}

// Values returns the known values, sorted.
func (k *Kinds) Values() []string {
	out := make([]string, 0, len(k.Map))
	for v := range k.Map {
		if v != "_default_" {
			out = append(out, v)
		}
	}
	slices.Sort(out)
	return out
}
