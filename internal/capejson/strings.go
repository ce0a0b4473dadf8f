package capejson

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// lexString reads a double-quoted string. A string never crosses a line end: CAPE refuses that, and
// so one missing quote cannot swallow the rest of the file.
func (p *parser) lexString() {
	start := p.pos
	end, closed := p.scanString(start)
	if closed && p.doubledQuote(start, end) {
		return
	}
	if closed && !p.swallowsNext(end) {
		p.pos = end
		p.tok.plain = p.stringContent(start+1, end-1)
		return
	}
	at := p.guessEnd(start, end, closed)
	p.pos = at
	if at == end && closed { // the quote that is too much comes later
		p.stringContent(start+1, end-1)
		return
	}
	p.stringContent(start+1, at)
	fixes := []fix{{title: "Insert the closing quote", preferred: true, edits: insert(at, `"`)}}
	if endsEscaped(string(p.src[start+1 : at])) {
		fixes = nil
	}
	p.report(problem{code: codeUnclosed, span: text.Span{Start: start, End: at},
		message: "a string must end with a double quote on the same line"}, fixes...)
}

// doubledQuote takes a string with one quote too many before or behind it: ""x" or "x"". It reports whether
// the string that ends at end is one.
func (p *parser) doubledQuote(start, end int) bool {
	var quote text.Span
	switch {
	case end < len(p.src) && p.src[end] == '"' && p.endsString(end+1) && p.oddQuotes(end):
		p.pos, p.tok.end = end+1, end
		quote = text.Span{Start: end, End: end + 1}
	case end == start+2 && !p.endsString(end):
		last, closed := p.scanString(start + 1)
		if !closed || !p.endsString(last) || p.oddQuotes(last) {
			return false
		}
		p.pos, p.tok.start, p.tok.end = last, start+1, last
		quote = text.Span{Start: start, End: start + 1}
	default:
		return false
	}
	p.report(problem{code: codeUnclosed, span: quote, message: "one double quote is enough"},
		fix{title: "Delete the quote", preferred: true, edits: remove(quote)})
	p.tok.plain = p.stringContent(p.tok.start+1, p.tok.end-1)
	return true
}

// endsString reports whether a string may end before offset: what follows can stand behind one.
func (p *parser) endsString(offset int) bool {
	for offset < len(p.src) && classes[p.src[offset]]&cBlank != 0 {
		offset++
	}
	if offset == len(p.src) {
		return true
	}
	if p.src[offset] == '/' {
		return offset+1 < len(p.src) && (p.src[offset+1] == '/' || p.src[offset+1] == '*')
	}
	return strings.IndexByte(":,]};\n\r#=)", p.src[offset]) >= 0
}

// scanString returns where the string that begins at start ends: behind its closing quote, or at
// the end of the line.
func (p *parser) scanString(start int) (end int, closed bool) {
	src := p.src
	for i := start + 1; i < len(src); i++ {
		switch src[i] {
		case '"':
			return i + 1, true
		case '\\':
			if i+1 < len(src) && classes[src[i+1]]&cLine == 0 {
				i++
			}
		case '\n', '\r':
			return i, false
		}
	}
	return len(src), false
}

// swallowsNext reports whether a string that ends at end looks as if its closing quote were the
// opening quote of the next string: something stands right after it that cannot, and the rest of
// the line has an odd number of quotes.
func (p *parser) swallowsNext(end int) bool {
	return !p.endsString(end) && p.oddQuotes(end)
}

// oddQuotes reports whether the strings from here to the end of the line leave one open. It
// is a guess, and gives up when too much has been looked at already.
func (p *parser) oddQuotes(from int) bool {
	for i := from; i < len(p.src) && p.lookahead > 0; i++ {
		p.lookahead--
		switch p.src[i] {
		case '"':
			end, closed := p.scanString(i)
			p.lookahead -= end - i
			if !closed {
				return true
			}
			i = end - 1
		case '\n', '\r':
			return false
		case '/':
			if i+1 < len(p.src) && p.src[i+1] == '/' && p.src[i-1] != ':' { // "http://" is no comment
				return false
			}
		}
	}
	return false
}

// guessEnd says where an unclosed string was meant to end. If it swallowed the next string, that is
// before the first punctuation, or where it does end if there is none; a key ends before the colon;
// else before what closes the line.
func (p *parser) guessEnd(start, end int, closed bool) int {
	inside := p.src[start+1 : end]
	if closed {
		inside = inside[:len(inside)-1]
	}
	marks := ",:}]"
	if p.wantsKey() {
		marks = ":"
	}
	if closed || p.wantsKey() {
		if i := bytes.IndexAny(inside, marks); i >= 0 {
			return start + 1 + trimmedLen(inside[:i])
		}
	}
	if closed {
		return end
	}
	return p.guessLineEnd(start, end)
}

// guessLineEnd leaves a comment, a comma, and brackets that were opened on the same line out of the
// string.
func (p *parser) guessLineEnd(start, end int) int {
	inside := p.src[start+1 : end]
	for i := 1; i+1 < len(inside); i++ {
		if inside[i] == '/' && inside[i+1] == '/' && classes[inside[i-1]]&cBlank != 0 {
			inside = inside[:i]
			break
		}
	}
	n := trimmedLen(inside)
	if n > 0 && inside[n-1] == ',' {
		n = trimmedLen(inside[:n-1])
	}
	open := p.openOnLine(start)
	if p.nothingFollows(end) { // the brackets close the file
		open = p.openBrackets()
	}
	return start + 1 + trimmedLen(inside[:n-closersAtEnd(inside[:n], open)])
}

