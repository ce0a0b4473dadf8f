package capejson

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// String returns the decoded text of a String (quoted in any way, or not at all), else the source
// text. A lone surrogate escape decodes to its three-byte form (WTF-8), an invalid escape to itself.
func (n *Node) String() string {
	if n.plain || n.Kind != String || strings.IndexByte(n.Text(), '\\') < 0 {
		return n.inner()
	}
	var b strings.Builder
	eachUnit(n.inner(), func(_, _ int, decoded string) { b.WriteString(decoded) })
	return b.String()
}

// Is reports whether the decoded text equals s, without building it where that can be avoided.
func (n *Node) Is(s string) bool {
	if in := n.inner(); n.plain || strings.IndexByte(in, '\\') < 0 {
		return in == s
	}
	return n.String() == s
}

// InnerSpan is the span of the text between the quotes; without quotes it is the whole span.
func (n *Node) InnerSpan() text.Span {
	in := n.inner()
	if len(in) == len(n.Text()) {
		return n.Span
	}
	start := n.Span.Start
	if q := n.Text()[0]; q == '"' || q == '\'' {
		start++
	}
	return text.Span{Start: start, End: start + len(in)}
}

// inner cuts the quotes off; a string that lacks one quote has the other cut.
func (n *Node) inner() string {
	s := n.Text()
	if n.plain {
		return s[1 : len(s)-1]
	}
	if n.Kind != String || s == "" {
		return s
	}
	q := s[0]
	if q != '"' && q != '\'' {
		if s[len(s)-1] == '"' { // the opening quote is missing
			return s[:len(s)-1]
		}
		return s
	}
	if len(s) > 1 && s[len(s)-1] == q && !endsEscaped(s[1:len(s)-1]) {
		return s[1 : len(s)-1]
	}
	return s[1:]
}

// endsEscaped reports whether the text ends in an open escape: an odd number of backslashes.
func endsEscaped(s string) bool {
	n := 0
	for len(s) > n && s[len(s)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// Source maps a range of bytes of the decoded text to its place in the file. An escape is taken
// whole. Numbers outside the text are moved to its ends.
func (n *Node) Source(start, end int) text.Span {
	base := n.InnerSpan()
	in := n.inner()
	if n.Kind != String || strings.IndexByte(in, '\\') < 0 {
		return text.Span{Start: start, End: end}.Clamp(len(in)).Shift(base.Start)
	}
	out := text.Span{Start: len(in), End: len(in)}
	found, ended, at := false, false, 0
	eachUnit(in, func(from, to int, decoded string) {
		next := at + len(decoded)
		if !found && start < next {
			out.Start, found = from, true
			if len(decoded) == to-from { // a run that is not escaped maps byte by byte
				out.Start += max(start-at, 0)
			}
		}
		if !ended && end <= next {
			out.End, ended = to, true
			if len(decoded) == to-from {
				out.End = from + max(end-at, 0)
			}
		}
		at = next
	})
	out.End = max(out.End, out.Start)
	return out.Shift(base.Start)
}

// eachUnit walks the text between the quotes of a string: runs without escapes, and single escapes.
func eachUnit(in string, visit func(from, to int, decoded string)) {
	for at := 0; at < len(in); {
		run := strings.IndexByte(in[at:], '\\')
		if run < 0 {
			visit(at, len(in), in[at:])
			return
		}
		if run > 0 {
			visit(at, at+run, in[at:at+run])
			at += run
		}
		decoded, size := unescape(in[at:])
		visit(at, at+size, decoded)
		at += size
	}
}

const simpleEscapes = "\"\\/bfnrt"
const simpleValues = "\"\\/\b\f\n\r\t"

// unescape decodes the escape that s begins with and returns the number of bytes it takes. An
// invalid escape stands for itself.
func unescape(s string) (decoded string, size int) {
	if len(s) < 2 {
		return s, len(s)
	}
	if i := strings.IndexByte(simpleEscapes, s[1]); i >= 0 {
		return simpleValues[i : i+1], 2
	}
	if s[1] != 'u' {
		_, n := utf8.DecodeRuneInString(s[1:])
		return s[:1+n], 1 + n
	}
	hi, ok := hex4(s[2:])
	if !ok {
		return s[:2], 2
	}
	if hi >= 0xD800 && hi < 0xDC00 && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if lo, ok := hex4(s[8:]); ok && lo >= 0xDC00 && lo < 0xE000 {
			return string(0x10000 + (hi-0xD800)<<10 + (lo - 0xDC00)), 12
		}
	}
	return encodeUnit(hi), 6
}

// encodeUnit encodes one code unit; unlike Go's own encoder it keeps lone surrogates.
func encodeUnit(r rune) string {
	if r < 0xD800 || r >= 0xE000 {
		return string(r)
	}
	return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
}

func hex4(s string) (v rune, ok bool) {
	if len(s) < 4 {
		return 0, false
	}
	for i := 0; i < 4; i++ {
		c := s[i]
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			v = v<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return v, true
}
