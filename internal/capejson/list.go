package capejson

import (
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// inArray reads one token inside a list.
func (p *parser) inArray() {
	f := p.top()
	switch p.tok.kind {
	case tokEnd:
		p.endOfFile()
		return
	case ']':
		p.closing(f)
		return
	case '}':
		p.mismatch()
		return
	}
	if f.state == wantEntry {
		p.item(f)
		return
	}
	switch p.tok.kind {
	case ',':
		p.comma(f)
	case ';':
		p.semicolon(f)
	case ':':
		p.extra("a list holds values only; key and value need { } around them")
	case tokString:
		if p.tok.line > p.prev.start && p.peek(p.tok.end) == ':' && len(p.stack) > 1 && p.stack[len(p.stack)-2].object {
			p.listLeftOpen()
			return
		}
		p.noComma(f)
		f.state = wantEntry
	case tokWord:
		if p.prev.kind == tokString && p.tok.start == p.prev.end {
			p.extraAfterValue()
			return
		}
		p.noComma(f)
		f.state = wantEntry
	default:
		p.noComma(f)
		f.state = wantEntry
	}
}

func (p *parser) item(f *frame) {
	switch p.tok.kind {
	case ',':
		f.commas = append(f.commas, p.tok.span())
		p.next()
	case ':', ';':
		p.stray("there must be a value here, not " + quoteByte(byte(p.tok.kind)))
	default:
		p.extraCommas(f)
		p.value()
	}
}

// extraCommas reports commas that separate nothing, once for one run of them: all but the first
// between two entries, all before the first entry.
func (p *parser) extraCommas(f *frame) {
	keep := 1
	if p.entries(f) == 0 {
		keep = 0
	}
	if len(f.commas) <= keep {
		f.commas = f.commas[:0]
		return
	}
	p.reportCommas(codeExtraComma, f.commas[keep:], "there must be only one comma between two entries")
	f.commas = f.commas[:0]
}

// reportCommas reports a run of commas that must go.
func (p *parser) reportCommas(code diag.Code, commas []text.Span, message string) {
	title := "Delete the comma"
	if len(commas) > 1 {
		title = "Delete the commas"
	}
	var edits []diag.Edit
	for _, c := range commas {
		edits = append(edits, diag.Edit{Span: c})
	}
	p.report(problem{code: code, span: commas[0], message: message}, fix{title: title, preferred: true, edits: edits})
}

func (p *parser) entries(f *frame) int {
	if f.object {
		return len(p.members) - f.base
	}
	return len(p.items) - f.base
}
