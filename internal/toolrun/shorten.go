package toolrun

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// The bounds of CAPE's truncate_stdout (cape.agent.tools.toolutils), in characters.
const (
	plainMax  = 1000 // up to here the text stays as it is
	indentMax = 2000 // above, lines that begin with a blank go
	halfMin   = 500  // head and tail each stop at this sum
	lineMax   = 128  // of a line in head or tail
)

// shortenOutput cuts the output of a script as CAPE does before an agent sees it: the first and the last
// lines are kept, with no mark between. Sizes are in characters; lines end where Python's splitlines
// cuts.
func shortenOutput(s string) string {
	size := utf8.RuneCountInString(s)
	if size <= plainMax {
		return s
	}
	lines := pytext.Lines(s)
	if size > indentMax {
		lines = dropIndented(lines)
		if size = runes(lines); size <= plainMax {
			return strings.Join(lines, "")
		}
	}
	var head, tail []string
	sum := 0
	for n, i := 0, 0; n < halfMin && i < len(lines); i++ {
		line, k := cutLine(lines[i])
		head = append(head, line)
		n, sum = n+k, sum+k
	}
	for n, i := 0, len(lines)-1; n < halfMin && i >= 0; i-- {
		line, k := cutLine(lines[i])
		tail = append(tail, line)
		n, sum = n+k, sum+k
	}
	if sum >= size {
		return strings.Join(lines, "")
	}
	var b strings.Builder
	for _, line := range head {
		b.WriteString(line)
	}
	for i := len(tail) - 1; i >= 0; i-- {
		b.WriteString(tail[i])
	}
	return b.String()
}

func runes(lines []string) int {
	n := 0
	for _, line := range lines {
		n += utf8.RuneCountInString(line)
	}
	return n
}

func dropIndented(lines []string) []string {
	out := lines[:0] // the caller has no use for the rest
	for _, line := range lines {
		if line[0] != ' ' {
			out = append(out, line)
		}
	}
	return out
}

// cutLine returns the first characters of a line, and how many they are.
func cutLine(line string) (string, int) {
	n := 0
	for i := range line {
		if n == lineMax {
			return line[:i], n
		}
		n++
	}
	return line, n
}
