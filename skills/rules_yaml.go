package skills

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// mostYAML bounds the findings in a front matter that is no YAML at all.
const mostYAML = 20

func findYAMLErrors(c *check) {
	if c.unreadable() || c.f.Fences.Open.Empty() && c.f.Fences.Late.Empty() {
		return
	}
	for i, p := range c.f.YAML.Problems[:min(len(c.f.YAML.Problems), mostYAML)] {
		if p.Kind == yaml11.ValueError || c.badByte(p) || c.beyondCut(p) || followUp(c.f.YAML.Problems[:i], p) {
			continue
		}
		span := c.problemSpan(p)
		d := c.report(span, "%s; %s", plainWords(p, c.f.Src), c.yamlEffect())
		d.Fixes = c.yamlFixes(p)
		if !p.Related.Empty() {
			d.Related = []diag.Related{{Span: p.Related, Message: "the other place"}}
		}
	}
}

func findYAMLValues(c *check) {
	for _, p := range c.f.YAML.Problems {
		if p.Kind != yaml11.ValueError {
			continue
		}
		span := c.problemSpan(p)
		d := c.report(span, "%s must be in quotes to be text: YAML cannot read it as what it looks like (%s); %s", short(span.In(c.f.Src)), p.Problem, c.yamlEffect())
		d.Fixes = c.yamlFixes(p)
	}
}

func (c *check) yamlEffect() string {
	return c.effect("as it is, "+capeSkips, "as it is, "+agentsSkip)
}

// followUp reports whether a problem lies in a value that an earlier one is about: quotes mend both.
func followUp(before []yaml11.Problem, p yaml11.Problem) bool {
	return !p.Value.Empty() && slices.ContainsFunc(before, func(b yaml11.Problem) bool { return b.Value == p.Value })
}

// beyondCut reports whether a problem lies where a line of dashes inside the front matter is told already.
func (c *check) beyondCut(p yaml11.Problem) bool {
	cut := c.f.Fences.Cut
	return c.found("fence-inside") && (p.Span.Start >= cut.Start && p.Span.Start <= lineAt(c.f.Src, cut.Start).next ||
		p.Cause == yaml11.SecondDocument)
}

// badByte reports whether a problem is just the byte that is not UTF-8, which is told already.
func (c *check) badByte(p yaml11.Problem) bool {
	return p.Cause == yaml11.ForbiddenCharacter && !utf8.Valid(p.Span.Clamp(len(c.f.Src)).In(c.f.Src))
}

// problemSpan returns the place of a problem, never empty where the text allows.
func (c *check) problemSpan(p yaml11.Problem) text.Span {
	span := p.Span.Clamp(len(c.f.Src))
	if !span.Empty() {
		return span
	}
	if l := lineAt(c.f.Src, c.lineStart(span.Start)); !l.Empty() {
		return text.Span{Start: min(span.Start, l.End-1), End: l.End}
	}
	return span
}

// plainWords says what a problem is without YAML's own words, where there are better ones.
func plainWords(p yaml11.Problem, src []byte) string {
	at := p.Span.Clamp(len(src))
	switch p.Cause {
	case yaml11.UnquotedColon:
		return "a value with a colon and a space in it must be in quotes"
	case yaml11.LeadingIndicator:
		return fmt.Sprintf("a value that begins with %s must be in quotes", firstOf(p.Value, at, src))
	case yaml11.FlowBracket:
		return fmt.Sprintf("a value that begins with %s and goes on after the bracket is closed must be in quotes", firstOf(p.Value, at, src))
	case yaml11.UnclosedBracket:
		return "a bracket must be closed; if it is part of the text, the value must be in quotes"
	case yaml11.Tab:
		return "there must be no tab here: YAML takes spaces only"
	case yaml11.UnclosedQuote:
		return "a value that begins with a quote must end with the same quote"
	case yaml11.TextAfterQuote:
		switch quoteInside(p, src) {
		case '\'':
			return "an apostrophe in single quotes must be written twice, since one closes the quote"
		case '"':
			return "a double quote in double quotes must have a backslash before it, since by itself it closes the quote"
		}
		return "nothing may follow the closing quote: the quotes must be around the whole value"
	case yaml11.BadEscape:
		return "a backslash in double quotes must be written twice, or the value must be in single quotes"
	case yaml11.Indentation:
		return "a key must begin in the same column as the key above it"
	case yaml11.MissingColon:
		return missingColon(at.In(src))
	case yaml11.MissingBlank:
		return missingBlank(at, src)
	case yaml11.ForbiddenCharacter:
		return fmt.Sprintf("the character U+%04X must not be in the front matter", p.Character)
	case yaml11.UndefinedAlias:
		return "a value that begins with * must be in quotes"
	case yaml11.UnknownTag:
		return fmt.Sprintf("a value that begins with %s must be in quotes", firstOf(p.Value, at, src))
	case yaml11.Unhashable:
		return "a value that begins with a bracket or brace must be in quotes"
	case yaml11.SecondDocument:
		return "nothing may follow the end of the front matter's YAML"
	case yaml11.DuplicateAnchor:
		return "an anchor must be given only once"
	case yaml11.TooDeep:
		return "the front matter must not be nested so deeply"
	}
	words := p.Problem
	if p.Context != "" {
		words = p.Context + ": " + words
	}
	return "the front matter must be YAML: " + words
}

