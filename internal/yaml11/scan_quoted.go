package yaml11

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

const inQuoted = "while scanning a quoted scalar"

// scanQuoted adds a single- or double-quoted scalar. Indentation does not matter inside.
func (s *scanner) scanQuoted() bool {
	start := s.mark
	quote, style := s.at(0), SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	var content chunks
	s.skip(1)
	if !s.quotedText(quote, &start, &content) {
		return false
	}
	for s.at(0) != quote {
		if !s.quotedSpaces(&start, &content) || !s.quotedText(quote, &start, &content) {
			return false
		}
	}
	inner := text.Span{Start: start.pos + 1, End: s.pos}
	s.skip(1)
	if s.line > start.line {
		s.wide = [2]int{start.pos, s.pos}
	}
	return s.scalar(style, content.String(), start, s.mark, inner)
}

// quotedText reads up to a blank, a tab, a line break or the closing quote.
func (s *scanner) quotedText(quote byte, start *mark, content *chunks) bool {
	for {
		content.add(s.take(s.quotedLen()))
		c := s.at(0)
		switch {
		case quote == '\'' && c == '\'' && s.at(1) == '\'':
			content.add("'")
			s.skip(2)
		case quote == '"' && c == '\'', quote == '\'' && (c == '"' || c == '\\'):
			content.add(s.take(1))
		case quote == '"' && c == '\\':
			if !s.escape(start, content) {
				return false
			}
		default:
			return true
		}
	}
}

// quotedLen returns the number of bytes that stand for themselves in either kind of quotes.
func (s *scanner) quotedLen() int {
	n := 0
	for {
		switch c := s.at(n); {
		case c == '\'' || c == '"' || c == '\\':
			return n
		case c <= ' ' || c >= utf8.RuneSelf:
			if s.endsToken(n) {
				return n
			}
		}
		n++
	}
}

// escapes are the one-letter escapes of double quotes.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\x07", 'b': "\x08", 't': "\x09", '\t': "\x09", 'n': "\x0A", 'v': "\x0B", 'f': "\x0C",
	'r': "\x0D", 'e': "\x1B", ' ': " ", '"': "\"", '\\': "\\", '/': "/",
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escape reads a backslash and what it introduces.
func (s *scanner) escape(start *mark, content *chunks) bool {
	const context = "while scanning a double-quoted scalar"
	s.skip(1)
	c := s.at(0)
	if meaning, ok := escapes[c]; ok && c != 0 {
		content.add(meaning)
		s.skip(1)
		return true
	}
	if digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]; digits > 0 {
		s.skip(1)
		for k := range digits {
			if !isHex(s.at(k)) {
				return s.fail(context, start, fmt.Sprintf(
					"expected escape sequence of %d hexadecimal numbers, but found %s", digits, s.char(k)))
			}
		}
		code, _ := strconv.ParseUint(s.src[s.pos:s.pos+digits], 16, 64)
		if code > utf8.MaxRune {
			return s.stop(codeTooLarge(code, s.mark))
		}
		content.add(runeText(rune(code)))
		s.skip(digits)
		return true
	}
	if s.breakLen(0) > 0 {
		s.lineBreak()
		return s.quotedBreaks(start, content)
	}
	return s.fail(context, start, "found unknown escape character "+s.char(0))
}

// codeTooLarge is what Python's chr says.
func codeTooLarge(code uint64, at mark) *fault {
	if code > 1<<31-1 {
		return &fault{ValueError, "OverflowError", "", nil, "Python int too large to convert to C int", at}
	}
	return &fault{ValueError, "ValueError", "", nil, "chr() arg not in range(0x110000)", at}
}

// runeText encodes a code point; a surrogate, which Go refuses, in the bytes that UTF-8 would have for it.
func runeText(r rune) string {
	if r >= 0xD800 && r <= 0xDFFF {
		return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	}
	return string(r)
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f'
}

// quotedSpaces reads the white space between two pieces of text.
func (s *scanner) quotedSpaces(start *mark, content *chunks) bool {
	n := 0
	for s.at(n) == ' ' || s.at(n) == '\t' {
		n++
	}
	blanks := s.take(n)
	if s.at(0) == 0 {
		return s.fail(inQuoted, start, "found unexpected end of stream")
	}
	first := s.lineBreak()
	if first == "" {
		content.add(blanks)
		return true
	}
	var breaks chunks
	if !s.quotedBreaks(start, &breaks) {
		return false
	}
	content.add(fold(first, breaks.String()))
	return true
}

// quotedBreaks reads further line breaks and the blanks before the next text.
func (s *scanner) quotedBreaks(start *mark, content *chunks) bool {
	for {
		if s.documentMark() {
			return s.fail(inQuoted, start, "found unexpected document separator")
		}
		n := 0
		for s.at(n) == ' ' || s.at(n) == '\t' {
			n++
		}
		s.skip(n)
		b := s.lineBreak()
		if b == "" {
			return true
		}
		content.add(b)
	}
}
