package capejson

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// inObject reads one token inside an object.
func (p *parser) inObject() {
	f := p.top()
	switch p.tok.kind {
	case tokEnd:
		p.endOfFile()
		return
	case '}':
		p.closing(f)
		return
	case ']':
		p.mismatch()
		return
	}
	switch f.state {
	case wantEntry:
		p.entry(f)
	case wantColon:
		p.colon(f)
	case wantValue:
		p.memberValue(f)
	case wantComma:
		p.afterMember(f)
	}
}

// entry reads a key.
func (p *parser) entry(f *frame) {
	switch p.tok.kind {
	case ',':
		f.commas = append(f.commas, p.tok.span())
		p.next()
		return
	case ':':
		p.extraCommas(f)
		p.report(problem{code: codeNoKey, span: p.tok.span(), message: "there must be a key in double quotes before the colon"})
		key := p.child(Missing, text.At(p.tok.start))
		p.member(key, p.tok.start, p.tok.end)
		f.state = wantValue
		p.next()
		return
	case tokInclude:
		p.extraCommas(f)
		p.member(nil, -1, p.tok.end)
		p.value()
		return
	case tokString:
		p.extraCommas(f)
	case tokSingle, tokWord:
		p.extraCommas(f)
		if c := p.peek(p.tok.end); p.tok.kind == tokWord && c != ':' && c != '=' {
			p.strayValue(f)
			return
		}
		p.unquotedKey()
	case ';':
		p.stray("`;` has no meaning here")
		return
	default: // a bracket
		p.extraCommas(f)
		p.strayValue(f)
		return
	}
	p.member(p.leaf(String), -1, p.tok.end)
	f.state = wantColon
	p.next()
}

// unquotedKey reports a key without double quotes.
func (p *parser) unquotedKey() {
	span := p.tok.span()
	name := p.text[span.Start:span.End]
	if p.tok.kind == tokSingle {
		name = name[1 : len(name)-1]
	}
	quoted := quote(name)
	p.report(problem{code: codeKeyQuotes, span: span, message: "a key must be in double quotes: " + short(quoted)},
		fix{title: "Write " + short(quoted), preferred: true, edits: replace(span, quoted)})
}

// strayValue takes a value that stands where a key belongs.
func (p *parser) strayValue(f *frame) {
	p.unbalanced = true
	message := "there must be a key in double quotes and a colon before each value of an object"
	if f.bare && p.tok.kind == '{' {
		message = "there must be no braces around the members of a file for \"&include\""
	}
	var fixes []fix
	if f.bare && p.tok.kind == '{' && p.entries(f) == 0 {
		if last := strings.LastIndexByte(p.text, '}'); last > p.tok.end {
			fixes = []fix{{title: "Delete the braces", preferred: true, edits: append(remove(p.tok.span()), remove(text.Span{Start: last, End: last + 1})...)}}
		}
	}
	p.report(problem{code: codeNoKey, span: p.tok.span(), message: message}, fixes...)
	p.member(nil, -1, p.tok.end)
	before := len(p.tree.Problems)
	if p.tok.kind == tokWord {
		p.badWord(before)
		f.state = wantComma
		return
	}
	p.value()
}

// badWord takes a word that is reported already as whatever it is.
func (p *parser) badWord(before int) {
	p.value()
	p.tree.Problems = p.tree.Problems[:before]
	p.mark = min(p.mark, before)
}

// colon reads what follows a key.
func (p *parser) colon(f *frame) {
	m := &p.members[len(p.members)-1]
	switch {
	case p.tok.kind == ':':
		m.Colon = p.tok.start
		m.Span.End = p.tok.end
		f.state = wantValue
		p.next()
	case p.tok.kind == tokWord && p.text[p.tok.start:p.tok.end] == "=":
		span := p.tok.span()
		p.report(problem{code: codeNoColon, span: span, message: "there must be a colon between key and value, not ="},
			fix{title: "Write : instead of =", preferred: true, edits: replace(span, ":")})
		m.Span.End = p.tok.end
		f.state = wantValue
		p.next()
	case p.tok.kind == ',' || p.tok.kind == ';' || p.tok.kind == tokString && p.peek(p.tok.end) == ':':
		p.noColon(m, nil)
		p.missingValue(m, m.Span.End)
		f.state, f.quiet = wantComma, true
	default:
		p.noColon(m, []fix{{title: "Insert a colon", preferred: true, edits: insert(m.Key.Span.End, ":")}})
		f.state = wantValue
	}
}

