package edits

import (
	"bytes"
	"sort"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// fold is a text as a search sees it: every line end is one LF. CAPE reads files like this (Python's
// universal newlines), so this is also the text that an agent was shown.
type fold struct {
	src  []byte
	text string
	// cut holds where, in text, a LF stands for a CRLF: one byte of src is missing before each end of it.
	cut []int
}

func newFold(src []byte) fold {
	if bytes.IndexByte(src, '\r') < 0 {
		return fold{src: src, text: string(src)}
	}
	f := fold{src: src}
	var b strings.Builder
	b.Grow(len(src))
	for i := 0; i < len(src); i++ {
		switch {
		case src[i] != '\r':
			b.WriteByte(src[i])
		case i+1 < len(src) && src[i+1] == '\n':
			f.cut = append(f.cut, b.Len())
			b.WriteByte('\n')
			i++
		default:
			b.WriteByte('\n')
		}
	}
	f.text = b.String()
	return f
}

// offset converts a place in the folded text to one in the source. It never lies inside a CRLF.
func (f fold) offset(at int) int { return at + sort.SearchInts(f.cut, at) }

// span converts a part of the folded text.
func (f fold) span(start, end int) text.Span {
	return text.Span{Start: f.offset(start), End: f.offset(end)}
}

// foldText returns s with every line end as one LF.
func foldText(s string) string { return text.WithLineEnding(s, "\n") }

// foldCRLF returns s with every CRLF as LF; a lone CR stays what it is.
func foldCRLF(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// line is one line of a text, its content and its line end (LF, CRLF, CR or, at the end of a text, none).
type line struct{ text, end string }

// folded is the line with LF as its end: what is compared.
func (l line) folded() string {
	if l.end == "" {
		return l.text
	}
	return l.text + "\n"
}

// lines splits a text at LF, CRLF and CR. An empty text has no lines.
func lines(s string) []line {
	var out []line
	for len(s) > 0 {
		at := strings.IndexAny(s, "\r\n")
		if at < 0 {
			return append(out, line{text: s})
		}
		end := s[at : at+1]
		if strings.HasPrefix(s[at:], "\r\n") {
			end = "\r\n"
		}
		out = append(out, line{s[:at], end})
		s = s[at+len(end):]
	}
	return out
}

func foldedLines(ls []line) []string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = l.folded()
	}
	return out
}
