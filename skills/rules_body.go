package skills

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// mostHidden bounds the findings of one file that is full of hidden characters, such as one that is no
// text at all.
const mostHidden = 50

func findHidden(c *check) {
	if c.unreadable() {
		return
	}
	n := 0
	for _, run := range hiddenRuns(c.f.Src, c.f.BOM) {
		if run.kind == control && c.inYAMLError(run.Span) {
			continue
		}
		if n++; n > mostHidden {
			return
		}
		title := "Remove the hidden character"
		if len(run.runes) > 1 {
			title = "Remove the hidden characters"
		}
		d := c.report(run.Span, "%s", run.message)
		d.Fixes = []diag.Fix{preferred(edit(title, run.Span, ""))}
	}
}

// inYAMLError reports whether a place is told already as a YAML error: a control character in the front
// matter is one.
func (c *check) inYAMLError(span text.Span) bool {
	return c.f.Fences.Front.Start <= span.Start && span.End <= c.f.Fences.Front.End && c.told(span, "yaml-syntax")
}

func findUnclosedBlocks(c *check) {
	if c.fenced() {
		return // what opens and what closes cannot be told
	}
	for _, b := range c.f.Blocks {
		if b.Closed {
			continue
		}
		if rest := b.Span.In(c.f.Src)[b.Open.Len():]; len(bytes.TrimSpace(rest)) == len(b.Info) {
			continue // a fence with nothing after it swallows nothing
		}
		mark := string(b.Open.In(c.f.Src))
		what := "all that follows is read as code"
		if b.Span.End <= lastText(c.f.Src) {
			what = "it ends only where the list or quotation around it does"
		}
		c.report(b.Open, "a code block must be closed by a line of %s: %s", mark, what)
	}
}

func findLongBody(c *check) {
	f, m := c.f, c.f.mapper
	first := m.LineOf(f.Fences.Body.Start)
	last := m.LineOf(max(lastText(f.Src), f.Fences.Body.Start))
	if n := last - first + 1; n > BodyLines {
		c.report(m.Line(first+BodyLines), "the instructions should stay under %d lines, here are %d: an agent reads all of them each time; move detail to files beside this one", BodyLines, n)
	}
}

// lastText returns the offset of the last character that is not white space.
func lastText(src []byte) int { return max(len(bytes.TrimRight(src, " \t\r\n"))-1, 0) }

func findEmptyBody(c *check) {
	fs := c.f.Fences
	if fs.Open.Empty() || c.onlyOpened() || len(bytes.TrimSpace(fs.Body.In(c.f.Src))) > 0 {
		return
	}
	span := fs.Close
	if span.Empty() {
		span = fs.Open
	}
	c.report(span, "instructions must follow the front matter: an agent that uses this skill gets no text")
}

// findMisspeltTools finds words in backquotes that are nearly the name of a tool. It keeps quiet
// about all others: most words in backquotes are not tools.
func findMisspeltTools(c *check) {
	if c.judge != ByCAPE {
		return
	}
	for _, w := range c.f.Words {
		name := strings.TrimSuffix(w.Text, "()")
		if !strings.Contains(name, "_") || c.env.toolKnown(name) {
			continue
		}
		if tool, ok := nearTool(name, c.env.Tools); ok {
			span := text.Span{Start: w.Span.Start, End: w.Span.Start + len(name)}
			d := c.report(span, "CAPE has no tool %s: the agent would call a tool that is not there; the nearest is %s", name, tool)
			d.Fixes = []diag.Fix{preferred(edit("Write "+tool, span, tool))}
		}
	}
}

// toolSlack is how many letters of a tool's name may be wrong.
func toolSlack(tool string) int {
	switch n := len(tool); {
	case n < 6:
		return 0
	case n < 14:
		return 1
	}
	return 2
}

// nearTool returns the tool whose name a word nearly is.
func nearTool(name string, own []string) (string, bool) {
	name = strings.ReplaceAll(name, "-", "_")
	size := utf8.RuneCountInString(name)
	best, least := "", 3
	for _, tools := range [...][]string{capeTools, own} {
		for _, tool := range tools {
			most := min(toolSlack(tool), least-1)
			if gap := size - utf8.RuneCountInString(tool); gap > most || -gap > most {
				continue // the lengths alone are too far apart, as with most tools
			}
			if d := text.Distance(name, tool); d <= most {
				best, least = tool, d
			}
		}
	}
	return best, best != ""
}
