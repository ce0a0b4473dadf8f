package yaml11

import "github.com/cape-ls/cape-ls/internal/text"

// mostProblems is how many faults are looked for. After that the keys are still listed, but not read.
const mostProblems = 50

// recovery pieces a tree together around faults: after each it goes on at the next line that begins with a
// key at the column of a mapping that is still open.
type recovery struct {
	src      string
	walk     cursor // at the start of a line; only moves forward
	root     *Node
	open     []openBlock
	findings []finding
	comments []text.Span
	anchors  map[string]*Node
	handles  map[string]string
}

// recoverFrom goes on after the fault that ended c and returns the tree.
func (r *recovery) recoverFrom(c *composer, root *Node) {
	r.root, r.open = root, c.open
	r.anchors, r.handles = c.anchors, c.handles
	for {
		f := c.explain(c.fault)
		r.findings = append(r.findings, f)
		r.comments = append(r.comments, c.comments...)
		r.settle(&f)
		if f.Cause == SecondDocument || f.Cause == TooDeep {
			break
		}
		if len(r.findings) == mostProblems {
			r.listKeys(&f)
			break
		}
		if c = r.resume(&f); c == nil {
			break
		}
	}
	if r.root != nil {
		cover(r.root)
	}
}

// settle marks what the fault has broken.
func (r *recovery) settle(f *finding) {
	if len(r.open) == 0 {
		r.openRoot(f)
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		m := r.open[i].node
		if n := len(m.Pairs); n > 0 && m.Pairs[n-1].Value == nil {
			m.Pairs[n-1].Value = r.brokenValue(m.Pairs[n-1].Key)
		}
	}
	if f.own.item {
		r.breakItem(&f.own)
		return
	}
	if !f.own.ok || f.Cause == MissingColon {
		return
	}
	for i := len(r.open) - 1; i >= 0; i-- {
		m := r.open[i].node
		if n := len(m.Pairs); n > 0 && m.Pairs[n-1].Key.Span.Start == f.own.key.Start {
			m.Pairs[n-1].Value = r.breakValue(m.Pairs[n-1].Value, &f.own)
			return
		}
	}
	r.addKey(&f.own.keyLine, f.own.value)
}

// breakItem marks the list item of the fault as broken, or adds it.
func (r *recovery) breakItem(own *owner) {
	for i := len(r.open) - 1; i >= 0; i-- {
		m := r.open[i]
		if m.node.Kind != Sequence || m.column != own.inner {
			continue
		}
		if n := len(m.node.Items); n > 0 && m.node.Items[n-1].Span.End > own.start {
			m.node.Items[n-1] = r.breakValue(m.node.Items[n-1], own)
		} else {
			m.node.Items = append(m.node.Items, r.raw(own.value))
		}
		return
	}
}

// addKey adds a key whose value could not be read to the open mapping at its column.
func (r *recovery) addKey(l *keyLine, value text.Span) {
	for i := len(r.open) - 1; i >= 0; i-- {
		m := r.open[i]
		if m.column != l.column || m.node.Kind != Mapping {
			continue
		}
		if n := len(m.node.Pairs); n > 0 && m.node.Pairs[n-1].Key.Span.End > l.key.Start {
			return
		}
		r.open = r.open[:i+1]
		m.node.Pairs = append(m.node.Pairs, Pair{r.keyNode(l.key), r.raw(value)})
		return
	}
}

// openRoot makes a mapping for the keys to come when there is none.
func (r *recovery) openRoot(f *finding) {
	column := 0
	switch {
	case r.root != nil && r.root.Kind == Mapping && r.root.Style == Block:
		if len(r.root.Pairs) > 0 {
			column = r.root.Pairs[0].Key.start.column
		}
	case r.root == nil || r.root.Kind == Scalar:
		start := skipBlank(r.src, 0, len(r.src))
		if f.own.ok {
			start, column = f.own.start, f.own.column
		}
		r.root = &Node{Kind: Mapping, Style: Block, Tag: TagMap, Span: text.At(start), Content: text.At(start), Broken: true}
	default:
		return
	}
	r.open = []openBlock{{r.root, column}}
}

// breakValue marks a value as broken. A block collection keeps what came before the fault.
func (r *recovery) breakValue(n *Node, own *owner) *Node {
	if n != nil && n.Style == Block {
		n.Broken = true
		return n
	}
	return r.raw(own.value)
}

// brokenValue is the raw value after a key that has none yet.
func (r *recovery) brokenValue(key *Node) *Node {
	l := readKeyLine(r.src, lineStart(r.src, key.Span.Start))
	if !l.ok || l.key.Start != key.Span.Start {
		return r.raw(text.At(key.Span.End))
	}
	return r.raw(valueSpan(r.src, &l))
}

func (r *recovery) raw(span text.Span) *Node {
	span = span.Clamp(len(r.src))
	return &Node{Kind: Scalar, Tag: TagStr, Style: Plain, Broken: true, built: true, Span: span, Content: span,
		Text: r.src[span.Start:span.End]}
}

// keyNode reads a key by itself.
func (r *recovery) keyNode(span text.Span) *Node {
	n := r.raw(span)
	n.Broken, n.built = false, false
	n.Tag = resolvePlain(n.Text)
	if q := n.Text[0]; (q == '"' || q == '\'') && len(n.Text) > 1 {
		c := newComposer(n.Text, mark{})
		if k := c.document(); k != nil && c.fault == nil && k.Kind == Scalar {
			n.Text, n.Tag, n.Style = k.Text, k.Tag, k.Style
			n.Content = k.Content.Shift(span.Start)
		}
	}
	return n
}

// listKeys adds the rest of the keys of the outermost mapping without reading their values.
func (r *recovery) listKeys(f *finding) {
	if len(r.open) == 0 {
		return
	}
	r.open = r.open[:1]
	for at := nextLine(r.src, lineEnd(r.src, f.origin)); at < len(r.src); {
		l := readKeyLine(r.src, at)
		if l.oneWord(r.src) && l.column == r.open[0].column && r.open[0].node.Kind == Mapping {
			r.addKey(&l, valueSpan(r.src, &l))
		}
		if at = nextLine(r.src, l.end); at <= l.end {
			break
		}
	}
}

// cover widens the spans of collections over children that were added later.
func cover(n *Node) text.Span {
	if n == nil {
		return text.Span{}
	}
	whole := n.Span
	for _, item := range n.Items {
		whole = whole.Cover(cover(item))
	}
	for _, p := range n.Pairs {
		whole = whole.Cover(cover(p.Key)).Cover(cover(p.Value))
	}
	if len(n.Items)+len(n.Pairs) > 0 && whole != n.Span {
		n.Content = n.Content.Cover(whole)
		n.Span = whole
	}
	return n.Span
}
