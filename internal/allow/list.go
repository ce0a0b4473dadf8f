package allow

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Source says where a pattern of the allow-list came from.
type Source string

// The three sources of the allow-list (cape.agent.skills.fileedit, get_edit_allowlist).
const (
	Option     Source = "EditAllowList in cape-agent.json"
	Control    Source = "the control file"
	Registered Source = "registered in this session"
)

// Entry is one pattern with its source.
type Entry struct {
	Pattern string
	Source  Source
	// NotText is the Python type name of an entry that is no text ("NoneType", "int", "list"); CAPE fails
	// with a TypeError when it comes to it.
	NotText string
}

// List is the effective allow-list, in CAPE's order: options, control files, registered files.
type List struct {
	Entries []Entry
}

// New builds the effective list. The option's patterns stay as they are written, duplicates too; the
// names of control files and registered files are normalized and only added when they are new.
func New(options []Entry, control, registered []string) List {
	l := List{Entries: slices.Clone(options)}
	l.add(control, Control)
	l.add(registered, Registered)
	return l
}

func (l *List) add(names []string, source Source) {
	for _, name := range names {
		name = Normalize(name)
		if !slices.ContainsFunc(l.Entries, func(e Entry) bool { return e.NotText == "" && e.Pattern == name }) {
			l.Entries = append(l.Entries, Entry{Pattern: name, Source: source})
		}
	}
}

// Normalize is Python's os.path.normpath for "/" paths: two leading slashes are kept, three are one.
func Normalize(name string) string {
	clean := path.Clean(name)
	if strings.HasPrefix(name, "//") && !strings.HasPrefix(name, "///") {
		return "/" + clean
	}
	return clean
}

// TypeError is what CAPE fails with when the list holds something that is no text.
type TypeError struct {
	Type string // the Python type name
}

func (e *TypeError) Error() string {
	return fmt.Sprintf("EditAllowList must hold strings only, but has an entry of type %s", e.Type)
}

// Verdict is the answer to "may this file be edited?", with its reason.
type Verdict struct {
	Allowed bool
	By      Entry // the first pattern that matches, when Allowed
}

// Verdict looks up a name, relative to the root with "/" and links resolved. Err is a *TypeError when an
// entry that is no text comes before the first match.
func (l List) Verdict(rel string) (Verdict, error) {
	for _, e := range l.Entries {
		if e.NotText != "" {
			return Verdict{}, &TypeError{e.NotText}
		}
		if Match(rel, e.Pattern) {
			return Verdict{Allowed: true, By: e}, nil
		}
	}
	return Verdict{}, nil
}

// Patterns returns the patterns in order.
func (l List) Patterns() []string {
	out := make([]string, 0, len(l.Entries))
	for _, e := range l.Entries {
		if e.NotText == "" {
			out = append(out, e.Pattern)
		}
	}
	return out
}

// Explain says in words why a name may or may not be edited.
func (l List) Explain(rel string) string {
	v, err := l.Verdict(rel)
	switch {
	case err != nil:
		return err.Error()
	case v.Allowed:
		return fmt.Sprintf("%s may be edited: pattern %q, %s", rel, v.By.Pattern, v.By.Source)
	case len(l.Entries) == 0:
		return fmt.Sprintf("%s may not be edited: the allow-list is empty; add a pattern to EditAllowList in cape-agent.json", rel)
	}
	quoted := make([]string, 0, len(l.Entries))
	for _, p := range l.Patterns() {
		quoted = append(quoted, fmt.Sprintf("%q", p))
	}
	return fmt.Sprintf("%s may not be edited: none of the patterns %s matches it", rel, strings.Join(quoted, ", "))
}
