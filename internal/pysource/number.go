package pysource

import "strings"

// maxDigits is how many decimal digits an integer in a script may have.
const maxDigits = 4300

// number scans a number: decimal, with fraction, exponent or imaginary, or with 0x, 0o, 0b. An
// underscore may stand between two digits, and before the first one behind 0x.
func (s *scanner) number() {
	start := s.pos
	if s.src[start] == '0' {
		switch s.at(start+1) | 0x20 {
		case 'x':
			s.based(start, "0123456789abcdefABCDEF")
			return
		case 'o':
			s.based(start, "01234567")
			return
		case 'b':
			s.based(start, "01")
			return
		}
	}
	float := s.src[start] == '.'
	if !float && !s.digits() {
		return
	}
	whole := s.src[start:s.pos]
	if s.at(s.pos) == '.' {
		float = true
		s.pos++
		if isDigit(s.at(s.pos)) && !s.digits() {
			return
		}
	}
	if s.at(s.pos)|0x20 == 'e' {
		power, ok := s.exponent()
		if !ok {
			return
		}
		float = float || power
	}
	if s.at(s.pos)|0x20 == 'j' {
		float = true
		s.pos++
	}
	switch {
	case float, beginsWithAny(s.src[s.pos:], "else"):
		// Python sees the e of "else" as an exponent at first, and reads such a number as a float.
	case whole[0] == '0' && strings.Trim(string(whole), "0_") != "":
		s.fail(start, "an integer must not begin with 0")
	case whole[0] != '0' && len(whole)-strings.Count(string(whole), "_") > maxDigits:
		s.fail(start, "an integer must not have more than 4300 digits")
	}
	s.endNumber(start)
}

// digits scans decimal digits with single underscores between them.
func (s *scanner) digits() bool {
	for {
		for isDigit(s.at(s.pos)) {
			s.pos++
		}
		if s.at(s.pos) != '_' {
			return true
		}
		s.pos++
		if !isDigit(s.at(s.pos)) {
			s.fail(s.pos, "an underscore in a number must be between digits")
			return false
		}
	}
}

// exponent scans e, sign and digits. An e without digits is left: it may begin the word "else".
func (s *scanner) exponent() (found, ok bool) {
	i := s.pos + 1
	if c := s.at(i); c == '+' || c == '-' {
		i++
		if !isDigit(s.at(i)) {
			s.fail(i, "an exponent must have digits")
			return false, false
		}
	}
	if !isDigit(s.at(i)) {
		return false, true
	}
	s.pos = i
	return true, s.digits()
}

func (s *scanner) based(start int, digits string) {
	isOne := func(c byte) bool { return c != 0 && strings.IndexByte(digits, c) >= 0 }
	s.pos = start + 2
	for first := true; first || s.at(s.pos) == '_'; first = false {
		if s.at(s.pos) == '_' {
			s.pos++
		}
		if !isOne(s.at(s.pos)) {
			s.fail(s.pos, "there must be a digit here")
			return
		}
		for isOne(s.at(s.pos)) {
			s.pos++
		}
	}
	if isDigit(s.at(s.pos)) {
		s.fail(s.pos, "this digit is too large for its number")
		return
	}
	s.endNumber(start)
}

// endNumber adds the token. A word may follow at once only if it could go on in an expression.
func (s *scanner) endNumber(start int) {
	rest := s.src[s.pos:]
	if len(rest) > 0 && isWordPart(rest[0]) && !beginsWithAny(rest, "and", "else", "for", "if", "in", "is", "or", "not") {
		s.fail(s.pos, "a number must end before a letter")
		return
	}
	s.add(kNumber, start, s.pos)
}

func beginsWithAny(s []byte, words ...string) bool {
	for _, w := range words {
		if len(s) >= len(w) && string(s[:len(w)]) == w {
			return true
		}
	}
	return false
}
