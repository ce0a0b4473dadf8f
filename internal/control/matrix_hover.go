package control

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// HoverMatrix says of a value in a run matrix file which key it is for, and in which folder its case runs.
// Host and env are those of the control file.
func HoverMatrix(src []byte, host *capejson.Tree, env Env, offset int) *feature.Hover {
	m, ok := matrixOf(host, env)
	if !ok || offset > len(src) {
		return nil
	}
	r, heading, ok := rowAt(src, offset)
	if !ok {
		return nil
	}
	for i, c := range r.cells {
		if !c.span.Contains(offset) {
			continue
		}
		if i >= len(m.keys) {
			return &feature.Hover{Span: c.span, Markdown: fmt.Sprintf("No key: Keys has %s.", count(len(m.keys), "name", "names"))}
		}
		return &feature.Hover{Span: c.span, Markdown: m.aboutCell(r, i, heading)}
	}
	return nil
}

// aboutCell is what is known of one value, as Markdown.
func (m runMatrix) aboutCell(r row, i int, heading bool) string {
	c := m.column(m.keys[i])
	lines := []string{fmt.Sprintf("**%s** (column %d)", c.key, i+1)}
	if text := r.cells[i].text; heading && !m.sameColumn(text, c.key) {
		lines = append(lines, fmt.Sprintf("Keys has %s here, whatever the heading says.", c.key))
	}
	if c.given && !heading {
		lines = append(lines, "What stands here does not count: Values has the values of this key.")
	}
	lines = append(lines, "Holds "+columnWords(c.kind)+".")
	switch {
	case !c.label:
		lines = append(lines, "No part of the folder name.")
	case !heading:
		if part, ok := c.part(c.textOf(r, i)); ok && c.named {
			lines = append(lines, "In the folder name: `"+part+"`.")
		}
	}
	if look, ok := m.naming(); ok && !heading {
		if name, ok := look.caseName(r); ok {
			lines = append(lines, "Folder of this case: `"+strings.TrimPrefix(name, "/")+"`")
		}
	}
	return strings.Join(lines, "\n\n")
}

// naming returns what makes the names of cases; ok is false when they are not known.
func (m runMatrix) naming() (look matrixLook, ok bool) {
	look = m.newLook()
	return look, look.named
}

func columnWords(kind string) string {
	switch kind {
	case "str":
		return "text"
	case "float":
		return "numbers"
	}
	_, word, _ := strings.Cut(numberWord(kind), " ")
	return word + "s"
}

// rowAt reads the line at an offset. Heading tells that it is a comment.
func rowAt(src []byte, offset int) (r row, heading, ok bool) {
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	end := len(src)
	if n := bytes.IndexByte(src[offset:], '\n'); n >= 0 {
		end = offset + n
	}
	line := readMatrix(src[start:end])
	switch {
	case len(line.cases) > 0:
		r = line.cases[0]
	case line.header != nil:
		r, heading = *line.header, true
	default:
		return r, false, false
	}
	r.line, r.full = r.line.Shift(start), r.full.Shift(start)
	r.cells = slices.Clone(r.cells)
	for i := range r.cells {
		r.cells[i].span = r.cells[i].span.Shift(start)
	}
	return r, heading, true
}

// CompleteMatrix proposes, in a run matrix file, the keys for a heading, and for a value those that the
// column has on other lines, the most frequent first. Host and env are those of the control file.
func CompleteMatrix(src []byte, host *capejson.Tree, env Env, offset int) []feature.Completion {
	m, ok := matrixOf(host, env)
	if !ok || offset > len(src) || len(src) > maxMatrix {
		return nil
	}
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	before := string(src[start:offset])
	names := strings.TrimLeft(before, " \t#")
	cells := cut(names, offset-len(names))
	if len(cells) > 1 && isMark(cells[0].text) {
		cells = cells[1:]
	}
	at := len(cells) - 1
	if at >= len(m.keys) {
		return nil
	}
	replace := text.Span{Start: cells[at].span.Start, End: offset}
	for replace.End < len(src) && !bytes.ContainsRune([]byte(" ,\t\r\n"), rune(src[replace.End])) {
		replace.End++
	}
	if strings.HasPrefix(strings.TrimSpace(before), "#") {
		return []feature.Completion{{Label: m.keys[at], New: m.keys[at], Kind: feature.KindText, Detail: fmt.Sprintf("column %d", at+1), Replace: replace}}
	}
	return m.seenValues(src, at, replace)
}

// maxProposed bounds the values that are proposed for a column.
const maxProposed = 30

// seenValues lists the values that a column has on other lines.
func (m runMatrix) seenValues(src []byte, at int, replace text.Span) []feature.Completion {
	counts := map[string]int{}
	var order []string
	for _, r := range readMatrix(src).cases {
		if at >= len(r.cells) || r.line.Contains(replace.Start) || r.cells[at].text == "" {
			continue
		}
		value := string(r.cells[at].span.In(src))
		if counts[value]++; counts[value] == 1 {
			order = append(order, value)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return counts[b] - counts[a] })
	out := make([]feature.Completion, 0, min(len(order), maxProposed))
	for i, v := range order[:min(len(order), maxProposed)] {
		out = append(out, feature.Completion{
			Label: v, New: v, Kind: feature.KindText, Replace: replace, Sort: fmt.Sprintf("%03d", i),
			Detail: fmt.Sprintf("%s, %s", m.keys[at], count(counts[v], "case", "cases")),
		})
	}
	return out
}
