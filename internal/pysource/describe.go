package pysource

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// isSpace is white space as Python's str methods see it.
func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1C && r <= ' ', r == 0x85, r == 0xA0, r == 0x1680,
		r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return true
	}
	return false
}

const space = `[\t-\r\x1c- \x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}]`

var guardPattern = text.Pattern(`if` + space + `+__name__` + space + `*==` + space + `*["']__main__["']`)

// findGuard looks for a guard in a text that does not parse: anywhere, comments and texts too.
func findGuard(src []byte) (text.Span, bool) {
	at := guardPattern().FindIndex(src)
	if at == nil {
		return text.Span{}, false
	}
	return text.Span{Start: at[0], End: at[1]}, true
}

// describe returns the first line of a docstring that is not blank, as CAPE shows it: without :mod: at
// its start and without backquotes. If nothing is left of that line, no other is tried. (The margin that
// Python takes from a docstring before does not matter to a line without white space round it.)
func describe(doc string) string {
	for _, line := range strings.FieldsFunc(expandTabs(doc), isLineEnd) {
		if line = strings.TrimFunc(line, isSpace); line != "" {
			line = strings.TrimPrefix(line, ":mod:")
			return strings.TrimFunc(strings.ReplaceAll(line, "`", ""), isSpace)
		}
	}
	return ""
}

// isLineEnd tells where Python's splitlines cuts.
func isLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1C && r <= 0x1E || r == 0x85 || r == 0x2028 || r == 0x2029
}

// expandTabs replaces each tab by spaces up to the next multiple of eight characters of its line.
func expandTabs(s string) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	column := 0
	for _, r := range s {
		switch r {
		case '\t':
			n := tabSize - column%tabSize
			b.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		case '\n', '\r':
			column = 0
		default:
			column++
		}
		b.WriteRune(r)
	}
	return b.String()
}
