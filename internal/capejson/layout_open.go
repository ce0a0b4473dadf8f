package capejson

import (
	"github.com/cape-ls/cape-ls/internal/text"
)

// openerMissing opens the container whose opening bracket is missing: entries stand where one value belongs.
func (p *parser) openerMissing(f *frame) bool {
	switch {
	case !f.object && f.state == wantEntry && p.tok.kind == tokString && p.peek(p.tok.end) == ':':
		if p.firstUnmatched(p.tok.end) != '}' {
			return false
		}
		p.openVirtual(p.tok.start, '{')
		return true
	case !f.object || f.state != wantValue || p.tok.kind == '{':
		return false
	}
	m := &p.members[len(p.members)-1]
	newLine := p.tok.line > m.Span.End
	if newLine && (!p.tok.first || p.indent <= f.inner) {
		return false
	}
	opener := byte('[')
	if p.tok.kind == tokString && p.peek(p.tok.end) == ':' {
		opener = '{'
	} else if newLine || p.tok.kind != '[' {
		if c := p.firstUnmatched(p.tok.start); c != ']' {
			return false
		}
	} else {
		return false
	}
	if opener == '{' && !newLine && p.firstUnmatched(p.tok.end) != '}' {
		return false
	}
	at := p.tok.start
	if newLine {
		at = m.Span.End
	}
	p.openVirtual(at, opener)
	return true
}

// openVirtual opens a container without a bracket.
func (p *parser) openVirtual(at int, opener byte) {
	span := p.tok.span()
	if f := p.top(); f.object {
		m := p.members[len(p.members)-1]
		span = text.Span{Start: m.Span.Start, End: m.Span.End}
	}
	inserted := string(opener)
	if at < p.tok.start {
		inserted = " " + inserted
	}
	what := "values"
	if opener == '{' {
		what = "keys"
	}
	p.report(problem{code: codeNoBrace, span: span, message: quoteByte(opener) + " must stand before these " + what},
		fix{title: "Insert " + string(opener), preferred: true, edits: insert(at, inserted)})
	p.open(text.At(p.tok.start), opener == '{')
	f := p.top()
	if f.line == p.tok.line && p.tok.first { // it opens on the line before
		line := p.lineStart(at)
		f.line, f.row, f.indent, f.inner = line, f.row-1, p.width(line, line+indentLen(p.src[line:])), p.indent
	}
}

// firstUnmatched returns the first closing bracket behind offset that closes nothing opened behind it; a
// colon, when one stands outside of all brackets; else 0.
func (p *parser) firstUnmatched(offset int) byte {
	depth, seenKey := 0, false
	for i := offset; i < len(p.src) && p.lookahead > 0; i++ {
		p.lookahead--
		switch c := p.src[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return c
			}
		case ':':
			if depth == 0 && offset == p.tok.start {
				seenKey = true
			}
		case '"', '/':
			i = p.lookPast(i)
		}
		if seenKey {
			return ':'
		}
	}
	return 0
}
