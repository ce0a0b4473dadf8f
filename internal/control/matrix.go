package control

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	full  text.Span // with its line end
	no    int       // from 1
	cells []cell
}

// cell is one value of a row, without quotes.
type cell struct {
	text string
	span text.Span
}

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
				m.takeHeader(line, row{line: span, full: lines.FullLine(n), no: n + 1})
			}
			continue
		}
		cells := cut(line, start)
		if isMark(cells[0].text) {
			cells = cells[1:]
		}
		m.cases = append(m.cases, row{span, lines.FullLine(n), n + 1, cells})
	}
	return m
}

// takeHeader keeps a comment line that looks like names of columns.
func (m *matrix) takeHeader(line string, r row) {
	names := strings.TrimLeft(line, "# \t")
	if names == "" {
		return
	}
	r.cells = cut(names, r.line.End-len(names))
	for len(r.cells) > 0 && r.cells[len(r.cells)-1].text == "" {
		r.cells = r.cells[:len(r.cells)-1] // a comma at the end
	}
	if len(r.cells) > 0 {
		m.header = &r
	}
}

// isMark tells the words that mark a case as passed or as failed.
func isMark(s string) bool {
	switch len(s) {
	case 1, 2, 4, 5:
		switch strings.ToLower(s) {
		case "p", "$p", "pass", "e", "$e", "error":
			return true
		}
	}
	return false
}

// cut cuts a line at separators outside quotes: at most one comma with blanks around it, or blanks.
func cut(line string, start int) []cell {
	cells := make([]cell, 0, 8)
	from, at, quoted := 0, 0, false
	add := func(to int) {
		s := line[from:to]
		if quoted {
			s = unquoted(s)
		}
		cells = append(cells, cell{s, text.Span{Start: start + from, End: start + to}})
		quoted = false
	}
	for at < len(line) {
		if q := line[at]; q == '"' || q == '\'' {
			if end := strings.IndexByte(line[at+1:], q); end >= 0 {
				at += end + 2
				quoted = true
				continue
			}
		}
		if n := separator(line[at:]); n > 0 {
			add(at)
			at += n
			from = at
			continue
		}
		at++
	}
	add(len(line))
	return cells
}

// separator returns the length of the separator at the start of s, 0 when there is none.
func separator(s string) int {
	n := blanks(s)
	if n < len(s) && s[n] == ',' {
		n++
		n += blanks(s[n:])
	}
	return n
}

// blanks returns how many bytes at the start of s are what Python's \s means.
func blanks(s string) int {
	n := 0
	for n < len(s) {
		if c := s[n]; c < utf8.RuneSelf {
			if c != ' ' && (c < '\t' || c > '\r') && (c < 0x1c || c > 0x1f) {
				return n
			}
			n++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsSpace(r) {
			return n
		}
		n += size
	}
	return n
}

// unquoted takes away quotes that are in pairs.
func unquoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if q := s[i]; q == '"' || q == '\'' {
			if end := strings.IndexByte(s[i+1:], q); end >= 0 {
				b.WriteString(s[i+1 : i+1+end])
				i += end + 2
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

var (
	pyInt   = text.Pattern(`^[+-]?[0-9]+(_[0-9]+)*$`)
	pyFloat = text.Pattern(`(?i)^[+-]?(([0-9]+(_[0-9]+)*)?\.?([0-9]+(_[0-9]+)*)?(e[+-]?[0-9]+(_[0-9]+)*)?|inf|infinity|nan)$`)
)

// numberFits reports whether Python would read a text as a value of the kind that Definitions gives to a
// column: "float", "int", "hex", "oct", "bin"; any text fits "str".
func numberFits(kind, s string) bool {
	if kind == "float" && plainFloat(s) {
		return true
	}
	s = strings.TrimSpace(s)
	switch kind {
	case "float":
		return pyFloat().MatchString(s) && strings.ContainsAny(s, "0123456789nN") && s[0] != 'e' && s[0] != 'E'
	case "int":
		return pyInt().MatchString(s)
	case "hex":
		return isBase(s, 16)
	case "oct", "octal":
		return isBase(s, 8)
	case "bin", "binary":
		return isBase(s, 2)
	}
	return true
}

// plainFloat tells digits with at most one point between them, as most numbers are written.
func plainFloat(s string) bool {
	digits, points := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == '.':
			points++
		case c == '-' && i == 0:
		default:
			return false
		}
	}
	return digits > 0 && points <= 1
}

// isBase tells what Python reads behind 0x, 0o or 0b; single underscores may stand between digits.
func isBase(s string, base int) bool {
	if strings.Contains(s, "__") || strings.HasSuffix(s, "_") {
		return false
	}
	_, err := strconv.ParseUint(strings.ReplaceAll(s, "_", ""), base, 64)
	return err == nil
}
