package yaml11

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// finding is a problem with what recovery needs to know about it.
type finding struct {
	Problem
	origin int   // where the trouble starts, which may be long before PyYAML notices it
	own    owner // the line whose value is at fault
	indent bool  // the fault is the indentation of its line, not a value
}

// explain finds the cause of a fault, its exact place, and the value it lies in.
func (c *composer) explain(f *fault) finding {
	p := finding{Problem: f.report(), origin: f.at.pos}
	src := c.src
	from := f.at.pos
	if f.from != nil {
		from = f.from.pos
	}
	p.Span = wordAt(src, f.at.pos)
	if c.crossedQuote(f.at.pos) {
		p.Cause, p.origin = UnclosedQuote, c.wide[0]
		p.Span = text.Span{Start: p.origin, End: trimBlank(src, p.origin, lineEnd(src, p.origin))}
		p.own = findOwner(src, p.origin)
		p.setValue(src)
		return p
	}
	switch f.kind {
	case Scanner:
		c.explainScanner(&p, f, from)
	case Parser:
		c.explainParser(&p, f, from)
	case Composer:
		p.Cause = SecondDocument
	case ValueError:
		p.Cause = BadEscape
		if f.raises == "RecursionError" {
			p.Cause = TooDeep
		} else if i := strings.LastIndexByte(src[:f.at.pos], '\\'); i >= 0 {
			p.Span = text.Span{Start: i, End: min(f.at.pos+8, lineEnd(src, i))}
		}
	}
	if !p.own.ok && !p.own.item && p.Cause != SecondDocument && p.Cause != MissingColon {
		p.own = findOwner(src, p.origin)
	}
	if v := p.own.value.Start; p.Cause == LeadingIndicator && (p.own.ok || p.own.item) && p.origin > v && strings.IndexByte("[{\"'", src[v]) >= 0 {
		p.afterValue(src)
	}
	p.setValue(src)
	return p
}

// crossedQuote reports that a quoted scalar ended on the line of the fault and has a line inside that looks
// like a key of the same level or an outer one: its own closing quote is missing.
func (c *composer) crossedQuote(at int) bool {
	start, end := c.wide[0], c.wide[1]
	if end == 0 || end > at || lineStart(c.src, at) != lineStart(c.src, end) {
		return false
	}
	own := findOwner(c.src, start)
	return own.ok && crossesKey(c.src, start, end, own.column)
}

// crossesKey reports whether a line after start and up to end is a key at column or further left.
func crossesKey(src string, start, end, column int) bool {
	for at := nextLine(src, lineEnd(src, start)); at < end; {
		l := readKeyLine(src, at)
		if l.column <= column && l.oneWord(src) {
			return true
		}
		if at = nextLine(src, l.end); at <= l.end {
			break
		}
	}
	return false
}

// setValue fills in the key and the value that would have to be quoted.
func (p *finding) setValue(src string) {
	switch p.Cause {
	case SecondDocument, MissingColon, TooDeep:
		return
	}
	if p.indent && p.own.value.Start > p.own.end {
		return
	}
	if p.indent {
		p.own.value.End = min(p.own.value.End, max(p.own.value.Start, withoutComment(src, p.own.value.Start, p.own.end)))
		return
	}
	if p.own.ok || p.own.item {
		p.Value = p.own.value
		if p.own.ok {
			p.Key = p.own.key
		}
		if p.Cause == UnclosedQuote || p.Cause == UnclosedBracket {
			p.Value.End = max(p.Value.Start, min(p.Value.End, withoutComment(src, p.Value.Start, lineEnd(src, p.origin))))
		}
	}
}

// wordAt returns the word at an offset; at the end of a line the last character before it.
func wordAt(src string, at int) text.Span {
	end := at
	for end < len(src) && !isBlank(src[end]) && src[end] != '\n' && src[end] != '\r' {
		end++
	}
	if end > at {
		return text.Span{Start: at, End: end}
	}
	if at < len(src) && isBlank(src[at]) {
		return text.Span{Start: at, End: at + 1}
	}
	start := strings.LastIndexFunc(src[:at], func(r rune) bool { return r != ' ' && r != '\t' && r != '\n' && r != '\r' })
	if start < 0 {
		return text.Span{Start: 0, End: min(1, len(src))}
	}
	_, size := utf8.DecodeRuneInString(src[start:])
	return text.Span{Start: start, End: start + size}
}

func one(at int) text.Span { return text.Span{Start: at, End: at + 1} }

