package e2e

import (
	"math/rand/v2"
	"strings"
)

// round is one random text and one random edit of it.
type round struct {
	before, span, after string // the text; span is what is to be replaced
	old, new            string // as an agent writes them: with LF
	end                 string // the line end of the text; empty: it has several
	how                 string // how the editor holds it, for messages
}

var unfold = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// pieces are what texts are made of: ASCII, composed and decomposed letters, characters beyond the basic
// plane, joined emoji, and what other programs take for the end of a line.
var pieces = []string{
	"a", "b", "c", "ab", "aa", " ", "    ", "\t", `"x": 1,`, "// ", "é", "e\u0301", "ü\u0308", "中", "ß",
	"😀", "𝒜", "👩\u200d🚀", "\u00a0", "\u2028", "\u0085", "\f", "\v", "\x00", "\u200f", "’",
}

// randomText makes a text of n pieces; end chooses a line end each time one is due.
func randomText(r *rand.Rand, n int, end func() string) string {
	var b strings.Builder
	for range n {
		if r.IntN(5) == 0 {
			b.WriteString(end())
			continue
		}
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// randomRound makes a round whose old text is not counted differently with and without overlaps.
func randomRound(r *rand.Rand) round {
	ends := []string{"\n", "\r\n", "\r"}
	for {
		var c round
		c.end = append(ends, "")[r.IntN(4)]
		end := func() string {
			if c.end != "" {
				return c.end
			}
			return ends[r.IntN(3)]
		}
		whole := randomText(r, 1+r.IntN(60), end)
		if r.IntN(4) == 0 {
			whole = strings.TrimRight(whole, "\r\n") + end()
		}
		if !strings.ContainsAny(whole, "\r\n") {
			c.end = "\n" // no line end to follow
		}
		from, to, ok := randomSpan(r, whole)
		if !ok {
			continue
		}
		if r.IntN(8) == 0 {
			to = len(whole)
		}
		c.before, c.span, c.after = whole[:from], whole[from:to], whole[to:]
		c.old = unfold.Replace(c.span)
		c.new = randomText(r, r.IntN(12), func() string { return "\n" })
		if c.after == "" && r.IntN(2) == 0 {
			c.new = c.old + c.new + "\n" // lines are added to the file
		}
		if strings.Count(unfold.Replace(whole), c.old) == overlapping(unfold.Replace(whole), c.old) {
			return c
		}
	}
}

// randomSpan chooses a part of s that begins and ends between two characters, and not inside a CRLF.
func randomSpan(r *rand.Rand, s string) (from, to int, ok bool) {
	var cuts []int
	for i := range s {
		if i == 0 || s[i] != '\n' || s[i-1] != '\r' {
			cuts = append(cuts, i)
		}
	}
	cuts = append(cuts, len(s))
	if len(cuts) < 2 {
		return 0, 0, false
	}
	a := r.IntN(len(cuts) - 1)
	b := min(a+1+r.IntN(12), len(cuts)-1)
	return cuts[a], cuts[b], true
}

func overlapping(s, part string) int {
	n := 0
	for i := range len(s) {
		if strings.HasPrefix(s[i:], part) {
			n++
		}
	}
	return n
}
