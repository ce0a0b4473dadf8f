package pysource

// simpleStatements reads the statements of one line and returns the first one if that is an expression.
func (p *parser) simpleStatements() expr {
	first := p.simpleStatement()
	for p.skip(kSemicolon) && p.kind() != kNewline {
		p.simpleStatement()
	}
	if !p.skip(kNewline) {
		p.fail("the statement must end here")
	}
	return first
}

func (p *parser) simpleStatement() expr {
	switch p.kind() {
	case kPass, kBreak, kContinue:
		p.next()
	case kReturn:
		p.next()
		if p.beginsExpression() || p.kind() == kStar {
			p.starExpressions()
		}
	case kRaise:
		p.raise()
	case kGlobal, kNonlocal:
		p.next()
		p.name()
		for p.skip(kComma) {
			p.name()
		}
	case kDel:
		p.del()
	case kAssert:
		p.next()
		p.expression()
		if p.skip(kComma) {
			p.expression()
		}
	case kImport:
		p.importNames()
	case kFrom:
		p.fromImport()
	case kYield:
		p.yield()
	default:
		return p.assignment()
	}
	return expr{}
}

func (p *parser) raise() {
	p.next()
	if !p.beginsExpression() {
		return
	}
	p.expression()
	if p.skip(kFrom) {
		p.expression()
	}
}

func (p *parser) del() {
	p.next()
	for {
		start := int(p.tokens[p.pos].start)
		if e := p.binary(lowest); p.problem == nil && !e.is(asDeleted) {
			p.failAt(start, "this cannot be deleted")
		}
		if !p.skip(kComma) || !p.beginsExpression() {
			return
		}
	}
}

// assignment reads an expression, or an assignment of one of the three kinds.
func (p *parser) assignment() expr {
	start := int(p.tokens[p.pos].start)
	e := p.starExpressions()
	switch p.kind() {
	case kColon:
		if !e.is(asSingle) {
			p.failAt(start, "this cannot be annotated")
		}
		p.next()
		p.expression()
		if p.skip(kAssign) {
			p.yieldOrStarExpressions()
		}
	case kAugAssign:
		if !e.is(asSingle) {
			p.failAt(start, "this cannot be assigned to")
		}
		p.next()
		p.yieldOrStarExpressions()
	case kAssign:
		p.chain(start, e)
	default:
		return e
	}
	return expr{}
}

// chain reads target = target = value, of which the first target has been read.
func (p *parser) chain(start int, e expr) {
	for p.kind() == kAssign {
		if !e.is(asTarget | asStarred) {
			p.failAt(start, "this cannot be assigned to")
		}
		p.next()
		start = int(p.tokens[p.pos].start)
		e = p.yieldOrStarExpressions()
	}
}

func (p *parser) importNames() {
	p.next()
	for {
		p.dottedName()
		if p.skip(kAs) {
			p.name()
		}
		if !p.skip(kComma) {
			return
		}
	}
}

func (p *parser) dottedName() {
	p.name()
	for p.skip(kDot) {
		p.name()
	}
}

func (p *parser) fromImport() {
	p.next()
	relative := false
	for p.skip(kDot) || p.skip(kEllipsis) {
		relative = true
	}
	if !relative || p.kind() != kImport {
		p.dottedName()
	}
	p.expect(kImport, "import")
	if p.skip(kStar) {
		return
	}
	if !p.skip(kLParen) {
		p.importedName()
		for p.skip(kComma) {
			p.importedName()
		}
		return
	}
	p.importedName()
	for p.skip(kComma) && p.kind() != kRParen {
		p.importedName()
	}
	p.expect(kRParen, "a closing parenthesis")
}

func (p *parser) importedName() {
	p.name()
	if p.skip(kAs) {
		p.name()
	}
}
