package pysource

import "github.com/cape-ls/cape-ls/internal/text"

// outline is what the top level of a script shows.
type outline struct {
	guard     text.Span // from "if" to the colon
	hasGuard  bool
	docstring expr // no texts: there is none
}

// file reads the whole text.
func (p *parser) file() (o outline) {
	for first := true; p.kind() != kEOF && p.problem == nil; first = false {
		switch {
		case p.kind() == kIf:
			start := p.tokens[p.pos].start
			test, colon := p.ifStatement()
			if test.is(isGuard) && !o.hasGuard {
				o.guard, o.hasGuard = text.Span{Start: int(start), End: int(colon)}, true
			}
		case p.beginsCompound():
			p.statement()
		default:
			e := p.simpleStatements()
			if first && e.texts > 0 {
				o.docstring = e
			}
		}
	}
	return o
}

// beginsCompound tells whether a statement with blocks stands here; a match statement is read at once.
func (p *parser) beginsCompound() bool {
	switch p.kind() {
	case kIf, kWhile, kFor, kTry, kWith, kDef, kClass, kAt, kAsync, kIndent:
		return true
	}
	return p.word("match")
}

func (p *parser) statement() {
	switch p.kind() {
	case kIf:
		p.ifStatement()
	case kWhile:
		p.next()
		p.namedExpression()
		p.block()
		p.elseBlock()
	case kFor:
		p.forStatement()
	case kTry:
		p.tryStatement()
	case kWith:
		p.withStatement()
	case kDef:
		p.function()
	case kClass:
		p.class()
	case kAt:
		p.decorated()
	case kAsync:
		p.asyncStatement()
	case kIndent:
		p.fail("this line must not be indented more than the one above")
	default:
		if p.word("match") && p.matchHeader() {
			p.cases()
			return
		}
		p.simpleStatements()
	}
}

// block reads a colon and what belongs to it, on the same line or indented.
func (p *parser) block() {
	p.expect(kColon, "a colon")
	if !p.skip(kNewline) {
		p.simpleStatements()
		return
	}
	p.expect(kIndent, "an indented line")
	for p.problem == nil && p.kind() != kDedent {
		p.statement()
	}
	p.expect(kDedent, "the end of the block")
}

func (p *parser) elseBlock() {
	if p.skip(kElse) {
		p.block()
	}
}

// ifStatement returns the first test and the offset behind its colon.
func (p *parser) ifStatement() (test expr, colon int32) {
	p.next()
	test = p.namedExpression()
	colon = p.tokens[p.pos].end
	p.block()
	for p.skip(kElif) {
		p.namedExpression()
		p.block()
	}
	p.elseBlock()
	return test, colon
}

func (p *parser) forStatement() {
	p.next()
	p.targets()
	p.expect(kIn, "in")
	p.starExpressions()
	p.block()
	p.elseBlock()
}

func (p *parser) tryStatement() {
	p.next()
	p.block()
	if p.kind() == kExcept {
		group := p.peek() == kStar
		for p.skip(kExcept) {
			if p.skip(kStar) != group {
				p.fail("except and except* must not be mixed")
			}
			p.except(group)
		}
		p.elseBlock()
		if p.skip(kFinally) {
			p.block()
		}
		return
	}
	p.expect(kFinally, "except or finally")
	p.block()
}

func (p *parser) except(group bool) {
	if p.kind() != kColon || group {
		p.expression()
		if p.skip(kAs) {
			p.name()
		}
	}
	p.block()
}

// withStatement reads items in parentheses if they can be read so, which allows "as" inside, else items
// as they stand.
func (p *parser) withStatement() {
	p.next()
	if p.kind() != kLParen || !p.try(p.withParentheses) {
		p.withItem()
		for p.skip(kComma) {
			p.withItem()
		}
	}
	p.block()
}

func (p *parser) withParentheses() {
	p.next()
	p.withItem()
	for p.skip(kComma) && p.kind() != kRParen {
		p.withItem()
	}
	p.expect(kRParen, "a closing parenthesis")
	if p.kind() != kColon {
		p.fail("there must be a colon here")
	}
}

func (p *parser) withItem() {
	p.expression()
	if p.skip(kAs) {
		p.target()
	}
}

func (p *parser) function() {
	p.next()
	p.name()
	p.expect(kLParen, "an opening parenthesis")
	p.params(defParams)
	p.expect(kRParen, "a closing parenthesis")
	if p.skip(kArrow) {
		p.expression()
	}
	p.block()
}

func (p *parser) class() {
	p.next()
	p.name()
	if p.kind() == kLParen {
		start := int(p.tokens[p.pos].start)
		if bare := p.arguments(); bare {
			p.failAt(start, "a generator must not stand alone in the parentheses of a class")
		}
	}
	p.block()
}

func (p *parser) decorated() {
	for p.skip(kAt) {
		p.namedExpression()
		p.expect(kNewline, "the end of the line")
	}
	switch p.kind() {
	case kClass:
		p.class()
	case kDef:
		p.function()
	case kAsync:
		p.next()
		if p.kind() != kDef {
			p.fail("there must be def here")
		}
		p.function()
	default:
		p.fail("a decorator must come before a function or a class")
	}
}

func (p *parser) asyncStatement() {
	p.next()
	switch p.kind() {
	case kDef:
		p.function()
	case kFor:
		p.forStatement()
	case kWith:
		p.withStatement()
	default:
		p.fail("async must come before def, for or with")
	}
}