func (c *composer) explainScanner(p *finding, f *fault, from int) {
	src, at := c.src, f.at.pos
	switch f.context {
	case inQuoted:
		p.Cause, p.origin = UnclosedQuote, from
		p.Span = text.Span{Start: from, End: trimBlank(src, from, lineEnd(src, from))}
	case "while scanning a double-quoted scalar":
		p.Cause = BadEscape
		p.Span.Start = strings.LastIndexByte(src[:at], '\\')
		p.Span.End = min(len(src), at+1)
		for p.Span.End < len(src) && !utf8.RuneStart(src[p.Span.End]) {
			p.Span.End++
		}
	case "while scanning a simple key":
		c.explainNoColon(p, from)
	case "while scanning for the next token":
		p.Span = one(at)
		p.Cause = LeadingIndicator
		if src[at] == '\t' {
			p.Cause = Tab
			p.Span.End = skipTabs(src, at)
			p.indent = skipBlank(src, lineStart(src, at), at) == at
		}
	case inDirective:
	case "":
		c.explainNotAllowed(p, f)
	default: // an alias, an anchor, a tag, a block scalar
		p.Cause, p.origin = LeadingIndicator, from
		p.Span = wordAt(src, from)
	}
}

func skipTabs(src string, at int) int {
	for at < len(src) && src[at] == '\t' {
		at++
	}
	return at
}

// explainNoColon is about a line that has to be a key and is none.
func (c *composer) explainNoColon(p *finding, from int) {
	p.Cause, p.origin = MissingColon, from
	end := lineEnd(c.src, from)
	p.Span = text.Span{Start: from, End: max(from+1, withoutComment(c.src, from, end))}.Clamp(len(c.src))
	if tight := tightColon(c.src, from, end); tight > 0 {
		p.tight(c.src, from, tight)
	}
}

// tight is about a key whose colon has no blank after it.
func (p *finding) tight(src string, key, colon int) {
	p.Cause, p.origin, p.Span = MissingBlank, key, one(colon)
	l := keyLine{start: lineStart(src, key), end: lineEnd(src, key), key: text.Span{Start: key, End: colon}, colon: colon, dash: -1, ok: true}
	l.column = key - l.start
	p.own = owner{l, valueSpan(src, &l), false}
}

// tightColon returns the offset of the colon in `key:value`, zero when the text does not look like that.
func tightColon(src string, at, end int) int {
	n := at
	for n < end && (isWord(src[n]) || src[n] == '.') {
		n++
	}
	if n > at && n+1 < end && src[n] == ':' && !isBlank(src[n+1]) && !strings.HasPrefix(src[n:end], "://") {
		return n
	}
	return 0
}

// explainNotAllowed is about a colon, dash or question mark where it may not stand.
func (c *composer) explainNotAllowed(p *finding, f *fault) {
	src, at := c.src, f.at.pos
	p.Span = one(at)
	if f.problem != "mapping values are not allowed here" {
		p.Cause = LeadingIndicator
		return
	}
	p.Cause = UnquotedColon
	line := readKeyLine(src, lineStart(src, at))
	p.own = findOwner(src, at)
	switch {
	case !p.own.ok && !p.own.item:
		c.explainRootText(p, at)
	case p.own.ok && line.colon == at && line.oneWord(src) && isName(src[line.key.Start:line.key.End]) && p.own.start != line.start &&
		p.own.value.Start < p.own.end && !wrapsText(src, &p.own):
		p.Cause, p.indent = Indentation, true
		p.Span = line.key
		p.Related = p.own.key
	}
}

// wrapsText reports that a value goes on with lines of which one at least is no key: it is running text, and a line
// of it that looks like a key is text too.
func wrapsText(src string, own *owner) bool {
	for at := nextLine(src, own.end); at < own.value.End; {
		l := readKeyLine(src, at)
		if !l.oneWord(src) && withoutComment(src, l.key.Start, l.end) > l.key.Start {
			return true
		}
		if at = nextLine(src, l.end); at <= l.end {
			break
		}
	}
	return false
}

// explainRootText is about a text that began before the line of the colon and belongs to no key.
func (c *composer) explainRootText(p *finding, at int) {
	for start := lineStart(c.src, at); start > 0 && at-start < farBack; {
		end := trimBreak(c.src, start)
		start = lineStart(c.src, end)
		if tight := tightColon(c.src, start, end); tight > 0 {
			p.tight(c.src, start, tight)
			return
		}
		if strings.TrimSpace(c.src[start:end]) != "" {
			p.Cause, p.origin = MissingColon, start
			p.Span = text.Span{Start: start, End: withoutComment(c.src, start, end)}
			return
		}
	}
}

// isName reports a lower-case word as keys are, not as sentences begin.
func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWord(s[i]) || 'A' <= s[i] && s[i] <= 'Z' {
			return false
		}
	}
	return s != ""
}
