package pysource

// starExpressions reads expressions with commas between them, some perhaps with a star.
func (p *parser) starExpressions() expr {
	first := p.starExpression()
	if p.kind() != kComma {
		return first
	}
	uses := first.uses
	for p.skip(kComma) {
		if !p.beginsExpression() && p.kind() != kStar {
			break
		}
		uses = tupleUses(uses, p.starExpression().uses)
	}
	return expr{uses: elementUses(uses)}
}

// beginsExpression tells whether the current token can begin an expression without a star.
func (p *parser) beginsExpression() bool {
	switch p.kind() {
	case kName, kNumber, kString, kFalse, kNone, kTrue, kAwait, kLambda, kNot,
		kLParen, kLBracket, kLBrace, kEllipsis, kPlus, kMinus, kTilde:
		return true
	}
	return false
}

// elementUses and tupleUses say what a list of elements may be used for: each must be a target, with
// or without a star, or each must be deletable.
func elementUses(u use) use {
	if u&asStarred != 0 {
		u |= asTarget
	}
	return u & (asTarget | asDeleted)
}

func tupleUses(a, b use) use { return elementUses(a) & elementUses(b) }

func (p *parser) starExpression() expr {
	if p.kind() == kStar {
		return p.starred()
	}
	return p.expression()
}

// starred reads * and an operand that binds tighter than a comparison.
func (p *parser) starred() expr {
	p.expect(kStar, "*")
	if e := p.binary(lowest); e.is(asTarget) {
		return expr{uses: asStarred}
	}
	return expr{}
}

// expression reads a conditional expression or a lambda.
func (p *parser) expression() expr {
	if p.depth++; p.depth > maxDepth {
		p.fail("expressions are nested too deeply")
	}
	defer func() { p.depth-- }()
	for tail := false; ; tail = true {
		if p.skip(kLambda) {
			p.params(lambdaParams)
			p.expect(kColon, "a colon")
			continue
		}
		e := p.disjunction()
		if !p.skip(kIf) {
			if tail {
				return expr{}
			}
			return e
		}
		p.disjunction()
		p.expect(kElse, "else")
	}
}

// namedExpression reads an expression or name := expression.
func (p *parser) namedExpression() expr {
	if p.kind() == kName && p.peek() == kWalrus {
		p.next()
		p.next()
		p.expression()
		return expr{}
	}
	return p.expression()
}

func (p *parser) starNamedExpression() expr {
	if p.kind() == kStar {
		return p.starred()
	}
	return p.namedExpression()
}

// yield reads yield, yield values, or yield from.
func (p *parser) yield() {
	p.expect(kYield, "yield")
	if p.skip(kFrom) {
		p.expression()
	} else if p.beginsExpression() || p.kind() == kStar {
		p.starExpressions()
	}
}

// yieldOrStarExpressions reads what may stand behind an assignment sign.
func (p *parser) yieldOrStarExpressions() expr {
	if p.kind() == kYield {
		p.yield()
		return expr{}
	}
	return p.starExpressions()
}

func (p *parser) disjunction() expr {
	e := p.inversion()
	for p.kind() == kOr || p.kind() == kAnd {
		p.next()
		p.inversion()
		e = expr{}
	}
	return e
}

func (p *parser) inversion() expr {
	negated := false
	for p.skip(kNot) {
		negated = true
	}
	e := p.comparison()
	if negated {
		return expr{}
	}
	return e
}

func (p *parser) comparison() expr {
	left := p.binary(lowest)
	var equal bool
	var right expr
	n := 0
	for ; ; n++ {
		equal = p.kind() == kEqual
		if !p.comparisonSign() {
			break
		}
		right = p.binary(lowest)
		if n == 0 && equal && left.is(isModule) && right.texts > 0 && p.textValue(right) == "__main__" {
			right = expr{uses: isGuard}
		} else {
			right = expr{}
		}
	}
	switch n {
	case 0:
		return left
	case 1:
		return right
	}
	return expr{}
}

func (p *parser) comparisonSign() bool {
	switch p.kind() {
	case kEqual, kCompare, kIn:
		p.next()
	case kIs:
		p.next()
		p.skip(kNot)
	case kNot:
		if p.peek() != kIn {
			return false
		}
		p.next()
		p.next()
	default:
		return false
	}
	return true
}

// lowest is the rank of the operator that binds least, next to comparisons.
const lowest = 1

func rank(k kind) int {
	switch k {
	case kPipe:
		return lowest
	case kCaret:
		return 2
	case kAmp:
		return 3
	case kShift:
		return 4
	case kPlus, kMinus:
		return 5
	case kStar, kSlash, kProduct, kAt:
		return 6
	}
	return 0
}

// binary reads operands joined by operators of at least the rank. As only acceptance counts, the
// operands need not be grouped.
func (p *parser) binary(least int) expr {
	e := p.factor()
	for rank(p.kind()) >= least {
		p.next()
		p.factor()
		e = expr{}
	}
	return e
}

// factor reads an operand with its signs, await and powers.
func (p *parser) factor() expr {
	plain := true
	for {
		for p.kind() == kPlus || p.kind() == kMinus || p.kind() == kTilde {
			p.next()
			plain = false
		}
		if p.skip(kAwait) {
			plain = false
		}
		e := p.primary()
		if !p.skip(kPower) {
			if !plain {
				return expr{}
			}
			return e
		}
		plain = false
	}
}
