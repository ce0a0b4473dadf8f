package pysource

// primary reads an atom and the attributes, calls and subscripts behind it.
func (p *parser) primary() expr {
	e := p.atom()
	for {
		switch p.kind() {
		case kDot:
			p.next()
			p.name()
			e = expr{uses: asTarget | asSingle | asDeleted}
		case kLParen:
			p.arguments()
			e = expr{}
		case kLBracket:
			p.subscript()
			e = expr{uses: asTarget | asSingle | asDeleted}
		default:
			return e
		}
	}
}

func (p *parser) atom() expr {
	t := p.tokens[p.pos]
	switch t.kind {
	case kName:
		p.next()
		uses := asTarget | asSingle | asDeleted
		if p.isModuleName(t) {
			uses |= isModule
		}
		return expr{uses: uses}
	case kNumber, kTrue, kFalse, kNone, kEllipsis:
		p.next()
		return expr{}
	case kString:
		return p.literals()
	case kLParen:
		return p.parenthesized()
	case kLBracket:
		return p.list()
	case kLBrace:
		return p.braces()
	}
	p.fail("there must be an expression here")
	return expr{}
}

// parenthesized reads a group, a tuple or a generator.
func (p *parser) parenthesized() expr {
	p.next()
	if p.skip(kRParen) {
		return expr{uses: asTarget | asDeleted}
	}
	if p.kind() == kYield {
		p.yield()
		p.expect(kRParen, "a closing parenthesis")
		return expr{}
	}
	starred := p.kind() == kStar
	e := p.starNamedExpression()
	switch p.kind() {
	case kFor, kAsync:
		if !starred {
			p.comprehension()
		}
		e = expr{}
	case kComma:
		e = expr{uses: p.elements(e.uses, kRParen)}
	default:
		if starred {
			p.fail("there must be a comma here")
		}
	}
	p.expect(kRParen, "a closing parenthesis")
	return e
}

// elements reads the rest of a list whose first element has been read.
func (p *parser) elements(first use, end kind) use {
	uses := elementUses(first)
	for p.skip(kComma) && p.kind() != end {
		uses = tupleUses(uses, p.starNamedExpression().uses)
	}
	return uses
}

func (p *parser) list() expr {
	p.next()
	if p.skip(kRBracket) {
		return expr{uses: asTarget | asDeleted}
	}
	starred := p.kind() == kStar
	e := p.starNamedExpression()
	if !starred && (p.kind() == kFor || p.kind() == kAsync) {
		p.comprehension()
		e = expr{}
	} else {
		e = expr{uses: p.elements(e.uses, kRBracket)}
	}
	p.expect(kRBracket, "a closing bracket")
	return e
}

// braces reads a dictionary or a set.
func (p *parser) braces() expr {
	p.next()
	switch {
	case p.kind() == kRBrace:
	case p.kind() == kPower:
		p.pairs()
	case p.kind() == kStar, p.kind() == kName && p.peek() == kWalrus:
		p.set()
	default:
		p.setOrPairs()
	}
	p.expect(kRBrace, "a closing brace")
	return expr{}
}

func (p *parser) set() {
	starred := p.kind() == kStar
	p.starNamedExpression()
	if !starred && (p.kind() == kFor || p.kind() == kAsync) {
		p.comprehension()
		return
	}
	p.elements(0, kRBrace)
}

func (p *parser) setOrPairs() {
	p.expression()
	if !p.skip(kColon) {
		if p.kind() == kFor || p.kind() == kAsync {
			p.comprehension()
			return
		}
		p.elements(0, kRBrace)
		return
	}
	p.expression()
	if p.kind() == kFor || p.kind() == kAsync {
		p.comprehension()
		return
	}
	if p.skip(kComma) {
		p.pairs()
	}
}

// pairs reads key: value and **mapping up to the closing brace.
func (p *parser) pairs() {
	for p.kind() != kRBrace {
		if p.skip(kPower) {
			p.binary(lowest)
		} else {
			p.expression()
			p.expect(kColon, "a colon")
			p.expression()
		}
		if !p.skip(kComma) {
			return
		}
	}
}

// comprehension reads one or more "for targets in values if condition".
func (p *parser) comprehension() {
	for p.kind() == kFor || p.kind() == kAsync {
		p.skip(kAsync)
		p.expect(kFor, "for")
		p.targets()
		p.expect(kIn, "in")
		p.disjunction()
		for p.skip(kIf) {
			p.disjunction()
		}
	}
}

// targets reads what stands between "for" and "in".
func (p *parser) targets() {
	for {
		p.target()
		if !p.skip(kComma) || !p.beginsExpression() && p.kind() != kStar {
			return
		}
	}
}

// target reads one thing that is assigned to, perhaps with a star.
func (p *parser) target() {
	start := int(p.tokens[p.pos].start)
	e := expr{}
	if p.kind() == kStar {
		e = p.starred()
	} else {
		e = p.binary(lowest)
	}
	if p.problem == nil && !e.is(asTarget|asStarred) {
		p.failAt(start, "this cannot be assigned to")
	}
}
