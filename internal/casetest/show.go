package casetest

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/report"
	"github.com/cape-ls/cape-ls/internal/text"
)

// checked is one file with what a door found in it.
type checked struct {
	name  string
	src   []byte
	found []diag.Diagnostic
}

// showFindings writes findings as the golden has them: the line of `cape-ls check`, then the source line
// with carets under the span.
func showFindings(files []checked) string {
	var b strings.Builder
	for _, f := range files {
		m := text.NewMapper(f.src)
		for _, d := range f.found {
			b.WriteString(report.Line(report.File{Name: f.name, Mapper: m}, d) + "\n" + carets(m, f.src, d.Span))
		}
	}
	return b.String()
}

// onlyLines keeps the lines of `cape-ls check` of a golden.
func onlyLines(golden string) string {
	var b strings.Builder
	for line := range strings.Lines(golden) {
		if !strings.HasPrefix(line, "\t") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// carets shows the first line of a span with a caret under each of its columns.
func carets(m *text.Mapper, src []byte, s text.Span) string {
	n := m.LineOf(s.Start)
	line := m.Line(n)
	var before strings.Builder
	for _, r := range string(src[line.Start:s.Start]) {
		if r != '\t' {
			r = ' '
		}
		before.WriteRune(r)
	}
	more := ""
	if s.End > line.End && m.LineOf(s.End) > n {
		end := m.Position(s.End, text.UTF32)
		more = fmt.Sprintf(" to %d:%d", end.Line+1, end.Column+1)
	}
	width := max(1, text.Width(src[s.Start:max(min(s.End, line.End), s.Start)], text.UTF32))
	return fmt.Sprintf("\t%s\n\t%s%s%s\n", line.In(src), before.String(), strings.Repeat("^", width), more)
}
