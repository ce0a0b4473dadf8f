package pytext

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repr is Python's repr() of a text. Lone surrogates may stand in s as their three bytes (WTF-8); a byte
// that is no part of a code point counts for itself.
func Repr(s string) string { return reprWith(s, printable) }

// ASCII is Python's ascii() of a text.
func ASCII(s string) string {
	return reprWith(s, func(r rune) bool { return r >= ' ' && r < 0x7f })
}

// printable is str.isprintable of one code point.
func printable(r rune) bool { return r >= ' ' && r < 0x7f || r > 0x7f && unicode.IsPrint(r) }

func reprWith(s string, plain func(rune) bool) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, quote)
	for i := 0; i < len(s); {
		r, size := Decode(s[i:])
		switch {
		case r == rune(quote) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case plain(r):
			b = append(b, s[i:i+size]...)
		case r < 0x100:
			b = fmt.Appendf(b, `\x%02x`, r)
		case r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = fmt.Appendf(b, `\U%08x`, r)
		}
		i += size
	}
	return string(append(b, quote))
}

// Decode decodes a code point, also a lone surrogate in WTF-8. A byte that is none counts for itself.
func Decode(s string) (rune, int) {
	r, size := utf8.DecodeRuneInString(s)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	if len(s) >= 3 && s[0] == 0xED && s[1] >= 0xA0 && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3
	}
	return rune(s[0]), 1
}

// ReprFloat is Python's repr() of a float: the shortest text that reads back as the same number.
func ReprFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 0):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	if exp, _ := strconv.Atoi(s[strings.IndexByte(s, 'e')+1:]); exp < -4 || exp >= 16 {
		return s
	}
	if s = strconv.FormatFloat(f, 'f', -1, 64); !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}
