package edits

import (
	"unicode"
	"unicode/utf8"
)

// border reports whether an edit may begin or end at a place of a text: not inside a code point, a CRLF,
// or what a reader sees as one character (Unicode Standard Annex 29, a little more cautious).
func border(s []byte, at int) bool {
	if at <= 0 || at >= len(s) {
		return true
	}
	if s[at-1] < utf8.RuneSelf && s[at] < utf8.RuneSelf {
		return s[at-1] != '\r' || s[at] != '\n'
	}
	if !utf8.RuneStart(s[at]) {
		return false
	}
	before, _ := utf8.DecodeLastRune(s[:at])
	after, _ := utf8.DecodeRune(s[at:])
	switch {
	case unicode.IsControl(before):
		return true
	case extends(after), joins(before):
		return false
	case isFlagHalf(before) && isFlagHalf(after):
		return flagHalves(s[:at])%2 == 0
	}
	return !hangulJoins(before, after)
}

// extends reports whether r belongs to the character before it.
func extends(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == 0x200c, r == 0x200d, r == 0xff9e, r == 0xff9f:
		return true
	case r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f:
		return true
	}
	return unicode.Is(unicode.M, r)
}

// joins reports whether r takes the next character to itself: a joiner, a sign that is written before a
// number, or a virama, which makes one letter of two.
func joins(r rune) bool {
	switch r {
	case 0x200d, 0x094d, 0x09cd, 0x0acd, 0x0b4d, 0x0c4d, 0x0d4d:
		return true
	}
	return unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isFlagHalf(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// flagHalves counts the regional indicators at the end of s; two make a flag.
func flagHalves(s []byte) int {
	n := 0
	for len(s) > 0 {
		r, size := utf8.DecodeLastRune(s)
		if !isFlagHalf(r) {
			break
		}
		n++
		s = s[:len(s)-size]
	}
	return n
}

// hangulJoins reports whether two parts of a Korean syllable follow each other.
func hangulJoins(a, b rune) bool {
	lead := func(r rune) bool { return r >= 0x1100 && r <= 0x115f || r >= 0xa960 && r <= 0xa97c }
	vowel := func(r rune) bool { return r >= 0x1160 && r <= 0x11a7 || r >= 0xd7b0 && r <= 0xd7c6 }
	tail := func(r rune) bool { return r >= 0x11a8 && r <= 0x11ff || r >= 0xd7cb && r <= 0xd7fb }
	syllable := func(r rune) bool { return r >= 0xac00 && r <= 0xd7a3 }
	open := syllable(a) && (a-0xac00)%28 == 0
	switch {
	case lead(a):
		return lead(b) || vowel(b) || syllable(b)
	case vowel(a), open:
		return vowel(b) || tail(b)
	case tail(a), syllable(a):
		return tail(b)
	}
	return false
}
