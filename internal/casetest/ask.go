package casetest

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// ask answers the question that a golden is named after.
func (c *Case) ask(t *testing.T, golden string) string {
	t.Helper()
	name, arg, _ := strings.Cut(strings.TrimPrefix(golden, "@"), " ")
	snap, a := repo.NewWorkspace(c.Dir).Snapshot(), analysis.New(analysis.Settings{Inlay: true})
	q := question{c, snap, a, c.Path(c.Cursor)}
	if name != "action" {
		require.NotEmpty(t, c.Cursor, "%s needs a cursor: %s in an input file", golden, cursorMark)
	}
	switch name {
	case "action":
		return q.action(t, arg)
	case "actions":
		return q.actions()
	case "hover":
		return q.hover()
	case "completion":
		return q.completion()
	case "symbols":
		return q.symbols(a.Symbols(snap, q.path), "")
	case "folding":
		return q.folding()
	case "links":
		return q.links()
	case "definition":
		return q.places(a.Definition(snap, q.path, c.Offset))
	case "references":
		return q.places(a.References(snap, q.path, c.Offset))
	case "rename":
		fix, err := a.Rename(snap, q.path, c.Offset, arg)
		if err != nil {
			return "refused: " + err.Error() + "\n"
		}
		return q.fixed(t, fix)
	case "prepare":
		span, name, err := a.PrepareRename(snap, q.path, c.Offset)
		if err != nil {
			return "refused: " + err.Error() + "\n"
		}
		return q.span(q.src(), span) + " " + name + "\n"
	case "colors":
		return q.colors()
	case "selections":
		return q.selections()
	case "snippets":
		return q.snippets()
	case "format":
		return q.fixed(t, diag.Fix{Edits: a.Format(snap, q.path)})
	case "inlays":
		return q.inlays()
	case "tokens":
		return q.tokens()
	}
	t.Fatalf("no such question: %s", golden)
	return ""
}

type question struct {
	c    *Case
	snap *repo.Snapshot
	a    *analysis.Analyzer
	path string // of the file with the cursor
}

func (q question) src() []byte {
	src, _ := q.snap.ReadFile(q.path)
	return src
}

// span shows a span as line:col-line:col, from one, with its text when it is short.
func (q question) span(src []byte, s text.Span) string {
	start, end := text.NewMapper(src).Range(s, text.UTF32)
	return fmt.Sprintf("%d:%d-%d:%d", start.Line+1, start.Column+1, end.Line+1, end.Column+1)
}

func (q question) action(t *testing.T, title string) string {
	t.Helper()
	for _, name := range q.c.Files {
		path := q.c.Path(name)
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, action := range q.a.Actions(q.snap, path, text.Span{Start: 0, End: len(src)}, nil) {
			if action.Title == title && action.Fix != nil {
				q.path = path
				return q.fixed(t, *action.Fix)
			}
		}
	}
	return "no such action\n"
}

func (q question) actions() string {
	var b strings.Builder
	for _, action := range q.a.Actions(q.snap, q.path, text.At(q.c.Offset), nil) {
		star := ""
		if action.Preferred {
			star = " (preferred)"
		}
		fmt.Fprintf(&b, "%s: %s%s\n", action.Kind, action.Title, star)
	}
	return b.String()
}

// fixed shows the files that a fix changes, as they are afterwards, and the files that it moves.
func (q question) fixed(t *testing.T, fix diag.Fix) string {
	t.Helper()
	byPath := map[string][]diag.Edit{}
	for _, e := range fix.Edits {
		path := e.Path
		if path == "" {
			path = q.path
		}
		byPath[path] = append(byPath[path], diag.Edit{Span: e.Span, New: e.New})
	}
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		src, err := q.snap.ReadFile(path)
		require.NoError(t, err)
		out, ok := diag.Apply(src, byPath[path])
		require.True(t, ok, "the edits of %s must not overlap", path)
		fmt.Fprintf(&b, ">> %s\n%s", repo.Relative(q.c.Dir, path), visible(string(out)))
	}
	for _, r := range fix.Renames {
		fmt.Fprintf(&b, ">> %s -> %s\n", repo.Relative(q.c.Dir, r.Old), repo.Relative(q.c.Dir, r.New))
	}
	return b.String()
}

