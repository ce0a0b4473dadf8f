package capejson

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Raised is an exception with which CAPE's Python code would end: class and message as Python has
// them. An include that CAPE would follow without end has the class with which Python would end it,
// without the waiting.
type Raised struct {
	Class, Message string
}

func (e *Raised) Error() string {
	if e.Message == "" {
		return e.Class
	}
	return e.Class + ": " + e.Message
}

func raise(class, message string) *Raised { return &Raised{Class: class, Message: message} }

// StripComment returns the line as CAPE has it after it took the comment off (optdict,
// strip_comment). The error is a *Raised of the class ValueError, IndexError, KeyError,
// AttributeError or TypeError: CAPE cannot read a file with this line.
//
// A whole-line comment becomes one line end. Else quoted pieces, paired from the left without regard
// to escapes, are taken out, the rest is cut at the first // of its last line, and the pieces are
// put back by str.format, which is where unquoted braces do harm.
func StripComment(line string) (string, error) {
	if !strings.Contains(line, "//") {
		return line, nil
	}
	if strings.HasPrefix(string(pyStripLeft([]byte(line))), "//") {
		return "\n", nil
	}
	template, pieces := takeQuotes(line)
	if len(pieces) == 0 {
		return cutComment(line), nil
	}
	out, err := pyFormat(cutComment(template), pieces)
	if err != nil {
		return "", err
	}
	return out, nil
}

// takeQuotes replaces each quoted piece by "{}". A piece does not cross a line end.
func takeQuotes(line string) (template string, pieces []string) {
	var b strings.Builder
	for at := 0; at < len(line); {
		open := strings.IndexByte(line[at:], '"')
		if open < 0 {
			b.WriteString(line[at:])
			break
		}
		open += at
		b.WriteString(line[at:open])
		size := strings.IndexAny(line[open+1:], "\"\n")
		if size < 0 || line[open+1+size] == '\n' {
			b.WriteByte('"')
			at = open + 1
			continue
		}
		pieces = append(pieces, line[open+1:open+1+size])
		b.WriteString(`"{}"`)
		at = open + size + 2
	}
	return b.String(), pieces
}

// cutComment cuts the last line at its first //; one line end at the very end is kept and does not
// begin another line.
func cutComment(s string) string {
	end := ""
	if strings.HasSuffix(s, "\n") {
		s, end = s[:len(s)-1], "\n"
	}
	last := strings.LastIndexByte(s, '\n') + 1
	if i := strings.Index(s[last:], "//"); i >= 0 {
		s = s[:last+i]
	}
	return s + end
}

// pyStripLeft takes off what str.strip takes off on the left.
func pyStripLeft(b []byte) []byte {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if !pySpace(r) {
			break
		}
		b = b[size:]
	}
	return b
}

// pySpace is str.isspace of one code point: Unicode white space and the four separators below it.
func pySpace(r rune) bool {
	switch {
	case r < 0x80:
		return r == ' ' || r >= 0x09 && r <= 0x0D || r >= 0x1C && r <= 0x1F
	case r == 0x85, r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return true
	}
	return false
}

// includePattern is what CAPE looks for in a line without its comment. Python's \w and \s know all
// of Unicode.
var includePattern = text.Pattern(`("&include":|JSONFile\()[\s\v\x1c-\x1f\x{85}\p{Z}]*"([-\p{L}\p{N}_.+= /\\]+)"\)?`)

// nextInclude returns the index pairs of the first include in s: the whole, and its name as the
// second group.
func nextInclude(s string) []int {
	if !strings.Contains(s, "JSONFile(") && !strings.Contains(s, includeKey) {
		return nil
	}
	return includePattern().FindStringSubmatchIndex(s)
}
