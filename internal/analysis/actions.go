package analysis

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/skills"
)

// The kinds of code actions in use (LSP 3.18, CodeActionKind).
const (
	QuickFix = "quickfix"
	Source   = "source"
	FixAll   = "source.fixAll.cape"
)

// Action is something the editor offers at a place: a fix, or a command.
type Action struct {
	Title       string
	Kind        string
	Fix         *diag.Fix
	Command     *Command
	Create      *skills.Draft     // a file to be made and shown; Command says what it would be, for a client that cannot
	Diagnostics []diag.Diagnostic // the findings that the action mends
	Preferred   bool
	Runs        bool // it runs a program of the repository, which takes the user's trust
}

// Command is a command of the server, to be sent back through workspace/executeCommand.
type Command struct {
	Title, Name string
	Args        []any
}

// Actions returns what can be done at a span; only, when not empty, holds the kinds asked for.
func (a *Analyzer) Actions(snap *repo.Snapshot, path string, span text.Span, only []string) []Action {
	var out []Action
	if Wanted(QuickFix, only) || Wanted(FixAll, only) {
		found := a.Check(snap, path)
		if Wanted(QuickFix, only) {
			out = append(out, quickFixes(found, span)...)
		}
		if Wanted(FixAll, only) {
			out = append(out, fixAll(found)...)
		}
	}
	if reaches(SourceCape, only) {
		out = append(out, a.commands(snap, path, only)...)
		out = append(out, a.allowActions(snap, path, only)...)
	}
	return out
}

// Wanted reports whether a kind was asked for: by itself, or by one it is a part of ("source" asks for
// "source.fixAll"). Nothing asked for means all.
func Wanted(kind string, only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool {
		return o == kind || strings.HasPrefix(kind, o+".") || o == ""
	})
}

func quickFixes(found []diag.Diagnostic, span text.Span) []Action {
	var out []Action
	for _, d := range found {
		if !d.Span.Overlaps(span) {
			continue
		}
		for i := range d.Fixes {
			fix := d.Fixes[i]
			out = append(out, Action{Title: fix.Title, Kind: QuickFix, Fix: &fix, Diagnostics: []diag.Diagnostic{d}, Preferred: fix.Preferred})
		}
	}
	return out
}

// fixAll joins the safe fixes of a file that do not touch one another. Fixes that move files are left for
// the user to choose.
func fixAll(found []diag.Diagnostic) []Action {
	all := diag.Fix{Title: "Fix all safe findings of CAPE in this file", Preferred: true}
	var mended []diag.Diagnostic
	for _, d := range found {
		i := slices.IndexFunc(d.Fixes, func(f diag.Fix) bool { return f.Preferred && len(f.Renames) == 0 })
		if i < 0 || !apart(all.Edits, d.Fixes[i].Edits) {
			continue
		}
		all.Edits = append(all.Edits, d.Fixes[i].Edits...)
		mended = append(mended, d)
	}
	if len(mended) == 0 {
		return nil
	}
	return []Action{{Title: all.Title, Kind: FixAll, Fix: &all, Diagnostics: mended}}
}

// apart reports whether two sets of edits share no byte and no place.
func apart(a, b []diag.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Path == y.Path && x.Span.Overlaps(y.Span) {
				return false
			}
		}
	}
	return true
}
