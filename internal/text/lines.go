package text

import (
	"strings"
	"unicode/utf8"
)

// Universal is what Python's universal newlines make of a text: CRLF and lone CR become LF.
func Universal(s string) string { return WithLineEnding(s, "\n") }

// SplitLines is Python's str.splitlines(): lines end at LF, CR, CRLF, VT, FF, FS, GS, RS, NEL, LS and PS,
// and a text that ends with a line end has no empty last line.
func SplitLines(s string) []string {
	var out []string
	for line := range PythonLines(s) {
		out = append(out, TrimLineEnd(line))
	}
	return out
}

// PythonLines yields the lines of str.splitlines(keepends=True).
func PythonLines(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for s != "" {
			n := lineLen(s)
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}

// lineLen returns the length of the first line with its end.
func lineLen(s string) int {
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\r' && i+1 < len(s) && s[i+1] == '\n':
			return i + 2
		case c >= '\n' && c <= '\r' || c >= 0x1c && c <= 0x1e:
			return i + 1
		case c < utf8.RuneSelf:
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		if r == 0x85 || r == 0x2028 || r == 0x2029 {
			return i
		}
	}
	return len(s)
}

// TrimLineEnd takes one line end, as PythonLines has them, off a line.
func TrimLineEnd(line string) string {
	if strings.HasSuffix(line, "\r\n") {
		return line[:len(line)-2]
	}
	r, size := utf8.DecodeLastRuneInString(line)
	switch {
	case r >= '\n' && r <= '\r', r >= 0x1c && r <= 0x1e, r == 0x85, r == 0x2028, r == 0x2029:
		return line[:len(line)-size]
	}
	return line
}
