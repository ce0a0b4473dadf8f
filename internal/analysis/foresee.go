package analysis

import (
	"fmt"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Foresee returns the errors and warnings that a change of a file would add, one line each, as
// `cape-ls check` would show them: "pyFun.json:41:3: error: a comma must follow here [json-comma-missing]".
// A finding that was there before, on whatever line, is not new.
func (a *Analyzer) Foresee(snap *repo.Snapshot, path string, before, after []byte) []string {
	old := map[string]int{}
	for _, d := range a.checkAs(snap, path, before) {
		old[sameFinding(d)]++
	}
	var out []string
	mapper := text.NewMapper(after)
	name := repo.Relative(a.Root(snap, path), path)
	for _, d := range a.checkAs(snap, path, after) {
		if d.Severity > diag.Warning {
			continue
		}
		if old[sameFinding(d)] > 0 {
			old[sameFinding(d)]--
			continue
		}
		at := mapper.Position(d.Span.Start, text.UTF32)
		out = append(out, fmt.Sprintf("%s:%d:%d: %s: %s [%s]", name, at.Line+1, at.Column+1, d.Severity, d.Message, d.Code))
	}
	return out
}

func sameFinding(d diag.Diagnostic) string { return string(d.Code) + " " + d.Message }

// checkAs checks a file as if it had another text.
func (a *Analyzer) checkAs(snap *repo.Snapshot, path string, src []byte) []diag.Diagnostic {
	return a.Check(snap.With(repo.NewDocument(path, "", 0, src)), path)
}
