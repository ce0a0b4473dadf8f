package pysource

func (p *parser) subscript() {
	p.expect(kLBracket, "an opening bracket")
	p.slice()
	for p.skip(kComma) && p.kind() != kRBracket {
		p.slice()
	}
	p.expect(kRBracket, "a closing bracket")
}

// slice reads one index: an expression, *values, or low:high:step with any part left out.
func (p *parser) slice() {
	switch {
	case p.skip(kStar):
		p.expression()
		return
	case p.kind() == kName && p.peek() == kWalrus:
		p.namedExpression()
		return
	case p.kind() != kColon:
		p.expression()
	}
	for range 2 {
		if !p.skip(kColon) {
			return
		}
		if k := p.kind(); k != kColon && k != kComma && k != kRBracket {
			p.expression()
		}
	}
}

// arguments reads the parentheses of a call; bare tells whether they hold a generator and no more.
func (p *parser) arguments() (bare bool) {
	p.expect(kLParen, "an opening parenthesis")
	keyword, mapping := false, false
	for first := true; p.kind() != kRParen; first = false {
		switch {
		case p.kind() == kStar && mapping:
			p.fail("*values must come before **mapping")
		case p.skip(kStar):
			p.expression()
		case p.skip(kPower):
			p.expression()
			mapping = true
		case p.kind() == kName && p.peek() == kAssign:
			p.next()
			p.next()
			p.expression()
			keyword = true
		case keyword || mapping:
			p.fail("an argument without a name must come before those with one")
		default:
			p.namedExpression()
			if k := p.kind(); first && (k == kFor || k == kAsync) {
				p.comprehension()
				p.expect(kRParen, "a closing parenthesis")
				return true
			}
		}
		if !p.skip(kComma) {
			break
		}
	}
	p.expect(kRParen, "a closing parenthesis")
	return false
}
