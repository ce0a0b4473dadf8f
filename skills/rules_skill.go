package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// builtin returns CAPE's own skill that this one replaces.
func (c *check) builtin() (Builtin, bool) {
	_, v, ok := c.value("name")
	if c.judge != CAPE || !ok || !isText(v) {
		return Builtin{}, false
	}
	return BuiltinSkill(textOf(v))
}

func findToolsType(c *check) {
	e, v, ok := c.value("tools")
	if c.judge != CAPE || !ok || isNull(v) {
		return
	}
	r := v.Resolve()
	if r == nil {
		return
	}
	switch {
	case r.Kind == yaml11.Sequence:
		for _, item := range r.Items {
			if item != nil && !item.Broken && !isText(item) {
				c.report(item.Span, "tools must be names, and this is %s", kindWord(item)).Severity = diag.Warning
			}
		}
	case isText(v):
		d := c.report(valueSpan(e), "tools must be a list of names: CAPE splits this text into letters")
		d.Severity = diag.Warning
		if names := SplitTools(v.Text); len(names) > 0 && v.Kind == yaml11.Scalar && !strings.ContainsAny(v.Text, "[]{}#:\"'\n") {
			d.Fixes = []diag.Fix{preferred(edit("Make it a list", v.Span, "["+strings.Join(names, ", ")+"]"))}
		}
	case r.Kind == yaml11.Mapping || r.Tag == tagBinary:
		c.report(valueSpan(e), "tools must be a list of names, and this is %s", kindWord(v)).Severity = diag.Warning
	default:
		c.report(valueSpan(e), "%s: tools must be a list of names, and this is %s", capeSkips, kindWord(v))
	}
}

// listedTools returns the items of tools that are text.
func (c *check) listedTools() []*yaml11.Node {
	_, v, ok := c.value("tools")
	if !ok {
		return nil
	}
	r := v.Resolve()
	if r == nil || r.Kind != yaml11.Sequence {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Items), func(n *yaml11.Node) bool { return n == nil || n.Broken || !isText(n) })
}

func findUnknownTools(c *check) {
	if c.judge != CAPE {
		return
	}
	own, isBuiltin := c.builtin()
	for _, item := range c.listedTools() {
		name := textOf(item)
		if isBuiltin {
			if !slices.Contains(own.Tools, name) {
				c.report(item.Span, "CAPE's skill %s has no tool %s: use_skill ends with an error, and nobody can use this skill", own.Name, name).
					Severity = diag.Error
			}
			continue
		}
		if c.env.toolKnown(name) {
			continue
		}
		d := c.report(item.Span, "CAPE has no tool %s", name)
		if tool, near := nearTool(name, c.env.Tools); near && item.Kind == yaml11.Scalar && item.Style == yaml11.Plain {
			d.Message += "; the nearest is " + tool
			d.Fixes = []diag.Fix{preferred(edit("Write "+tool, item.Span, tool))}
		}
	}
}

func findUnusedTools(c *check) {
	e, _, ok := c.value("tools")
	if _, isBuiltin := c.builtin(); c.judge != CAPE || !ok || isBuiltin || len(c.listedTools()) == 0 {
		return
	}
	c.report(e.Pair.Key.Span, "CAPE adds no tools for this skill: tools counts only in a skill with the name of a built-in one")
}

func findShadowed(c *check) {
	own, ok := c.builtin()
	if !ok {
		return
	}
	e, v, _ := c.value("name")
	listed := map[string]bool{}
	for _, item := range c.listedTools() {
		listed[textOf(item)] = true
	}
	var off []string
	for _, tool := range own.Tools {
		if !listed[tool] {
			off = append(off, tool)
		}
	}
	message := "CAPE puts this skill in place of its own " + textOf(v)
	if len(off) > 0 {
		message += ", and its " + plural(len(off), "tool", "tools") + " " + strings.Join(off, ", ") + " can no longer be used"
	}
	c.report(valueSpan(e), "%s", message)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func findSameName(c *check) {
	e, v, ok := c.value("name")
	if !ok || c.env.Path == "" || !isText(v) {
		return
	}
	all := filepath.Dir(filepath.Dir(c.env.Path))
	var winner, loser *Other
	for i, o := range c.env.Skills {
		if o.Name != textOf(v) || o.Path == "" || o.Path == c.env.Path || filepath.Dir(filepath.Dir(o.Path)) != all {
			continue
		}
		if o.Path > c.env.Path {
			winner = &c.env.Skills[i]
		} else {
			loser = &c.env.Skills[i]
		}
	}
	switch {
	case winner != nil:
		c.sameName(valueSpan(e), *winner, c.effect("CAPE uses that one, and this skill is lost", "an agent finds only one of them"))
	case loser != nil:
		c.sameName(valueSpan(e), *loser, c.effect("CAPE uses this one, and that skill is lost", "an agent finds only one of them"))
	}
}

func (c *check) sameName(span text.Span, o Other, what string) {
	d := c.report(span, "the name must belong to one skill, and %s has it too: %s", c.shown(o.Path), what)
	d.Related = []diag.Related{{Path: o.Path, Message: "the other skill of this name"}}
}
