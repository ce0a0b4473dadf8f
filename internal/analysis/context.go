package analysis

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words are what a tool or a skill may say when it has to do with a file: the best ones first.
type words [][]string

// The words for a kind of file, as people write them in docstrings.
var kindWords = map[Kind][]string{
	Control:      {"control file", "control json", "cntl", "run matrix", "runmatrix", "case", "cases"},
	AgentOptions: {"agent", "allow-list", "allowlist", "editallowlist"},
	Skill:        {"skill", "skills"},
	Data:         {"json"},
}

// words returns what to look for on behalf of the file.
func (o *offers) words() words {
	base := strings.ToLower(filepath.Base(o.path))
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	w := words{{base}, {stem}}
	if solver := strings.TrimPrefix(stem, "py"); solver != stem {
		w[1] = append(w[1], solver) // a tool for pyFun.json speaks of fun3d, or of pyfun
	}
	if base == "skill.md" {
		w[1] = []string{strings.ToLower(filepath.Base(filepath.Dir(o.path)))}
	}
	return append(w, kindWords[o.a.Kind(o.snap, o.path)])
}

// best returns the candidates that fit best, at most so many; of equal ones the first.
func (w words) best(list []candidate, most int) []candidate {
	type ranked struct{ rank, i int }
	order := make([]ranked, len(list))
	for i, c := range list {
		order[i] = ranked{w.rank(c), i}
	}
	slices.SortFunc(order, func(a, b ranked) int { return cmp.Or(b.rank-a.rank, a.i-b.i) })
	out := make([]candidate, min(len(list), most))
	for i := range out {
		out[i] = list[order[i].i]
	}
	return out
}

var divided = strings.NewReplacer("_", " ", "-", " ")

// rank says how well a candidate fits: what it is called counts more than what it says.
func (w words) rank(c candidate) int {
	name, about := divided.Replace(strings.ToLower(c.name)), strings.ToLower(c.about)
	best := 0
	for i, level := range w {
		for _, word := range level {
			score := 2 * (len(w) - i)
			switch {
			case word == "":
			case mentions(name, word):
				best = max(best, score+1)
			case mentions(about, word):
				best = max(best, score)
			}
		}
	}
	return best
}

// mentions reports whether a word stands in the text by itself; digits may follow: fun is in "fun3d", and not
// in "function".
func mentions(text, word string) bool {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		at := from + i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsLetter(after) {
			return true
		}
		from = at + len(word)
	}
}
