package analysis

import (
	"errors"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/skills"
)

// Complete returns proposals at an offset.
func (a *Analyzer) Complete(snap *repo.Snapshot, path string, offset int) []feature.Completion {
	return nil
}

// Hover returns what is known of the place, or nil.
func (a *Analyzer) Hover(snap *repo.Snapshot, path string, offset int) *feature.Hover { return nil }

// Symbols returns the parts of the file.
func (a *Analyzer) Symbols(snap *repo.Snapshot, path string) []feature.Symbol {
	switch a.Kind(snap, path) {
	case Skill:
		if f, ok := a.skill(snap, path); ok {
			return skills.Symbols(f)
		}
	}
	return nil
}

// Folding returns what can be folded.
func (a *Analyzer) Folding(snap *repo.Snapshot, path string) []feature.Fold {
	switch a.Kind(snap, path) {
	case Skill:
		if f, ok := a.skill(snap, path); ok {
			return skills.Folding(f)
		}
	}
	return nil
}

// Selections returns the spans around an offset, from the innermost outwards.
func (a *Analyzer) Selections(snap *repo.Snapshot, path string, offset int) []text.Span {
	if a.Kind(snap, path) == Skill {
		if f, ok := a.skill(snap, path); ok {
			return skills.SelectionRanges(f, offset)
		}
	}
	return nil
}

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

// ErrNoRename says that there is nothing at the place that could have another name.
var ErrNoRename = errors.New("only the name of a skill can be changed here")

// Rename returns the edits that give the thing at the offset another name, or why it cannot be.
func (a *Analyzer) Rename(snap *repo.Snapshot, path string, offset int, name string) (diag.Fix, error) {
	return diag.Fix{}, ErrNoRename
}

// Inlays returns notes for the lines of a span, when the user wants them.
func (a *Analyzer) Inlays(snap *repo.Snapshot, path string, span text.Span) []feature.Inlay {
	if !a.Settings.Inlay || a.Kind(snap, path) != Skill {
		return nil
	}
	f, ok := a.skill(snap, path)
	if !ok {
		return nil
	}
	var out []feature.Inlay
	for _, i := range skills.InlayHints(f) {
		if span.Contains(i.Offset) {
			out = append(out, i)
		}
	}
	return out
}

// Tokens returns the coloured parts, sorted, none over two lines.
func (a *Analyzer) Tokens(snap *repo.Snapshot, path string) []feature.Token {
	if a.Kind(snap, path) == Skill {
		if f, ok := a.skill(snap, path); ok {
			return skills.Tokens(f)
		}
	}
	return nil
}

// Format returns the edits that put the file in order.
func (a *Analyzer) Format(snap *repo.Snapshot, path string) []diag.Edit { return nil }
