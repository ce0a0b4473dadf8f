package yaml11

// item adds a child to a sequence and reports whether to go on.
func (c *composer) item(n, child *Node) bool {
	if child != nil {
		n.Items = append(n.Items, child)
		n.Span.End = max(n.Span.End, child.Span.End)
	}
	return c.fault == nil
}

// pair adds a pair to a mapping and reports whether to go on. After a fault the value may be missing.
func (c *composer) pair(n, key, value *Node) bool {
	if key == nil {
		return false
	}
	n.Pairs = append(n.Pairs, Pair{key, value})
	n.Span.End = max(n.Span.End, key.Span.End)
	if value != nil {
		n.Span.End = max(n.Span.End, value.Span.End)
	}
	return c.fault == nil
}

// blockSequence composes the entries of an indented sequence.
func (c *composer) blockSequence(n *Node) {
	start := c.next().start
	n.Span.End = max(n.start.pos, start.pos)
	c.open = append(c.open, openBlock{n, start.column})
	if c.blockEntries(n) && c.endBlock(n, "while parsing a block collection", &start) {
		c.open = c.open[:len(c.open)-1]
	}
}

func (c *composer) blockEntries(n *Node) bool {
	for c.has(blockEntry) {
		t := c.next()
		n.Span.End = max(n.Span.End, t.end.pos)
		var child *Node
		if c.has(blockEntry, blockEnd) {
			child = c.empty(t.end)
		} else if c.fault == nil {
			child = c.node(blockNode)
		}
		if !c.item(n, child) {
			return false
		}
	}
	return c.fault == nil
}

// endBlock wants the end of a block collection.
func (c *composer) endBlock(n *Node, context string, start *mark) bool {
	n.Content.End = n.Span.End
	if !c.has(blockEnd) {
		return c.refuse(context, start, "expected <block end>, but found ")
	}
	c.next()
	return true
}

// entries composes the entries of a sequence that stands at the column of its key.
func (c *composer) entries(n *Node) {
	c.open = append(c.open, openBlock{n, c.peek().start.column})
	for c.has(blockEntry) {
		t := c.next()
		n.Span.End = max(n.Span.End, t.end.pos)
		var child *Node
		if c.has(blockEntry, keyToken, valueToken, blockEnd) {
			child = c.empty(t.end)
		} else if c.fault == nil {
			child = c.node(blockNode)
		}
		if !c.item(n, child) {
			return
		}
	}
	n.Content.End = n.Span.End
	if c.fault == nil {
		c.open = c.open[:len(c.open)-1]
	}
}

// blockMapping composes the pairs of an indented mapping.
func (c *composer) blockMapping(n *Node) {
	start := c.next().start
	n.Span.End = max(n.start.pos, start.pos)
	c.open = append(c.open, openBlock{n, start.column})
	if c.blockPairs(n) && c.endBlock(n, "while parsing a block mapping", &start) {
		c.open = c.open[:len(c.open)-1]
	}
}

func (c *composer) blockPairs(n *Node) bool {
	for c.has(keyToken) {
		t := c.next()
		var key *Node
		if c.has(keyToken, valueToken, blockEnd) {
			key = c.empty(t.end)
		} else if c.fault == nil {
			key = c.node(blockNodeOrEntries)
		}
		if key == nil {
			return false
		}
		if !c.pair(n, key, c.blockValue(n, key)) {
			return false
		}
	}
	return c.fault == nil
}

// blockValue composes the value that belongs to a key, which may be missing.
func (c *composer) blockValue(n, key *Node) *Node {
	if !c.has(valueToken) {
		if t := c.peek(); t != nil {
			at := t.start
			e := c.empty(at)
			e.Span.Start, e.Span.End = key.Span.End, key.Span.End
			e.Content = e.Span
			return e
		}
		return nil
	}
	t := c.next()
	n.Span.End = max(n.Span.End, t.end.pos)
	if c.has(keyToken, valueToken, blockEnd) {
		return c.empty(t.end)
	}
	if c.fault != nil {
		return nil
	}
	return c.node(blockNodeOrEntries)
}
