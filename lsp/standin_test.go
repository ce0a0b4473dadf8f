package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// standIn is an analyzer whose answers are plain to see: each TODO is a finding with a fix.
type standIn struct{ settings analysis.Settings }

func (standIn) Forget() {}

func (standIn) Root(snap *repo.Snapshot, path string) string {
	if f := snap.Folder(path); f != "" {
		return f
	}
	return filepath.Dir(path)
}

func (standIn) Kind(_ *repo.Snapshot, path string) analysis.Kind {
	if filepath.Ext(path) == ".none" {
		return analysis.None
	}
	return analysis.Data
}

func (standIn) StartFiles(*repo.Snapshot, string) []string { return nil }

func (st standIn) Check(snap *repo.Snapshot, path string) []diag.Diagnostic {
	src, err := snap.ReadFile(path)
	if err != nil {
		return nil
	}
	if bytes.Contains(src, []byte("CHECK-PANIC")) {
		panic("asked for")
	}
	severity := diag.Warning
	if s, ok := st.settings.Rules["todo"]; ok {
		severity = s
	}
	var out []diag.Diagnostic
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("TODO"))
		if i < 0 {
			return out
		}
		span := text.Span{Start: at + i, End: at + i + 4}
		out = append(out, diag.Diagnostic{
			Code: "todo", Severity: severity, Span: span, Message: "must be done", Tags: []diag.Tag{diag.Deprecated},
			Related: []diag.Related{{Span: text.At(0), Message: "the start"}},
		})
		at = span.End
	}
}

func (st standIn) Actions(snap *repo.Snapshot, path string, span text.Span, _ []string) []analysis.Action {
	var out []analysis.Action
	for _, d := range st.Check(snap, path) {
		if d.Span.Overlaps(span) {
			out = append(out, analysis.Action{
				Title: "Do it", Kind: "quickfix", Preferred: true, Diagnostics: []diag.Diagnostic{d},
				Fix: &diag.Fix{Title: "Do it", Edits: []diag.Edit{{Span: d.Span, New: "DONE"}}},
			})
		}
	}
	out = append(out,
		analysis.Action{Title: "Move", Kind: "refactor", Fix: &diag.Fix{Renames: []diag.Rename{{Old: path, New: path + ".new"}}}},
		analysis.Action{Title: "Run", Kind: "source.cape", Command: &analysis.Command{Title: "Run", Name: "cape.runTool", Args: []any{map[string]any{"name": "x"}}}})
	return out
}

func (standIn) Complete(_ *repo.Snapshot, _ string, offset int) []feature.Completion {
	return []feature.Completion{{
		Label: "word", Kind: feature.KindValue, Detail: "a word", Doc: "the **word**", Replace: text.At(offset), New: "word", Snippet: "${1:word}",
	}}
}

func (standIn) Hover(snap *repo.Snapshot, path string, offset int) *feature.Hover {
	src, _ := snap.ReadFile(path)
	if bytes.HasPrefix(src, []byte("HOVER-PANIC")) {
		panic("asked for")
	}
	return &feature.Hover{Span: text.At(offset), Markdown: fmt.Sprintf("offset `%d` of %d", offset, len(src))}
}

func (standIn) Symbols(snap *repo.Snapshot, path string) []feature.Symbol {
	src, _ := snap.ReadFile(path)
	all := text.Span{End: len(src)}
	return []feature.Symbol{{Name: "file", Kind: feature.SymbolFile, Span: all, Select: text.At(0),
		Children: []feature.Symbol{{Name: "", Detail: "inner", Kind: feature.SymbolKey, Span: all, Select: text.At(0)}}}}
}

func (standIn) Folding(snap *repo.Snapshot, path string) []feature.Fold {
	src, _ := snap.ReadFile(path)
	return []feature.Fold{{Span: text.Span{End: len(src)}, Comment: true}, {Span: text.At(0)}}
}

func (standIn) Selections(snap *repo.Snapshot, path string, offset int) []text.Span {
	src, _ := snap.ReadFile(path)
	return []text.Span{text.At(offset), {Start: 0, End: len(src)}}
}

