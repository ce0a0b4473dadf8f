package lsp

import (
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// analyzer is what the door asks about files: *analysis.Analyzer, or a stand-in in tests of the
// protocol.
type analyzer interface {
	Forget()
	Root(snap *repo.Snapshot, path string) string
	Kind(snap *repo.Snapshot, path string) analysis.Kind
	Check(snap *repo.Snapshot, path string) []diag.Diagnostic
	StartFiles(snap *repo.Snapshot, root string) []string
	Actions(snap *repo.Snapshot, path string, span text.Span, only []string) []analysis.Action
	Complete(snap *repo.Snapshot, path string, offset int) []feature.Completion
	Hover(snap *repo.Snapshot, path string, offset int) *feature.Hover
	Symbols(snap *repo.Snapshot, path string) []feature.Symbol
	Folding(snap *repo.Snapshot, path string) []feature.Fold
	Selections(snap *repo.Snapshot, path string, offset int) []text.Span
	Links(snap *repo.Snapshot, path string) []feature.Link
	Definition(snap *repo.Snapshot, path string, offset int) []feature.Location
	References(snap *repo.Snapshot, path string, offset int) []feature.Location
	PrepareRename(snap *repo.Snapshot, path string, offset int) (text.Span, string, error)
	Rename(snap *repo.Snapshot, path string, offset int, name string) (diag.Fix, error)
	Colors(snap *repo.Snapshot, path string) []feature.Color
	ColorForms(snap *repo.Snapshot, path string, to feature.Color) []string
	Inlays(snap *repo.Snapshot, path string, span text.Span) []feature.Inlay
	Tokens(snap *repo.Snapshot, path string) []feature.Token
	FormatOnType(snap *repo.Snapshot, path string, offset int) []diag.Edit
	Format(snap *repo.Snapshot, path string) []diag.Edit
}

var _ analyzer = (*analysis.Analyzer)(nil)

// analyzerBox lets the analyzer be replaced when settings change.
type analyzerBox struct{ analyzer }

// analyze makes the analyzer anew, for other settings or other facts about options. Both are read under the
// lock, so that the last to come sees what all have stored.
func (s *server) analyze() {
	s.analyzing.Lock()
	defer s.analyzing.Unlock()
	settings := s.settings.Load().Settings
	settings.Options, settings.Start, settings.WalkForOpen = s.facts.tree.Load(), s.start, true
	if s.opts.analysis != nil {
		s.analyzer.Store(&analyzerBox{s.opts.analysis(settings)})
		return
	}
	if before := s.analyzer.Load(); before != nil {
		if a, ok := before.analyzer.(*analysis.Analyzer); ok {
			s.analyzer.Store(&analyzerBox{a.With(settings)})
			return
		}
	}
	s.analyzer.Store(&analyzerBox{analysis.New(settings)})
}
