// Package diag holds findings as plain data: what is wrong, where, how bad, and how to mend it.
//
// It promises that a finding can be shown at any door (editor, command line, agent) without knowing
// the rule behind it. It has no protocol types, no text positions other than byte spans, and no rules.
package diag

import (
	"cmp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Severity says how much harm a finding means; the numbers are those of LSP's DiagnosticSeverity.
type Severity int

// Error: it will not load, or loads as something else. Warning: it will be misread. Information and
// Hint: the rest. Off: the rule does not report.
const (
	Off Severity = iota
	Error
	Warning
	Information
	Hint
)

var severityNames = [...]string{"off", "error", "warning", "information", "hint"}

func (s Severity) String() string { return severityNames[s] }

// ParseSeverity is the inverse of String; ok is false for an unknown word.
func ParseSeverity(s string) (sev Severity, ok bool) {
	i := slices.Index(severityNames[:], s)
	return Severity(max(i, 0)), i >= 0
}

// Code names a rule: kebab-case, noun first ("name-format"). It is stable: users write it in settings.
type Code string

// Tag is a hint on how to draw a finding; the numbers are those of LSP's DiagnosticTag.
type Tag int

// The two tags of the protocol.
const (
	Unnecessary Tag = iota + 1
	Deprecated
)

// Related is a second place that a finding is about.
type Related struct {
	Path    string // absolute; empty: the file of the finding
	Span    text.Span
	Message string
}

// Edit replaces the bytes of one span.
type Edit struct {
	Path string // absolute; empty: the file of the finding
	Span text.Span
	New  string
}

// Rename moves a file or folder; both paths are absolute.
type Rename struct {
	Old, New string
}

// Fix is one way to mend a finding. It touches no byte outside its edits.
type Fix struct {
	Title     string
	Edits     []Edit
	Renames   []Rename // applied after the edits
	Preferred bool     // the one right answer, safe to apply without looking ("fix all")
}

// Diagnostic is one finding in one file.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     text.Span // in bytes, inside the file
	Message  string    // what must be, no capital, no full stop
	Related  []Related
	Tags     []Tag
	Fixes    []Fix
}

// Sort orders findings by place, then by severity, then by code: the order in which they are shown.
func Sort(ds []Diagnostic) {
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
}

// Rule describes one rule for the generated documentation and for settings. The room that owns the
// rule keeps the function that finds it beside this row.
type Rule struct {
	Code     Code
	Severity Severity // the default
	Title    string   // one line: what must be
	Doc      string   // a paragraph or two of Markdown: why, what happens otherwise, how to mend it
	Example  string   // a short faulty text, may be empty
}
