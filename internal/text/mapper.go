package text

import (
	"bytes"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Encoding is the unit in which a client counts columns
// (LSP 3.18, PositionEncodingKind).
type Encoding string

// The three encodings of the protocol.
const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16"
	UTF32 Encoding = "utf-32"
)

// Position is a place as an editor counts it: both numbers start at zero, the column is in units of
// the encoding that was negotiated.
type Position struct {
	Line, Column int
}

// Mapper converts between byte offsets and positions in one text. Lines end at LF, CRLF or a lone
// CR, as LSP defines them (3.18, "Text Documents"). It is built lazily and safe for concurrent use.
type Mapper struct {
	src   []byte
	once  sync.Once
	start []int // byte offset of the start of each line

	utf16, utf32 ruler
}

// NewMapper returns a mapper for src, which must not change afterwards.
func NewMapper(src []byte) *Mapper { return &Mapper{src: src} }

func (m *Mapper) lines() []int {
	m.once.Do(func() {
		m.start = make([]int, 1, 1+bytes.Count(m.src, []byte{'\n'}))
		at := 0
		for at < len(m.src) {
			i := bytes.IndexByte(m.src[at:], '\n')
			if i < 0 {
				i = len(m.src) - at
			}
			m.loneCRs(at, at+i)
			if at += i + 1; at <= len(m.src) {
				m.start = append(m.start, at)
			}
		}
	})
	return m.start
}

// loneCRs adds the lines that end at a CR without a LF between two offsets; a LF or the end of the text
// stands at the second.
func (m *Mapper) loneCRs(from, to int) {
	for {
		i := bytes.IndexByte(m.src[from:to], '\r')
		if i < 0 || from+i+1 == to && to < len(m.src) {
			return
		}
		from += i + 1
		m.start = append(m.start, from)
	}
}

// LineCount returns the number of lines, which is at least one: a text that ends with a line end has
// an empty last line.
func (m *Mapper) LineCount() int { return len(m.lines()) }

// Line returns the span of line n (from zero) without its line end. A line outside the text is the
// empty span at the nearer end of the text.
func (m *Mapper) Line(n int) Span {
	full := m.FullLine(n)
	for full.End > full.Start && (m.src[full.End-1] == '\n' || m.src[full.End-1] == '\r') {
		full.End--
	}
	return full
}

// FullLine returns the span of line n (from zero) with its line end.
func (m *Mapper) FullLine(n int) Span {
	starts := m.lines()
	switch {
	case n < 0:
		return At(0)
	case n >= len(starts):
		return At(len(m.src))
	case n+1 == len(starts):
		return Span{starts[n], len(m.src)}
	}
	return Span{starts[n], starts[n+1]}
}

// LineOf returns the number (from zero) of the line that holds offset.
func (m *Mapper) LineOf(offset int) int {
	starts := m.lines()
	return sort.Search(len(starts), func(i int) bool { return starts[i] > offset }) - 1
}

// Position converts a byte offset. An offset outside the text is moved to its nearer end, one inside
// a code point or a line end to the start of it.
func (m *Mapper) Position(offset int, enc Encoding) Position {
	offset = min(max(offset, 0), len(m.src))
	if r := m.runeStart(offset); r >= 0 {
		offset = r
	}
	n := m.LineOf(offset)
	line := m.Line(n)
	return Position{n, m.width(line.Start, min(offset, line.End), enc)}
}

// longStretch is how many bytes are counted anew each time. JSON that a program wrote may be one line of a megabyte,
// with thousands of places that are asked for.
const longStretch = 1 << 10

// width is Width between two offsets.
func (m *Mapper) width(from, to int, enc Encoding) int {
	switch {
	case to-from <= longStretch:
		return Width(m.src[from:to], enc)
	case enc == UTF16:
		return m.utf16.at(m.src, to, enc) - m.utf16.at(m.src, from, enc)
	case enc == UTF32:
		return m.utf32.at(m.src, to, enc) - m.utf32.at(m.src, from, enc)
	}
	return to - from
}

// ruler knows how many columns come before some places of a text that are a short way apart.
type ruler struct {
	once  sync.Once
	marks []mark // the k-th is the first start of a code point at or after k*longStretch
}

type mark struct{ offset, columns int }

// at returns how many columns come before an offset, which is the start of a code point or the end of the text.
func (r *ruler) at(src []byte, offset int, enc Encoding) int {
	r.once.Do(func() {
		now := mark{}
		for now.offset < len(src) {
			if now.offset >= len(r.marks)*longStretch {
				r.marks = append(r.marks, now)
			}
			c, size := utf8.DecodeRune(src[now.offset:])
			now.offset, now.columns = now.offset+size, now.columns+units(c, size, enc)
		}
	})
	if len(r.marks) == 0 {
		return 0
	}
	before := r.marks[min(offset/longStretch, len(r.marks)-1)]
	return before.columns + Width(src[before.offset:offset], enc)
}

// runeStart returns the start of the valid code point that offset lies inside of, or -1 when it lies
// between two.
func (m *Mapper) runeStart(offset int) int {
	for at := offset - 1; at >= 0 && at > offset-utf8.UTFMax && offset < len(m.src); at-- {
		if utf8.RuneStart(m.src[at]) {
			if r, size := utf8.DecodeRune(m.src[at:]); r != utf8.RuneError && at+size > offset {
				return at
			}
			break
		}
	}
	return -1
}

// Offset converts a position to a byte offset. As LSP asks, a column past the end of a line is its
// end; a line past the end of the text is the end of the text; a column inside a code point is the
// start of it.
func (m *Mapper) Offset(p Position, enc Encoding) int {
	if p.Line < 0 {
		return 0
	}
	line := m.Line(p.Line)
	if enc == UTF8 && p.Column < line.Len() {
		at := line.Start + max(p.Column, 0)
		for at > line.Start && !utf8.RuneStart(m.src[at]) {
			at--
		}
		return at
	}
	at, left := line.Start, p.Column
	for at < line.End && left > 0 {
		r, size := utf8.DecodeRune(m.src[at:line.End])
		left -= units(r, size, enc)
		if left < 0 {
			break
		}
		at += size
	}
	return at
}

// Range converts a span to its two positions.
func (m *Mapper) Range(s Span, enc Encoding) (start, end Position) {
	return m.Position(s.Start, enc), m.Position(s.End, enc)
}

// Width returns the number of columns that b takes in the encoding. A byte that is not valid UTF-8
// counts as one code point.
func Width(b []byte, enc Encoding) int {
	if enc == UTF8 {
		return len(b)
	}
	n := 0
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			n++
			b = b[1:]
			continue
		}
		r, size := utf8.DecodeRune(b)
		n += units(r, size, enc)
		b = b[size:]
	}
	return n
}

func units(r rune, size int, enc Encoding) int {
	switch {
	case enc == UTF8:
		return size
	case enc == UTF16 && r >= 0x10000:
		return 2
	}
	return 1
}

// LineEnding returns the line end in force at offset: that of the line which holds it, else of the
// line before, else of the first line that has one, else "\n".
func (m *Mapper) LineEnding(offset int) string {
	n := m.LineOf(min(max(offset, 0), len(m.src)))
	for _, k := range []int{n, n - 1, 0} {
		if k < 0 {
			continue
		}
		if end := string(m.src[m.Line(k).End:m.FullLine(k).End]); end != "" {
			return end
		}
	}
	return "\n"
}

// WithLineEnding returns s with every LF, CRLF and lone CR written as ending.
func WithLineEnding(s, ending string) string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if ending == "\n" {
		return s
	}
	return strings.ReplaceAll(s, "\n", ending)
}
