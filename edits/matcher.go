package edits

import "slices"

// block says that size lines from a are equal to size lines from b.
type block struct{ a, b, size int }

// region is a part of both texts that differs: lines a1 to a2 became lines b1 to b2.
type region struct{ a1, a2, b1, b2 int }

// matcher finds the matching blocks that Python's difflib.SequenceMatcher finds, popular lines included.
// Lines are numbers here and tables are slices, so that two texts of 20,000 lines take well under a second.
type matcher struct {
	a, b      []string
	ids       []int32 // of each line of a: its number among the different lines of b, or -1
	from      []int32 // of each number: where its places begin; they end where those of the next begin
	places    []int32 // of all numbers: the lines of b, ascending
	popular   []bool  // of each number: difflib leaves it out
	row, next []int   // length of the match that ends before line j of b, for the line of a before and for this one
}

func newMatcher(a, b []string) *matcher {
	m := &matcher{a: a, b: b, ids: make([]int32, len(a)), row: make([]int, len(b)+1), next: make([]int, len(b)+1)}
	number := make(map[string]int32, len(b))
	idsB := make([]int32, len(b))
	for j, line := range b {
		n, seen := number[line]
		if !seen {
			n = int32(len(number))
			number[line] = n
		}
		idsB[j] = n
	}
	m.index(idsB, len(number))
	// Most lines are those of the other text in the same place from the start or the end: no need to look
	// them up.
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		m.ids[head] = idsB[head]
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		m.ids[len(a)-1-tail] = idsB[len(b)-1-tail]
		tail++
	}
	for i := head; i < len(a)-tail; i++ {
		n, ok := number[a[i]]
		if !ok {
			n = -1
		}
		m.ids[i] = n
	}
	return m
}

// index notes where each of the different lines of b stands.
func (m *matcher) index(idsB []int32, different int) {
	m.from = make([]int32, different+1)
	for _, n := range idsB {
		m.from[n+1]++
	}
	m.popular = make([]bool, different)
	for n := range different {
		// difflib leaves lines out that make up more than one per cent of a long text.
		m.popular[n] = len(idsB) >= 200 && int(m.from[n+1]) > len(idsB)/100+1
		m.from[n+1] += m.from[n]
	}
	m.places = make([]int32, len(idsB))
	at := slices.Clone(m.from)
	for j, n := range idsB {
		m.places[at[n]] = int32(j)
		at[n]++
	}
}

// in returns where line i of a stands in b between b1 and b2.
func (m *matcher) in(i, b1, b2 int) []int32 {
	n := m.ids[i]
	if n < 0 || m.popular[n] {
		return nil
	}
	at := m.places[m.from[n]:m.from[n+1]]
	if at[0] < int32(b1) {
		lo, _ := slices.BinarySearch(at, int32(b1))
		at = at[lo:]
	}
	if len(at) > 0 && at[len(at)-1] >= int32(b2) {
		hi, _ := slices.BinarySearch(at, int32(b2))
		at = at[:hi]
	}
	return at
}

// longest returns the longest matching block of a region, the first in a and then in b of equally long
// ones, without popular lines. None is longer than most, so the search ends with the first that long.
func (m *matcher) longest(r region, most int) block {
	best := block{r.a1, r.b1, 0}
	var before []int32
	for i := r.a1; i < r.a2 && best.size < most; i++ {
		at := m.in(i, r.b1, r.b2)
		for _, j := range at {
			k := m.row[j] + 1
			m.next[j+1] = k
			if k > best.size {
				best = block{i - k + 1, int(j) - k + 1, k}
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
	return best
}

// grown is the block made longer over equal lines on both sides, popular ones now.
func (m *matcher) grown(best block, r region) block {
	for best.a > r.a1 && best.b > r.b1 && m.a[best.a-1] == m.b[best.b-1] {
		best = block{best.a - 1, best.b - 1, best.size + 1}
	}
	for best.a+best.size < r.a2 && best.b+best.size < r.b2 && m.a[best.a+best.size] == m.b[best.b+best.size] {
		best.size++
	}
	return best
}

// part is a region to be searched, in which no block without popular lines is longer than most: it lies in
// a region where none was.
type part struct {
	region
	most int
}

// blocks returns all matching blocks in order, none adjacent to the next in both texts.
func (m *matcher) blocks() []block {
	var found []block
	for todo := []part{{region{0, len(m.a), 0, len(m.b)}, len(m.a)}}; len(todo) > 0; {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		core := m.longest(r.region, r.most)
		b := m.grown(core, r.region)
		if b.size == 0 {
			continue
		}
		found = append(found, b)
		if r.a1 < b.a && r.b1 < b.b {
			todo = append(todo, part{region{r.a1, b.a, r.b1, b.b}, core.size})
		}
		if b.a+b.size < r.a2 && b.b+b.size < r.b2 {
			todo = append(todo, part{region{b.a + b.size, r.a2, b.b + b.size, r.b2}, core.size})
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