// quoteInside returns the quote of a quoted value that another one of its kind closes too early, such as 'it's' or
// "say "hi" now"; 0: the value is not quoted as a whole.
func quoteInside(p yaml11.Problem, src []byte) byte {
	value, after := p.Value.In(src), p.Span.Start-p.Value.Start
	if p.Cause != yaml11.TextAfterQuote || after < 2 || after >= len(value)-1 {
		return 0
	}
	quote := value[0]
	if value[len(value)-1] != quote || value[after-1] != quote || !letterOrDigit(value[after]) {
		return 0
	}
	return quote
}

// fullWidthColon is the colon of East Asian writing, which YAML does not take for one.
const fullWidthColon = '\uff1a'

// missingColon says what a line lacks that has to be a key and is none.
func missingColon(line []byte) string {
	if i := bytes.IndexRune(line, fullWidthColon); i > 0 && !bytes.ContainsAny(line[:i], " \t") {
		return "the colon after a key must be an ordinary one with a space after it: this is the full-width colon U+FF1A"
	}
	if words := bytes.Fields(line); len(words) > 1 {
		return "a key must be followed by a colon and a space; a line that goes on with the value above it must be indented"
	}
	return "a key must be followed by a colon and a space"
}

// missingBlank says what must follow a colon. Some blanks look like a space and are none.
func missingBlank(colon text.Span, src []byte) string {
	const must = "the colon after a key must be followed by a space"
	if r, _ := runeAt(src, colon.End); r > utf8.RuneSelf && unicode.IsSpace(r) {
		return fmt.Sprintf("%s: this is U+%04X, another blank", must, r)
	}
	return must
}

// firstOf shows the first character of a value.
func firstOf(value, at text.Span, src []byte) string {
	if value.Empty() {
		value = at
	}
	r, size := runeAt(src, value.Start)
	if size == 0 {
		return "this character"
	}
	return string(r)
}

