package yaml11

// separator wants a comma between two entries of a flow collection.
func (c *composer) separator(context string, start *mark, want string) bool {
	if c.has(flowEntry) {
		c.next()
		return c.fault == nil
	}
	return c.refuse(context, start, want)
}

// closeFlow ends a flow collection at its closing bracket.
func (c *composer) closeFlow(n *Node) {
	if c.peek() == nil {
		return
	}
	t := c.next()
	n.Content.End = t.start.pos
	n.Span.End = t.end.pos
}

func (c *composer) flowSequence(n *Node) {
	open := c.next()
	n.Content.Start, n.Content.End = open.end.pos, open.end.pos
	for first := true; !c.has(flowSequenceEnd) && c.fault == nil; first = false {
		if !first && !c.separator("while parsing a flow sequence", &open.start, "expected ',' or ']', but got ") {
			return
		}
		var child *Node
		switch {
		case c.has(keyToken):
			child = c.singlePair()
		case !c.has(flowSequenceEnd) && c.fault == nil:
			child = c.node(flowNode)
		default:
			continue
		}
		if !c.item(n, child) {
			return
		}
	}
	c.closeFlow(n)
}

// singlePair composes `key: value` as an entry of a flow sequence: a mapping of its own.
func (c *composer) singlePair() *Node {
	n := &Node{start: c.peek().start}
	c.begin(n, Mapping, Flow)
	t := c.next()
	n.Span.End = max(n.Span.Start, t.end.pos)
	c.depth++
	defer func() { c.depth-- }()
	var key *Node
	if c.has(valueToken, flowEntry, flowSequenceEnd) {
		key = c.empty(t.end)
	} else if c.fault == nil {
		key = c.node(flowNode)
	}
	if key != nil && c.fault == nil {
		c.pair(n, key, c.flowValue(n, key, flowSequenceEnd))
	}
	n.Broken = c.fault != nil
	n.Content.End = n.Span.End
	return n
}

// flowValue composes the value after a key up to a comma or the closing bracket.
func (c *composer) flowValue(n, key *Node, closing tokenKind) *Node {
	if !c.has(valueToken) {
		if t := c.peek(); t != nil {
			e := c.empty(t.start)
			e.Span.Start, e.Span.End = key.Span.End, key.Span.End
			e.Content = e.Span
			return e
		}
		return nil
	}
	t := c.next()
	n.Span.End = max(n.Span.End, t.end.pos)
	if c.has(flowEntry, closing) {
		return c.empty(t.end)
	}
	if c.fault != nil {
		return nil
	}
	return c.node(flowNode)
}

func (c *composer) flowMapping(n *Node) {
	open := c.next()
	n.Content.Start, n.Content.End = open.end.pos, open.end.pos
	for first := true; !c.has(flowMappingEnd) && c.fault == nil; first = false {
		if !first && !c.separator("while parsing a flow mapping", &open.start, "expected ',' or '}', but got ") {
			return
		}
		if !c.flowPair(n) {
			return
		}
	}
	c.closeFlow(n)
}

// flowPair composes one entry of a flow mapping: a pair, or a key alone.
func (c *composer) flowPair(n *Node) bool {
	if c.has(keyToken) {
		t := c.next()
		var key *Node
		if c.has(valueToken, flowEntry, flowMappingEnd) {
			key = c.empty(t.end)
		} else if c.fault == nil {
			key = c.node(flowNode)
		}
		if key == nil || c.fault != nil {
			return false
		}
		return c.pair(n, key, c.flowValue(n, key, flowMappingEnd))
	}
	if c.has(flowMappingEnd) {
		return true
	}
	if c.fault != nil {
		return false
	}
	key := c.node(flowNode)
	if key == nil || c.peek() == nil {
		return false
	}
	e := c.empty(c.peek().start)
	e.Span.Start, e.Span.End = key.Span.End, key.Span.End
	e.Content = e.Span
	return c.pair(n, key, e)
}
