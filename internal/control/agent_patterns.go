package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
)

// magicPatterns checks the patterns with wildcards against the files there are. A pattern that can never
// match has been reported before.
func (p *pass) magicPatterns(nodes []*capejson.Node) {
	var fit []*capejson.Node
	for _, n := range nodes {
		pattern := n.String()
		if why, _ := neverMatches(pattern); why != "" || !allow.Magic(pattern) {
			continue
		}
		if allOf(pattern) {
			p.found(codePatternBroad, n.InnerSpan(), "this pattern lets the agent change every file in the repository, its scripts and cape-agent.json among them")
			continue
		}
		fit = append(fit, n)
	}
	if p.env.Files == nil || p.env.NoWalk || len(fit) == 0 {
		return
	}
	seen := newFileList(p.env.Files, p.env.Root)
	for _, n := range fit {
		seen.add(n.String())
	}
	for _, n := range fit {
		r := seen.reach(n.String())
		r.refused = without(r.refused, nodes, allow.Match)
		r.unlisted = without(r.unlisted, nodes, listed)
		p.patternReach(n, r, seen.complete)
	}
}

// without leaves out the names for which another pattern does what this one does not.
func without(names []string, patterns []*capejson.Node, does func(name, pattern string) bool) []string {
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(patterns, func(n *capejson.Node) bool { return does(name, n.String()) })
	})
}

// allOf reports whether a pattern matches every name.
func allOf(pattern string) bool { return strings.Trim(pattern, "*") == "" && pattern != "" }

func (p *pass) patternReach(n *capejson.Node, r reach, complete bool) {
	pattern := n.String()
	switch {
	case len(r.refused) > 0:
		message := fmt.Sprintf("CAPE lists %s for this pattern, but refuses to edit %s", examples(r.refused), itOrThem(r.refused))
		fixes := p.alsoDirect(n, pattern, r.refused)
		p.found(codePatternSplit, n.InnerSpan(), message, fixes...)
	case len(r.permitted) == 0 && complete:
		p.found(codePatternUnused, n.InnerSpan(), "no file matches this pattern now")
	case len(r.unlisted) > 0:
		p.found(codePatternHidden, n.InnerSpan(), fmt.Sprintf("this pattern lets the agent change %s, which CAPE does not list as editable: a * also matches slashes", examples(r.unlisted)))
	}
}

// alsoDirect offers the pattern that is missing beside a/**/b: it matches no file directly in a.
func (p *pass) alsoDirect(n *capejson.Node, pattern string, refused []string) []diag.Fix {
	direct := strings.Replace(pattern, "**/", "", 1)
	for _, name := range refused {
		if !allow.Match(name, direct) {
			return nil
		}
	}
	if n.Parent == nil || n.Parent.Kind != capejson.Array || strings.ContainsAny(direct, `"\`) {
		return nil
	}
	return []diag.Fix{replaceFix("Add "+quote(direct), n.Span, quote(direct)+", "+n.Text(), maybe)}
}

// maxExamples is how many names a message gives.
const maxExamples = 3

// examples names some of the files.
func examples(names []string) string {
	said := quoted(names[:min(len(names), maxExamples)])
	switch more := len(names) - len(said); {
	case more > 0:
		return fmt.Sprintf("%s and %d more", strings.Join(said, ", "), more)
	case len(said) == 1:
		return said[0]
	default:
		return strings.Join(said[:len(said)-1], ", ") + " and " + said[len(said)-1]
	}
}

func itOrThem(names []string) string {
	if len(names) == 1 {
		return "it"
	}
	return "them"
}
