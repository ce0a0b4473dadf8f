// Package analysis is the one face that the doors see: everything that can be asked about a file, as a
// function of a snapshot.
//
// It chooses by path what a file is, keeps what was parsed, and hands the question to the room that
// knows. It has no rules of its own and no protocol types.
package analysis

import (
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Settings is what a user can choose; the zero value is the default.
type Settings struct {
	Root      string                      // cape.root, absolute
	ExtraKeys string                      // cape.skills.extraKeys: allow | hint | warn
	Inlay     bool                        // cape.skills.inlayLength
	Rules     map[diag.Code]diag.Severity // cape.rules: another severity, or Off
}

// Analyzer answers questions about snapshots. It is safe for concurrent use.
type Analyzer struct {
	Settings Settings
	roots    *repo.RootFinder
}

// New returns an analyzer.
func New(s Settings) *Analyzer {
	return &Analyzer{Settings: s, roots: &repo.RootFinder{Override: s.Root}}
}

// Forget drops what was remembered of the disk, because files changed.
func (a *Analyzer) Forget() { a.roots.Forget() }

// Root returns the root of the repository that path belongs to.
func (a *Analyzer) Root(snap *repo.Snapshot, path string) string { return a.roots.Root(snap, path) }

// Check returns the findings in a file, sorted.
func (a *Analyzer) Check(snap *repo.Snapshot, path string) []diag.Diagnostic { return nil }

// Action is something the editor offers at a place: a fix, or a command.
type Action struct {
	Title       string
	Kind        string // an LSP CodeActionKind: "quickfix", "source", "source.fixAll.cape", "refactor"
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
	return nil
}

// Complete returns proposals at an offset.
func (a *Analyzer) Complete(snap *repo.Snapshot, path string, offset int) []feature.Completion {
	return nil
}

// Hover returns what is known of the place, or nil.
func (a *Analyzer) Hover(snap *repo.Snapshot, path string, offset int) *feature.Hover { return nil }

// Symbols returns the parts of the file.
func (a *Analyzer) Symbols(snap *repo.Snapshot, path string) []feature.Symbol { return nil }

// Folding returns what can be folded.
func (a *Analyzer) Folding(snap *repo.Snapshot, path string) []feature.Fold { return nil }

// Selections returns the spans around an offset, from the innermost outwards.
func (a *Analyzer) Selections(snap *repo.Snapshot, path string, offset int) []text.Span { return nil }

// Links returns the links of the file that lead somewhere.
func (a *Analyzer) Links(snap *repo.Snapshot, path string) []feature.Link { return nil }

// Definition returns where the thing at the offset is defined.
func (a *Analyzer) Definition(snap *repo.Snapshot, path string, offset int) []feature.Location {
	return nil
}

// References returns where the thing at the offset is named.
func (a *Analyzer) References(snap *repo.Snapshot, path string, offset int) []feature.Location {
	return nil
}

// PrepareRename returns the span of the name at the offset that can be renamed, and the name.
func (a *Analyzer) PrepareRename(snap *repo.Snapshot, path string, offset int) (text.Span, string, bool) {
	return text.Span{}, "", false
}

// Rename returns the edits that give the thing at the offset another name, or why it cannot be.
func (a *Analyzer) Rename(snap *repo.Snapshot, path string, offset int, name string) (diag.Fix, error) {
	return diag.Fix{}, nil
}

// Inlays returns notes for the lines of a span.
func (a *Analyzer) Inlays(snap *repo.Snapshot, path string, span text.Span) []feature.Inlay {
	return nil
}

// Tokens returns the coloured parts, sorted, none over two lines.
func (a *Analyzer) Tokens(snap *repo.Snapshot, path string) []feature.Token { return nil }

// Format returns the edits that put the file in order.
func (a *Analyzer) Format(snap *repo.Snapshot, path string) []diag.Edit { return nil }
