package edits

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// traits are the ways in which two lines can look alike and be different text.
type traits uint

const (
	indentation traits = 1 << iota
	trailing
	inner
	tabs
	quotes
	dashes
	noBreak
	invisible
	composed
	letterCase
	allTraits traits = 1<<iota - 1
)

// traitNames says them in the words of a refusal, in the order of the bits.
var traitNames = []string{
	"indentation", "blanks at the end of the line", "the number of blanks", "tabs versus blanks", "quotation marks", "dashes",
	"no-break blanks", "characters that cannot be seen", "composed versus decomposed letters", "letter case",
}

func (t traits) names() []string {
	var out []string
	for i, name := range traitNames {
		if t&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// alike maps characters that look like another one to that one, by the trait they differ in.
var alike = map[rune]struct {
	trait traits
	as    string
}{
	'‘': {quotes, "'"}, '’': {quotes, "'"}, '‚': {quotes, "'"}, '‛': {quotes, "'"}, '′': {quotes, "'"}, '`': {quotes, "'"}, '´': {quotes, "'"}, 'ʼ': {quotes, "'"},
	'“': {quotes, `"`}, '”': {quotes, `"`}, '„': {quotes, `"`}, '‟': {quotes, `"`}, '″': {quotes, `"`}, '«': {quotes, `"`}, '»': {quotes, `"`},
	'\u2010': {dashes, "-"}, '\u2011': {dashes, "-"}, '\u2012': {dashes, "-"}, '\u2013': {dashes, "-"}, '\u2014': {dashes, "-"}, '\u2015': {dashes, "-"}, '\u2212': {dashes, "-"}, '\ufe63': {dashes, "-"}, '\uff0d': {dashes, "-"},
	'\u00a0': {noBreak, " "}, '\u202f': {noBreak, " "}, '\u2007': {noBreak, " "}, '\u2009': {noBreak, " "}, '\u200a': {noBreak, " "}, '\u2002': {noBreak, " "}, '\u2003': {noBreak, " "}, '\u2005': {noBreak, " "}, '\u2008': {noBreak, " "}, '\u3000': {noBreak, " "},
	'\u200b': {invisible, ""}, '\u200c': {invisible, ""}, '\u200d': {invisible, ""}, '\u2060': {invisible, ""}, '\ufeff': {invisible, ""}, '\u00ad': {invisible, ""}, '\u200e': {invisible, ""}, '\u200f': {invisible, ""}, '\ufe0f': {invisible, ""},
}

// blind returns a line with the given traits taken away.
func blind(l string, without traits) string {
	if isPlain(l) {
		return blindBlanks(l, without)
	}
	if without&composed != 0 {
		l = norm.NFC.String(l)
	}
	var b strings.Builder
	for _, r := range l {
		if a, ok := alike[r]; ok && a.trait&without != 0 {
			b.WriteString(a.as)
			continue
		}
		b.WriteRune(r)
	}
	return blindBlanks(b.String(), without)
}

// isPlain reports whether only blanks and letter case can make the line look like another one.
func isPlain(l string) bool {
	for i := range len(l) {
		if l[i] >= 0x80 || l[i] == '`' {
			return false
		}
	}
	return true
}

func blindBlanks(l string, without traits) string {
	body := strings.TrimLeft(l, " \t")
	lead := l[:len(l)-len(body)]
	inside := strings.TrimRight(body, " \t")
	tail := body[len(inside):]
	if without&indentation != 0 {
		lead = ""
	}
	if without&trailing != 0 {
		tail = ""
	}
	if without&tabs != 0 && strings.Contains(inside, "\t") {
		inside = strings.ReplaceAll(inside, "\t", " ")
	}
	if without&inner != 0 {
		inside = oneBlank(inside)
	}
	if without&letterCase != 0 {
		inside = strings.ToLower(inside)
	}
	if lead == "" && tail == "" {
		return inside
	}
	return lead + inside + tail
}

// oneBlank makes every run of one kind of blank one of it.
func oneBlank(s string) string {
	if !strings.Contains(s, "  ") && !strings.Contains(s, "\t\t") {
		return s
	}
	var b strings.Builder
	var last byte
	for i := range len(s) {
		if (s[i] == ' ' || s[i] == '\t') && s[i] == last {
			continue
		}
		last = s[i]
		b.WriteByte(last)
	}
	return b.String()
}

// blindAll takes the traits away from every line.
func blindAll(ls []string, without traits) string {
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = blind(l, without)
	}
	return strings.Join(out, "\n")
}

// how says in which way one text must hold another.
type how func(there, wanted string) bool

// within is for a text that is wanted somewhere in the lines, whole for one that must be all of them.
func within(there, wanted string) bool { return strings.Contains(there, wanted) }
func whole(there, wanted string) bool  { return there == wanted }

// differing returns the traits in which the lines wanted differ from the lines there, which hold them
// when all traits are taken away; ok is false when they do not.
func differing(there, wanted []string, holds how) (t traits, ok bool) {
	if !holds(blindAll(there, allTraits), blindAll(wanted, allTraits)) {
		return 0, false
	}
	for one := traits(1); one < allTraits; one <<= 1 {
		if !holds(blindAll(there, allTraits&^one), blindAll(wanted, allTraits&^one)) {
			t |= one
		}
	}
	return t, true
}

// visible shows a line in a sentence: cut to a length that can be read, with what cannot be seen written
// as an escape.
func visible(l string) string {
	const most = 120
	var b strings.Builder
	n := 0
	for _, r := range l {
		if n++; n > most {
			b.WriteString("...")
			break
		}
		switch a, odd := alike[r]; {
		case r == '\t':
			b.WriteString(`\t`)
		case odd && a.trait&(noBreak|invisible) != 0, unicode.Is(unicode.Mn, r), unicode.IsControl(r), r == '\u2028', r == '\u2029':
			b.WriteString(escape(r))
		default:
			b.WriteRune(r)
		}
	}
	return "`" + b.String() + "`"
}

func escape(r rune) string {
	const digits = "0123456789abcdef"
	out := []byte(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		out = append(out, digits[r>>shift&15])
	}
	return string(out)
}
