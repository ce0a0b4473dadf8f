package skills

import (
	"bytes"
	"path"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
)

// followed returns where the links lead, in their order.
func (c *check) followed() []resolved {
	if c.links == nil {
		c.links = make([]resolved, len(c.f.Links))
		for i, l := range c.f.Links {
			c.links[i] = c.env.resolve(l, c.f.Src)
		}
	}
	return c.links
}

func findMissingLinks(c *check) {
	for i, r := range c.followed() {
		if r.state == missing {
			c.report(c.f.Links[i].Target, "the link must lead to a file: there is no %s", c.shown(r.path))
		}
	}
}

func findLinkCase(c *check) {
	for i, r := range c.followed() {
		if r.state != wrongCase {
			continue
		}
		l := c.f.Links[i]
		d := c.report(l.Target, "letter case must be that of the file, %s: elsewhere the link leads nowhere", c.shown(r.path))
		if r.exact != "" && !strings.Contains(string(l.Target.In(c.f.Src)), "\\") {
			d.Fixes = []diag.Fix{preferred(edit("Write "+r.exact, l.Target, r.exact))}
		}
	}
}

// findMissingPaths looks at words in backquotes that name a file in one of the folders of the format.
func findMissingPaths(c *check) {
	if c.env.Files == nil || c.env.Path == "" {
		return
	}
	for _, w := range c.f.Words {
		if !bundled(w.Text) {
			continue
		}
		if r := c.env.lookUp(w.Text, w.Text); r.state == missing && !c.givesExamples(w.Span.Start) && !c.rootHas(w.Text) {
			c.report(w.Span, "a file named here should be there: there is no %s", c.shown(r.path))
		}
	}
}

// givesExamples reports whether the paragraph around a place names files only as examples. Words come in their order,
// so the last paragraph is most often the one.
func (c *check) givesExamples(at int) bool {
	if c.around.End <= at || at < c.around.Start {
		c.around = c.f.paragraph(at)
		around := bytes.ToLower(c.around.In(c.f.Src))
		c.examples = bytes.Contains(around, []byte("example")) || bytes.Contains(around, []byte("e.g.")) || bytes.Contains(around, []byte("such as"))
	}
	return c.examples
}

// rootHas reports whether a path is there when it is read from the repository's root instead, as paths in
// running text often are.
func (c *check) rootHas(name string) bool {
	if c.env.Root == "" {
		return false
	}
	_, err := c.env.Files.Stat(filepath.Join(c.env.Root, filepath.FromSlash(name)))
	return err == nil
}

// bundled reports whether a word is the path of a file in scripts, references or assets.
func bundled(word string) bool {
	word = strings.TrimPrefix(word, "./")
	dir, rest, ok := strings.Cut(word, "/")
	if !ok || dir != "scripts" && dir != "references" && dir != "assets" || rest == "" {
		return false
	}
	if path.Ext(rest) == "" || strings.ContainsFunc(word, func(r rune) bool {
		return r > 0x7e || !strings.ContainsRune("-_./", r) && !letterOrDigit(byte(r))
	}) {
		return false
	}
	// Names that stand for others.
	lower := strings.ToLower(rest)
	return !strings.Contains(lower, "xxx") && !strings.Contains(lower, "your-") && !strings.Contains(lower, "...")
}

// shown returns a path as a user would say it: from the root of the repository, else from the folder of
// the file.
func (c *check) shown(p string) string {
	base := c.env.Root
	if base == "" {
		base = filepath.Dir(c.env.Path)
	}
	rel, err := filepath.Rel(base, p)
	if err != nil || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		rel = p
	}
	return filepath.ToSlash(rel)
}
