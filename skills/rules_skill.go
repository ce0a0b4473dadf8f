package skills

import (
	"os"
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
	if c.judge != ByCAPE || !ok || !isText(v) {
		return Builtin{}, false
	}
	return builtinOf(textOf(v))
}

func findToolsType(c *check) {
	e, v, ok := c.value("tools")
	if c.judge != ByCAPE || !ok || isNull(v) {
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
		if _, isBuiltin := c.builtin(); isBuiltin && textOf(v) != "" {
			d.Severity = diag.Error
			d.Message += ", finds no such tools, and nobody can use this skill"
		}
		if names := splitTools(v.Text); len(names) > 0 && v.Kind == yaml11.Scalar && !strings.ContainsAny(v.Text, "[]{}#:\"'\n") {
			d.Fixes = []diag.Fix{preferred(edit("Make it a list", v.Span, "["+strings.Join(names, ", ")+"]"))}
		}
	case r.Kind == yaml11.Mapping || r.Tag == yaml11.TagBinary:
		c.report(valueSpan(e), "tools must be a list of names, and this is %s", kindWord(v)).Severity = diag.Warning
	default:
		c.report(valueSpan(e), "%s: tools must be a list of names, and this is %s", capeSkips, kindWord(v))
	}
}

// listedTool is a name in the value of tools.
type listedTool struct {
	name  string
	span  text.Span
	plain bool // not in quotes
}

// listedTools returns the names in the list of tools, and those in a text that is meant as one.
func (c *check) listedTools() []listedTool {
	_, v, ok := c.value("tools")
	if !ok {
		return nil
	}
	r := v.Resolve()
	if r == nil {
		return nil
	}
	var out []listedTool
	if isText(r) && v.Kind == yaml11.Scalar && v.Style == yaml11.Plain {
		at := 0
		for _, name := range splitTools(v.Text) {
			i := strings.Index(string(v.Span.In(c.f.Src))[at:], name)
			if i < 0 {
				return nil
			}
			start := v.Span.Start + at + i
			out = append(out, listedTool{name, text.Span{Start: start, End: start + len(name)}, true})
			at += i + len(name)
		}
		return out
	}
	for _, item := range r.Items {
		if item != nil && !item.Broken && isText(item) {
			out = append(out, listedTool{textOf(item), item.Span, item.Kind == yaml11.Scalar && item.Style == yaml11.Plain})
		}
	}
	return out
}

func findUnknownTools(c *check) {
	if c.judge != ByCAPE {
		return
	}
	own, isBuiltin := c.builtin()
	for _, tool := range c.listedTools() {
		if isBuiltin {
			if !slices.Contains(own.Tools, tool.name) {
				c.report(tool.span, "CAPE's skill %s has no tool %s: use_skill ends with an error, and nobody can use this skill", own.Name, tool.name).
					Severity = diag.Error
			}
			continue
		}
		if c.env.toolKnown(tool.name) {
			continue
		}
		d := c.report(tool.span, "CAPE has no tool %s", tool.name)
		if near, ok := nearTool(tool.name, c.env.Tools); ok && tool.plain {
			d.Message += "; the nearest is " + near
			d.Fixes = []diag.Fix{preferred(edit("Write "+near, tool.span, near))}
		}
	}
}

func findUnusedTools(c *check) {
	e, _, ok := c.value("tools")
	if _, isBuiltin := c.builtin(); c.judge != ByCAPE || !ok || isBuiltin || len(c.listedTools()) == 0 {
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
	for _, tool := range c.listedTools() {
		listed[tool.name] = true
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
		if o.Name != textOf(v) || o.Path == "" || o.Path == c.env.Path || filepath.Dir(filepath.Dir(o.Path)) != all || c.sameFile(o.Path) {
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

// sameFile reports whether another name leads to this very file, by a link.
func (c *check) sameFile(path string) bool {
	if c.env.Files == nil {
		return false
	}
	own, err := c.env.Files.Stat(c.env.Path)
	other, errOther := c.env.Files.Stat(path)
	return err == nil && errOther == nil && os.SameFile(own, other)
}

func (c *check) sameName(span text.Span, o Other, what string) {
	d := c.report(span, "the name must belong to one skill, and %s has it too: %s", c.shown(o.Path), what)
	d.Related = []diag.Related{{Path: o.Path, Span: nameSpan(c.f, o.Path, c.env), Message: "the other skill of this name"}}
}