func (p *parser) noColon(m *Member, fixes []fix) {
	message := "a colon must follow the key " + short(p.text[m.Key.Span.Start:m.Key.Span.End])
	if fixes == nil {
		message = "a colon and a value must follow the key " + short(p.text[m.Key.Span.Start:m.Key.Span.End])
	}
	p.report(problem{code: codeNoColon, span: m.Key.Span, message: message}, fixes...)
}

// memberValue reads the value of a member.
func (p *parser) memberValue(f *frame) {
	m := &p.members[len(p.members)-1]
	switch p.tok.kind {
	case ',', ';':
		p.noValue(m)
		f.state = wantComma
	case ':':
		span := p.tok.span()
		p.report(problem{code: codeExtra, span: span, message: "one colon is enough"},
			fix{title: "Delete the colon", preferred: true, edits: remove(span)})
		m.Span.End = p.tok.end
		p.next()
	case tokString:
		if p.tok.line > m.Span.End && p.peek(p.tok.end) == ':' {
			p.noValue(m)
			f.state, f.quiet = wantComma, true
			return
		}
		p.value()
	default:
		p.value()
	}
}

// noValue reports a member without a value, at the place where it belongs.
func (p *parser) noValue(m *Member) {
	span := text.Span{Start: m.Span.Start, End: m.Span.End}
	name := "the colon"
	if m.Key != nil && m.Key.Kind == String {
		name = "the key " + short(p.text[m.Key.Span.Start:m.Key.Span.End])
	}
	p.report(problem{code: codeNoValue, span: span, message: "a value must follow " + name})
	p.missingValue(m, m.Span.End)
}

func (p *parser) missingValue(m *Member, at int) {
	m.Value = p.child(Missing, text.At(at))
}

// afterMember reads what follows a complete member.
func (p *parser) afterMember(f *frame) {
	switch p.tok.kind {
	case ',':
		p.comma(f)
	case ';':
		p.semicolon(f)
	case ':':
		p.extra("there must be no colon except between key and value")
	case tokInclude:
		p.noComma(f)
		f.state = wantEntry
	case tokString, tokSingle, tokWord:
		newLine := p.tok.line > p.prev.start
		if p.peek(p.tok.end) == ':' || newLine && p.tok.kind == tokString {
			p.noComma(f)
			f.state = wantEntry
			return
		}
		p.extraAfterValue()
	default:
		p.extraAfterValue()
	}
}

// extraAfterValue explains the text behind a value, most often a quote inside a text.
func (p *parser) extraAfterValue() {
	if p.prev.kind == tokString && p.tok.start == p.prev.end {
		p.extra(`unexpected text behind the value; a double quote inside a text must be written \"`)
		return
	}
	p.extra("a comma or a closing bracket must follow the value")
}

func (p *parser) comma(f *frame) {
	f.commas = append(f.commas[:0], p.tok.span())
	f.state, f.quiet = wantEntry, false
	p.next()
}

// semicolon reports a ; in the place of a comma.
func (p *parser) semicolon(f *frame) {
	span := p.tok.span()
	if c := p.peek(p.tok.end); c == '}' || c == ']' || c == ',' || c == 0 {
		p.stray("`;` has no meaning here")
		return
	}
	p.report(problem{code: codeNoComma, span: span, message: "there must be a comma here, not ;"},
		fix{title: "Write , instead of ;", preferred: true, edits: replace(span, ",")})
	f.state, f.quiet = wantEntry, false
	f.commas = f.commas[:0]
	p.next()
}

// noComma reports the missing comma behind the entry that ended last.
func (p *parser) noComma(f *frame) {
	if f.quiet {
		f.quiet = false
		return
	}
	at := p.prev.end
	p.report(problem{code: codeNoComma, span: text.Span{Start: p.prev.start, End: at}, message: "a comma must follow here: another entry comes next"},
		fix{title: "Insert a comma", preferred: true, edits: insert(at, ",")})
}
