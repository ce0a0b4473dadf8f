package pysource

import (
	"bytes"
	"slices"
)

// The limits of Python's own tokenizer.
const (
	maxIndents  = 100
	maxBrackets = 200
	tabSize     = 8
)

// scanner cuts a text into tokens. The text has LF line ends only and ends with one.
type scanner struct {
	src     []byte
	pos     int
	tokens  []token
	problem *Problem

	// Indentation is measured twice, with tabs of 8 and of 1: the two must agree on what is deeper.
	columns    [maxIndents]int
	altColumns [maxIndents]int
	depth      int

	brackets []byte // the open ones
}

// scan returns all tokens, ended by kEOF, and what stopped it before the end of the text.
func scan(src []byte) ([]token, *Problem) { return scanInto(nil, src) }

// scanInto is scan with room for the tokens, which it overwrites.
func scanInto(room []token, src []byte) ([]token, *Problem) {
	s := scanner{src: src, tokens: slices.Grow(room[:0], len(src)/4+8)}
	for s.problem == nil && s.line() {
	}
	if s.problem == nil {
		if len(s.brackets) > 0 {
			s.fail(len(src), "a bracket is never closed")
		}
		s.dedentTo(0, 0)
	}
	s.add(kEOF, len(src), len(src))
	return s.tokens, s.problem
}

func (s *scanner) fail(at int, message string) {
	if s.problem == nil {
		s.problem = &Problem{Offset: min(at, len(s.src)), Message: message}
	}
}

func (s *scanner) add(k kind, start, end int) {
	s.tokens = append(s.tokens, token{k, int32(start), int32(end)})
}

