package skills

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

func findNoFront(c *check) {
	fs := c.f.Fences
	if !fs.Open.Empty() || !fs.Late.Empty() || c.unreadable() {
		return
	}
	if first := c.firstLine(); bytes.Equal(bytes.TrimSpace(first.In(c.f.Src)), []byte("---")) {
		c.report(first, "%s: the three dashes that open the front matter must be at the very start of their line", c.skipped())
		return // a second front matter above this one mends nothing
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
	what := "other text"
	switch {
	case blank:
		what = "blank space"
	case c.fenced():
		what = "a code fence"
	}
	d := c.report(shown, "%s: the file must begin with the three dashes of the front matter, and there is %s before them", c.skipped(), what)
	if blank {
		d.Fixes = []diag.Fix{preferred(edit("Remove what is before the front matter", before, ""))}
		return
	}
	if c.fenced() {
		d.Fixes = c.unfence(before)
		return
	}
	block := text.Span{Start: c.lineStart(fs.Late.Start), End: fs.Body.Start}
	moved := string(block.In(c.f.Src))
	if !strings.HasSuffix(moved, "\n") && !strings.HasSuffix(moved, "\r") {
		moved += c.f.mapper.LineEnding(block.Start)
	}
	d.Fixes = []diag.Fix{{Title: "Move the front matter to the start of the file", Edits: []diag.Edit{
		{Span: text.At(start), New: moved}, {Span: block, New: ""}}}}
}

// fenced reports whether the file, or its front matter, stands in a code block: chat programs show it so.
func (c *check) fenced() bool {
	rest := bytes.TrimLeft(c.f.Src[c.f.BOM:], " \t\r\n")
	return !c.f.Fences.Late.Empty() && (bytes.HasPrefix(rest, []byte("```")) || bytes.HasPrefix(rest, []byte("~~~")))
}

// unfence offers to take the front matter out of its code block. The block must begin right above it, and end right
// below it or with the file.
func (c *check) unfence(before text.Span) []diag.Fix {
	src := c.f.Src
	opening := bytes.TrimSpace(before.In(src))
	if bytes.ContainsAny(opening, "\r\n") {
		return nil
	}
	run := len(opening) - len(bytes.TrimLeft(opening, string(opening[0])))
	fix := diag.Fix{Title: "Take the front matter out of the code block", Preferred: true, Edits: []diag.Edit{{Span: before}}}
	body := c.f.Fences.Body
	first := body.Start + len(body.In(src)) - len(bytes.TrimLeft(body.In(src), " \t\r\n"))
	for _, at := range []int{c.lineStart(min(first, len(src))), c.lineStart(lastText(src))} {
		if l := lineAt(src, at); at >= body.Start && closesBlock(l.In(src), opening[0], run) {
			fix.Edits = append(fix.Edits, diag.Edit{Span: text.Span{Start: at, End: l.next}})
			return []diag.Fix{fix}
		}
	}
	return nil
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
	if fix, ok := c.spaceAfterColons(root); ok {
		c.report(span, "%s: the colon after each key must be followed by a space, such as \"name: %s\"", c.skipped(), c.newName()).
			Fixes = []diag.Fix{fix}
		return
	}
	d := c.report(span, "%s: the front matter must hold keys and values such as \"name: %s\", and it %s", c.skipped(), c.newName(), is)
	if len(bytes.TrimSpace(fs.Front.In(c.f.Src))) == 0 && fs.OpenExact && fs.CloseExact {
		nl := c.f.mapper.LineEnding(fs.Open.Start)
		full := c.skeleton(nl)
		inner := full[len("---"+nl) : len(full)-len("---"+nl)]
		d.Fixes = []diag.Fix{c.named(edit("Add name and description", fs.Front, inner))}
	}
}

// spaceAfterColons returns the fix of a front matter that is one text because all of its lines are like name:run-case.
func (c *check) spaceAfterColons(root *yaml11.Node) (diag.Fix, bool) {
	fix := diag.Fix{Title: "Put a space after each colon", Preferred: true}
	if root == nil || !isText(root) || root.Style != yaml11.Plain {
		return fix, false
	}
	for at := root.Span.Start; at < root.Span.End; {
		l := lineAt(c.f.Src, at)
		content := l.In(c.f.Src)
		colon := bytes.IndexByte(content, ':')
		if colon < 0 || keyLength(append(bytes.Clone(content[:colon+1]), ' ')) == 0 {
			return fix, false
		}
		fix.Edits = append(fix.Edits, diag.Edit{Span: text.At(l.Start + colon + 1), New: " "})
		at = l.next
	}
	return fix, true
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
		c.report(first.Span, "%s: keys must not be indented; CAPE takes the spaces off the first line only, so the lines no longer line up", capeSkips).
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
