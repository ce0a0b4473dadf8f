package edits

import (
	"fmt"
	"strings"
)

// mostLines finds where most of several lines stand as they are wanted, and names the first that does not.
func mostLines(there, wanted []string) *Nearest {
	if len(wanted) < 2 {
		return nil
	}
	first := align(there, wanted, -1)
	if first < 0 {
		return nil
	}
	for i, w := range wanted {
		at := first + i
		if at < 0 || at < len(there) && (there[at] == w || i == 0 && w != "" && strings.HasSuffix(there[at], w) || i == len(wanted)-1 && strings.HasPrefix(there[at], w)) {
			continue
		}
		n := &Nearest{Line: at + 1}
		if at >= len(there) {
			n.say = fmt.Sprintf("the lines before are found, but the file ends before %s", visible(w))
			n.Line = len(there)
			return n
		}
		part := there[max(first, 0):min(first+len(wanted), len(there))]
		n.Found = cutFound(strings.Join(part, "\n"))
		t, alike := differing(there[at:at+1], wanted[i:i+1], within)
		n.Differs = t.names()
		n.say = fmt.Sprintf("most of it is found, but line %d is %s, not %s", n.Line, visible(there[at]), visible(w))
		if alike && t != 0 {
			n.say += ", which differs in " + inWords(n.Differs)
		}
		return n
	}
	return nil
}

// align returns where the wanted lines begin so that most of their text agrees with the lines there,
// blanks around lines aside; near breaks ties. It is negative when no line agrees.
func align(there, wanted []string, near int) int {
	const mostOfOne, mostLines = 8, 2000 // bounds for texts that repeat a line, and for huge ones
	where := map[string][]int{}
	for i, w := range wanted[:min(len(wanted), mostLines)] {
		if w = strings.TrimSpace(w); w != "" && len(where[w]) < mostOfOne {
			where[w] = append(where[w], i)
		}
	}
	votes := make([]int, len(there)+len(wanted))
	for j, l := range there {
		l = strings.TrimSpace(l)
		for _, i := range where[l] {
			votes[j-i+len(wanted)-1] += len(l)
		}
	}
	best, most := -1, 0
	for k, n := range votes {
		first := k - len(wanted) + 1
		if first >= 0 && n > 0 && (n > most || n == most && near >= 0 && distance(first, near) < distance(best, near)) {
			best, most = first, n
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// likeliest finds the line that shares most three-byte pieces with the longest wanted line.
func likeliest(there, wanted []string) *Nearest {
	want := ""
	for _, w := range wanted {
		if w = strings.TrimSpace(w); len(w) > len(want) {
			want = w
		}
	}
	if len(want) < 4 {
		return nil
	}
	var has [1 << 12]bool
	pieces := 0
	for i := range len(want) - 2 {
		if h := pieceHash(want, i); !has[h] {
			has[h] = true
			pieces++
		}
	}
	best, most := -1, 0.5
	for j, l := range there {
		l = strings.TrimSpace(l)
		hits := 0
		for i := 0; i < len(l)-2; i++ {
			if has[pieceHash(l, i)] {
				hits++
			}
		}
		if score := 2 * float64(min(hits, pieces)) / float64(pieces+min(max(len(l)-2, 0), 3*pieces)); score > most {
			best, most = j, score
		}
	}
	if best < 0 {
		return nil
	}
	return &Nearest{
		Line: best + 1, Found: cutFound(there[best]),
		say: fmt.Sprintf("the nearest is line %d: %s, not %s", best+1, visible(strings.TrimSpace(there[best])), visible(want)),
	}
}

// pieceHash hashes three bytes to twelve bits.
func pieceHash(s string, i int) uint {
	return (uint(s[i])*131*131 + uint(s[i+1])*131 + uint(s[i+2])) * 2654435761 >> 8 & (1<<12 - 1)
}
