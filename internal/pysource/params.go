package pysource

// paramStyle says where parameters stand.
type paramStyle int

const (
	lambdaParams paramStyle = iota // up to a colon
	defParams                      // up to a closing parenthesis, with annotations
)

// params reads parameters up to the token that ends them, and leaves that.
func (p *parser) params(style paramStyle) {
	end := kColon
	if style == defParams {
		end = kRParen
	}
	named, slash, star, bareStar, fallback := false, false, false, false, false
	for p.kind() != end {
		switch {
		case p.kind() == kSlash:
			if !named || slash || star {
				p.fail("/ must be given once, after a parameter and before *")
			}
			slash = true
			p.next()
		case p.kind() == kStar:
			if star {
				p.fail("* must be given only once")
			}
			star = true
			p.next()
			if bareStar = p.kind() == kComma; !bareStar {
				p.starParam(style)
			}
		case p.skip(kPower):
			if bareStar {
				p.fail("there must be a parameter after *")
			}
			p.param(style)
			p.skip(kComma)
			return
		default:
			p.param(style)
			named, bareStar = true, false
			if p.skip(kAssign) {
				p.expression()
				fallback = true
			} else if fallback && !star {
				p.fail("a parameter without a default must come before those with one")
			}
			if star {
				fallback = false
			}
		}
		if !p.skip(kComma) {
			break
		}
	}
	if bareStar {
		p.fail("there must be a parameter after *")
	}
}

func (p *parser) param(style paramStyle) {
	p.name()
	if style == defParams && p.skip(kColon) {
		p.expression()
	}
}

// starParam reads the parameter behind a star, whose annotation may have a star of its own.
func (p *parser) starParam(style paramStyle) {
	p.name()
	if style == defParams && p.skip(kColon) {
		p.starExpression()
	}
}
