package options

import (
	"cmp"
	"slices"
)

// closeCutoff and closeCount are what CAPE's warnings use: the defaults of Python's
// difflib.get_close_matches.
const (
	closeCutoff = 0.6
	closeCount  = 3
)

// CloseMatches returns at most three of the names that resemble word, best first; of two that are
// equally close, the one that sorts later. It gives the answer of Python's difflib.get_close_matches.
func CloseMatches(word string, names []string) []string {
	type scored struct {
		name  string
		ratio float64
	}
	var found []scored
	b := []rune(word)
	at := positions(b)
	for _, name := range names {
		a := []rune(name)
		if lengthRatio(len(a), len(b)) < closeCutoff {
			continue
		}
		if r := ratio(a, b, at); r >= closeCutoff {
			found = append(found, scored{name, r})
		}
	}
	slices.SortFunc(found, func(x, y scored) int {
		return cmp.Or(cmp.Compare(y.ratio, x.ratio), cmp.Compare(y.name, x.name))
	})
	var out []string
	for _, f := range found[:min(len(found), closeCount)] {
		out = append(out, f.name)
	}
	return out
}

// lengthRatio is the most that two texts of these lengths can reach.
func lengthRatio(a, b int) float64 {
	if a+b == 0 {
		return 1
	}
	return 2 * float64(min(a, b)) / float64(a+b)
}

// positions indexes a text by character. As difflib has it, a character that makes up more than one
// percent of a text of 200 or more is left out.
func positions(b []rune) map[rune][]int {
	at := map[rune][]int{}
	for i, r := range b {
		at[r] = append(at[r], i)
	}
	if n := len(b); n >= 200 {
		for r, is := range at {
			if len(is) > n/100+1 {
				delete(at, r)
			}
		}
	}
	return at
}

// ratio is twice the number of characters in matching blocks, over all characters.
func ratio(a, b []rune, at map[rune][]int) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	return 2 * float64(matching(a, b, at, 0, len(a), 0, len(b))) / float64(len(a)+len(b))
}

// matching counts the characters of the longest common block of a[alo:ahi] and b[blo:bhi] and,
// recursively, of what lies left and right of it.
func matching(a, b []rune, at map[rune][]int, alo, ahi, blo, bhi int) int {
	i, j, k := longest(a, b, at, alo, ahi, blo, bhi)
	if k == 0 {
		return 0
	}
	return k + matching(a, b, at, alo, i, blo, j) + matching(a, b, at, i+k, ahi, j+k, bhi)
}

// longest finds the longest common block, the earliest in a, then the earliest in b, and extends it
// over characters that the index leaves out.
func longest(a, b []rune, at map[rune][]int, alo, ahi, blo, bhi int) (i, j, k int) {
	i, j = alo, blo
	ends := map[int]int{} // length of the block that ends at each place of b
	for x := alo; x < ahi; x++ {
		next := map[int]int{}
		for _, y := range at[a[x]] {
			if y < blo {
				continue
			}
			if y >= bhi {
				break
			}
			n := ends[y-1] + 1
			next[y] = n
			if n > k {
				i, j, k = x-n+1, y-n+1, n
			}
		}
		ends = next
	}
	for i > alo && j > blo && a[i-1] == b[j-1] {
		i, j, k = i-1, j-1, k+1
	}
	for i+k < ahi && j+k < bhi && a[i+k] == b[j+k] {
		k++
	}
	return i, j, k
}

// Likeness tells how much two names have in common, from 0 to 1: the ratio of Python's
// difflib.SequenceMatcher.
func Likeness(a, b string) float64 {
	rb := []rune(b)
	return ratio([]rune(a), rb, positions(rb))
}
