package skills

import (
	"bytes"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// LinkKind says how a link is written.
type LinkKind int

// Inline is [text](target), Image ![text](target), Reference [label]: target, HTML a tag with href or src.
const (
	Inline LinkKind = iota
	Image
	Reference
	HTML
)

// Link is a link of the body that has a target of its own.
type Link struct {
	Kind   LinkKind
	Span   text.Span // all of it
	Target text.Span // the target as written, without angle brackets; may be empty
	Angle  bool      // the target stands in angle brackets
}

// definitions reads the link reference definitions at the start of a paragraph and returns where the
// rest begins.
func (in *inline) definitions() int {
	at := 0
	for {
		next, ok := in.definition(at)
		if !ok {
			return at
		}
		at = next
	}
}

func (in *inline) definition(start int) (next int, ok bool) {
	at := in.blanks(start)
	if at >= len(in.text) || in.text[at] != '[' || in.peek(at+1) == '^' {
		return 0, false
	}
	end := at + 1
	for end < len(in.text) && in.text[end] != ']' {
		if in.text[end] == '\\' {
			end++
		} else if in.text[end] == '[' {
			return 0, false
		}
		end++
	}
	if in.peek(end+1) != ':' || len(bytes.TrimSpace(in.text[at+1:end])) == 0 {
		return 0, false
	}
	target, angle, after, ok := in.target(in.space(end+2), true)
	if !ok {
		return 0, false
	}
	stop := in.lineEnd(after)
	if title := in.space(after); title > after {
		if close, ok := in.title(title); ok && in.blanks(close) == in.lineEnd(close) {
			stop = in.lineEnd(close)
		} else if in.blanks(after) != stop {
			return 0, false
		}
	} else if after != stop {
		return 0, false
	}
	in.f.Links = append(in.f.Links, Link{
		Kind: Reference, Span: in.span(at, max(after, target.End)), Target: in.span(target.Start, target.End), Angle: angle})
	return min(stop+1, len(in.text)), true
}

// link looks whether the bracket at closes the text of a link.
func (in *inline) link(at int) int {
	if len(in.brackets) == 0 {
		return at + 1
	}
	open := in.brackets[len(in.brackets)-1]
	in.brackets = in.brackets[:len(in.brackets)-1]
	if in.peek(at+1) != '(' {
		return at + 1
	}
	target, angle, end, ok := in.target(in.space(at+2), false)
	if !ok {
		return at + 1
	}
	if title := in.space(end); title > end {
		if close, ok := in.title(title); ok {
			end = close
		}
	}
	end = in.space(end)
	if in.peek(end) != ')' {
		return at + 1
	}
	kind := Inline
	if open < 0 {
		open, kind = ^open, Image
	}
	in.f.Links = append(in.f.Links, Link{
		Kind: kind, Span: in.span(open, end+1), Target: in.span(target.Start, target.End), Angle: angle})
	return end + 1
}

// target reads a link target: in angle brackets, or without blanks and with balanced round brackets.
// A definition must have one.
func (in *inline) target(at int, needed bool) (target text.Span, angle bool, end int, ok bool) {
	if in.peek(at) == '<' {
		for i := at + 1; i < min(len(in.text), at+longestTarget); i++ {
			switch in.text[i] {
			case '\\':
				i++
			case '>':
				return text.Span{Start: at + 1, End: i}, true, i + 1, true
			case '<', '\n':
				return target, false, at, false
			}
		}
		return target, false, at, false
	}
	i, depth := at, 0
	for i < min(len(in.text), at+longestTarget) && in.text[i] > ' ' && in.text[i] != 0x7f {
		c := in.text[i]
		if c == ')' && depth == 0 && !needed {
			break
		}
		switch c {
		case '\\':
			if i+1 < len(in.text) && punctuation(in.text[i+1]) {
				i++
			}
		case '(':
			depth++
		case ')':
			depth--
		}
		i++
	}
	return text.Span{Start: at, End: i}, false, i, depth == 0 && (i > at || !needed)
}

func punctuation(c byte) bool { return c > ' ' && c < 0x7f && !letterOrDigit(c) }

func letterOrDigit(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// Limits that keep many unclosed titles and targets from costing the square of the text.
const (
	longestTitle  = 1024
	longestTarget = 1024
)

// title reads a link title and returns where it ends.
func (in *inline) title(at int) (end int, ok bool) {
	close := in.peek(at)
	switch close {
	case '"', '\'':
	case '(':
		close = ')'
	default:
		return at, false
	}
	for i := at + 1; i < min(len(in.text), at+longestTitle); i++ {
		switch in.text[i] {
		case '\\':
			i++
		case close:
			return i + 1, true
		}
	}
	return at, false
}

// unescape removes the backslashes of Markdown escapes.
func unescape(target []byte) string {
	if bytes.IndexByte(target, '\\') < 0 {
		return string(target)
	}
	var b strings.Builder
	for i := 0; i < len(target); i++ {
		if target[i] == '\\' && i+1 < len(target) && punctuation(target[i+1]) {
			i++
		}
		b.WriteByte(target[i])
	}
	return b.String()
}
