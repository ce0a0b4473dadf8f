package yaml11

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// scalar adds the token of a scalar that began at start and whose content is inner.
func (s *scanner) scalar(style Style, content string, start, end mark, inner text.Span) bool {
	s.queue = append(s.queue, token{kind: scalarToken, style: style, text: content, start: start, end: end, inner: inner, stop: end.pos})
	return true
}

// chunks joins pieces of text, without a copy as long as there is only one.
type chunks struct {
	only string
	all  strings.Builder
	many bool
}

func (c *chunks) add(s string) {
	switch {
	case s == "":
	case c.many:
		c.all.WriteString(s)
	case c.only == "":
		c.only = s
	default:
		c.many = true
		c.all.WriteString(c.only)
		c.all.WriteString(s)
	}
}

func (c *chunks) String() string {
	if c.many {
		return c.all.String()
	}
	return c.only
}

func (s *scanner) scanPlain() bool {
	var content chunks
	start, end := s.mark, s.mark
	indent := s.indent + 1
	spaces := ""
	for s.at(0) != '#' {
		n := s.plainLen()
		if n == 0 {
			break
		}
		s.mayKey = false
		content.add(spaces)
		content.add(s.take(n))
		end = s.mark
		spaces = s.plainSpaces()
		if spaces == "" || s.at(0) == '#' || s.flow == 0 && s.column < indent {
			break
		}
	}
	return s.scalar(Plain, content.String(), start, end, text.Span{Start: start.pos, End: end.pos})
}

// plainLen returns how many bytes of a plain scalar follow up to the next blank or end.
func (s *scanner) plainLen() int {
	n := 0
	for {
		c := s.at(n)
		switch {
		case c >= utf8.RuneSelf:
			if s.breakLen(n) > 0 {
				return n
			}
		case c <= ' ':
			if s.endsToken(n) {
				return n
			}
		case c == ':':
			if s.endsToken(n+1) || s.flow != 0 && strings.IndexByte(",[]{}", s.at(n+1)) >= 0 {
				return n
			}
		case s.flow != 0 && strings.IndexByte(",?[]{}", c) >= 0:
			return n
		}
		n++
	}
}

// plainSpaces moves over the blanks and line breaks after a piece of a plain scalar and returns what they
// mean inside it. It returns nothing before the start or end mark of a document. PyYAML knows no tabs here.
func (s *scanner) plainSpaces() string {
	n := 0
	for s.at(n) == ' ' {
		n++
	}
	blanks := s.take(n)
	if s.breakLen(0) == 0 {
		return blanks
	}
	first := s.lineBreak()
	s.mayKey = true
	if s.documentMark() {
		return ""
	}
	var breaks chunks
	for {
		s.skipBlanks()
		b := s.lineBreak()
		if b == "" {
			break
		}
		breaks.add(b)
		if s.documentMark() {
			return ""
		}
	}
	return fold(first, breaks.String())
}

// fold joins a first line break with those that follow: a single LF becomes a blank.
func fold(first, rest string) string {
	switch {
	case first != "\n":
		return first + rest
	case rest == "":
		return " "
	}
	return rest
}
