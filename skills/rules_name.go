package skills

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// hasFields reports whether the front matter is a mapping whose keys can be judged.
func (c *check) hasFields() bool {
	root := c.f.YAML.Root.Resolve()
	return root != nil && root.Kind == yaml11.Mapping && !c.unreadable()
}

// lacks reports whether a required key is missing for sure: a YAML error that does not lie in the value of
// a known key may hide it, and a misspelt key is told as such.
func (c *check) lacks(key string) bool {
	if !c.hasFields() || slices.ContainsFunc(c.f.YAML.Problems, func(p yaml11.Problem) bool { return p.Key.Empty() }) {
		return false
	}
	if _, ok := c.f.Field(key); ok {
		return false
	}
	if c.judge == ByCAPE && c.cape.err == nil {
		return false // it comes in by a merge key
	}
	_, misspelt := c.misspelling(key)
	return !misspelt
}

// misspelling returns the entry whose key is meant to be the given one.
func (c *check) misspelling(key string) (Entry, bool) {
	for _, e := range c.f.entries {
		if right, ok := c.spelling(e.Key); ok && right == key {
			return e, true
		}
	}
	return Entry{}, false
}

func findNoName(c *check) {
	if !c.lacks("name") {
		return
	}
	d := c.report(c.f.frontStart(), "%s: the key name is missing", c.skipped())
	for _, fix := range c.addKey("name", plainName(c.newName()), c.f.Fences.Front.Start) {
		d.Fixes = append(d.Fixes, c.named(fix))
	}
}

// frontStart returns the place that stands for the front matter as a whole: its opening dashes.
func (f *File) frontStart() text.Span {
	if !f.Fences.Open.Empty() {
		return f.Fences.Open
	}
	return f.Fences.Late
}

// addKey offers to put a key on a line of its own, if the front matter is written in lines.
func (c *check) addKey(key, value string, at int) []diag.Fix {
	root := c.f.YAML.Root.Resolve()
	if root == nil || root.Style == yaml11.Flow || at != c.lineStart(at) || len(root.Pairs) == 0 {
		return nil
	}
	indent := string(c.f.Src[c.lineStart(root.Pairs[0].Key.Span.Start):root.Pairs[0].Key.Span.Start])
	line := fmt.Sprintf("%s%s: %s%s", indent, key, value, c.f.mapper.LineEnding(at))
	return []diag.Fix{edit("Add the key "+key, text.At(at), line)}
}

// valueSpan returns the span of a value, or that of its key when the value is nothing.
func valueSpan(e Entry) text.Span {
	if e.Pair.Value == nil || e.Pair.Value.Span.Empty() {
		return e.Pair.Key.Span
	}
	return e.Pair.Value.Span
}

func findEmptyName(c *check) {
	e, v, ok := c.value("name")
	if !ok || !blank(v) {
		return
	}
	what := c.effect("CAPE would list it as \"\"", agentsSkip)
	if c.judge == ByCAPE && isNull(v) {
		what = "CAPE reads no name here, cannot sort it among the others, and its agent does not start"
	}
	d := c.report(valueSpan(e), "name must not be empty: %s", what)
	d.Fixes = c.setName(e)
}

// setName offers to write the folder's name.
func (c *check) setName(e Entry) []diag.Fix {
	name := c.env.Folder()
	if !fitName(name) {
		return nil
	}
	return []diag.Fix{preferred(c.setValue("Set the name to the folder's, "+name, e, plainName(name)))}
}

// setValue replaces a value. Where there is none, the blank after the colon is added.
func (c *check) setValue(title string, e Entry, with string) diag.Fix {
	span := e.Pair.Value.Span
	if span.Empty() {
		colon := e.Pair.Key.Span.End
		for colon < len(c.f.Src) && c.f.Src[colon] != ':' {
			colon++
		}
		span = text.At(min(colon+1, len(c.f.Src)))
		with = " " + with
	}
	return edit(title, span, with)
}

