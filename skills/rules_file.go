package skills

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

func findEncoding(c *check) {
	src := c.f.Src
	at := text.InvalidByte(src)
	if at < 0 {
		return
	}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		c.report(text.Span{Start: 0, End: 2}, "%s: the file must be UTF-8, and this is UTF-16", c.skipped())
		return
	}
	c.report(text.Span{Start: at, End: at + 1}, "%s: the file must be UTF-8, and the byte 0x%02x is not", c.skipped(), src[at])
}

func findBOM(c *check) {
	if c.f.BOM == 0 {
		return
	}
	span := text.Span{Start: 0, End: c.f.BOM}
	if c.judge == ByFormat {
		c.report(span, "the file should not begin with a byte order mark: some agents do not find the front matter after it").
			Severity = diag.Information
		return
	}
	d := c.report(span, "%s: the file must begin with three dashes, and there is a byte order mark before them", capeSkips)
	d.Fixes = []diag.Fix{preferred(edit("Remove the byte order mark", span, ""))}
}

func findFileName(c *check) {
	name := filepath.Base(c.env.Path)
	if c.env.Path == "" || name == "SKILL.md" || !strings.EqualFold(name, "SKILL.md") {
		return
	}
	d := c.report(c.firstLine(), "the file must be called SKILL.md, not %s: %s", name,
		c.effect("CAPE does not find this skill", "most agents do not find this skill where letter case counts"))
	if c.judge == ByFormat {
		d.Severity = diag.Warning
	}
	d.Fixes = []diag.Fix{{
		Title:     "Rename the file to SKILL.md",
		Renames:   []diag.Rename{{Old: c.env.Path, New: filepath.Join(filepath.Dir(c.env.Path), "SKILL.md")}},
		Preferred: true,
	}}
}

func findLocation(c *check) {
	below, ok := c.env.belowSkills()
	if !ok || len(below) == 2 && !strings.HasPrefix(below[0], ".") {
		return
	}
	why := "it must lie in a folder of its own, .agents/skills/NAME/SKILL.md"
	switch {
	case len(below) > 2:
		why = fmt.Sprintf("it looks just one folder deep, in .agents/skills/NAME/SKILL.md, and this is in %s", strings.Join(below[:len(below)-1], "/"))
	case len(below) == 2:
		why = "it passes over folders whose names begin with a dot"
	}
	d := c.report(c.firstLine(), "CAPE does not find this skill: %s", why)
	d.Fixes = c.moveUp(below)
}

// moveUp offers to put the folder of the skill where CAPE looks, if that place is free.
func (c *check) moveUp(below []string) []diag.Fix {
	if len(below) < 2 || c.env.Files == nil {
		return nil
	}
	name := strings.TrimLeft(c.env.Folder(), ".")
	to := filepath.Join(c.env.Root, filepath.FromSlash(repo.SkillsDir), name)
	if _, err := c.env.Files.Stat(to); name == "" || err == nil {
		return nil
	}
	return []diag.Fix{{
		Title:   "Move the folder to " + repo.SkillsDir + "/" + name,
		Renames: []diag.Rename{{Old: filepath.Dir(c.env.Path), New: to}},
	}}
}

// unreadable reports whether the file is no text at all, so that nothing else is worth saying.
func (c *check) unreadable() bool {
	return c.found("file-encoding") && bytes.IndexByte(c.f.Src, 0) >= 0
}
