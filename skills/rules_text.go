package skills

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

func findNoDescription(c *check) {
	if !c.lacks("description") {
		return
	}
	d := c.report(c.f.frontStart(), "%s: the key description is missing", c.skipped())
	at := c.f.Fences.Front.Start
	if e, v, ok := c.value("name"); ok && v.Style != yaml11.Literal && v.Style != yaml11.Folded {
		at = lineAt(c.f.Src, valueSpan(e).End).next
	}
	d.Fixes = c.addKey("description", placeholder, min(at, c.f.Fences.Front.End))
}

func findEmptyDescription(c *check) {
	e, v, ok := c.value("description")
	if !ok || !blank(v) || c.found("value-cut") && isNull(v) {
		return
	}
	if (v.Style == yaml11.Folded || v.Style == yaml11.Literal) && c.found("yaml-syntax") {
		return // its lines are there, only not indented, which is told
	}
	what := agentsSkip
	if c.judge == ByCAPE {
		what = "CAPE shows " + capeShows(v) + " in its list of skills, and the model cannot tell what the skill is for"
	}
	c.report(valueSpan(e), "description must say what the skill does and when to use it: %s", what)
}

func capeShows(v *yaml11.Node) string {
	if isNull(v) {
		return "None"
	}
	return "nothing"
}

func findDescriptionType(c *check) {
	e, v, ok := c.value("description")
	if !ok || isText(v) || isNull(v) {
		return
	}
	d := c.report(valueSpan(e), "description must be text, and this is %s%s", kindWord(v),
		c.effect(": CAPE shows "+shownValue(v)+" in its list of skills", ": "+agentsSkip))
	d.Fixes = c.quoteScalar(v)
}

// quoteScalar offers to make a scalar text by quotes.
func (c *check) quoteScalar(v *yaml11.Node) []diag.Fix {
	if v.Kind != yaml11.Scalar || v.Style != yaml11.Plain || v.Span != v.Content || v.Span.Empty() {
		return nil
	}
	raw := string(v.Span.In(c.f.Src))
	return []diag.Fix{preferred(edit("Put the value in quotes", v.Span, quote(raw)))}
}

func findDescriptionLength(c *check) {
	span, n := c.length("description")
	if n > DescriptionMost {
		c.report(span, "description must have at most %d characters, and this has %d: %s", DescriptionMost, n,
			c.effect("CAPE takes it whole, other agents cut it off or pass over the skill", "some agents cut it off or pass over the skill"))
	}
}

// length counts the characters of a text value. A value that a YAML error spoils, or a comment cuts off, is
// counted as it would be in quotes, so that mending the one shows nothing new.
func (c *check) length(key string) (text.Span, int) {
	e, ok := c.f.Field(key)
	if !ok || e.Pair.Value == nil {
		return text.Span{}, 0
	}
	v := e.Pair.Value
	if whole, cut := c.cut[key]; cut {
		return whole, runeCount(string(whole.In(c.f.Src)))
	}
	if !v.Broken {
		if !isText(v) {
			return text.Span{}, 0
		}
		return valueSpan(e), runeCount(textOf(v))
	}
	for _, p := range c.f.YAML.Problems {
		if p.Key == e.Pair.Key.Span && !p.Value.Empty() {
			return p.Value, runeCount(foldLines(string(p.Value.In(c.f.Src))))
		}
	}
	return text.Span{}, 0
}

func findCompatibility(c *check) {
	if span, n := c.length("compatibility"); n > CompatibilityMost {
		c.report(span, "compatibility must have at most %d characters, and this has %d", CompatibilityMost, n)
		return
	}
	if e, v, ok := c.value("compatibility"); ok && !isText(v) && !isNull(v) {
		d := c.report(valueSpan(e), "compatibility must be text, and this is %s", kindWord(v))
		d.Severity = diag.Information
		d.Fixes = c.quoteScalar(v)
	}
}

func findMetadata(c *check) {
	e, v, ok := c.value("metadata")
	if !ok || isNull(v) {
		return
	}
	m := v.Resolve()
	if m == nil || m.Kind != yaml11.Mapping {
		c.report(valueSpan(e), "metadata must be keys with values, and this is %s", kindWord(v))
		return
	}
	for _, p := range m.Pairs {
		value := p.Value
		if value == nil || value.Broken || isText(value) || isNull(value) || value.Kind != yaml11.Scalar {
			continue
		}
		d := c.report(value.Span, "values in metadata must be text: this is read as %s", shownValue(value))
		d.Severity = diag.Hint
		d.Fixes = c.quoteScalar(value)
	}
}

func findAllowedTools(c *check) {
	e, v, ok := c.value("allowed-tools")
	if !ok || isNull(v) {
		return
	}
	if r := v.Resolve(); r != nil && r.Kind == yaml11.Sequence {
		for _, item := range r.Items {
			if item != nil && !item.Broken && !isText(item) {
				c.report(item.Span, "allowed-tools must name tools, and this is %s", kindWord(item))
			}
		}
		return
	}
	if !isText(v) {
		c.report(valueSpan(e), "allowed-tools must be names of tools separated by spaces, and this is %s", kindWord(v))
	}
}

// findToolCommas points at commas between tool names: only blanks are in the format.
func findToolCommas(c *check) {
	_, v, ok := c.value("allowed-tools")
	if !ok || !isText(v) || v.Kind != yaml11.Scalar {
		return
	}
	names := splitTools(v.Text)
	if strings.Join(names, " ") == strings.Join(strings.Fields(v.Text), " ") || len(names) < 2 {
		return
	}
	d := c.report(v.Span, "the format separates tool names by spaces, not by commas: some agents read the commas as part of the names")
	if v.Content.Len() == len(v.Text) && v.Style != yaml11.Literal && v.Style != yaml11.Folded {
		d.Fixes = []diag.Fix{preferred(edit("Separate the names by spaces", v.Content, strings.Join(names, " ")))}
	}
}

// splitTools splits the text form of allowed-tools at blanks and commas, except inside round brackets.
func splitTools(s string) []string {
	var out []string
	depth, start := 0, -1
	for i, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth = max(depth-1, 0)
		case depth == 0 && (r == ',' || r == ' ' || r == '\t' || r == '\n'):
			if start >= 0 {
				out = append(out, s[start:i])
			}
			start = -1
			continue
		}
		if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}
