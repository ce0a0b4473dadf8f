package capejson

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Parse reads a complete file: a control file, cape-agent.json, or the target of JSONFile("...").
func Parse(src []byte) *Tree { return parse(src, wholeFile) }

// ParseFragment reads a file for "&include": bare members without braces. Its root is an Object.
func ParseFragment(src []byte) *Tree { return parse(src, fragment) }

type shape int

const (
	wholeFile shape = iota
	fragment
)

// state says what may come next in a container.
type state uint8

const (
	wantEntry state = iota // a key or an item, or, before the first, the closing bracket
	wantColon
	wantValue
	wantComma // or the closing bracket
)

// frame is a container that is still open. Containers are kept on a stack of our own, so that deep
// nesting costs memory but never the goroutine's stack.
type frame struct {
	node   *Node
	state  state
	object bool
	bare   bool        // members without braces around them
	quiet  bool        // a finding explains why no comma stands here
	line   int         // the start of the line of the opening bracket
	base   int         // where the entries begin in parser.members or parser.items
	commas []text.Span // commas read since the last entry
}

type parser struct {
	src  []byte
	text string
	tree *Tree

	pos, line int // where the next token is looked for, and the start of that line
	tok, prev token
	mark      int  // the number of problems before tok was read
	lexing    bool // a token is being read: problems are its own

	stack   []frame
	members []Member // entries of all open objects, one after the other
	items   []*Node
	nodes   []Node // chunks to take from
	root    *Node

	memberChunk []Member
	itemChunk   []*Node

	lookahead   int // bytes that guesses may still look at
	suspect     text.Span
	deep        bool // nesting is reported already
	bareProblem int
	seen        map[string]int // keys of one object, and the most it was made for
	seenSize    int
	oddLines    int         // lines on which CAPE and JSON differ about the comment
	eol         string      // the line end of the file, once it was asked for
	noBlockEnd  bool        // no */ follows any more
	faulty      []text.Span // comments of other languages
}

func parse(src []byte, form shape) *Tree {
	p := newParser(src)
	p.run(form)
	p.prove(form)
	return p.tree
}

func newParser(src []byte) *parser {
	return &parser{src: src, text: string(src), tree: &Tree{Src: src}, lookahead: 4*len(src) + 1024, bareProblem: -1}
}

func (p *parser) run(form shape) *Tree {
	p.start()
	if form == fragment {
		p.skipBlanks()
		p.open(text.At(p.pos), true)
		p.top().bare = true
	}
	p.next()
	for p.tok.kind != tokEnd || len(p.stack) > 0 {
		before, depth, st := p.tok.start, len(p.stack), p.topState()
		switch {
		case len(p.stack) == 0:
			p.atTop()
		case p.top().object:
			p.inObject()
		default:
			p.inArray()
		}
		if p.tok.start == before && p.tok.kind != tokEnd && depth == len(p.stack) && st == p.topState() && p.prev.start != before {
			p.extra("unexpected text") // no rule took it: never stand still
		}
	}
	p.finish()
	return p.tree
}

// start looks at what concerns the whole file: encoding and byte order mark.
func (p *parser) start() {
	p.tree.Comments = make([]Comment, 0, bytes.Count(p.src, []byte("//")))
	if len(p.src) >= len(text.BOM) && p.text[:len(text.BOM)] == text.BOM {
		p.tree.BOM = true
		p.pos = len(text.BOM)
		span := text.Span{Start: 0, End: p.pos}
		p.report(problem{code: codeBOM, span: span, message: "the file must not begin with a byte order mark: CAPE cannot read it"},
			fix{title: "Delete the byte order mark", preferred: true, edits: remove(span)})
	}
	if utf8.ValidString(p.text) {
		return
	}
	for i := 0; i < len(p.src); {
		r, size := utf8.DecodeRune(p.src[i:])
		if r == utf8.RuneError && size == 1 {
			p.report(problem{code: codeEncoding, span: text.Span{Start: i, End: i + 1}, message: "the file must be UTF-8 text: CAPE cannot read it"})
			return
		}
		i += size
	}
}

