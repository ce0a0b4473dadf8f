package capejson

import (
	"errors"
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// Verdict is what CAPE's validate_json finds out about a text.
type Verdict struct {
	Valid bool
	Lines int // n_lines: lines of the text, by Python's splitlines

	// The rest is empty when the text is valid. Line and Column count from 1, in the text without
	// comments, in which every whole-line comment has become two lines: CAPE's numbers are then
	// below the true place.
	Error        string
	Line, Column int
	EOF          bool
	Hint         string
	Context      string

	// Raised is set when validate_json itself would fail; then nothing else but Lines is.
	Raised *Raised
}

const hintEOF = "the parser reached the end of the file while expecting more input; the file is probably missing a closing '}' or ']' earlier in the file"

var hints = map[string]string{
	"Expecting ',' delimiter":                           "probably a missing comma, or a missing closing '}' or ']', at or before the marked line",
	"Expecting property name enclosed in double quotes": "probably a trailing comma or a key missing double quotes at the marked location",
	"Expecting value":                                   "probably a bad or missing value, or a trailing comma, at the marked location",
	"Unterminated string starting at":                   "unbalanced double quote on the marked line",
	"Extra data":                                        "content found after the end of the first complete JSON value",
	"Invalid control character at":                      "unescaped control character (e.g. a literal newline) inside a string; use an escape sequence",
}

const hintOther = "fix the JSON syntax error at the marked location"

// Validate gives the core of CAPE's validate_json: lines split as Python's splitlines does, comments
// off, joined by LF and read. Includes are not followed. The text must be valid UTF-8.
func Validate(text string) Verdict {
	lines := pytext.SplitLines(text)
	v := Verdict{Lines: len(lines)}
	var b strings.Builder
	b.Grow(len(text) + 1)
	for i, line := range lines {
		code, err := StripComment(line)
		if errors.As(err, &v.Raised) {
			return v
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(code)
	}
	stripped := b.String()
	err := verify(stripped)
	var bad *SyntaxError
	switch {
	case err == nil:
		v.Valid = true
	case errors.As(err, &bad):
		v.explain(bad, stripped, lines)
	default:
		errors.As(err, &v.Raised)
	}
	return v
}

func (v *Verdict) explain(bad *SyntaxError, stripped string, lines []string) {
	v.Error, v.Line, v.Column = bad.Msg, bad.Line, bad.Col
	v.EOF = strings.TrimLeftFunc(stripped[bad.Offset:], pySpace) == ""
	v.Hint = hintOther
	if hint, ok := hints[bad.Msg]; ok {
		v.Hint = hint
	}
	if v.EOF {
		v.Hint = hintEOF
	}
	at := min(bad.Line-1, len(lines)-1)
	var b strings.Builder
	for i := max(at-3, 0); i < min(at+3, len(lines)); i++ {
		mark := "    "
		if i == at {
			mark = "--> "
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s%d: %s", mark, i+1, lines[i])
	}
	v.Context = b.String()
}
