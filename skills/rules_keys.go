package skills

import (
	"bytes"
	"slices"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

func findDuplicates(c *check) {
	if !c.hasFields() {
		return
	}
	c.duplicatesIn(c.f.YAML.Root.Resolve())
}

// duplicatesIn looks through a node and what is below it. Aliases are not followed: what they name is
// looked through where it stands.
func (c *check) duplicatesIn(n *yaml11.Node) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		c.duplicatesIn(item)
	}
	first := map[string]int{}
	for i, p := range n.Pairs {
		c.duplicatesIn(p.Value)
		key, ok := keyText(p.Key)
		if !ok || p.Key.Kind == yaml11.Alias {
			continue
		}
		before, twice := first[key]
		first[key] = i
		if !twice {
			continue
		}
		d := c.report(p.Key.Span, "the key %s must be given only once: this one is read, the one above is not", key)
		d.Related = []diag.Related{{Span: n.Pairs[before].Key.Span, Message: "the key is given here already"}}
		if n.Style != yaml11.Flow {
			d.Fixes = c.duplicateFixes(n, before, i)
		}
	}
}

// duplicateFixes offers to remove one of two pairs. Which one is clear only if their values are the same.
func (c *check) duplicateFixes(n *yaml11.Node, first, second int) []diag.Fix {
	above, okA := c.pairLines(n, first)
	below, okB := c.pairLines(n, second)
	if !okA || !okB {
		return nil
	}
	src, a, b := c.f.Src, n.Pairs[first], n.Pairs[second]
	if a.Value != nil && b.Value != nil && bytes.Equal(a.Value.Span.In(src), b.Value.Span.In(src)) {
		return []diag.Fix{preferred(edit("Remove the second", below, ""))}
	}
	return []diag.Fix{edit("Remove the one above, which is not read", above, ""), edit("Remove this one, so that the one above is read", below, "")}
}

// pairLines returns the whole lines of pair number i; ok is false when it does not have them for itself.
func (c *check) pairLines(n *yaml11.Node, i int) (text.Span, bool) {
	m, p := c.f.mapper, n.Pairs[i]
	start := m.FullLine(m.LineOf(p.Key.Span.Start)).Start
	if len(bytes.TrimSpace(c.f.Src[start:p.Key.Span.Start])) > 0 {
		return text.Span{}, false
	}
	end := p.Key.Span.End
	if p.Value != nil {
		end = max(end, p.Value.Span.End)
	}
	span := text.Span{Start: start, End: m.FullLine(m.LineOf(end)).End}
	shared := i > 0 && n.Pairs[i-1].Key.Span.Start >= span.Start || i+1 < len(n.Pairs) && n.Pairs[i+1].Key.Span.Start < span.End
	// Anchors may be named elsewhere.
	return span, !shared && bytes.IndexByte(span.In(c.f.Src), '&') < 0
}

// spelling returns the key that a misspelt one is meant to be, for the judge at hand: the key tools
// means something to CAPE only.
func (c *check) spelling(key string) (string, bool) {
	right, seen := c.right[key]
	if !seen {
		if c.right == nil {
			c.right = map[string]string{}
		}
		right, _ = spelling(key)
		c.right[key] = right
	}
	if right == "" || slices.Contains(c.env.Known, key) || right == "tools" && c.judge == ByFormat {
		return "", false
	}
	return right, true
}

func findMisspeltKeys(c *check) {
	if !c.hasFields() {
		return
	}
	for _, e := range c.f.entries {
		right, ok := c.spelling(e.Key)
		if !ok {
			continue
		}
		d := c.report(e.Pair.Key.Span, "the key should be spelt %s: agents do not read %s", right, e.Key)
		_, there := c.f.Field(right)
		if (right == "name" || right == "description") && !there {
			d.Severity = diag.Error
			d.Message = c.skipped() + ": the key " + right + " is missing, and " + e.Key + " is not read as such"
		}
		if !there && e.Pair.Key.Kind == yaml11.Scalar && e.Pair.Key.Style == yaml11.Plain {
			d.Fixes = []diag.Fix{preferred(edit("Write "+right, e.Pair.Key.Span, right))}
		}
	}
}

func findUnknownKeys(c *check) {
	if !c.hasFields() || c.env.ExtraKeys == AllowKeys {
		return
	}
	for _, e := range c.f.entries {
		if _, known := fieldOf(e.Key); known || slices.Contains(c.env.Known, e.Key) || e.Key == "<<" {
			continue
		}
		if _, misspelt := c.spelling(e.Key); misspelt {
			continue
		}
		d := c.report(e.Pair.Key.Span, "no known agent reads the key %s; metadata is the place for facts of your own", e.Key)
		if c.env.ExtraKeys == WarnKeys {
			d.Severity = diag.Warning
		}
	}
}
