package yaml11

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// This file looks at the text as lines, without the grammar: what an author sees as `key: value`. It serves
// the search for the line a fault belongs to, and for the place where reading can go on.

// farBack bounds how far upwards the owner of a line is looked for.
const farBack = 1 << 16

// lineStart returns the start of the line that holds offset at.
func lineStart(src string, at int) int {
	return strings.LastIndexAny(src[:at], "\n\r") + 1
}

// lineEnd returns the end of the line that holds offset at, before its line break.
func lineEnd(src string, at int) int {
	if i := strings.IndexAny(src[at:], "\n\r"); i >= 0 {
		return at + i
	}
	return len(src)
}

// nextLine returns the start of the line after the one that ends at end.
func nextLine(src string, end int) int {
	if strings.HasPrefix(src[end:], "\r\n") {
		return end + 2
	}
	return min(end+1, len(src))
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// skipBlank returns the offset of the first byte from at on that is no blank or tab.
func skipBlank(src string, at, end int) int {
	for at < end && isBlank(src[at]) {
		at++
	}
	return at
}

// trimBlank returns end moved back over blanks and tabs, not before at.
func trimBlank(src string, at, end int) int {
	for end > at && isBlank(src[end-1]) {
		end--
	}
	return end
}

// keyLine is a line of the form `key: value`, perhaps after dashes.
type keyLine struct {
	start, end int       // the line without its break
	key        text.Span // with its quotes
	colon      int
	dash       int // column of the first dash of a list item, -1 for other lines
	inner      int // column of the last dash
	column     int // of the key, in bytes
	ok         bool
}

// readKeyLine takes the line that starts at start apart. A colon in a comment does not count.
func readKeyLine(src string, start int) keyLine {
	l := keyLine{start: start, end: lineEnd(src, start)}
	at := skipBlank(src, start, l.end)
	l.dash = -1
	if at < l.end && src[at] == '-' && endsKey(src, at+1, l.end) {
		l.dash = at - start
	}
	l.inner = l.dash
	for at+1 < l.end && src[at] == '-' && isBlank(src[at+1]) {
		l.inner = at - start
		at = skipBlank(src, at+1, l.end)
	}
	l.column = at - start
	l.key.Start, l.key.End = at, at
	if at == l.end || src[at] == '#' {
		return l
	}
	if src[at] == '"' || src[at] == '\'' {
		if i := strings.IndexByte(src[at+1:l.end], src[at]); i >= 0 {
			l.key.End = at + i + 2
			l.colon = skipBlank(src, l.key.End, l.end)
			l.ok = l.colon < l.end && src[l.colon] == ':' && endsKey(src, l.colon+1, l.end)
			return l
		}
	}
	for i := at; i < l.end; i++ {
		if src[i] == '#' && isBlank(src[i-1]) {
			return l
		}
		if src[i] == ':' && endsKey(src, i+1, l.end) {
			l.colon = i
			l.key.End = trimBlank(src, at, i)
			l.ok = l.key.End > at
			return l
		}
	}
	return l
}

func endsKey(src string, at, end int) bool { return at == end || isBlank(src[at]) }

// oneWord reports a key without blanks that could begin a plain or quoted scalar.
func (l *keyLine) oneWord(src string) bool {
	if !l.ok || l.dash >= 0 {
		return false
	}
	key := src[l.key.Start:l.key.End]
	if key[0] == '"' || key[0] == '\'' {
		return true
	}
	return strings.IndexByte("[]{}#&*!|>%@`,?-:", key[0]) < 0 && !strings.ContainsAny(key, " \t\"'{}[],")
}

// owner is the `key: value` line, or the list item without a key, that a place in the text belongs to.
type owner struct {
	keyLine
	value text.Span
	item  bool
}

// itemOwner makes an owner of a list item.
func itemOwner(src string, l keyLine) owner {
	l.ok = false
	asKey := l
	asKey.colon = l.key.Start - 1
	asKey.column = l.inner
	return owner{l, valueSpan(src, &asKey), true}
}

// findOwner returns the line with the key whose value holds the offset at: the line itself, or the nearest
// line above that is indented less.
func findOwner(src string, at int) owner {
	at = min(at, len(src))
	l := readKeyLine(src, lineStart(src, at))
	indent := l.column
	if l.ok && l.colon < at {
		return owner{l, valueSpan(src, &l), false}
	}
	if l.dash >= 0 && at > l.start+l.dash {
		return itemOwner(src, l)
	}
	if l.column > 0 && at < l.key.Start {
		indent = max(indent, 1)
	}
	for up := l.start; up > 0 && at-up < farBack; {
		end := up - 1
		if end > 0 && src[end] == '\n' && src[end-1] == '\r' {
			end--
		}
		up = lineStart(src, end)
		above := readKeyLine(src, up)
		first := skipBlank(src, up, above.end)
		if first == above.end || src[first] == '#' {
			continue
		}
		if above.dash >= 0 && above.dash < indent && !above.ok {
			return itemOwner(src, above)
		}
		if above.column >= indent {
			continue
		}
		if above.ok {
			return owner{above, valueSpan(src, &above), false}
		}
		indent = above.column
	}
	return owner{}
}

// valueSpan returns the text of the value after the colon: to the end of the line and over the lines that
// are indented more than the key, without comments and blanks around it.
func valueSpan(src string, l *keyLine) text.Span {
	start := skipBlank(src, l.colon+1, l.end)
	end := withoutComment(src, start, l.end)
	if start == end {
		start = -1
	}
	for at := nextLine(src, l.end); at < len(src); {
		stop := lineEnd(src, at)
		first := skipBlank(src, at, stop)
		if first < stop && first-at <= l.column {
			break
		}
		if last := withoutComment(src, first, stop); last > first {
			if start < 0 {
				start = first
			}
			end = last
		}
		at = nextLine(src, stop)
		if at <= stop {
			break
		}
	}
	if start < 0 {
		return text.At(trimBlank(src, l.colon+1, end))
	}
	return text.Span{Start: start, End: end}
}

// withoutComment returns where the text from at to end ends when a comment and blanks are left out.
func withoutComment(src string, at, end int) int {
	if at < end && src[at] == '#' {
		return at
	}
	from := at
	if at < end && (src[at] == '"' || src[at] == '\'') {
		if i := strings.IndexByte(src[at+1:end], src[at]); i >= 0 {
			from = at + i + 2
		}
	}
	for i := from; i < end; i++ {
		if src[i] == '#' && i > at && isBlank(src[i-1]) {
			end = i
		}
	}
	return trimBlank(src, at, end)
}
