package control

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// matrix is a run matrix file as CAPE reads it (cape.cfdx.runmatrix.RunMatrix.ReadRunMatrixFile).
type matrix struct {
	header *row // the last comment line before the first case; nil when there is none
	cases  []row
}

// row is one line, cut into cells. The mark of a case that passed or failed is no cell.
type row struct {
	line  text.Span
	no    int // from 1
	cells []cell
}

// cell is one value of a row, without quotes.
type cell struct {
	text string
	span text.Span
}

// separator is at most one comma with blanks around it, or blanks.
var separator = regexp.MustCompile(`[\s\x1c-\x1f]*,[\s\x1c-\x1f]*|[\s\x1c-\x1f]+`)

// readMatrix reads a run matrix. It never fails; what is wrong shows in the cells.
func readMatrix(src []byte) matrix {
	var m matrix
	lines := text.NewMapper(src)
	for n := range lines.LineCount() {
		span := lines.Line(n)
		raw := string(span.In(src))
		line := strings.TrimSpace(raw)
		if line == "" {
			continue
		}
		start := span.Start + strings.Index(raw, line)
		span = text.Span{Start: start, End: start + len(line)}
		if strings.HasPrefix(line, "#") {
			if len(m.cases) == 0 {
				m.takeHeader(line, span, n+1)
			}
			continue
		}
		cells := cut(line, start)
		if isMark(cells[0].text) {
			cells = cells[1:]
		}
		m.cases = append(m.cases, row{span, n + 1, cells})
	}
	return m
}

// takeHeader keeps a comment line that looks like names of columns.
func (m *matrix) takeHeader(line string, span text.Span, no int) {
	names := strings.TrimLeft(line, "# \t")
	if names == "" {
		return
	}
	m.header = &row{span, no, cut(names, span.End-len(names))}
}

// isMark tells the words that mark a case as passed or as failed.
func isMark(s string) bool {
	switch strings.ToLower(s) {
	case "p", "$p", "pass", "e", "$e", "error":
		return true
	}
	return false
}

// cut cuts a line at separators outside quotes.
func cut(line string, start int) []cell {
	var cells []cell
	add := func(from, to int) {
		cells = append(cells, cell{strings.NewReplacer(`"`, "", "'", "").Replace(line[from:to]),
			text.Span{Start: start + from, End: start + to}})
	}
	from := 0
	for at := 0; at < len(line); {
		if q := line[at]; q == '"' || q == '\'' {
			if end := strings.IndexByte(line[at+1:], q); end >= 0 {
				at += end + 2
				continue
			}
		}
		if loc := separator.FindStringIndex(line[at:]); loc != nil && loc[0] == 0 && loc[1] > 0 {
			add(from, at)
			at += loc[1]
			from = at
			continue
		}
		at++
	}
	add(from, len(line))
	return cells
}

var (
	pyInt   = regexp.MustCompile(`^[+-]?[0-9]+(_[0-9]+)*$`)
	pyFloat = regexp.MustCompile(`(?i)^[+-]?(([0-9]+(_[0-9]+)*)?\.?([0-9]+(_[0-9]+)*)?(e[+-]?[0-9]+(_[0-9]+)*)?|inf|infinity|nan)$`)
)

// numberFits reports whether Python would read a text as a value of the kind that Definitions gives to a
// column: "float", "int", "hex", "oct", "bin"; any text fits "str".
func numberFits(kind, s string) bool {
	s = strings.TrimSpace(s)
	switch kind {
	case "float":
		return pyFloat.MatchString(s) && strings.ContainsAny(s, "0123456789nN") && s[0] != 'e' && s[0] != 'E'
	case "int":
		return pyInt.MatchString(s)
	case "hex":
		return isBase(s, 16)
	case "oct", "octal":
		return isBase(s, 8)
	case "bin", "binary":
		return isBase(s, 2)
	}
	return true
}

func isBase(s string, base int) bool {
	_, err := strconv.ParseUint(s, base, 64)
	return err == nil
}