// visible writes what a txtar golden could not hold, or would hide.
func visible(s string) string {
	s = strings.NewReplacer("\r", "␍", text.BOM, "<BOM>").Replace(s)
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "<no newline>\n"
	}
	return s
}

func (q question) hover() string {
	h := q.a.Hover(q.snap, q.path, q.c.Offset)
	if h == nil {
		return "nothing\n"
	}
	return q.span(q.src(), h.Span) + "\n" + strings.TrimRight(h.Markdown, "\n") + "\n"
}

func (q question) completion() string {
	var b strings.Builder
	for _, p := range q.a.Complete(q.snap, q.path, q.c.Offset) {
		var also []string
		for _, m := range p.Also {
			also = append(also, fmt.Sprintf("%q at %s", m.New, q.span(q.src(), text.At(m.Offset))))
		}
		writeProposal(&b, p.Label, p.Detail, p.New, q.span(q.src(), p.Replace), also)
	}
	return b.String()
}

func (q question) symbols(list []feature.Symbol, indent string) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s%s", indent, s.Name)
		if s.Detail != "" {
			fmt.Fprintf(&b, " (%s)", s.Detail)
		}
		fmt.Fprintf(&b, " %s\n%s", q.span(q.src(), s.Span), q.symbols(s.Children, indent+"  "))
	}
	return b.String()
}

func (q question) folding() string {
	var b strings.Builder
	for _, f := range q.a.Folding(q.snap, q.path) {
		fmt.Fprintf(&b, "%s\n", q.span(q.src(), f.Span))
	}
	return b.String()
}

func (q question) links() string {
	var b strings.Builder
	for _, l := range q.a.Links(q.snap, q.path) {
		target := l.URL
		if l.Path != "" {
			target = repo.Relative(q.c.Dir, l.Path)
		}
		fmt.Fprintf(&b, "%s %s\n", q.span(q.src(), l.Span), target)
	}
	return b.String()
}

func (q question) places(list []feature.Location) string {
	var b strings.Builder
	for _, l := range list {
		path := l.Path
		if path == "" {
			path = q.path
		}
		src, _ := q.snap.ReadFile(path)
		fmt.Fprintf(&b, "%s %s\n", repo.Relative(q.c.Dir, path), q.span(src, l.Span))
	}
	return b.String()
}

func (q question) colors() string {
	var b strings.Builder
	for _, c := range q.a.Colors(q.snap, q.path) {
		writeColor(&b, q.span(q.src(), c.Span), []float64{c.Red, c.Green, c.Blue, c.Alpha}, q.a.ColorForms(q.snap, q.path, c))
	}
	return b.String()
}

// selections shows the spans around the cursor, from the innermost outwards.
func (q question) selections() string {
	var b strings.Builder
	for _, s := range q.a.Selections(q.snap, q.path, q.c.Offset) {
		fmt.Fprintf(&b, "%s\n", q.span(q.src(), s))
	}
	return b.String()
}

// snippets shows what the proposals put in where the editor knows snippets.
func (q question) snippets() string {
	var b strings.Builder
	for _, p := range q.a.Complete(q.snap, q.path, q.c.Offset) {
		if p.Snippet != "" {
			fmt.Fprintf(&b, "%s %q\n", p.Label, p.Snippet)
		}
	}
	return b.String()
}

func (q question) inlays() string {
	var b strings.Builder
	for _, i := range q.a.Inlays(q.snap, q.path, text.Span{Start: 0, End: len(q.src())}) {
		fmt.Fprintf(&b, "%s %s\n", q.span(q.src(), text.At(i.Offset)), i.Label)
	}
	return b.String()
}

func (q question) tokens() string {
	var b strings.Builder
	for _, tok := range q.a.Tokens(q.snap, q.path) {
		fmt.Fprintf(&b, "%s %s %q\n", q.span(q.src(), tok.Span), tok.Type, tok.Span.In(q.src()))
	}
	return b.String()
}