// at returns the byte at an offset; 0, which never occurs in the text, behind the end.
func (s *scanner) at(i int) byte {
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// line scans one line from its indentation to its line end; false at the end of the text.
func (s *scanner) line() bool {
	column, alt := s.indentation()
	if s.problem != nil {
		return false
	}
	switch c := s.at(s.pos); {
	case s.pos >= len(s.src):
		return false
	case c == '#' || c == '\n':
		s.skipComment()
		s.pos++
		return true
	}
	if len(s.brackets) == 0 {
		s.indentTo(column, alt)
	}
	for s.problem == nil {
		if ended := s.token(); ended {
			break
		}
	}
	return true
}

// indentation measures the white space before the first token of a line. When a backslash joins
// lines inside it, the part before the first backslash counts, unless that is empty.
func (s *scanner) indentation() (column, alt int) {
	joined := 0
	for ; ; s.pos++ {
		switch s.at(s.pos) {
		case ' ':
			column, alt = column+1, alt+1
		case '\t':
			column, alt = (column/tabSize+1)*tabSize, alt+1
		case '\f':
			column, alt = 0, 0
		case '\\':
			if joined == 0 {
				joined = column
			}
			if !s.joinLine() {
				return 0, 0
			}
			s.pos-- // the loop steps on
		default:
			if joined != 0 {
				return joined, joined
			}
			return column, alt
		}
	}
}

// joinLine steps over a backslash and the line end that must follow it, with more text behind.
func (s *scanner) joinLine() bool {
	switch {
	case s.at(s.pos+1) != '\n':
		s.fail(s.pos, "a backslash outside of a text must be the last character of its line")
	case s.pos+2 >= len(s.src):
		s.fail(s.pos, "a backslash must not be the last character of the file")
	default:
		s.pos += 2
		return true
	}
	return false
}

func (s *scanner) indentTo(column, alt int) {
	switch at := s.columns[s.depth]; {
	case column == at:
		if alt != s.altColumns[s.depth] {
			s.fail(s.pos, "tabs and spaces must not be mixed so that the indentation depends on the width of a tab")
		}
	case column < at:
		s.dedentTo(column, alt)
	case s.depth+1 >= maxIndents:
		s.fail(s.pos, "too many levels of indentation")
	case alt <= s.altColumns[s.depth]:
		s.fail(s.pos, "tabs and spaces must not be mixed so that the indentation depends on the width of a tab")
	default:
		s.depth++
		s.columns[s.depth], s.altColumns[s.depth] = column, alt
		s.add(kIndent, s.pos, s.pos)
	}
}

func (s *scanner) dedentTo(column, alt int) {
	for s.depth > 0 && column < s.columns[s.depth] {
		s.depth--
		s.add(kDedent, s.pos, s.pos)
	}
	if column != s.columns[s.depth] {
		s.fail(s.pos, "the indentation must be that of a line above")
	} else if alt != s.altColumns[s.depth] {
		s.fail(s.pos, "tabs and spaces must not be mixed so that the indentation depends on the width of a tab")
	}
}

func (s *scanner) skipComment() {
	if n := bytes.IndexByte(s.src[s.pos:], '\n'); n >= 0 {
		s.pos += n
	} else {
		s.pos = len(s.src)
	}
}

// token scans one token after any white space; ended is true behind the line end.
func (s *scanner) token() (ended bool) {
	for c := s.at(s.pos); c == ' ' || c == '\t' || c == '\f'; c = s.at(s.pos) {
		s.pos++
	}
	if s.at(s.pos) == '#' {
		s.skipComment()
	}
	if s.pos >= len(s.src) {
		return true
	}
	switch c := s.src[s.pos]; {
	case c == '\n':
		if len(s.brackets) == 0 {
			s.add(kNewline, s.pos, s.pos+1)
		}
		s.pos++
		return true
	case isWordStart(c):
		s.word()
	case isDigit(c), c == '.' && isDigit(s.at(s.pos+1)):
		s.number()
	case c == '"' || c == '\'':
		s.text(s.pos)
	case c == '\\':
		s.joinLine()
	default:
		s.operator()
	}
	return false
}

func (s *scanner) operator() {
	k, n := operator(s.src[s.pos:])
	switch k {
	case kLParen, kLBracket, kLBrace:
		if len(s.brackets) >= maxBrackets {
			s.fail(s.pos, "too many nested brackets")
			return
		}
		s.brackets = append(s.brackets, s.src[s.pos])
	case kRParen, kRBracket, kRBrace:
		last := len(s.brackets) - 1
		if last < 0 || !closes(s.brackets[last], s.src[s.pos]) {
			s.fail(s.pos, "this bracket closes none")
			return
		}
		s.brackets = s.brackets[:last]
	case kOdd:
		s.fail(s.pos, "this character has no meaning here")
		return
	}
	s.add(k, s.pos, s.pos+n)
	s.pos += n
}

func closes(open, c byte) bool {
	return open == '(' && c == ')' || open == '[' && c == ']' || open == '{' && c == '}'
}

// word scans a name, a keyword, or the prefix of a text and the text.
func (s *scanner) word() {
	start, ascii := s.pos, true
	if n := prefixLen(s.src[s.pos:]); n > 0 {
		s.pos += n
		s.text(start)
		return
	}
	for s.pos < len(s.src) && isWordPart(s.src[s.pos]) {
		ascii = ascii && s.src[s.pos] < 0x80
		s.pos++
	}
	word := s.src[start:s.pos]
	if !ascii && !isIdentifier(word) {
		s.fail(start, "this is no name: a character in it is neither letter nor digit")
		return
	}
	k, ok := keywords[string(word)]
	if !ok {
		k = kName
	}
	s.add(k, start, s.pos)
}

// prefixLen returns how many letters before a quote say of which sort a text is, in any case: b, r, u,
// f, br, rb, fr, rf; 0 when s does not begin so.
func prefixLen(s []byte) int {
	quote := func(i int) bool { return i < len(s) && (s[i] == '"' || s[i] == '\'') }
	switch {
	case quote(1):
		switch s[0] | 0x20 {
		case 'b', 'r', 'u', 'f':
			return 1
		}
	case quote(2):
		a, b := s[0]|0x20, s[1]|0x20
		if (a == 'b' || a == 'f') && b == 'r' || a == 'r' && (b == 'b' || b == 'f') {
			return 2
		}
	}
	return 0
}

// text scans a text whose quote is at the current place and whose prefix begins at start.
func (s *scanner) text(start int) {
	quote := s.src[s.pos]
	long := s.at(s.pos+1) == quote && s.at(s.pos+2) == quote
	i := s.pos + 1
	if long {
		i += 2
	}
	for ; i < len(s.src); i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '\n' && !long:
			s.fail(start, "this text has no closing quote on its line")
			return
		case c == quote && !long:
			s.pos = i + 1
			s.add(kString, start, s.pos)
			return
		case c == quote && s.at(i+1) == quote && s.at(i+2) == quote:
			s.pos = i + 3
			s.add(kString, start, s.pos)
			return
		}
	}
	s.fail(start, "this text has no closing quotes")
}

func isWordStart(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func isWordPart(c byte) bool { return isWordStart(c) || isDigit(c) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
