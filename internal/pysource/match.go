package pysource

// matchHeader reads the first line of a match statement, if this is one: "match" is a name elsewhere.
func (p *parser) matchHeader() bool {
	return p.try(func() {
		p.next()
		starred := p.kind() == kStar
		p.starNamedExpression()
		if p.kind() == kComma {
			p.elements(0, kColon)
		} else if starred {
			p.fail("there must be a comma here")
		}
		p.expect(kColon, "a colon")
		p.expect(kNewline, "the end of the line")
	})
}

func (p *parser) cases() {
	p.expect(kIndent, "an indented case")
	for p.problem == nil && p.kind() != kDedent {
		if !p.word("case") {
			p.fail("there must be case here")
		}
		p.next()
		p.patterns()
		if p.skip(kIf) {
			p.namedExpression()
		}
		p.block()
	}
	p.expect(kDedent, "the end of the match statement")
}

// patterns reads one pattern, or several with commas, which are a sequence.
func (p *parser) patterns() {
	starred := p.kind() == kStar
	p.starPattern()
	if starred && p.kind() != kComma {
		p.fail("there must be a comma here")
	}
	for p.skip(kComma) && p.kind() != kColon && p.kind() != kIf {
		p.starPattern()
	}
}

func (p *parser) starPattern() {
	if p.skip(kStar) {
		p.name()
		p.noMore()
		return
	}
	p.pattern()
}

// noMore refuses what would make more of a captured name.
func (p *parser) noMore() {
	switch p.kind() {
	case kDot, kLParen, kAssign:
		p.fail("a captured name must be on its own")
	}
}

func (p *parser) pattern() {
	p.closedPattern()
	for p.skip(kPipe) {
		p.closedPattern()
	}
	if p.skip(kAs) {
		p.capture()
	}
}

func (p *parser) capture() {
	if p.word("_") {
		p.fail("the name must not be _ here")
	}
	p.name()
	p.noMore()
}

func (p *parser) closedPattern() {
	switch p.kind() {
	case kLParen:
		p.parenthesizedPattern()
	case kLBracket:
		p.next()
		p.sequencePattern(kRBracket)
	case kLBrace:
		p.mappingPattern()
	case kName:
		p.namePattern()
	default:
		p.literalPattern()
	}
}

// parenthesizedPattern reads a group or a sequence, which has a comma or nothing in it.
func (p *parser) parenthesizedPattern() {
	p.next()
	starred := p.kind() == kStar
	if n, comma := p.sequencePattern(kRParen); starred && n == 1 && !comma {
		p.fail("there must be a comma after a starred pattern")
	}
}

func (p *parser) sequencePattern(end kind) (n int, comma bool) {
	for p.kind() != end {
		p.starPattern()
		n++
		if comma = p.skip(kComma); !comma {
			break
		}
	}
	p.expect(end, "a closing bracket")
	return n, comma
}

func (p *parser) mappingPattern() {
	p.next()
	for p.kind() != kRBrace {
		if p.skip(kPower) {
			p.capture()
			p.skip(kComma)
			break
		}
		if p.kind() == kName {
			p.name()
			if p.kind() != kDot {
				p.fail("a key must be a literal or a dotted name")
			}
			p.dottedRest()
		} else {
			p.literalPattern()
		}
		p.expect(kColon, "a colon")
		p.pattern()
		if !p.skip(kComma) {
			break
		}
	}
	p.expect(kRBrace, "a closing brace")
}

func (p *parser) dottedRest() {
	for p.skip(kDot) {
		p.name()
	}
}

// namePattern reads the wildcard, a captured name, a dotted name or a class.
func (p *parser) namePattern() {
	wildcard := p.word("_")
	p.next()
	if wildcard {
		p.noMore()
		return
	}
	p.dottedRest()
	if p.skip(kLParen) {
		p.classPattern()
	} else if p.kind() == kAssign {
		p.noMore()
	}
}

func (p *parser) classPattern() {
	for keyword := false; p.kind() != kRParen; {
		if p.kind() == kName && p.peek() == kAssign {
			p.next()
			p.next()
			keyword = true
		} else if keyword {
			p.fail("a pattern without a name must come before those with one")
		}
		p.pattern()
		if !p.skip(kComma) {
			break
		}
	}
	p.expect(kRParen, "a closing parenthesis")
}

// literalPattern reads a constant: a text, a signed number, or a sum of a real and an imaginary one.
func (p *parser) literalPattern() {
	switch p.kind() {
	case kString:
		p.literals()
		return
	case kNone, kTrue, kFalse:
		p.next()
		return
	}
	p.skip(kMinus)
	first := p.pos
	p.expect(kNumber, "a pattern")
	if p.kind() != kPlus && p.kind() != kMinus {
		return
	}
	p.next()
	second := p.pos
	p.expect(kNumber, "a number")
	if p.problem == nil && (p.isImaginary(first) || !p.isImaginary(second)) {
		p.fail("a complex number must be a real one and an imaginary one, in this order")
	}
}

func (p *parser) isImaginary(i int) bool {
	last := p.src[p.tokens[i].end-1] | 0x20
	return last == 'j'
}
