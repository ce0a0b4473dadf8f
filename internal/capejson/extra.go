package capejson

import (
	"github.com/cape-ls/cape-ls/internal/text"
)

// stray takes one punctuation mark that has no place.
func (p *parser) stray(message string) {
	span := p.tok.span()
	p.next()
	p.report(problem{code: codeExtra, span: span, message: message},
		fix{title: "Delete " + quoteByte(p.src[span.Start]), edits: remove(span)})
}

// closes reports whether the bracket at offset is closed somewhere.
func (p *parser) closes(offset int) bool {
	depth := 0
	for i := offset; i < len(p.src) && p.lookahead > 0; i++ {
		p.lookahead--
		switch p.src[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return true
			}
		case '"', '/':
			i = p.lookPast(i)
		}
	}
	return false
}

// lookPast returns the offset of the last byte of the string or the // comment that begins at i, for one who
// only guesses what follows; i itself, where none begins.
func (p *parser) lookPast(i int) int {
	end := i + 1
	switch {
	case p.src[i] == '"':
		end, _ = p.scanString(i)
	case i+1 < len(p.src) && p.src[i+1] == '/':
		end = p.lineEnd(i)
	}
	p.lookahead -= end - i - 1
	return end - 1
}

// endsEntry reports whether the current token can stand behind a complete entry.
func (p *parser) endsEntry() bool {
	switch p.tok.kind {
	case ',', '}', ']', tokEnd:
		return true
	}
	return false
}

// extra skips text that has no place: up to the next comma or closing bracket, or the end of the
// line. Findings inside it are follow-ups and are dropped.
func (p *parser) extra(message string) {
	first, last := p.tok, p.tok
	depth, count := 0, 0
	for p.tok.kind != tokEnd {
		if count > 0 && depth == 0 && (p.tok.line > last.start || p.tok.kind == ',' || p.tok.kind == ';') {
			break
		}
		if p.tok.kind == '}' || p.tok.kind == ']' {
			if depth == 0 {
				break
			}
			depth--
		}
		if (p.tok.kind == '{' || p.tok.kind == '[') && (depth > 0 || p.closes(p.tok.start)) {
			depth++
		}
		p.tree.Problems = p.tree.Problems[:p.mark]
		last = p.tok
		count++
		p.next()
	}
	span := text.Span{Start: first.start, End: last.end}
	var fixes []fix
	if count == 1 {
		fixes = []fix{{title: "Delete " + short(p.text[span.Start:span.End]), edits: remove(span)}}
		if len(p.stack) > 0 && p.top().state == wantComma && p.tok.line > last.start && !p.endsEntry() {
			fixes = []fix{{title: "Write a comma instead", edits: replace(span, ",")}}
		}
	}
	p.report(problem{code: codeExtra, span: span, message: message}, fixes...)
	if len(p.stack) > 0 {
		f := p.top()
		f.quiet = p.tok.line > last.start && f.state == wantComma
		if n := len(p.members); f.object && n > f.base && p.members[n-1].Value != nil && f.state == wantComma {
			p.members[n-1].Span.End = max(p.members[n-1].Span.End, last.end)
		}
		f.node.Span.End = max(f.node.Span.End, last.end)
	}
}