// short shows a piece of the file in a message.
func short(b []byte) string {
	const most = 40
	s := strings.Join(strings.Fields(string(b)), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	return s
}

func (c *check) yamlFixes(p yaml11.Problem) []diag.Fix {
	src := c.f.Src
	at := p.Span.Clamp(len(src))
	switch p.Cause {
	case yaml11.MissingBlank:
		if colon := bytes.IndexByte(src[at.Start:at.End], ':'); colon >= 0 {
			blank := text.At(at.Start + colon + 1)
			if r, size := runeAt(src, blank.Start); r > utf8.RuneSelf && unicode.IsSpace(r) {
				blank.End += size // a blank that is no space
			}
			return []diag.Fix{preferred(edit("Put a space after the colon", blank, " "))}
		}
		return nil
	case yaml11.TextAfterQuote:
		if quoteInside(p, src) != 0 {
			return c.requoteFix(p.Value)
		}
	case yaml11.MissingColon:
		if i := bytes.IndexRune(at.In(src), fullWidthColon); i > 0 && missingColon(at.In(src)) != missingColon(nil) {
			return c.colonFix(text.Span{Start: at.Start + i, End: at.Start + i + utf8.RuneLen(fullWidthColon)})
		}
		return nil
	case yaml11.ForbiddenCharacter:
		if !at.Empty() {
			return []diag.Fix{preferred(edit("Remove the character", at, ""))}
		}
		return nil
	case yaml11.BadEscape:
		if !at.Empty() && src[at.Start] == '\\' {
			return []diag.Fix{preferred(edit("Write the backslash twice", text.At(at.Start), "\\"))}
		}
		return nil
	case yaml11.Tab:
		if p.Value.Empty() || at.End <= p.Value.Start {
			return c.tabFix(at)
		}
	}
	// A value that takes in the lines of other keys is not one to be quoted.
	if p.Value.Empty() || p.Cause != yaml11.UnquotedColon && bytes.ContainsAny(p.Value.In(src), "\r\n") {
		return nil
	}
	return c.quoteFix(p.Value)
}

// requoteFix puts a value whose quotes are closed too early in quotes that hold all of it.
func (c *check) requoteFix(value text.Span) []diag.Fix {
	inner := string(value.In(c.f.Src))
	inner = inner[1 : len(inner)-1]
	if strings.ContainsAny(inner, "\\\r\n") {
		return nil
	}
	return c.checkedFix(edit("Put the whole value in quotes", value, quote(inner)), value.Start, inner)
}

// colonFix puts an ordinary colon and a space in place of another colon.
func (c *check) colonFix(colon text.Span) []diag.Fix {
	for colon.End < len(c.f.Src) && c.f.Src[colon.End] == ' ' {
		colon.End++
	}
	return []diag.Fix{preferred(edit("Write an ordinary colon and a space", colon, ": "))}
}

// tabFix puts a blank in place of a tab between a key and its value, or before a comment. A tab at the
// start of a line may stand for any number of blanks.
func (c *check) tabFix(at text.Span) []diag.Fix {
	before := c.f.Src[c.lineStart(at.Start):at.Start]
	if at.Empty() || c.f.Src[at.Start] != '\t' || len(bytes.TrimSpace(before)) == 0 {
		return nil
	}
	return []diag.Fix{preferred(edit("Replace the tab with spaces", at, strings.Repeat(" ", at.Len())))}
}

// quoteFix puts a value in quotes so that YAML reads the text as it is written. It is offered only when
// a reading of the file with the fix finds that very text and one fault less.
func (c *check) quoteFix(value text.Span) []diag.Fix {
	raw := value.In(c.f.Src)
	quoted := quote(string(raw))
	fix := edit("Put the value in quotes", value, quoted)
	want := string(raw)
	if bytes.ContainsAny(raw, "\r\n") {
		want = foldLines(want)
	}
	return c.checkedFix(fix, value.Start, want)
}

// checkedFix offers a fix if a reading of the file with it finds the text that is wanted at a place, and one fault less.
func (c *check) checkedFix(fix diag.Fix, at int, want string) []diag.Fix {
	after, ok := diag.Apply(c.f.Src, fix.Edits)
	if !ok {
		return nil
	}
	doc := parseFront(after, splitFences(after, c.f.BOM).Front)
	node := nodeAt(doc.Root, at)
	if node == nil || node.Broken || node.Text != want || len(doc.Problems) >= len(c.f.YAML.Problems) {
		return nil
	}
	return []diag.Fix{preferred(fix)}
}

// quote writes a text as a quoted YAML scalar: in double quotes, or in single quotes where something
// would have to be escaped. Line ends in it are kept and fold as they do in a plain value.
func quote(s string) string {
	if !strings.ContainsAny(s, "\"\\") {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// foldLines joins the lines of a plain or quoted value as YAML does.
func foldLines(s string) string {
	s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	var b strings.Builder
	blank := 0
	for i, l := range strings.Split(s, "\n") {
		l = strings.Trim(l, " \t")
		switch {
		case i == 0:
			b.WriteString(l)
		case l == "":
			blank++
		case blank > 0:
			b.WriteString(strings.Repeat("\n", blank) + l)
			blank = 0
		default:
			b.WriteString(" " + l)
		}
	}
	return b.String()
}

// nodeAt returns the scalar that begins at an offset.
func nodeAt(n *yaml11.Node, at int) *yaml11.Node {
	if n == nil || n.Kind == yaml11.Alias || at < n.Span.Start || at > n.Span.End {
		return nil
	}
	if n.Kind == yaml11.Scalar {
		if n.Span.Start == at {
			return n
		}
		return nil
	}
	for _, item := range n.Items {
		if found := nodeAt(item, at); found != nil {
			return found
		}
	}
	for _, p := range n.Pairs {
		if found := nodeAt(p.Key, at); found != nil {
			return found
		}
		if found := nodeAt(p.Value, at); found != nil {
			return found
		}
	}
	return nil
}
