package analysis

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Named is a skill or a tool of a repository.
type Named struct {
	Name  string
	Kind  feature.SymbolKind
	What  string // "skill" or "tool"
	About string // its description, may be empty
	Path  string
	Span  text.Span // where it is named, or begins
}

// mostNamed bounds the answer to a search: who does not find it among these types on.
const mostNamed = 100

// Find returns the skills and tools of a root that a query means, the best first. A query means a name that
// holds its letters in order; an empty one means all.
func (a *Analyzer) Find(snap *repo.Snapshot, root, query string) []Named {
	var all []Named
	for _, k := range a.knownSkills(snap, root) {
		if k.Name != "" {
			all = append(all, Named{k.Name, feature.SymbolModule, "skill", k.Description, k.Path, k.NameSpan})
		}
	}
	for _, t := range a.tools(snap, root).Tools {
		all = append(all, Named{t.Name, feature.SymbolFunction, "tool", t.Description, t.Path, t.Script.GuardSpan})
	}
	type ranked struct {
		Named
		rank int
	}
	var out []ranked
	for _, n := range all {
		if rank := matches(n.Name, query); rank > 0 {
			out = append(out, ranked{n, rank})
		}
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return b.rank - a.rank })
	out = out[:min(len(out), mostNamed)]
	found := make([]Named, len(out))
	for i := range out {
		found[i] = out[i].Named
	}
	return found
}

// matches says how well a name fits a query; 0: not at all.
func matches(name, query string) int {
	name, query = strings.ToLower(name), strings.ToLower(strings.TrimSpace(query))
	switch {
	case name == query:
		return 4
	case strings.HasPrefix(name, query):
		return 3
	case strings.Contains(name, query):
		return 2
	}
	for _, r := range query {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return 0
		}
		_, size := utf8.DecodeRuneInString(name[i:])
		name = name[i+size:]
	}
	return 1
}
