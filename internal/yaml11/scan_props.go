package yaml11

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '-' || c == '_'
}

func isURI(c byte) bool {
	return isWord(c) || c != 0 && strings.IndexByte(";/?:@&=+$,.!~*'()[]%", c) >= 0
}

func (s *scanner) wordLen(from int) int {
	n := from
	for isWord(s.at(n)) {
		n++
	}
	return n
}

// scanAnchor adds an anchor or an alias.
func (s *scanner) scanAnchor() bool {
	start, kind, context := s.mark, anchorToken, "while scanning an anchor"
	if s.at(0) == '*' {
		kind, context = aliasToken, "while scanning an alias"
	}
	const problem = "expected alphabetic or numeric character, but found "
	s.skip(1)
	n := s.wordLen(0)
	if n == 0 {
		return s.fail(context, &start, problem+s.char(0))
	}
	name := s.take(n)
	if !s.endsToken(0) && strings.IndexByte("?:,]}%@`", s.at(0)) < 0 {
		return s.fail(context, &start, problem+s.char(0))
	}
	s.queue = append(s.queue, token{kind: kind, start: start, end: s.mark, text: name})
	return true
}

// scanTag adds a tag: !<verbatim>, a lone !, or a handle with a suffix.
func (s *scanner) scanTag() bool {
	start := s.mark
	tok := token{kind: tagToken, start: start}
	var ok bool
	switch {
	case s.at(1) == '<':
		tok.verbatim = true
		s.skip(2)
		if tok.text, ok = s.scanURI("tag", &start); !ok {
			return false
		}
		if s.at(0) != '>' {
			return s.fail("while parsing a tag", &start, "expected '>', but found "+s.char(0))
		}
		s.skip(1)
	case s.endsToken(1):
		tok.verbatim, tok.text = true, "!"
		s.skip(1)
	default:
		tok.handle = "!"
		if !s.secondMark() {
			s.skip(1)
		} else if tok.handle, ok = s.scanHandle("tag", &start); !ok {
			return false
		}
		if tok.text, ok = s.scanURI("tag", &start); !ok {
			return false
		}
	}
	if !s.endsWord(0) {
		return s.fail("while scanning a tag", &start, "expected ' ', but found "+s.char(0))
	}
	tok.end = s.mark
	s.queue = append(s.queue, tok)
	return true
}

// secondMark reports whether the word at the cursor has a second exclamation mark.
func (s *scanner) secondMark() bool {
	for n := 1; !s.endsWord(n); n++ {
		if s.at(n) == '!' {
			return true
		}
	}
	return false
}

// scanHandle reads a tag handle: !, !! or !name!.
func (s *scanner) scanHandle(what string, start *mark) (string, bool) {
	context, problem := "while scanning a "+what, "expected '!', but found "
	if s.at(0) != '!' {
		return "", s.fail(context, start, problem+s.char(0))
	}
	n := 1
	if s.at(1) != ' ' {
		n = s.wordLen(1)
		if s.at(n) != '!' {
			s.skip(n)
			return "", s.fail(context, start, problem+s.char(0))
		}
		n++
	}
	return s.take(n), true
}

// scanURI reads a tag suffix or prefix with its %XX escapes.
func (s *scanner) scanURI(what string, start *mark) (string, bool) {
	var content chunks
	none := true
	for isURI(s.at(0)) {
		none = false
		if s.at(0) == '%' {
			part, ok := s.uriEscapes(what, start)
			if !ok {
				return "", false
			}
			content.add(part)
			continue
		}
		n := 0
		for s.at(n) != '%' && isURI(s.at(n)) {
			n++
		}
		content.add(s.take(n))
	}
	if none {
		return "", s.fail("while parsing a "+what, start, "expected URI, but found "+s.char(0))
	}
	return content.String(), true
}

