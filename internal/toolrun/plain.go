package toolrun

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// escapes are the sequences with which programs steer a terminal (ECMA-48: CSI, OSC and other strings, and
// the short ones).
var escapes = text.Pattern("\x1b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\\\|$)|[ -/]*[0-~]?)|\u009b[0-?]*[ -/]*[@-~]")

// Plain returns what a terminal would show of a text as far as letters go: sequences that steer the terminal
// and control characters but tabs and line ends are taken out, and what is no UTF-8 becomes U+FFFD.
func Plain(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if strings.ContainsAny(text, "\x1b\u009b") {
		text = escapes().ReplaceAllString(text, "")
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' || !unicode.IsControl(r) && !isBidi(r) {
			return r
		}
		return -1
	}, text)
}

// isBidi tells the characters that turn the direction of the text around them, with which a line could be made
// to look like another.
func isBidi(r rune) bool { return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' }

// lastLineMax bounds the line that LastLine returns, in characters.
const lastLineMax = 120

// LastLine returns the last line of an output that shows something, as a terminal would show it: without
// control characters, and of a line that was written over (with CR, as bars of progress do) the last state.
// Longer ones are cut.
func LastLine(output []byte) string {
	if len(output) > 4<<10 {
		output = output[len(output)-4<<10:]
		for len(output) > 0 && !utf8.RuneStart(output[0]) {
			output = output[1:]
		}
	}
	lines := strings.FieldsFunc(Plain(string(output)), func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		line := strings.Join(strings.Fields(lines[i]), " ")
		if line == "" {
			continue
		}
		if n := 0; len(line) > lastLineMax {
			for at := range line {
				if n++; n > lastLineMax {
					return line[:at] + "…"
				}
			}
		}
		return line
	}
	return ""
}

// WholeRunes returns the length of a text without a character at its end that has only begun.
func WholeRunes[T string | []byte](s T) int {
	for i := 1; i < utf8.UTFMax && i <= len(s); i++ {
		if tail := string(s[len(s)-i:]); utf8.RuneStart(tail[0]) {
			if !utf8.FullRuneInString(tail) {
				return len(s) - i
			}
			break
		}
	}
	return len(s)
}
