package yaml11

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// Quote writes s as a quoted scalar on one line that PyYAML reads back as exactly s. DoubleQuoted gives
// double quotes; SingleQuoted gives single ones unless s holds a character that only an escape can write. Any
// other style takes the quotes that leave s as it is written: double ones, or single ones when s has a double
// quote or a backslash. Bytes that are not UTF-8 become U+FFFD.
func Quote(s string, style Style) string {
	if style != DoubleQuoted && !needsEscape(s) && (style == SingleQuoted || strings.ContainsAny(s, `"\`)) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	for i := 0; i < len(s); {
		r, size := pytext.Decode(s[i:])
		if r >= utf8.RuneSelf && size == 1 {
			r = utf8.RuneError
		}
		b = appendEscaped(b, r)
		i += size
	}
	return string(append(b, '"'))
}

// needsEscape reports a character that cannot stand in quotes for itself.
func needsEscape(s string) bool {
	for i := 0; i < len(s); {
		r, size := pytext.Decode(s[i:])
		if escaped(r) || r >= utf8.RuneSelf && size == 1 {
			return true
		}
		i += size
	}
	return false
}

// escaped reports the characters that PyYAML forbids, its line breaks, and the byte order mark.
func escaped(r rune) bool {
	switch r {
	case '\n', '\r', 0x85, 0x2028, 0x2029, 0xFEFF:
		return true
	}
	return !allowed(r, 0)
}

// shortEscapes are the escapes that Quote writes with one letter.
var shortEscapes = map[rune]string{
	'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, 0: `\0`, 0x1b: `\e`, 0x85: `\N`, 0x2028: `\L`, 0x2029: `\P`,
}

func appendEscaped(b []byte, r rune) []byte {
	switch esc, ok := shortEscapes[r]; {
	case ok:
		return append(b, esc...)
	case !escaped(r):
		return utf8.AppendRune(b, r)
	case r < 0x100:
		return fmt.Appendf(b, `\x%02X`, r)
	case r < 0x10000:
		return fmt.Appendf(b, `\u%04X`, r)
	}
	return fmt.Appendf(b, `\U%08X`, r)
}
