package skills

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// findUnknownValues finds values of keys that have only a few. A key that no agent but one reads does nothing at all
// with another value, and nobody is told.
func findUnknownValues(c *check) {
	if !c.hasFields() {
		return
	}
	for _, e := range c.f.entries {
		field, known := fieldOf(e.Key)
		v := e.Pair.Value
		if !known || e.Later || v == nil || v.Broken || isNull(v) {
			continue
		}
		switch {
		case field.Kind == Truth:
			c.checkTruth(e, v)
		case len(field.Values) > 0 && isText(v):
			c.checkWord(e, v, field)
		}
	}
}

// checkTruth wants true or false. YAML 1.1 has other words for the two; agents that read YAML 1.2 take those for text
// (YAML 1.2.2, 10.3.2).
func (c *check) checkTruth(e Entry, v *yaml11.Node) {
	word := strings.ToLower(textOf(v))
	if word == "true" || word == "false" {
		return
	}
	if tagOf(v) != yaml11.TagBool {
		c.report(valueSpan(e), "%s must be true or false: with anything else, agents go on as if the key were not there", e.Key)
		return
	}
	d := c.report(valueSpan(e), "%s must be true or false: agents that read YAML 1.2 take %s for text", e.Key, textOf(v))
	if right := yesIs(word); v.Kind == yaml11.Scalar && right != "" {
		d.Fixes = []diag.Fix{preferred(edit("Write "+right, v.Span, right))}
	}
}

// yesIs returns what the words of YAML 1.1 for true and false mean.
func yesIs(word string) string {
	switch word {
	case "yes", "on", "y":
		return "true"
	case "no", "off", "n":
		return "false"
	}
	return ""
}

// checkWord wants one of the words of a field. One that is near to none of them may be newer than the table.
func (c *check) checkWord(e Entry, v *yaml11.Node, field Field) {
	word := textOf(v)
	for _, w := range field.Values {
		if w == word {
			return
		}
	}
	d := c.report(valueSpan(e), "%s must be %s: we know of no other value that %s reads", e.Key, anyOf(field.Values), field.Reader)
	near := text.Nearest(strings.ToLower(word), field.Values)
	if near == "" {
		d.Severity = diag.Information
		return
	}
	if v.Kind == yaml11.Scalar && v.Style != yaml11.Literal && v.Style != yaml11.Folded {
		d.Fixes = []diag.Fix{preferred(edit("Write "+near, v.Span, near))}
	}
}

// anyOf lists words as a sentence does: a, b or c.
func anyOf(words []string) string {
	last := len(words) - 1
	if last <= 0 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// tag is what a search for XML tags in a text takes for one.
var tag = text.Pattern(`</?[A-Za-z][^<>\n]*>`)

// findTags finds tags in a description of a skill for other agents. Claude's products take no such skill.
func findTags(c *check) {
	e, v, ok := c.value("description")
	if c.judge != ByFormat || !ok || !isText(v) {
		return
	}
	found := tag().FindString(textOf(v))
	if found == "" {
		return
	}
	span := valueSpan(e)
	if i := strings.Index(string(span.In(c.f.Src)), found); i >= 0 {
		span = text.Span{Start: span.Start + i, End: span.Start + i + len(found)}
	}
	c.report(span, "description should hold no tags, and this is one, or looks like one: claude.ai and the Claude API take no such skill")
}