func (standIn) Links(_ *repo.Snapshot, path string) []feature.Link {
	return []feature.Link{{Span: text.At(0), Path: path}, {Span: text.At(0), URL: "https://example.org/?q=1", Tooltip: "web"}}
}

func (standIn) Definition(_ *repo.Snapshot, path string, offset int) []feature.Location {
	return []feature.Location{{Path: path, Span: text.At(offset)}}
}

func (standIn) References(_ *repo.Snapshot, _ string, offset int) []feature.Location {
	return []feature.Location{{Span: text.At(offset)}, {Span: text.At(0), Declaration: true}}
}

func (standIn) PrepareRename(_ *repo.Snapshot, _ string, offset int) (text.Span, string, error) {
	if offset > 4 {
		return text.Span{}, "", fmt.Errorf("only the first word has a name")
	}
	return text.Span{Start: 0, End: 4}, "name", nil
}

func (standIn) Colors(*repo.Snapshot, string) []feature.Color {
	return []feature.Color{{Span: text.Span{Start: 0, End: 4}, Red: 1, Alpha: 0.5}}
}

func (standIn) ColorForms(_ *repo.Snapshot, _ string, to feature.Color) []string {
	return []string{fmt.Sprintf("rgb(%g, %g, %g)", to.Red, to.Green, to.Blue)}
}

func (standIn) Rename(_ *repo.Snapshot, path string, _ int, name string) (diag.Fix, error) {
	if name == "" {
		return diag.Fix{}, fmt.Errorf("a name must have a letter")
	}
	return diag.Fix{Edits: []diag.Edit{{Span: text.Span{Start: 0, End: 4}, New: name}}, Renames: []diag.Rename{{Old: path, New: path + "2"}}}, nil
}

func (standIn) Inlays(_ *repo.Snapshot, _ string, span text.Span) []feature.Inlay {
	return []feature.Inlay{{Offset: span.Start, Label: "1 of 2"}}
}

func (standIn) Tokens(snap *repo.Snapshot, path string) []feature.Token {
	src, _ := snap.ReadFile(path)
	var out []feature.Token
	at := 0
	for line := range strings.SplitAfterSeq(string(src), "\n") {
		word := strings.TrimRight(line, "\r\n")
		out = append(out, feature.Token{Span: text.Span{Start: at, End: at + len(word)}, Type: feature.TokenString})
		at += len(line)
	}
	return out
}

func (standIn) FormatOnType(_ *repo.Snapshot, _ string, offset int) []diag.Edit {
	return []diag.Edit{{Span: text.At(offset), New: "y"}}
}

func (standIn) Format(snap *repo.Snapshot, path string) []diag.Edit {
	return []diag.Edit{{Span: text.At(0), New: "x"}}
}

// testOptions are those of a server with the stand-in and without a quiet time.
func testOptions(t testing.TB) Options {
	return Options{
		Version: "test", Log: testLog{t}, Quiet: -1,
		analysis: func(s analysis.Settings) analyzer { return standIn{s} },
	}
}

// start runs a server with the stand-in.
func start(t testing.TB, change ...func(*Options)) *lsptest.Client {
	opts := testOptions(t)
	for _, f := range change {
		f(&opts)
	}
	return serve(t, opts)
}

func serve(t testing.TB, opts Options) *lsptest.Client {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	return lsptest.Start(t, func(r io.Reader, w io.Writer) int { return Serve(ctx, r, w, opts) })
}

// applied answers workspace/applyEdit with "yes" once wait is closed.
func applied(wait <-chan struct{}) lsptest.Handler {
	return func(json.RawMessage) (any, *lsptest.Error) {
		<-wait
		return map[string]any{"applied": true}, nil
	}
}

// testLog drops the log: it may be written after the test has ended.
type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) { return len(p), nil }

// fileURI returns the URI of a file in a folder of the test.
func fileURI(dir, name string) string { return "file://" + filepath.ToSlash(filepath.Join(dir, name)) }