func findNameType(c *check) {
	e, v, ok := c.value("name")
	if !ok || isText(v) || isNull(v) {
		return
	}
	d := c.report(valueSpan(e), "name must be text: %s", c.nameTypeEffect(v))
	if v.Kind != yaml11.Scalar {
		d.Fixes = c.setName(e)
		return
	}
	raw := string(v.Span.In(c.f.Src))
	if folder := c.env.Folder(); folder != "" && folder != raw {
		d.Fixes = c.setName(e)
		return
	}
	d.Fixes = []diag.Fix{preferred(edit("Put the name in quotes", v.Span, quote(raw)))}
}

func (c *check) nameTypeEffect(v *yaml11.Node) string {
	if c.judge == ByFormat {
		return fmt.Sprintf("this is read as %s, and %s", shownValue(v), agentsSkip)
	}
	if r := v.Resolve(); r != nil && r.Kind != yaml11.Scalar {
		return fmt.Sprintf("CAPE reads this name as %s, stops looking for skills, and its agent does not start", kindWord(v))
	}
	return fmt.Sprintf("CAPE reads this name as %s, cannot sort it among the other names, and its agent does not start", shownValue(v))
}

func findNameFormat(c *check) {
	e, v, ok := c.value("name")
	if !ok || !isText(v) || blank(v) || validName(textOf(v)) {
		return
	}
	d := c.report(valueSpan(e), "name must use lower-case letters, digits and single hyphens inside%s",
		c.effect(": CAPE loads it, agents that follow the format do not", ""))
	d.Fixes = append(c.setName(e), c.renamed(e, v)...)
}

// renamed offers a valid name near the one that stands there, for the folder too.
func (c *check) renamed(e Entry, v *yaml11.Node) []diag.Fix {
	name := nameFrom(textOf(v))
	folder := c.env.Folder()
	if name == "" || name == folder {
		return nil
	}
	if folder == "" || c.env.Path == "" {
		return []diag.Fix{preferred(c.setValue("Write "+name, e, plainName(name)))}
	}
	fix := c.setValue(fmt.Sprintf("Write %s and rename the folder", name), e, plainName(name))
	fix.Renames = []diag.Rename{c.folderRename(name)}
	return []diag.Fix{fix}
}

func (c *check) folderRename(name string) diag.Rename {
	dir := filepath.Dir(c.env.Path)
	return diag.Rename{Old: dir, New: filepath.Join(filepath.Dir(dir), name)}
}

func findNameLength(c *check) {
	e, v, ok := c.value("name")
	if !ok || !isText(v) {
		return
	}
	n := runeCount(textOf(v))
	if n <= NameMost {
		return
	}
	d := c.report(valueSpan(e), "name must have at most %d characters, and this has %d%s", NameMost, n,
		c.effect(": CAPE loads it, agents that follow the format do not", ""))
	d.Fixes = c.setName(e)
}

// isCheckout reports whether a folder is the top of a git work tree, whose name is up to those who clone it.
func (c *check) isCheckout(dir string) bool {
	if c.env.Files == nil {
		return false
	}
	_, err := c.env.Files.Stat(filepath.Join(dir, ".git"))
	return err == nil
}

func findNameFolder(c *check) {
	e, v, ok := c.value("name")
	folder := c.env.Folder()
	if !ok || !isText(v) || folder == "" || c.env.Path == "" || c.isCheckout(filepath.Dir(c.env.Path)) {
		return
	}
	name := textOf(v)
	if !fitName(name) || name == folder {
		return
	}
	if c.sameFile(filepath.Join(filepath.Dir(filepath.Dir(c.env.Path)), name, "SKILL.md")) {
		return // the folder is a link, a second name of the right one
	}
	d := c.report(valueSpan(e), "name must be the name of the folder, %s: %s", folder,
		c.effect("CAPE lists this skill as "+name+", other agents look for it as "+folder, "agents look for the skill under that name"))
	d.Fixes = c.setName(e)
	d.Fixes = append(d.Fixes, diag.Fix{Title: "Rename the folder to " + name, Renames: []diag.Rename{c.folderRename(name)},
		Preferred: len(d.Fixes) == 0})
}
