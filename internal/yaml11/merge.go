package yaml11

// mostMerged bounds the pairs that merge keys may copy in one document. Python would run out of memory.
const mostMerged = 1 << 18

// current returns the pairs as merging has left them.
func (n *Node) current() []Pair {
	if n.state != 0 {
		return n.flat
	}
	return n.Pairs
}

// flatten replaces the merge keys of a mapping by the pairs they stand for, which come first so that the own
// keys win. The tree itself is left alone.
func (b *builder) flatten(n *Node, depth int) {
	if depth >= mostNesting-30 {
		b.exception(n, &pyError{"RecursionError", "maximum recursion depth exceeded"})
		return
	}
	if n.state == 0 {
		n.state = 1
		if !plainKeys(n.Pairs) {
			n.flat = append([]Pair(nil), n.Pairs...)
		} else {
			n.flat = n.Pairs
			return
		}
	}
	var merge []Pair
	gaps := false
	for i := 0; i < len(n.flat); i++ {
		p := n.flat[i]
		key := p.Key.Resolve()
		switch {
		case key == nil:
		case key.currentTag() == TagMerge:
			n.flat[i].Key = nil
			gaps = true
			merge = b.mergeFrom(n, p.Value.Resolve(), merge, depth)
		case key.currentTag() == TagValue:
			key.tag = TagStr
		}
	}
	if gaps {
		n.flat = withoutGaps(n.flat)
	}
	if len(merge) > 0 {
		n.flat = append(merge, n.flat...)
	}
}

// plainKeys reports that no key is a merge key or a =.
func plainKeys(pairs []Pair) bool {
	for _, p := range pairs {
		if k := p.Key.Resolve(); k != nil {
			if t := k.currentTag(); t == TagMerge || t == TagValue {
				return false
			}
		}
	}
	return true
}

// withoutGaps leaves out the merge keys. A mapping that merges itself has come here twice.
func withoutGaps(pairs []Pair) []Pair {
	kept := pairs[:0:0]
	for _, p := range pairs {
		if p.Key != nil {
			kept = append(kept, p)
		}
	}
	return kept
}

// mergeFrom adds the pairs of a mapping, or of a list of mappings of which the earlier win.
func (b *builder) mergeFrom(n, from *Node, merge []Pair, depth int) []Pair {
	const context = "while constructing a mapping"
	if from == nil {
		return merge
	}
	switch from.Kind {
	case Mapping:
		b.flatten(from, depth+1)
		return b.extend(n, merge, from.flat)
	case Sequence:
		var subs []*Node
		for _, item := range from.Items {
			sub := item.Resolve()
			if sub == nil {
				continue
			}
			if sub.Kind != Mapping {
				b.refuse(sub, BadValue, n, context, "expected a mapping for merging, but found "+kindNames[sub.Kind])
				continue
			}
			b.flatten(sub, depth+1)
			subs = append(subs, sub)
		}
		for i := len(subs) - 1; i >= 0; i-- {
			merge = b.extend(n, merge, subs[i].flat)
		}
		return merge
	}
	b.refuse(from, BadValue, n, context, "expected a mapping or list of mappings for merging, but found "+kindNames[from.Kind])
	return merge
}

// extend adds pairs. Of a pair that comes more than twice only the first and the last matter (for the order
// and for the value), so a list that grows by repeating itself is thinned.
func (b *builder) extend(n *Node, merge, more []Pair) []Pair {
	if b.merged += len(more); b.merged > mostMerged {
		b.exception(n, &pyError{"MemoryError", "too many pairs to merge"})
		b.merged = -1 << 40
		return merge
	}
	if b.merged < 0 {
		return merge
	}
	for _, p := range more {
		if p.Key != nil {
			merge = append(merge, p)
		}
	}
	if len(merge) > 64 && len(merge) > 2*len(more) {
		merge = thin(merge)
	}
	return merge
}

func thin(pairs []Pair) []Pair {
	last := make(map[Pair]int, len(pairs))
	for i, p := range pairs {
		last[p] = i
	}
	if 2*len(last) >= len(pairs) {
		return pairs
	}
	seen := make(map[Pair]bool, len(last))
	kept := pairs[:0:0]
	for i, p := range pairs {
		if !seen[p] || last[p] == i {
			kept = append(kept, p)
		}
		seen[p] = true
	}
	return kept
}
