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
	row    int         // the number of that line, from 0
	indent int         // how far that line is indented; known when the layout counts
	inner  int         // how far the first line of entries is indented, -1 before there is one
	base   int         // where the entries begin in parser.members or parser.items
	commas []text.Span // commas read since the last entry
}

type parser struct {
	src  []byte
	text string
	tree *Tree

	pos, line int // where the next token is looked for, and the start of that line
	row       int // the number of that line, from 0
	tok, prev token
	mark      int  // the number of problems before tok was read
	lexing    bool // a token is being read: problems are its own

	stack   []frame
	members []Member // entries of all open objects, one after the other
	items   []*Node
	root    *Node

	nodes       []Node // chunks to take from
	branches    []Branch
	memberChunk []Member
	itemChunk   []*Node
	leaves      *Branch // of all leaves

	tokens      int // how many were read
	spent       int // the work of all readings of the file so far
	lookahead   int // bytes that guesses may still look at
	suspect     text.Span
	deep        bool // nesting is reported, and the rest is not read
	bareProblem int
	seen        map[string]int // keys of one object, and the most it was made for
	seenSize    int
	layout      bool  // the indentation says where brackets are missing
	unbalanced  bool  // the brackets do not fit together
	indent      int   // of the current line
	tab         int   // how wide a tab is
	solid       token // the last token that is no comma
	more        int   // brackets missing beyond one for each finding
	ownLine     int   // closing brackets at the start of a line, less those behind entries

	around     text.Span // the last answer of lineAt
	slashes    bool
	oddLines   int         // lines on which CAPE and JSON differ about the comment
	eol        string      // the line end of the file, once it was asked for
	noBlockEnd bool        // no */ follows any more
	faulty     []text.Span // comments of other languages
}

func parse(src []byte, form shape) *Tree {
	p := parseOnce(src, form)
	p.prove(form)
	return p.tree
}

func newParser(src []byte) *parser {
	tree := &Tree{Src: src, text: string(src)}
	return &parser{src: src, text: tree.text, tree: tree, leaves: &Branch{tree: tree}, lookahead: mayLookAt(src), bareProblem: -1}
}

// mayLookAt bounds the bytes that all guesses of one reading may look at.
func mayLookAt(src []byte) int { return 4*len(src) + 1024 }

// work measures what one reading costs in tokens. The weights are those of measured times: a token takes as
// long as eight bytes of text or as sixty-four bytes looked at ahead, a finding or an
// include as long as four tokens. Where
// comment lines are odd, CAPE's own reading comes on top.
func (p *parser) work() int {
	bytes := len(p.src)
	if p.oddLines > 0 {
		bytes *= 3
	}
	return p.tokens + bytes/8 + (mayLookAt(p.src)-p.lookahead)/64 + 4*(len(p.tree.Problems)+len(p.tree.Includes))
}

func (p *parser) run(form shape) {
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
		case p.layout && p.byLayout():
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
			added := "{}" + p.newline()
			if n := len(p.src); n > 0 && classes[p.src[n-1]]&cLine == 0 && !p.tree.BOM {
				added = p.newline() + added
			}
			p.report(problem{code: codeEmpty, span: text.At(0), message: "the file must hold a value, at least {}"},
				fix{title: "Write {}", edits: insert(len(p.src), added)})
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
	p.unbalanced = true
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
	p.unbalanced = true
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
