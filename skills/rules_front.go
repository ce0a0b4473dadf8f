package skills

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// What happens to a file that cannot be read as a skill.
const (
	capeSkips  = "CAPE skips this skill"
	agentsSkip = "agents do not load this skill"
)

func (c *check) skipped() string { return c.effect(capeSkips, agentsSkip) }

// firstLine is where a finding about the file as a whole is shown.
func (c *check) firstLine() text.Span {
	l := lineAt(c.f.Src, c.f.BOM)
	return l.Span
}

func findEncoding(c *check) {
	src := c.f.Src
	if utf8.Valid(src) {
		return
	}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		c.report(text.Span{Start: 0, End: 2}, "%s: the file must be UTF-8, and this is UTF-16", c.skipped())
		return
	}
	for at := 0; at < len(src); {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			c.report(text.Span{Start: at, End: at + 1}, "%s: the file must be UTF-8, and the byte 0x%02x is not", c.skipped(), src[at])
			return
		}
		at += size
	}
}

func findBOM(c *check) {
	if c.f.BOM == 0 {
		return
	}
	span := text.Span{Start: 0, End: c.f.BOM}
	if c.judge == ByFormat {
		c.report(span, "a byte order mark stands at the start of the file: some agents do not find the front matter behind it").
			Severity = diag.Information
		return
	}
	d := c.report(span, "%s: the file must begin with three dashes, and a byte order mark stands before them", capeSkips)
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

func findNoFront(c *check) {
	fs := c.f.Fences
	if !fs.Open.Empty() || !fs.Late.Empty() || c.unreadable() {
		return
	}
	d := c.report(c.firstLine(), "%s: the file must begin with a line of three dashes, then name and description, then three dashes again", c.skipped())
	nl := c.f.mapper.LineEnding(0)
	head := c.skeleton(nl) + nl
	if len(bytes.TrimSpace(c.f.Src[c.f.BOM:])) == 0 {
		head += firstStep + nl
	}
	d.Fixes = []diag.Fix{c.named(edit("Add a front matter", text.At(c.f.BOM), head))}
}

// named lets a fix that writes a name rename the folder too, where the folder's own name cannot be one.
func (c *check) named(f diag.Fix) diag.Fix {
	folder, name := c.env.Folder(), c.newName()
	if folder == "" || folder == name || filepath.Dir(c.env.Path) == c.env.Root {
		return f
	}
	f.Title += " and rename the folder to " + name
	f.Renames = []diag.Rename{c.folderRename(name)}
	return f
}

// skeleton is a front matter to be filled in.
func (c *check) skeleton(nl string) string {
	return "---" + nl + "name: " + plainName(c.newName()) + nl + "description: " + placeholder + nl + "---" + nl
}

// newName returns the name that a skill in this folder should have.
func (c *check) newName() string {
	if name := nameFrom(c.env.Folder()); name != "" {
		return name
	}
	return "my-skill"
}

func findLateFront(c *check) {
	fs := c.f.Fences
	if fs.Late.Empty() {
		return
	}
	start := c.f.BOM
	before := text.Span{Start: start, End: fs.Late.Start}
	shown := text.Span{Start: start, End: start + len(bytes.TrimRight(before.In(c.f.Src), " \t\r\n"))}
	blank := shown.Empty()
	if blank {
		shown = before
	}
	d := c.report(shown, "%s: the file must begin with the three dashes of the front matter, and %s before them", c.skipped(),
		map[bool]string{true: "blank space stands", false: "other text stands"}[blank])
	if blank {
		d.Fixes = []diag.Fix{preferred(edit("Remove what stands before the front matter", before, ""))}
		return
	}
	if first := c.f.Src[shown.Start]; first == '`' || first == '~' {
		return // the whole file stands in a code block
	}
	block := text.Span{Start: c.lineStart(fs.Late.Start), End: fs.Body.Start}
	moved := string(block.In(c.f.Src))
	if !strings.HasSuffix(moved, "\n") && !strings.HasSuffix(moved, "\r") {
		moved += c.f.mapper.LineEnding(block.Start)
	}
	d.Fixes = []diag.Fix{{Title: "Move the front matter to the start of the file", Edits: []diag.Edit{
		{Span: text.At(start), New: moved}, {Span: block, New: ""}}}}
}

func (c *check) lineStart(at int) int { return c.f.mapper.FullLine(c.f.mapper.LineOf(at)).Start }

// onlyOpened reports whether the file holds nothing but the opening dashes, as one that was just begun.
func (c *check) onlyOpened() bool {
	fs := c.f.Fences
	return !fs.Open.Empty() && fs.Close.Empty() && len(bytes.TrimSpace(c.f.Src[fs.Open.End:])) == 0
}

func findUnclosed(c *check) {
	fs := c.f.Fences
	if fs.Open.Empty() || !fs.Close.Empty() {
		return
	}
	d := c.report(fs.Open, "%s: the front matter must be closed by a line of three dashes", c.skipped())
	nl := c.f.mapper.LineEnding(fs.Open.Start)
	if c.onlyOpened() {
		rest := strings.TrimPrefix(c.skeleton(nl), "---") + nl + firstStep + nl
		d.Fixes = []diag.Fix{c.named(edit("Add name and description", text.Span{Start: fs.Open.End, End: len(c.f.Src)}, rest))}
		return
	}
	end := fs.Front.End
	if l, ok := indentedFence(c.f.Src, fs.Open.End); ok {
		d.Related = []diag.Related{{Span: l, Message: "dashes that are indented do not close it"}}
		indent := text.Span{Start: c.lineStart(l.Start), End: l.Start}
		d.Fixes = []diag.Fix{preferred(edit("Remove the indentation of the closing dashes", indent, ""))}
		return
	}
	line := "---" + nl
	if end > 0 && c.f.Src[end-1] != '\n' && c.f.Src[end-1] != '\r' {
		line = nl + line
	}
	fix := edit("Close the front matter", text.At(end), line)
	_, name := c.f.Field("name")
	_, description := c.f.Field("description")
	fix.Preferred = name && description && c.f.YAML.Err == nil
	d.Fixes = []diag.Fix{fix}
}

// indentedFence looks for a line that would close the front matter if it were not indented.
func indentedFence(src []byte, from int) (text.Span, bool) {
	for at := lineAt(src, from).next; at < len(src); {
		l := lineAt(src, at)
		content := src[l.Start:l.End]
		indent := len(content) - len(bytes.TrimLeft(content, " \t"))
		inner := line{text.Span{Start: l.Start + indent, End: l.End}, l.next}
		if run, exact := dashes(src, inner); exact && indent > 0 {
			return run, true
		}
		at = l.next
	}
	return text.Span{}, false
}

// findFenceFormat finds fences that only CAPE takes for such.
func findFenceFormat(c *check) {
	fs := c.f.Fences
	for _, fence := range []struct {
		run   text.Span
		exact bool
		what  string
	}{{fs.Open, fs.OpenExact, "opened"}, {fs.Close, fs.CloseExact, "closed"}} {
		if fence.run.Empty() || fence.exact {
			continue
		}
		l := lineAt(c.f.Src, fence.run.Start)
		span := text.Span{Start: l.Start, End: l.Start + len(bytes.TrimRight(l.In(c.f.Src), " \t"))}
		d := c.report(span, "the front matter must be %s by a line of exactly three dashes: %s", fence.what,
			c.effect("CAPE reads this, other agents do not", agentsSkip))
		if c.judge == ByCAPE {
			d.Severity = diag.Warning
		}
		if rest := bytes.TrimSpace(c.f.Src[fence.run.End:l.End]); len(rest) == 0 {
			d.Fixes = []diag.Fix{preferred(edit("Write three dashes", span, "---"))}
		} else {
			nl := c.f.mapper.LineEnding(l.Start)
			gap := text.Span{Start: fence.run.Start, End: l.End - len(bytes.TrimLeft(c.f.Src[fence.run.End:l.End], " \t"))}
			d.Fixes = []diag.Fix{edit("Put the dashes on a line of their own", gap, "---"+nl)}
		}
	}
}

// findFenceInside finds the place where CAPE ends the front matter before the format does.
func findFenceInside(c *check) {
	fs := c.f.Fences
	if c.judge != ByCAPE || fs.Close.Empty() || fs.Cut.Empty() || fs.Cut.Start >= fs.Close.Start || fs.Open.Empty() {
		return
	}
	d := c.report(fs.Cut, "a line inside the front matter must not begin with three dashes: CAPE ends the front matter here and reads the rest as instructions")
	d.Related = []diag.Related{{Span: fs.Close, Message: "the closing dashes"}}
	d.Fixes = []diag.Fix{edit("Indent the line", text.At(fs.Cut.Start), "  ")}
}

func findNotMapping(c *check) {
	fs := c.f.Fences
	if fs.Open.Empty() && fs.Late.Empty() || c.onlyOpened() || c.f.YAML.Err != nil || c.found("fence-inside") && c.capeKind() == NotMapping {
		return
	}
	root := c.f.YAML.Root.Resolve()
	if root != nil && root.Kind == yaml11.Mapping && root.Tag == yaml11.TagMap {
		return
	}
	span, is := fs.Open, "is empty"
	if root != nil && !root.Span.Empty() {
		span = root.Span
		is = "is " + kindWord(root)
	}
	if span.Empty() {
		span = fs.Late
	}
	d := c.report(span, "%s: the front matter must hold keys and values such as \"name: %s\", and it %s", c.skipped(), c.newName(), is)
	if len(bytes.TrimSpace(fs.Front.In(c.f.Src))) == 0 && fs.OpenExact && fs.CloseExact {
		nl := c.f.mapper.LineEnding(fs.Open.Start)
		full := c.skeleton(nl)
		inner := full[len("---"+nl) : len(full)-len("---"+nl)]
		d.Fixes = []diag.Fix{c.named(edit("Add name and description", fs.Front, inner))}
	}
}

func (c *check) capeKind() Refusal {
	if c.cape.err == nil {
		return ""
	}
	return c.cape.err.Kind
}

// findOtherReading is the last resort: CAPE refuses the file and no rule has said why.
func findOtherReading(c *check) {
	if c.judge != ByCAPE || c.cape.err == nil {
		return
	}
	for _, d := range c.out {
		if d.Severity == diag.Error {
			return
		}
	}
	span := c.f.Fences.Front
	if span.Empty() {
		span = c.firstLine()
	}
	first := lineAt(c.f.Src, span.Start)
	indented := !first.Empty() && (c.f.Src[first.Start] == ' ' || c.f.Src[first.Start] == '\t')
	if indented {
		c.report(first.Span, "%s: keys must not be indented; CAPE takes the blanks off the first line only, so the lines no longer agree", capeSkips).
			Fixes = []diag.Fix{c.unindent(span)}
		return
	}
	c.report(first.Span, "%s: it reads the front matter otherwise than written: %s", capeSkips, c.cape.err.Message)
}

// unindent takes the indentation of the first line off all lines of a span.
func (c *check) unindent(span text.Span) diag.Fix {
	fix := diag.Fix{Title: "Take the indentation off the keys"}
	width := -1
	for at := span.Start; at < span.End; {
		l := lineAt(c.f.Src, at)
		content := l.In(c.f.Src)
		indent := len(content) - len(bytes.TrimLeft(content, " "))
		if width < 0 {
			width = indent
		}
		if n := min(indent, width); n > 0 {
			fix.Edits = append(fix.Edits, diag.Edit{Span: text.Span{Start: l.Start, End: l.Start + n}})
		}
		at = l.next
	}
	return fix
}
