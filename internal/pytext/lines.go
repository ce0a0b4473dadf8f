package pytext

import (
	"bytes"
	"strings"
)

// Universal is what Python's universal newlines make of a text: CRLF and lone CR become LF. A text without
// CR is returned as it is.
func Universal(b []byte) []byte {
	if bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
}

// Lines is Python's str.splitlines(keepends=True): lines end at LF, CR, CRLF, VT, FF, FS, GS, RS, NEL, LS
// and PS, and a text that ends with a line end has no empty last line.
func Lines(s string) []string {
	lines := make([]string, 0, strings.Count(s, "\n")+1)
	for s != "" {
		n := LineLength(s)
		lines = append(lines, s[:n])
		s = s[n:]
	}
	return lines
}

// SplitLines is Python's str.splitlines(): the lines without their ends.
func SplitLines(s string) []string {
	lines := Lines(s)
	for i, line := range lines {
		lines[i] = line[:len(line)-lineEnd(line)]
	}
	return lines
}

// mayEnd marks the bytes that a line end can begin with.
var mayEnd = [256]bool{'\n': true, '\v': true, '\f': true, '\r': true, 0x1c: true, 0x1d: true, 0x1e: true, 0xc2: true, 0xe2: true}

// LineLength returns the number of bytes of the first line of s with its end.
func LineLength(s string) int {
	for i := 0; i < len(s); i++ {
		if !mayEnd[s[i]] {
			continue
		}
		if n := endAt(s[i:]); n > 0 {
			return i + n
		}
	}
	return len(s)
}

// endAt returns the length of the line end that s begins with, or 0.
func endAt(s string) int {
	switch c := s[0]; {
	case strings.HasPrefix(s, "\r\n"), strings.HasPrefix(s, "\u0085"):
		return 2
	case c >= '\n' && c <= '\r', c >= 0x1c && c <= 0x1e:
		return 1
	case strings.HasPrefix(s, "\u2028"), strings.HasPrefix(s, "\u2029"):
		return 3
	}
	return 0
}

// lineEnd returns the length of the end of a line, 0 for a last line without one.
func lineEnd(line string) int {
	for n := min(3, len(line)); n > 0; n-- {
		if endAt(line[len(line)-n:]) == n {
			return n
		}
	}
	return 0
}
