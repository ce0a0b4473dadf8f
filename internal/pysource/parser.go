package pysource

import (
	"bytes"

	"golang.org/x/text/unicode/norm"
)

// parser recognizes the grammar of Python 3.11 by recursive descent. It builds no tree: an expr says
// what the grammar around it has to know. After a problem the place is the end of the text, so that
// every loop ends.
type parser struct {
	src     []byte
	tokens  []token
	pos     int
	depth   int // of nested expressions
	problem *Problem
}

// maxDepth bounds the recursion. Brackets alone cannot reach it; Python gives up earlier on what does.
const maxDepth = 1500

// use is a set of places where an expression may stand.
type use uint8

const (
	asTarget  use = 1 << iota // in front of =, behind "for" and "as"
	asStarred                 // the same, as *name
	asSingle                  // in front of : or +=
	asDeleted                 // behind "del"
	isModule                  // it is the name __name__
	isGuard                   // it is __name__ == "__main__"
)

// expr is what remains of an expression. texts is the number of adjacent text tokens from text on,
// when it is nothing else; parentheses round an expression do not count.
type expr struct {
	uses        use
	text, texts int32
}

func (e expr) is(u use) bool { return e.uses&u != 0 }

func (p *parser) kind() kind { return p.tokens[p.pos].kind }

// peek returns the kind of the next token but one.
func (p *parser) peek() kind { return p.tokens[min(p.pos+1, len(p.tokens)-1)].kind }

// next steps on; it never steps past the end.
func (p *parser) next() {
	if p.pos < len(p.tokens)-1 {
		p.pos++
	}
}

// skip steps over a token of the kind, if it stands here.
func (p *parser) skip(k kind) bool {
	if p.kind() != k {
		return false
	}
	p.next()
	return true
}

// expect steps over a token that must stand here.
func (p *parser) expect(k kind, what string) {
	if !p.skip(k) {
		p.fail("there must be " + what + " here")
	}
}

func (p *parser) name() { p.expect(kName, "a name") }

func (p *parser) fail(message string) { p.failAt(int(p.tokens[p.pos].start), message) }

func (p *parser) failAt(offset int, message string) {
	if p.problem == nil {
		p.problem = &Problem{Offset: offset, Message: message}
	}
	p.pos = len(p.tokens) - 1
}

// word tells whether the current token is this name: for words that are keywords at some places only.
func (p *parser) word(s string) bool {
	t := p.tokens[p.pos]
	return t.kind == kName && string(p.src[t.start:t.end]) == s
}

// try runs f and, when it meets a problem, puts everything back as it was.
func (p *parser) try(f func()) bool {
	pos, depth := p.pos, p.depth
	f()
	if p.problem == nil {
		return true
	}
	p.pos, p.depth, p.problem = pos, depth, nil
	return false
}

// isModuleName tells whether a name token is __name__, in any of the spellings that Python folds.
func (p *parser) isModuleName(t token) bool {
	const module = "__name__"
	word := p.src[t.start:t.end]
	if len(word) == len(module) {
		return string(word) == module
	}
	return bytes.ContainsFunc(word, func(r rune) bool { return r >= 0x80 }) && string(norm.NFKC.Bytes(word)) == module
}
