package yaml11

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// scanBlockScalar adds a literal or folded text.
func (s *scanner) scanBlockScalar() bool {
	start := s.mark
	style := Literal
	if s.at(0) == '>' {
		style = Folded
	}
	s.skip(1)
	chomp, step, ok := s.blockHeader(&start)
	header := s.pos
	if !ok || !s.restOfLine("while scanning a block scalar", &start) {
		return false
	}
	least := max(s.indent+1, 1)
	b := block{scanner: s, folded: style == Folded}
	if step > 0 {
		b.indent = least + step - 1
		b.breaks()
	} else {
		b.indent = max(least, b.detect())
	}
	inner := text.At(s.pos)
	b.lines(&inner)
	b.chomp(chomp)
	tok := token{kind: scalarToken, style: style, text: b.content.String(), start: start, end: b.end, inner: inner, stop: inner.End}
	if inner.Empty() {
		tok.stop = header
		tok.inner = text.At(header)
	}
	if chomp == '+' {
		tok.stop = max(tok.stop, trimBreak(s.src, b.end.pos))
		tok.inner.End = max(tok.inner.Start, tok.stop)
	}
	s.queue = append(s.queue, tok)
	return true
}

// trimBreak returns end without the line break that stands right before it.
func trimBreak(src string, end int) int {
	for _, b := range []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"} {
		if strings.HasSuffix(src[:end], b) {
			return end - len(b)
		}
	}
	return end
}

// blockHeader reads the chomping and indentation indicators, in either order.
func (s *scanner) blockHeader(start *mark) (chomp byte, step int, ok bool) {
	const context = "while scanning a block scalar"
	digit := func() bool {
		c := s.at(0)
		if c < '0' || c > '9' {
			return true
		}
		if c == '0' {
			return s.fail(context, start, "expected indentation indicator in the range 1-9, but found 0")
		}
		step = int(c - '0')
		s.skip(1)
		return true
	}
	sign := func() bool {
		if c := s.at(0); c == '+' || c == '-' {
			chomp = c
			s.skip(1)
			return true
		}
		return false
	}
	if sign() {
		if !digit() {
			return 0, 0, false
		}
	} else if !digit() {
		return 0, 0, false
	} else if step > 0 {
		sign()
	}
	if !s.endsWord(0) {
		return 0, 0, s.fail(context, start, "expected chomping or indentation indicators, but found "+s.char(0))
	}
	return chomp, step, true
}

// restOfLine moves over blanks, a comment and the line break; nothing else may follow.
func (s *scanner) restOfLine(context string, start *mark) bool {
	s.skipBlanks()
	s.skipComment()
	if !s.endsLine(0) {
		return s.fail(context, start, "expected a comment or a line break, but found "+s.char(0))
	}
	s.lineBreak()
	return true
}

// block reads the lines of a literal or folded text.
type block struct {
	*scanner
	folded  bool
	indent  int
	content chunks
	pending chunks // line breaks before the next line
	last    string // the line break of the last line
	end     mark   // the end as PyYAML marks it
}

// detect moves over the blank lines at the top and returns the largest indentation seen.
func (b *block) detect() int {
	most := 0
	b.end = b.mark
	for {
		b.skipBlanks()
		most = max(most, b.column)
		br := b.lineBreak()
		if br == "" {
			return most
		}
		b.pending.add(br)
		b.end = b.mark
	}
}

// breaks moves over blank lines, and over the indentation of the next line.
func (b *block) breaks() {
	b.pending = chunks{}
	b.end = b.mark
	for {
		n := 0
		for b.column+n < b.indent && b.at(n) == ' ' {
			n++
		}
		b.skip(n)
		br := b.lineBreak()
		if br == "" {
			return
		}
		b.pending.add(br)
		b.end = b.mark
	}
}

// lines reads all lines that are indented enough. The span inner is set to the lines without the last break.
func (b *block) lines(inner *text.Span) {
	first := true
	for b.column == b.indent && b.at(0) != 0 {
		if first {
			*inner = text.At(b.pos)
			first = false
		}
		b.content.add(b.pending.String())
		wasText := b.at(0) != ' ' && b.at(0) != '\t'
		n := 0
		for !b.endsLine(n) {
			n++
		}
		b.content.add(b.take(n))
		inner.End = b.pos
		b.last = b.lineBreak()
		b.breaks()
		if b.column != b.indent || b.at(0) == 0 {
			return
		}
		if b.folded && b.last == "\n" && wasText && b.at(0) != ' ' && b.at(0) != '\t' {
			if b.pending.String() == "" {
				b.content.add(" ")
			}
			continue
		}
		b.content.add(b.last)
	}
}

// chomp adds the line breaks at the end that the indicator keeps.
func (b *block) chomp(indicator byte) {
	if indicator != '-' {
		b.content.add(b.last)
	}
	if indicator == '+' {
		b.content.add(b.pending.String())
	}
}
