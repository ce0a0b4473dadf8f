package control

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
)

// maxNamed is how many files a hover names.
const maxNamed = 12

// patternHover says which files a pattern of EditAllowList permits, and why not others.
func (p *pass) patternHover(n *capejson.Node) *feature.Hover {
	pattern := n.String()
	h := &feature.Hover{Span: n.Span}
	if why, fix := neverMatches(pattern); why != "" {
		h.Markdown = "This pattern matches no file: " + why + "."
		if fix != "" {
			h.Markdown += " Write " + code(fix) + "."
		}
		return h
	}
	if allOf(pattern) {
		h.Markdown = "This pattern lets the agent change **every file** in the repository."
		return h
	}
	if p.env.Files == nil {
		return nil
	}
	seen := newFileList(p.env.Files, p.env.Root)
	seen.add(pattern)
	h.Markdown = reachWords(pattern, seen.reach(pattern), seen.complete)
	return h
}

func reachWords(pattern string, r reach, complete bool) string {
	var parts []string
	more := ""
	if !complete {
		more = " at least"
	}
	switch n := len(r.permitted); {
	case n == 0 && complete:
		parts = append(parts, "No file matches this pattern now.")
	case n == 0:
		parts = append(parts, "No file that was looked at matches this pattern. The repository is too large to look at all of it.")
	case n == 1 && !allow.Magic(pattern):
		parts = append(parts, "The agent may change this file.")
	default:
		parts = append(parts, fmt.Sprintf("The agent may change%s %s:", more, counted(n)), list(r.permitted))
	}
	if len(r.unlisted) > 0 {
		parts = append(parts, "CAPE's list of editable files leaves these out: a `*` matches slashes and leading dots only where an edit is checked.", list(r.unlisted))
	}
	if len(r.refused) > 0 {
		parts = append(parts, "CAPE's list of editable files has these too, but it refuses to change them: where an edit is checked, `**/` needs a slash in the name.", list(r.refused))
	}
	if allow.Magic(pattern) {
		parts = append(parts, "Case folders are not looked into.")
	}
	return strings.Join(parts, "\n\n")
}

func counted(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// list names files, one a line.
func list(names []string) string {
	lines := make([]string, 0, maxNamed+1)
	for _, name := range names[:min(len(names), maxNamed)] {
		lines = append(lines, "- "+code(name))
	}
	if left := len(names) - maxNamed; left > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more", left))
	}
	return strings.Join(lines, "\n")
}

// code writes a name as code in Markdown.
func code(name string) string {
	if strings.Contains(name, "`") {
		return "`` " + name + " ``"
	}
	return "`" + name + "`"
}
