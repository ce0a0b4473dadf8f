package edits

import "slices"

// block says that size lines from a are equal to size lines from b.
type block struct{ a, b, size int }

// region is a part of both texts that differs: lines a1 to a2 became lines b1 to b2.
type region struct{ a1, a2, b1, b2 int }

// matcher finds the matching blocks that Python's difflib.SequenceMatcher finds, popular lines included.
// Lines are numbers here and rows are slices, so that two texts of 20,000 lines take well under a second.
type matcher struct {
	a, b      []string
	ids       []int   // of each line of a: its number among the lines of b, or -1
	places    [][]int // of each number: where it stands in b; none for a popular line
	row, next []int   // length of the match that ends before line j of b, for the line of a before and for this one
}

func newMatcher(a, b []string) *matcher {
	m := &matcher{a: a, b: b, ids: make([]int, len(a)), row: make([]int, len(b)+1), next: make([]int, len(b)+1)}
	number := make(map[string]int, len(b))
	for j, line := range b {
		n, seen := number[line]
		if !seen {
			n = len(m.places)
			number[line] = n
			m.places = append(m.places, nil)
		}
		m.places[n] = append(m.places[n], j)
	}
	// difflib leaves lines out that make up more than one per cent of a long text.
	if len(b) >= 200 {
		for n, at := range m.places {
			if len(at) > len(b)/100+1 {
				m.places[n] = nil
			}
		}
	}
	for i, line := range a {
		n, ok := number[line]
		if !ok {
			n = -1
		}
		m.ids[i] = n
	}
	return m
}

// in returns where line i of a stands in b between b1 and b2.
func (m *matcher) in(i, b1, b2 int) []int {
	if m.ids[i] < 0 {
		return nil
	}
	at := m.places[m.ids[i]]
	if len(at) == 0 || at[len(at)-1] < b1 || at[0] >= b2 {
		return nil
	}
	if at[0] < b1 {
		lo, _ := slices.BinarySearch(at, b1)
		at = at[lo:]
	}
	if at[len(at)-1] >= b2 {
		hi, _ := slices.BinarySearch(at, b2)
		at = at[:hi]
	}
	return at
}

// longest returns the longest matching block of a region, the first in a and then in b of equally long
// ones, and then made longer over popular lines.
func (m *matcher) longest(r region) block {
	best := block{r.a1, r.b1, 0}
	var before []int
	for i := r.a1; i < r.a2; i++ {
		at := m.in(i, r.b1, r.b2)
		for _, j := range at {
			k := m.row[j] + 1
			m.next[j+1] = k
			if k > best.size {
				best = block{i - k + 1, j - k + 1, k}
			}
		}
		for _, j := range before {
			m.row[j+1] = 0
		}
		m.row, m.next, before = m.next, m.row, at
	}
	for _, j := range before {
		m.row[j+1] = 0
	}
	for best.a > r.a1 && best.b > r.b1 && m.a[best.a-1] == m.b[best.b-1] {
		best = block{best.a - 1, best.b - 1, best.size + 1}
	}
	for best.a+best.size < r.a2 && best.b+best.size < r.b2 && m.a[best.a+best.size] == m.b[best.b+best.size] {
		best.size++
	}
	return best
}

// blocks returns all matching blocks in order, none adjacent to the next in both texts.
func (m *matcher) blocks() []block {
	var found []block
	for todo := []region{{0, len(m.a), 0, len(m.b)}}; len(todo) > 0; {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		b := m.longest(r)
		if b.size == 0 {
			continue
		}
		found = append(found, b)
		if r.a1 < b.a && r.b1 < b.b {
			todo = append(todo, region{r.a1, b.a, r.b1, b.b})
		}
		if b.a+b.size < r.a2 && b.b+b.size < r.b2 {
			todo = append(todo, region{b.a + b.size, r.a2, b.b + b.size, r.b2})
		}
	}
	slices.SortFunc(found, func(x, y block) int { return x.a - y.a })
	var joined []block
	for _, b := range found {
		if n := len(joined) - 1; n >= 0 && joined[n].a+joined[n].size == b.a && joined[n].b+joined[n].size == b.b {
			joined[n].size += b.size
			continue
		}
		joined = append(joined, b)
	}
	return joined
}

// changes returns the regions that differ, in order.
func changes(a, b []string) []region {
	if slices.Equal(a, b) {
		return nil
	}
	var out []region
	i, j := 0, 0
	for _, m := range append(newMatcher(a, b).blocks(), block{len(a), len(b), 0}) {
		if i < m.a || j < m.b {
			out = append(out, region{i, m.a, j, m.b})
		}
		i, j = m.a+m.size, m.b+m.size
	}
	return out
}