// finish closes what the whole file is about once the last token is read.
func (p *parser) finish() {
	if p.root == nil {
		p.root = p.node(Missing, text.At(len(p.src)))
		if !slices.ContainsFunc(p.tree.Problems, func(d diag.Diagnostic) bool { return d.Code == codeExtra }) {
			p.report(problem{code: codeEmpty, span: text.At(0), message: "the file must hold a value, at least {}"})
		}
	}
	p.tree.Root = p.root
	p.checkLines()
	p.checkIncludes()
	p.judgeOddFile()
	diag.Sort(p.tree.Problems)
}

func (p *parser) top() *frame { return &p.stack[len(p.stack)-1] }

func (p *parser) topState() state {
	if len(p.stack) == 0 {
		return wantEntry
	}
	return p.top().state
}

// wantsKey reports whether the token being read stands where a key belongs.
func (p *parser) wantsKey() bool {
	if len(p.stack) == 0 || !p.top().object {
		return false
	}
	return p.top().state == wantEntry
}

// atTop reads what stands outside of all brackets.
func (p *parser) atTop() {
	if p.root != nil {
		p.tail()
		return
	}
	switch p.tok.kind {
	case '}', ']', ',', ':', ';':
		p.strayStart()
		return
	case tokString, tokSingle, tokWord:
		if p.peek(p.tok.end) == ':' {
			p.bareProblem = len(p.tree.Problems)
			p.report(problem{code: codeNoBrace, span: p.tok.span(), message: "the file must begin with {"})
			p.open(text.At(p.tok.start), true)
			p.top().bare = true
			return
		}
	}
	p.value()
}

// strayStart reads punctuation before the value of the file.
func (p *parser) strayStart() {
	span, first, count := p.tok.span(), byte(p.tok.kind), 0
	for p.tok.kind == '}' || p.tok.kind == ']' || p.tok.kind == ',' || p.tok.kind == ':' || p.tok.kind == ';' {
		count++
		p.next()
	}
	pr := problem{code: codeExtra, span: span, message: "the file must begin with a value, not with " + quoteByte(first)}
	if count > 1 || p.tok.kind == tokEnd {
		p.report(pr)
		return
	}
	p.report(pr, fix{title: "Delete " + quoteByte(first), edits: remove(span)})
}

// tail reads what stands behind the value of the file: one finding, whatever it is.
func (p *parser) tail() {
	first := p.tok
	last := first
	count := 0
	for p.tok.kind != tokEnd {
		p.tree.Problems = p.tree.Problems[:p.mark]
		count++
		if p.tok.line == first.line {
			last = p.tok
		}
		p.next()
	}
	span := text.Span{Start: first.start, End: last.end}
	message := "nothing but comments may follow the value of the file"
	if first.kind == '}' || first.kind == ']' {
		message = quoteByte(byte(first.kind)) + " closes nothing: the value of the file has ended before"
	}
	var fixes []fix
	if count == 1 {
		fixes = []fix{{title: "Delete " + short(p.text[first.start:first.end]), edits: remove(span)}}
	}
	p.report(problem{code: codeExtra, span: span, message: message}, fixes...)
}

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
		p.report(problem{code: codeNoKey, span: p.tok.span(), message: "a key in double quotes must stand before the colon"})
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
	message := "a key in double quotes and a colon must stand before each value of an object"
	if f.bare && p.tok.kind == '{' {
		message = "no braces may stand around the members of a file for \"&include\""
	}
	p.report(problem{code: codeNoKey, span: p.tok.span(), message: message})
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
		p.report(problem{code: codeNoColon, span: span, message: "a colon must stand between key and value, not ="},
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
		p.extra("a colon may only stand between key and value")
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
	p.report(problem{code: codeNoComma, span: span, message: "a comma must stand here, not ;"},
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
		p.stray("a value must stand here, not " + quoteByte(byte(p.tok.kind)))
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
	p.reportCommas(codeExtraComma, f.commas[keep:], "only one comma may stand between two entries")
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
