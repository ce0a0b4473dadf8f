package yaml11

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Message is Python's str of the exception that safe_load of the text src raises for the problem, over
// several lines: what CAPE prints when it passes a file over. src must be the text that was parsed.
func (p *Problem) Message(src []byte) string {
	switch p.Kind {
	case ValueError:
		return p.Problem
	case Reader:
		return fmt.Sprintf("unacceptable character #x%04x: %s\n  in \"<unicode string>\", position %d", p.Character, p.Problem, p.Position)
	}
	var lines []string
	if p.Context != "" {
		lines = append(lines, p.Context)
	}
	if p.ContextLine >= 0 && (p.ContextLine != p.Line || p.ContextColumn != p.Column) {
		lines = append(lines, markText(src, p.from))
	}
	lines = append(lines, p.Problem, markText(src, p.at))
	return strings.Join(lines, "\n")
}

// markText is Python's str of a mark: the place, the line there, and a caret below it.
func markText(src []byte, m mark) string {
	head, start := before(src[:m.pos])
	end, tail := after(src[m.pos:])
	return fmt.Sprintf("  in \"<unicode string>\", line %d, column %d:\n    %s%s%s\n%s^", m.line+1, m.column+1, head,
		src[start:m.pos+end], tail, strings.Repeat(" ", 4+len(head)+utf8.RuneCount(src[start:m.pos])))
}

// half is how many characters of a line PyYAML shows before and after a mark, and given is how many of them it
// gives up for an ellipsis.
const (
	half  = 37
	given = 5
)

// before returns the offset from which the line before a mark is shown, with an ellipsis when that is not
// its start.
func before(src []byte) (ellipsis string, start int) {
	start = len(src)
	starts := make([]int, 0, half)
	for start > 0 {
		r, size := utf8.DecodeLastRune(src[:start])
		if strings.ContainsRune("\r\n\u0085\u2028\u2029", r) {
			break
		}
		start -= size
		if starts = append(starts, start); len(starts) == half {
			return " ... ", starts[half-1-given]
		}
	}
	return "", start
}

// after returns how many bytes of the line after a mark are shown.
func after(src []byte) (end int, ellipsis string) {
	ends := make([]int, 0, half)
	for end < len(src) {
		r, size := utf8.DecodeRune(src[end:])
		if strings.ContainsRune("\r\n\u0085\u2028\u2029", r) {
			break
		}
		end += size
		if ends = append(ends, end); len(ends) == half {
			return ends[half-1-given], " ... "
		}
	}
	return end, ""
}
