package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
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
	Diagnostics []diag.Diagnostic // the findings that the action mends
	Preferred   bool
}

// Command is a command of the server, to be sent back through workspace/executeCommand.
type Command struct {
	Title, Name string
	Args        []any
}

// Actions returns what can be done at a span; only, when not empty, holds the kinds asked for.
func (a *Analyzer) Actions(snap *repo.Snapshot, path string, span text.Span, only []string) []Action {
	var out []Action
	if wanted(QuickFix, only) || wanted(FixAll, only) {
		found := a.Check(snap, path)
		if wanted(QuickFix, only) {
			out = append(out, quickFixes(found, span)...)
		}
		if wanted(FixAll, only) {
			out = append(out, fixAll(found)...)
		}
	}
	if wanted(Source, only) {
		out = append(out, a.commands(snap, path)...)
	}
	return out
}

// wanted reports whether a kind was asked for: by itself, or by one it is a part of ("source" asks for
// "source.fixAll").
func wanted(kind string, only []string) bool {
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

// commands offers skills and tools in the files where a user looks for them.
func (a *Analyzer) commands(snap *repo.Snapshot, path string) []Action {
	root := a.Root(snap, path)
	switch a.Kind(snap, path) {
	case Skill:
		f, ok := a.skill(snap, path)
		if !ok {
			return nil
		}
		name := nameIn(f)
		out := []Action{}
		if name != "" {
			out = append(out, useSkill(name))
		}
		return append(out, a.runTools(snap, root)...)
	case Tool:
		var out []Action
		for _, t := range a.repository(snap, root).tools.Tools {
			if t.File == filepath.Base(path) {
				out = append(out, runTool(t.Name))
			}
		}
		return out
	case Control, AgentOptions:
		var out []Action
		for _, o := range a.others(snap, root) {
			if o.Name != "" {
				out = append(out, useSkill(o.Name))
			}
		}
		return append(out, a.runTools(snap, root)...)
	}
	return nil
}

func (a *Analyzer) runTools(snap *repo.Snapshot, root string) []Action {
	var out []Action
	for _, t := range a.repository(snap, root).tools.Tools {
		out = append(out, runTool(t.Name))
	}
	return out
}

func useSkill(name string) Action {
	title := "Use skill " + name
	return Action{Title: title, Kind: Source, Command: &Command{Title: title, Name: "cape.useSkill", Args: []any{map[string]any{"name": name}}}}
}

func runTool(name string) Action {
	title := "Run tool " + name
	return Action{Title: title, Kind: Source, Command: &Command{Title: title, Name: "cape.runTool", Args: []any{map[string]any{"name": name}}}}
}
