package yaml11

import "strings"

// resume goes on at the next place where a key can stand. It returns the composer that met the next fault,
// nil at the end of the text.
func (r *recovery) resume(f *finding) *composer {
	target, ok := r.target(f)
	for ok {
		c := newComposer(r.src, r.walk.mark)
		c.resumed = true
		c.anchors, c.handles = r.anchors, r.handles
		r.forget(r.walk.pos)
		c.open = append([]openBlock(nil), r.open[:target+1]...)
		rest := r.read(c, r.open[target].node)
		r.open = c.open
		if c.fault != nil {
			return c
		}
		r.comments = append(r.comments, c.comments...)
		if rest < 0 {
			return nil
		}
		target, ok = r.next(max(rest, nextLine(r.src, lineEnd(r.src, r.walk.pos))))
	}
	return nil
}

// forget drops the anchors and comments of a part that is about to be read again.
func (r *recovery) forget(from int) {
	for name, n := range r.anchors {
		if n.start.pos >= from {
			delete(r.anchors, name)
		}
	}
	for n := len(r.comments); n > 0 && r.comments[n-1].Start >= from; n-- {
		r.comments = r.comments[:n-1]
	}
}

// read adds the pairs or items at the cursor to an open collection. It returns where it stopped, -1 at the end of the text.
func (r *recovery) read(c *composer, n *Node) int {
	t := c.peek()
	if t == nil {
		return -1
	}
	context, more := "while parsing a block mapping", c.blockPairs
	switch {
	case t.kind == blockSequenceStart && n.Kind == Sequence:
		context, more = "while parsing a block collection", c.blockEntries
	case t.kind != blockMappingStart || n.Kind != Mapping:
		return nextLine(r.src, lineEnd(r.src, t.start.pos))
	}
	start := c.next().start
	if !more(n) {
		return -1
	}
	t = c.peek()
	if n.Kind == Sequence && t != nil && t.kind == keyToken {
		return lineStart(r.src, t.start.pos) // a list at the column of its key ends where the next key begins
	}
	if !c.endBlock(n, context, &start) {
		return -1
	}
	t = c.peek()
	if t == nil || t.kind == streamEnd || t.kind == documentStart || t.kind == documentEnd {
		return -1
	}
	return lineStart(r.src, t.start.pos)
}

// target moves the cursor to where reading can go on after a fault and returns the index of the open mapping
// that the keys there belong to.
func (r *recovery) target(f *finding) (int, bool) {
	if !f.indent {
		return r.next(nextLine(r.src, lineEnd(r.src, f.origin)))
	}
	l := readKeyLine(r.src, lineStart(r.src, f.origin))
	if !l.oneWord(r.src) || len(r.open) == 0 || f.Cause == Tab && f.own.value.Start > f.own.end {
		return r.next(nextLine(r.src, l.end))
	}
	i := len(r.open) - 1
	for i > 0 && (r.open[i].column >= l.column || r.open[i].node.Kind != Mapping) {
		i--
	}
	if r.open[i].node.Kind != Mapping {
		return r.next(nextLine(r.src, l.end))
	}
	r.open = r.open[:i+1]
	home := r.open[i].node
	if n := len(home.Pairs); n > 0 && f.Kind == Parser {
		if v := home.Pairs[n-1].Value; v != nil && v.Kind == Mapping && v.Style == Block && r.open[i].column < l.column {
			home = v
		}
	}
	r.open = append(r.open, openBlock{home, l.column})
	r.moveTo(l.start, l.key.Start)
	return i + 1, true
}

// next looks for a line, from the one that starts at offset at on, that begins with a key at the column of an open mapping.
func (r *recovery) next(at int) (int, bool) {
	for at < len(r.src) {
		l := readKeyLine(r.src, at)
		if documentEnds(r.src[at:l.end]) {
			return 0, false
		}
		if i := r.match(&l); i >= 0 {
			return i, true
		}
		if at = nextLine(r.src, l.end); at <= l.end {
			break
		}
	}
	return 0, false
}

// match moves to a line that can go on with an open collection and returns the index of that, else -1.
func (r *recovery) match(l *keyLine) int {
	kind, column := Mapping, l.column
	if l.dash >= 0 {
		kind, column = Sequence, l.dash
	} else if !l.oneWord(r.src) {
		return -1
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		if r.open[i].node.Kind == kind && r.open[i].column == column {
			r.moveTo(l.start, l.start+column)
			return i
		}
	}
	return -1
}

func documentEnds(line string) bool {
	return (strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...")) && (len(line) == 3 || isBlank(line[3]))
}

// moveTo walks to a line and in it to a column. It never walks back.
func (r *recovery) moveTo(line, at int) {
	for r.walk.pos < line {
		n := 0
		for r.walk.pos+n < line && r.walk.breakLen(n) == 0 {
			n++
		}
		r.walk.skip(n)
		r.walk.lineBreak()
	}
	if r.walk.pos < at {
		r.walk.skip(at - r.walk.pos)
	}
}