// closersAtEnd returns how many bytes at the end of the text are closing brackets of open, which has
// the innermost bracket last, with blanks among them.
func closersAtEnd(inside, open []byte) int {
	var closers []byte // from right to left
	var sizes []int    // bytes from there to the end
	for n := len(inside); n > 0 && len(closers) < len(open); n-- {
		c := inside[n-1]
		if c == '}' || c == ']' {
			closers = append(closers, c)
			sizes = append(sizes, len(inside)-n+1)
		} else if classes[c]&cBlank == 0 {
			break
		}
	}
	for count := len(closers); count > 0; count-- {
		fit := true
		for k := 0; k < count && fit; k++ { // the leftmost closes the innermost
			fit = closers[count-1-k] == closerOf(open[len(open)-1-k])
		}
		if fit {
			return sizes[count-1]
		}
	}
	return 0
}

// openOnLine returns the brackets opened and not closed on this line before offset.
func (p *parser) openOnLine(offset int) []byte {
	var open []byte
	for i := p.line; i < offset; i++ {
		switch c := p.src[i]; c {
		case '{', '[':
			open = append(open, c)
		case '}', ']':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case '"':
			end, _ := p.scanString(i)
			i = end - 1
		}
	}
	return open
}

// nothingFollows reports whether only blanks and line ends stand behind offset.
func (p *parser) nothingFollows(offset int) bool {
	for offset < len(p.src) && classes[p.src[offset]]&(cBlank|cLine) != 0 {
		offset++
	}
	return offset == len(p.src)
}

// openBrackets returns the brackets that are open where the parser is.
func (p *parser) openBrackets() []byte {
	var open []byte
	for i := range p.stack {
		if !p.stack[i].bare {
			open = append(open, p.stack[i].opener())
		}
	}
	return open
}

func closerOf(opener byte) byte {
	if opener == '{' {
		return '}'
	}
	return ']'
}

func trimmedLen(b []byte) int {
	return len(bytes.TrimRight(b, " \t"))
}

// openingQuoteMissing takes a word that runs into a quote, on a line with a quote too many, as a
// string without its opening quote.
func (p *parser) openingQuoteMissing(start int) {
	p.tok.kind = tokString
	p.pos++
	pr := problem{code: codeUnclosed, span: text.Span{Start: start, End: p.pos}, message: "a string must begin with a double quote"}
	if strings.IndexByte(p.text[start:p.pos], '\\') >= 0 {
		p.report(pr) // the backslash needs a hand first
		return
	}
	p.report(pr, fix{title: "Insert the opening quote", preferred: true, edits: insert(start, `"`)})
}

// lexSingle reads a single-quoted string; without a closing quote on the line it is a word.
func (p *parser) lexSingle() {
	start := p.pos
	for i := start + 1; i < len(p.src); i++ {
		switch c := p.src[i]; {
		case c == '\\' && i+1 < len(p.src) && classes[p.src[i+1]]&cLine == 0:
			i++
		case c == '\'':
			p.pos = i + 1
			return
		case classes[c]&cLine != 0:
			i = len(p.src)
		}
	}
	p.lexWord()
}

// stringContent reports what may not stand inside a string: control characters and invalid escapes. It
// returns whether the string is without any backslash.
func (p *parser) stringContent(from, to int) (plain bool) {
	src := p.src
	plain = true
	for i := from; i < to; i++ {
		c := src[i]
		if c >= ' ' && c != '\\' {
			continue
		}
		if c == '\\' {
			plain = false
			i += p.escape(i, to) - 1
			continue
		}
		span := text.Span{Start: i, End: i + 1}
		escaped := fmt.Sprintf(`\u%04x`, c)
		switch c {
		case '\t':
			escaped = `\t`
		case '\b':
			escaped = `\b`
		case '\f':
			escaped = `\f`
		}
		p.report(problem{code: codeControl, span: span, message: nameChar(src[i:]) + " in a string must be written " + escaped},
			fix{title: "Write " + escaped, preferred: true, edits: replace(span, escaped)})
	}
	return plain
}

// escape reports the escape at i if it is invalid and returns its size.
func (p *parser) escape(i, to int) int {
	s := p.text[i:to]
	if len(s) < 2 {
		return len(s)
	}
	if size := escapeSize(s); size > 0 {
		return size
	}
	double := fix{title: `Write \\ for one backslash`, edits: insert(i, `\`)}
	if s[1] == 'u' {
		n := 2
		for n < len(s) && n < 6 && isHex(s[n]) {
			n++
		}
		p.report(problem{code: codeEscape, span: text.Span{Start: i, End: i + n}, message: `\u must be followed by four hexadecimal digits`}, double)
		return n
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	span := text.Span{Start: i, End: i + 1 + size}
	fixes := []fix{double}
	if s[1] == '\'' {
		fixes = []fix{{title: "Delete the backslash", preferred: true, edits: remove(text.Span{Start: i, End: i + 1})}}
	}
	fixes[0].preferred = true
	if c := s[1]; c < ' ' { // the control character is a finding of its own
		span.End = i + 1
		size = 0
	}
	p.report(problem{code: codeEscape, span: span, message: `a backslash in a string must be written \\`}, fixes...)
	return 1 + size
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
