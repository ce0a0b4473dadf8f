package capejson

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// maxProblems bounds what is reported for one file. Nobody reads more, and a file of garbage must
// not cost memory without bound.
const maxProblems = 1000

type problem struct {
	code    diag.Code
	span    text.Span
	message string
	related []diag.Related
}

type fix struct {
	title     string
	preferred bool
	edits     []diag.Edit
}

// report adds a finding. What the parser says goes before the findings of the token it looks at, so
// that those can still be dropped.
func (p *parser) report(pr problem, fixes ...fix) {
	if len(p.tree.Problems) >= maxProblems && severities[pr.code] != diag.Error {
		return
	}
	if p.full() {
		return
	}
	d := diag.Diagnostic{Code: pr.code, Severity: severities[pr.code], Span: pr.span.Clamp(len(p.src)), Message: pr.message, Related: pr.related}
	for _, f := range fixes {
		d.Fixes = append(d.Fixes, diag.Fix{Title: f.title, Edits: f.edits, Preferred: f.preferred})
	}
	p.tree.Problems = append(p.tree.Problems, d)
	if p.lexing || p.mark >= len(p.tree.Problems)-1 {
		if !p.lexing {
			p.mark = len(p.tree.Problems)
		}
		return
	}
	own := p.tree.Problems[p.mark:]
	copy(own[1:], own)
	own[0] = d
	p.mark++
}

// full reports whether nothing more will be reported.
func (p *parser) full() bool { return len(p.tree.Problems) >= 2*maxProblems }

func insert(at int, s string) []diag.Edit {
	return []diag.Edit{{Span: text.At(at), New: s}}
}

func remove(s text.Span) []diag.Edit { return []diag.Edit{{Span: s}} }

func replace(s text.Span, by string) []diag.Edit { return []diag.Edit{{Span: s, New: by}} }

// quote writes s as a JSON string. What is escaped already stays escaped.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && s[i+1] == '\'':
			// A single quote needs no backslash between double quotes.
		case c == '\\' && escapeSize(s[i:]) > 0:
			b.WriteString(s[i : i+2])
			i++
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// escapeSize returns the size of the valid escape that s begins with, 0 if there is none.
func escapeSize(s string) int {
	if len(s) < 2 {
		return 0
	}
	if s[1] == 'u' {
		if _, ok := hex4(s[2:]); ok {
			return 6
		}
		return 0
	}
	if strings.IndexByte(simpleEscapes, s[1]) >= 0 {
		return 2
	}
	return 0
}

// short cuts source text for a message.
func short(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

func quoteByte(c byte) string { return "`" + string(rune(c)) + "`" }

var charNames = map[rune]string{
	'\t': "a tab", '\n': "a line end", '\r': "a line end", 0: "a NUL", '\v': "a vertical tab", '\f': "a form feed",
	0xA0: "a no-break space", 0x3000: "an ideographic space", 0x200B: "a zero-width space", 0xFEFF: "a byte order mark",
	0x2028: "a line separator", 0x2029: "a paragraph separator", 0x85: "a next-line character",
}

// nameChar names the character that b begins with.
func nameChar(b []byte) string {
	r, size := utf8.DecodeRune(b)
	if name, ok := charNames[r]; ok {
		return name
	}
	if r == utf8.RuneError && size == 1 {
		return "the byte 0x" + strconv.FormatUint(uint64(b[0]), 16)
	}
	return fmt.Sprintf("the character U+%04X", r)
}

func related(s text.Span, message string) []diag.Related {
	return []diag.Related{{Span: s, Message: message}}
}
