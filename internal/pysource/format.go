package pysource

import "bytes"

// format checks an f-string as Python 3.11 does: the outer text is cut at braces, without regard to
// what is a text inside an expression, and each expression is then parsed by itself.
func (p *parser) format(l literal) *Problem {
	f := formatReader{p: p, literal: l}
	f.read(0)
	if f.problem == nil && f.pos < len(l.body) {
		f.fail(f.pos, "a closing brace must be doubled outside of an expression")
	}
	return f.problem
}

type formatReader struct {
	literal
	p       *parser
	pos     int
	problem *Problem
}

func (f *formatReader) fail(at int, message string) bool {
	if f.problem == nil {
		f.problem = &Problem{f.start + min(at, len(f.body)), message}
	}
	return false
}

// read goes through text and expressions up to the end, or, in a format behind a colon (level 1 and
// 2), up to the closing brace.
func (f *formatReader) read(level int) bool {
	for f.problem == nil {
		if doubled := f.text(level); doubled {
			continue
		}
		if f.problem != nil || f.pos >= len(f.body) || f.body[f.pos] == '}' {
			break
		}
		f.expression(level)
	}
	return f.problem == nil
}

// text steps over text up to a brace; doubled is true behind a brace that is written twice.
func (f *formatReader) text(level int) (doubled bool) {
	from := f.pos
	for ; f.pos < len(f.body); f.pos++ {
		c := f.body[f.pos]
		if c == '\\' && !f.raw && f.pos+1 < len(f.body) {
			f.pos++
			c = f.body[f.pos]
			if c == 'N' {
				f.skipName()
				continue
			}
		}
		if c != '{' && c != '}' {
			continue
		}
		if level == 0 && f.pos+1 < len(f.body) && f.body[f.pos+1] == c {
			f.checkText(f.body[from:f.pos+1], from)
			f.pos += 2
			return true
		}
		if level == 0 && c == '}' {
			f.fail(f.pos, "a closing brace must be doubled outside of an expression")
			return false
		}
		break
	}
	f.checkText(f.body[from:f.pos], from)
	return false
}

// skipName steps to the last byte of N or N{...}.
func (f *formatReader) skipName() {
	rest := f.body[f.pos+1:]
	if len(rest) == 0 {
		return
	}
	if rest[0] != '{' {
		// Python takes the character after N with it.
		f.pos++
		return
	}
	if end := bytes.IndexByte(rest, '}'); end >= 0 {
		f.pos += 1 + end
	} else {
		f.pos = len(f.body) - 1
	}
}

func (f *formatReader) checkText(text []byte, from int) {
	if f.raw || f.problem != nil {
		return
	}
	_, f.problem = unescape(nil, text, f.start+from)
}

// expression reads {expression}, {expression=}, {expression!r} and {expression:format}.
func (f *formatReader) expression(level int) bool {
	if level >= 2 {
		return f.fail(f.pos, "an expression must not stand in the format of a format")
	}
	f.pos++
	from := f.pos
	if !f.findEnd() || !f.parse(from) {
		return false
	}
	if f.body[f.pos] == '=' {
		f.pos++
		for f.pos < len(f.body) && bytes.IndexByte([]byte(" \t\n\v\f\r"), f.body[f.pos]) >= 0 {
			f.pos++
		}
	}
	if f.peek() == '!' {
		f.pos++
		if c := f.peek(); c != 's' && c != 'r' && c != 'a' {
			return f.fail(f.pos, "an exclamation mark must be followed by s, r or a")
		}
		f.pos++
	}
	if f.peek() == ':' {
		f.pos++
		if !f.read(level + 1) {
			return false
		}
	}
	if f.peek() != '}' {
		return f.fail(f.pos, "there must be a closing brace here")
	}
	f.pos++
	return true
}

// peek returns the byte at the current place, 0 at the end.
func (f *formatReader) peek() byte {
	if f.pos < len(f.body) {
		return f.body[f.pos]
	}
	return 0
}

// findEnd steps to the character that ends the expression: one of ! : = } outside of brackets and
// texts, as far as it is not part of an operator.
func (f *formatReader) findEnd() bool {
	var open []byte
	for ; f.pos < len(f.body); f.pos++ {
		switch c := f.body[f.pos]; c {
		case '\\':
			return f.fail(f.pos, "a backslash must not stand in the expression of an f-string before Python 3.12")
		case '#':
			return f.fail(f.pos, "a comment must not stand in the expression of an f-string before Python 3.12")
		case '"', '\'':
			if !f.skipText(c) {
				return false
			}
		case '(', '[', '{':
			if len(open) >= maxBrackets {
				return f.fail(f.pos, "too many nested brackets")
			}
			open = append(open, c)
		case '!', ':', '=', '>', '<', '}', ')', ']':
			if len(open) == 0 {
				if f.isOperator(c) {
					continue
				}
				if c == ')' || c == ']' {
					return f.fail(f.pos, "this bracket closes none")
				}
				return true
			}
			if c != '}' && c != ')' && c != ']' {
				continue
			}
			if !closes(open[len(open)-1], c) {
				return f.fail(f.pos, "this bracket closes none")
			}
			open = open[:len(open)-1]
		}
	}
	return f.fail(f.pos, "an expression in braces is never closed")
}

// isOperator tells whether the character is part of a comparison, and then steps to its last byte.
func (f *formatReader) isOperator(c byte) bool {
	if bytes.IndexByte([]byte("!=<>"), c) < 0 {
		return false
	}
	if f.pos+1 < len(f.body) && f.body[f.pos+1] == '=' {
		f.pos++
		return true
	}
	return c == '<' || c == '>'
}

// skipText steps to the last byte of a text inside an expression.
func (f *formatReader) skipText(quote byte) bool {
	start := f.pos
	triple := []byte{quote, quote, quote}
	if bytes.HasPrefix(f.body[f.pos:], triple) {
		f.pos += 3
		for ; f.pos < len(f.body); f.pos++ {
			if f.body[f.pos] == '\\' {
				break
			}
			if bytes.HasPrefix(f.body[f.pos:], triple) {
				f.pos += 2
				return true
			}
		}
	} else {
		for f.pos++; f.pos < len(f.body) && f.body[f.pos] != '\\'; f.pos++ {
			if f.body[f.pos] == quote {
				return true
			}
		}
	}
	return f.fail(start, "a text in an expression is never closed, or holds a backslash")
}

// parse parses the expression between from and the current place as if it stood in parentheses.
func (f *formatReader) parse(from int) bool {
	src := f.body[from:f.pos]
	if len(bytes.Trim(src, " \t\n\f")) == 0 {
		return f.fail(from, "there must be an expression in the braces")
	}
	inner := make([]byte, 0, len(src)+3)
	inner = append(append(append(inner, '('), src...), ')', '\n')
	tokens, problem := scan(inner)
	if problem == nil {
		q := parser{src: inner, tokens: tokens, depth: f.p.depth}
		q.starExpressions()
		if q.problem == nil && q.kind() != kNewline {
			q.fail("an expression must end here")
		}
		problem = q.problem
	}
	if problem != nil {
		f.fail(from+problem.Offset-1, problem.Message)
	}
	return f.problem == nil
}
