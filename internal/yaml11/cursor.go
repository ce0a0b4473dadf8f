package yaml11

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// mark is a place in the text, as a byte offset and as PyYAML counts it.
type mark struct {
	pos    int // bytes
	index  int // code points
	line   int
	column int // code points, a BOM is not counted
}

const bom = "\ufeff"

// cursor walks over a text. It knows PyYAML's line breaks: LF, CR, CRLF, NEL, LS and PS. The byte zero stands
// for the end of the text, so the text itself must hold none.
type cursor struct {
	src string
	mark
}

// at returns the byte at an offset from the cursor, zero past the end.
func (c *cursor) at(off int) byte {
	if p := c.pos + off; p < len(c.src) {
		return c.src[p]
	}
	return 0
}

// breakLen returns the length in bytes of the line break character at an offset, zero if there is none. The
// CR of a CRLF counts for itself.
func (c *cursor) breakLen(off int) int {
	switch c.at(off) {
	case '\n', '\r':
		return 1
	case 0xC2:
		if c.at(off+1) == 0x85 {
			return 2
		}
	case 0xE2:
		if c.at(off+1) == 0x80 && c.at(off+2)&^1 == 0xA8 {
			return 3
		}
	}
	return 0
}

// endsLine reports a line break or the end of the text.
func (c *cursor) endsLine(off int) bool { return c.at(off) == 0 || c.breakLen(off) > 0 }

// endsWord reports a blank, a line break or the end of the text.
func (c *cursor) endsWord(off int) bool { return c.at(off) == ' ' || c.endsLine(off) }

// endsToken reports a blank, a tab, a line break or the end of the text.
func (c *cursor) endsToken(off int) bool { return c.at(off) == '\t' || c.endsWord(off) }

// skip moves over n bytes of one line.
func (c *cursor) skip(n int) {
	part := c.src[c.pos : c.pos+n]
	runes := len(part)
	for i := 0; i < len(part); i++ {
		if part[i] >= utf8.RuneSelf {
			runes = utf8.RuneCountInString(part)
			c.column -= strings.Count(part, bom)
			break
		}
	}
	c.pos += n
	c.index += runes
	c.column += runes
}

// take moves over n bytes of one line and returns them.
func (c *cursor) take(n int) string {
	c.skip(n)
	return c.src[c.pos-n : c.pos]
}

// skipBlanks moves over blanks.
func (c *cursor) skipBlanks() {
	n := 0
	for c.at(n) == ' ' {
		n++
	}
	c.skip(n)
}

// lineBreak moves over one line break and returns what it means: LF, or LS or PS as themselves; empty when
// there is none.
func (c *cursor) lineBreak() string {
	n := c.breakLen(0)
	if n == 0 {
		return ""
	}
	meaning := "\n"
	if n == 3 {
		meaning = c.src[c.pos : c.pos+n]
	}
	if c.at(0) == '\r' && c.at(1) == '\n' {
		n = 2
		c.index++
	}
	c.pos += n
	c.index++
	c.line++
	c.column = 0
	return meaning
}

// char returns Python's repr of the character at the cursor.
func (c *cursor) char(off int) string {
	if c.at(off) == 0 {
		return `'\x00'`
	}
	r, size := utf8.DecodeRuneInString(c.src[c.pos+off:])
	if r == utf8.RuneError && size == 1 {
		return pytext.Repr(string(rune(c.at(off))))
	}
	return pytext.Repr(c.src[c.pos+off : c.pos+off+size])
}

// documentMark reports a `---` or `...` that stands alone at the cursor.
func (c *cursor) documentMark() bool {
	rest := c.src[c.pos:]
	return (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && c.endsToken(3)
}
