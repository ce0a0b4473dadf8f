package skills

import (
	"sort"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// findCutValues finds text that a number sign cuts off: a blank and a # begin a comment. A comment that is
// meant as one has a blank after the sign, or stands behind a value that is no sentence.
func findCutValues(c *check) {
	for _, comment := range c.f.YAML.Comments {
		e, ok := c.entryBefore(comment.Start)
		if !ok {
			continue
		}
		field, known := fieldOf(e.Key)
		v := e.Pair.Value
		if !known || field.Kind != Text || v == nil || v.Broken || v.Kind != yaml11.Scalar || !isNull(v) && v.Style != yaml11.Plain {
			continue
		}
		next, _ := runeAt(c.f.Src, comment.Start+1)
		lost := isNull(v) && e.Key == "description"
		if !lost && (isNull(v) || next == ' ' || next == '\t' || next == 0 || next == '\n' || next == '\r') {
			continue
		}
		c.reportCut(e, comment, lost)
	}
}

func (c *check) reportCut(e Entry, comment text.Span, lost bool) {
	whole := text.Span{Start: comment.Start, End: comment.Start + len(trimRight(comment.In(c.f.Src)))}
	if v := e.Pair.Value; !v.Span.Empty() {
		whole.Start = v.Span.Start
	}
	if c.cut == nil {
		c.cut = map[string]text.Span{}
	}
	c.cut[e.Key] = whole
	d := c.report(comment, "a value with a space and # in it must be in quotes: from the # on it is a comment, which is not read")
	if lost {
		d.Severity = diag.Error
		d.Message += ", so the description is empty"
	}
	d.Fixes = c.quoteWhole(whole)
}

// quoteWhole offers to put a value and the comment behind it in quotes, if that gives the written text.
func (c *check) quoteWhole(whole text.Span) []diag.Fix {
	raw := string(whole.In(c.f.Src))
	fix := edit("Put the value in quotes", whole, quote(raw))
	after, ok := diag.Apply(c.f.Src, fix.Edits)
	if !ok {
		return nil
	}
	node := nodeAt(parseFront(after, splitFences(after, c.f.BOM).Front).Root, whole.Start)
	if node == nil || node.Text != raw {
		return nil
	}
	return []diag.Fix{preferred(fix)}
}

// entryBefore returns the entry whose value ends on the line of an offset, before it.
func (c *check) entryBefore(at int) (Entry, bool) {
	i := sort.Search(len(c.f.entries), func(i int) bool { return c.f.entries[i].Pair.Key.Span.Start > at }) - 1
	if i < 0 {
		return Entry{}, false
	}
	e := c.f.entries[i]
	ok := e.Pair.Value != nil && e.Pair.Key.Span.Start >= c.lineStart(at) && max(e.Pair.Key.Span.End, e.Pair.Value.Span.End) <= at
	return e, ok
}
