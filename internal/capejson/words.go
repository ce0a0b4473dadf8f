package capejson

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// word makes a value of a word: a literal, a number, or text that lacks its quotes.
func (p *parser) word() *Node {
	w := p.text[p.tok.start:p.tok.end]
	switch w {
	case "true", "false":
		return p.leaf(Bool)
	case "null":
		return p.leaf(Null)
	case "NaN", "Infinity", "-Infinity":
		return p.leaf(Number)
	}
	if c := w[0]; c == '-' || c == '+' || c == '.' || classes[c]&cDigit != 0 {
		if n := p.number(w); n != nil {
			return n
		}
	}
	if n := p.literal(w); n != nil {
		return n
	}
	return p.unquoted()
}

// literal takes a literal in the wrong letters.
func (p *parser) literal(w string) *Node {
	kind, right := Bool, strings.ToLower(w)
	switch right {
	case "true", "false":
	case "none", "null":
		kind, right = Null, "null"
	case "nan":
		kind, right = Number, "NaN"
	case "infinity", "-infinity":
		kind, right = Number, strings.Replace(right, "i", "I", 1)
	default:
		return nil
	}
	span := p.tok.span()
	p.report(problem{code: codeLiteral, span: span, message: short(w) + " must be written " + right},
		fix{title: "Write " + right, preferred: true, edits: replace(span, right)})
	return p.leaf(kind)
}

// number takes what is or looks like a number; nil if it does not.
func (p *parser) number(w string) *Node {
	end, digits := scanNumber(w)
	if end == len(w) {
		if digits > maxDigits {
			p.report(problem{code: codeLong, span: p.tok.span(), message: "an integer must have at most 4300 digits: CAPE cannot read the file"})
		}
		return p.leaf(Number)
	}
	right, like := mendNumber(w)
	if !like {
		return nil
	}
	span := p.tok.span()
	if right == "" {
		p.report(problem{code: codeNumber, span: span, message: short(w) + " is not a number; a string must be in double quotes"})
		return p.leaf(Number)
	}
	p.report(problem{code: codeNumber, span: span, message: "the number " + short(w) + " must be written " + short(right)},
		fix{title: "Write " + short(right), preferred: true, edits: replace(span, right)})
	return p.leaf(Number)
}

// scanNumber returns the length of the JSON number that w begins with, and for an integer the
// number of its digits. The length is 0 if there is none.
func scanNumber(w string) (end, digits int) {
	i := 0
	if i < len(w) && w[i] == '-' {
		i++
	}
	first := i
	for i < len(w) && classes[w[i]]&cDigit != 0 {
		i++
		if i == first+1 && w[first] == '0' {
			break
		}
	}
	if i == first {
		return 0, 0
	}
	digits = i - first
	if j := skipDigits(w, i+1); i < len(w) && w[i] == '.' && j > i+1 {
		i, digits = j, 0
	}
	if i < len(w) && (w[i] == 'e' || w[i] == 'E') {
		j := i + 1
		if j < len(w) && (w[j] == '+' || w[j] == '-') {
			j++
		}
		if k := skipDigits(w, j); k > j {
			i, digits = k, 0
		}
	}
	return i, digits
}

func skipDigits(w string, i int) int {
	for i < len(w) && classes[w[i]]&cDigit != 0 {
		i++
	}
	return i
}

// numberForms are number-like words: sign, digits, fraction, exponent (with the d of Fortran).
var (
	looseNumber = text.Pattern(`^([-+]?)([0-9]*)(\.?)([0-9]*)(?:([eEdD])([-+]?[0-9]+))?$`)
	infinity    = text.Pattern(`^[+]?(?i:inf|infinity)$`)
	likeNumber  = text.Pattern(`^[-+]?\.?[0-9][0-9.eEdDxXa-fA-F_+\-]*$`)
)

// mendNumber says how a number-like word must be written; right is empty when that is not clear.
func mendNumber(w string) (right string, like bool) {
	if infinity().MatchString(w) {
		return "Infinity", true
	}
	if w == "-inf" || w == "-Inf" {
		return "-Infinity", true
	}
	m := looseNumber().FindStringSubmatch(w)
	if m == nil || m[2] == "" && m[4] == "" {
		return "", likeNumber().MatchString(w)
	}
	sign, whole, dot, part, mark, power := m[1], m[2], m[3], m[4], m[5], m[6]
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	if sign == "+" {
		sign = ""
	}
	right = sign + whole
	if dot != "" {
		if part == "" {
			part = "0"
		}
		right += "." + part
	}
	if mark != "" {
		right += "e" + power
	}
	if len(right) > maxDigits {
		right = ""
	}
	return right, true
}

// unquoted takes a run of words up to the next punctuation as text without quotes.
func (p *parser) unquoted() *Node {
	end := p.tok.end
	for i := end; i < len(p.src); {
		if classes[p.src[i]]&cBlank != 0 {
			i++
			continue
		}
		next := wordEnd(p.src, i)
		if next == i || p.src[i] == '\'' {
			break
		}
		end, i = next, next
	}
	if end < len(p.src) && p.src[end] == '"' && p.oddQuotes(end) {
		p.pos, p.tok.end = end, end
		p.openingQuoteMissing(p.tok.start)
		p.tok.end = p.pos
		return p.leaf(String)
	}
	p.pos, p.tok.end = end, end
	span := p.tok.span()
	right := quote(p.text[span.Start:span.End])
	pr := problem{code: codeQuotes, span: span, message: "a string must be in double quotes: " + short(right)}
	if c := p.peek(end); c == ':' || c == '=' || end < len(p.src) && (p.src[end] == '"' || classes[p.src[end]]&cOdd != 0) {
		p.report(pr) // more of the text may follow: where it ends is not clear
		return p.leaf(String)
	}
	p.report(pr, fix{title: "Write " + short(right), preferred: true, edits: replace(span, right)})
	return p.leaf(String)
}

// singleQuoted reports a string in single quotes.
func (p *parser) singleQuoted() {
	span := p.tok.span()
	s := p.text[span.Start:span.End]
	right := quote(s[1 : len(s)-1])
	p.report(problem{code: codeQuotes, span: span, message: "a string must be in double quotes: " + short(right)},
		fix{title: "Write " + short(right), preferred: true, edits: replace(span, right)})
}

// tooDeep reports nesting that overflows Python's stack. CAPE reads no further, and neither does the parser:
// text like this is no work of a person, and what is said of its brackets would be without end.
func (p *parser) tooDeep() {
	if len(p.stack) <= maxDepth {
		return
	}
	p.deep = true
	p.report(problem{code: codeDepth, span: p.tok.span(), message: "brackets must not be nested this deep: CAPE cannot read the file"})
	p.pos = len(p.src)
}

// duplicate reports a key that was given before in the same object.
func (p *parser) duplicate(again, first *Node) {
	p.report(problem{code: codeDuplicate, span: again.Span, message: "key " + short(again.Text()) + " is given twice; CAPE takes the last one",
		related: related(first.Span, "given here first")})
}
