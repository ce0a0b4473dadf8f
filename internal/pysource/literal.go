package pysource

import (
	"bytes"
	"unicode/utf8"
)

// literal is one text token taken apart.
type literal struct {
	body                   []byte
	start                  int // offset of the body
	isBytes, isFormat, raw bool
}

func cutLiteral(src []byte, t token) literal {
	l := literal{}
	i, end := int(t.start), int(t.end)
	for ; src[i] != '"' && src[i] != '\''; i++ {
		switch src[i] | 0x20 {
		case 'b':
			l.isBytes = true
		case 'f':
			l.isFormat = true
		case 'r':
			l.raw = true
		}
	}
	quotes := 1
	if end-i >= 6 && src[i+1] == src[i] && src[i+2] == src[i] {
		quotes = 3
	}
	l.start = i + quotes
	l.body = src[i+quotes : end-quotes]
	return l
}

// literals reads a run of adjacent text tokens, which are one value, and reports what Python refuses.
func (p *parser) literals() expr {
	first := p.pos
	isBytes := cutLiteral(p.src, p.tokens[p.pos]).isBytes
	plain := !isBytes
	for ; p.kind() == kString; p.pos++ {
		t := p.tokens[p.pos]
		l := cutLiteral(p.src, t)
		if l.isBytes != isBytes {
			p.failAt(int(t.start), "texts and bytes must not be joined")
			return expr{}
		}
		plain = plain && !l.isFormat
		if problem := p.readLiteral(l); problem != nil {
			p.failAt(problem.Offset, problem.Message)
			return expr{}
		}
	}
	if !plain {
		return expr{}
	}
	return expr{text: int32(first), texts: int32(p.pos - first)}
}

func (p *parser) readLiteral(l literal) *Problem {
	switch {
	case l.isBytes:
		return checkBytes(l)
	case l.isFormat:
		return p.format(l)
	case l.raw || bytes.IndexByte(l.body, '\\') < 0:
		return nil
	}
	_, problem := unescape(nil, l.body, l.start)
	return problem
}

// textValue returns the value of an expression that is nothing but texts.
func (p *parser) textValue(e expr) string {
	var out []byte
	for _, t := range p.tokens[e.text : e.text+e.texts] {
		l := cutLiteral(p.src, t)
		if l.raw {
			out = append(out, l.body...)
			continue
		}
		out, _ = unescape(out, l.body, l.start)
	}
	return string(out)
}

func checkBytes(l literal) *Problem {
	for i, c := range l.body {
		if c >= 0x80 {
			return &Problem{l.start + i, "bytes must hold ASCII characters only"}
		}
	}
	if l.raw {
		return nil
	}
	for i := 0; i < len(l.body); i++ {
		if l.body[i] != '\\' {
			continue
		}
		i++
		if i < len(l.body) && l.body[i] == 'x' && hexLen(l.body[i+1:], 2) < 2 {
			return &Problem{l.start + i - 1, `\x must be followed by two hexadecimal digits`}
		}
	}
	return nil
}

// hexLen returns how many hexadecimal digits s begins with, at most n.
func hexLen(s []byte, n int) int {
	for i := range min(n, len(s)) {
		if c := s[i]; !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return i
		}
	}
	return min(n, len(s))
}

// unescape appends the value of a text without the raw prefix. An unknown escape is itself.
func unescape(out, body []byte, start int) ([]byte, *Problem) {
	for i := 0; i < len(body); {
		c := body[i]
		if c != '\\' || i+1 >= len(body) {
			out = append(out, c)
			i++
			continue
		}
		n, r, problem := escape(body[i+1:])
		if problem != "" {
			return out, &Problem{start + i, problem}
		}
		if r >= 0 {
			out = utf8.AppendRune(out, validRune(r))
		} else if r == unknownEscape {
			out = append(out, '\\')
		}
		i += 1 + n
	}
	return out, nil
}

// What escape returns in place of a character.
const (
	noCharacter   = -1 // nothing: a joined line
	unknownEscape = -2 // the backslash stays, and what follows is read as if it were not there
)

// escape reads what follows a backslash; n is the number of bytes it took.
func escape(s []byte) (n int, r rune, problem string) {
	switch c := s[0]; c {
	case '\n':
		return 1, noCharacter, ""
	case '\\', '\'', '"':
		return 1, rune(c), ""
	case 'a':
		return 1, '\a', ""
	case 'b':
		return 1, '\b', ""
	case 'f':
		return 1, '\f', ""
	case 'n':
		return 1, '\n', ""
	case 'r':
		return 1, '\r', ""
	case 't':
		return 1, '\t', ""
	case 'v':
		return 1, '\v', ""
	case 'x':
		return hexEscape(s, 2, `\x must be followed by two hexadecimal digits`)
	case 'u':
		return hexEscape(s, 4, `\u must be followed by four hexadecimal digits`)
	case 'U':
		return hexEscape(s, 8, `\U must be followed by eight hexadecimal digits; in a Windows path, write \\U or put r before the text`)
	case 'N':
		return nameEscape(s)
	}
	for n < 3 && n < len(s) && s[n] >= '0' && s[n] <= '7' {
		r = r*8 + rune(s[n]-'0')
		n++
	}
	if n == 0 {
		return 0, unknownEscape, ""
	}
	return n, r, ""
}

func hexEscape(s []byte, digits int, problem string) (int, rune, string) {
	if hexLen(s[1:], digits) < digits {
		return 0, 0, problem
	}
	var r rune
	for _, c := range s[1 : 1+digits] {
		d := rune(c - '0')
		if !isDigit(c) {
			d = rune(c|0x20-'a') + 10
		}
		if r > utf8.MaxRune>>4 {
			return 0, 0, "the last character has the number 10ffff"
		}
		r = r<<4 | d
	}
	return 1 + digits, r, ""
}

func nameEscape(s []byte) (int, rune, string) {
	end := bytes.IndexByte(s, '}')
	if len(s) < 2 || s[1] != '{' || end < 3 {
		return 0, 0, `\N must be followed by the name of a character in braces`
	}
	r, ok := charByName(s[2:end])
	if !ok {
		return 0, 0, `\N{...} must name a character that Unicode knows`
	}
	return end + 1, r, ""
}
