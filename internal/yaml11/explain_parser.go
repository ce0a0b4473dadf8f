package yaml11

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// explainParser finds the cause of an error of PyYAML's parser: a token that does not fit.
func (c *composer) explainParser(p *finding, f *fault, from int) {
	src, at := c.src, f.at.pos
	first := skipBlank(src, lineStart(src, at), at) == at
	switch f.context {
	case "while parsing a flow sequence", "while parsing a flow mapping", "while parsing a flow node":
		c.explainFlow(p, f, from)
	case "while parsing a block mapping", "while parsing a block collection":
		if first && at < len(src) {
			p.Cause, p.indent = Indentation, true
			if l := readKeyLine(src, lineStart(src, at)); l.ok && l.key.Start == at {
				p.Span = l.key
			}
			p.own = findOwner(src, at)
			p.Related = p.own.key
			return
		}
		p.afterValue(src)
	case "while parsing a block node":
		p.Cause = LeadingIndicator
		p.Span = one(at).Clamp(len(src))
	case "while parsing a node":
		p.Cause, p.origin = UnknownTag, at
	case "":
		c.explainDocument(p, at, first)
	}
}

// afterValue is about text that goes on after a quoted value or after a closing bracket.
func (p *finding) afterValue(src string) {
	p.own = findOwner(src, p.origin)
	value := p.own.value
	if !p.own.ok && !p.own.item {
		value.Start = skipBlank(src, lineStart(src, p.origin), p.origin)
	}
	if value.Start >= len(src) {
		return
	}
	switch src[value.Start] {
	case '"', '\'':
		p.Cause = TextAfterQuote
	case '[', '{':
		p.Cause = FlowBracket
	default:
		return
	}
	p.Span = text.Span{Start: p.origin, End: max(p.origin+1, withoutComment(src, p.origin, lineEnd(src, p.origin)))}.Clamp(len(src))
}

// explainFlow is about brackets: never closed, or with something wrong inside.
func (c *composer) explainFlow(p *finding, f *fault, from int) {
	src, at := c.src, f.at.pos
	open := from
	if f.context == "while parsing a flow node" {
		open = c.lastOpen(at)
	}
	p.own = findOwner(src, open)
	ended := strings.HasSuffix(f.problem, names[streamEnd]) || strings.HasSuffix(f.problem, names[documentEnd]) ||
		strings.HasSuffix(f.problem, names[documentStart])
	column := 0
	if p.own.ok {
		column = p.own.column
	}
	if ended || crossesKey(src, open, min(at+1, len(src)), column) {
		p.Cause, p.origin = UnclosedBracket, open
		p.Span = one(open).Clamp(len(src))
		return
	}
	p.origin = at
	p.Span = one(at).Clamp(len(src))
	if p.own.ok && lineStart(src, at) == p.own.start && strings.IndexByte("[{", src[p.own.value.Start]) >= 0 {
		p.Cause = FlowBracket
		return
	}
	p.own = owner{}
	if own := findOwner(src, at); own.ok && own.start != lineStart(src, at) {
		p.own = own
	}
}

// lastOpen returns the offset of the innermost bracket that is open at an offset, as far as the unread
// tokens tell; else the offset itself.
func (c *composer) lastOpen(at int) int {
	if i := strings.LastIndexAny(c.src[:at], "[{"); i >= 0 && c.flow != 0 {
		return i
	}
	return at
}

// explainDocument is about content where only a new document may begin.
func (c *composer) explainDocument(p *finding, at int, first bool) {
	src := c.src
	start := lineStart(src, at)
	switch {
	case strings.HasPrefix(src[start:], "%"):
	case afterDocumentEnd(src, start):
		p.Cause = SecondDocument
	case first:
		p.Cause, p.indent = Indentation, true
		if l := readKeyLine(src, start); l.ok && l.key.Start == at {
			p.Span = l.key
		}
	default:
		p.afterValue(src)
	}
}

// afterDocumentEnd reports that the last line before start that is no comment is `...`.
func afterDocumentEnd(src string, start int) bool {
	for start > 0 {
		end := trimBreak(src, start)
		start = lineStart(src, end)
		line := strings.TrimSpace(src[start:end])
		if line != "" && line[0] != '#' {
			return strings.HasPrefix(src[start:end], "...")
		}
	}
	return false
}