func (s *scanner) uriEscapes(what string, start *mark) (string, bool) {
	at := s.mark
	var codes []byte
	for s.at(0) == '%' {
		s.skip(1)
		for k := range 2 {
			if !isHex(s.at(k)) {
				return "", s.fail("while scanning a "+what, start,
					"expected URI escape sequence of 2 hexadecimal numbers, but found "+s.char(k))
			}
		}
		codes = append(codes, unhex(s.at(0))<<4|unhex(s.at(1)))
		s.skip(2)
	}
	if bad := pytext.Invalid(codes); bad != nil {
		return "", s.failAt("while scanning a "+what, start, bad.Error(), at)
	}
	return string(codes), true
}

func unhex(c byte) byte {
	switch {
	case c <= '9':
		return c - '0'
	case c <= 'F':
		return c - 'A' + 10
	}
	return c - 'a' + 10
}

const inDirective = "while scanning a directive"

// scanDirective adds a % line.
func (s *scanner) scanDirective() bool {
	tok := token{kind: directive, start: s.mark}
	start := s.mark
	s.skip(1)
	const problem = "expected alphabetic or numeric character, but found "
	n := s.wordLen(0)
	if n == 0 {
		return s.fail(inDirective, &start, problem+s.char(0))
	}
	tok.text = s.take(n)
	if !s.endsWord(0) {
		return s.fail(inDirective, &start, problem+s.char(0))
	}
	ok := true
	switch tok.text {
	case "YAML":
		ok = s.versionValue(&tok)
	case "TAG":
		ok = s.tagValue(&tok)
	}
	if !ok {
		return false
	}
	tok.end = s.mark
	if tok.text != "YAML" && tok.text != "TAG" {
		n := 0
		for !s.endsLine(n) {
			n++
		}
		s.skip(n)
	}
	if !s.restOfLine(inDirective, &start) {
		return false
	}
	s.queue = append(s.queue, tok)
	return true
}

func (s *scanner) versionValue(tok *token) bool {
	s.skipBlanks()
	var ok bool
	if tok.prefix, ok = s.versionNumber(&tok.start); !ok {
		return false
	}
	if s.at(0) != '.' {
		return s.fail(inDirective, &tok.start, "expected a digit or '.', but found "+s.char(0))
	}
	s.skip(1)
	if _, ok = s.versionNumber(&tok.start); !ok {
		return false
	}
	if !s.endsWord(0) {
		return s.fail(inDirective, &tok.start, "expected a digit or ' ', but found "+s.char(0))
	}
	return true
}

// versionNumber returns the digits without leading zeros.
func (s *scanner) versionNumber(start *mark) (string, bool) {
	n := 0
	for '0' <= s.at(n) && s.at(n) <= '9' {
		n++
	}
	if n == 0 {
		return "", s.fail(inDirective, start, "expected a digit, but found "+s.char(0))
	}
	if n > maxDigits {
		return "", s.stop(&fault{ValueError, "ValueError", "", nil, tooManyDigits(n), s.mark})
	}
	return strings.TrimLeft(s.take(n), "0"), true
}

func (s *scanner) tagValue(tok *token) bool {
	s.skipBlanks()
	var ok bool
	if tok.handle, ok = s.scanHandle("directive", &tok.start); !ok {
		return false
	}
	if s.at(0) != ' ' {
		return s.fail(inDirective, &tok.start, "expected ' ', but found "+s.char(0))
	}
	s.skipBlanks()
	if tok.prefix, ok = s.scanURI("directive", &tok.start); !ok {
		return false
	}
	if !s.endsWord(0) {
		return s.fail(inDirective, &tok.start, "expected ' ', but found "+s.char(0))
	}
	return true
}

// maxDigits is Python's limit for the text of a decimal integer.
const maxDigits = 4300

func tooManyDigits(n int) string {
	return fmt.Sprintf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; "+
		"use sys.set_int_max_str_digits() to increase the limit", maxDigits, n)
}
