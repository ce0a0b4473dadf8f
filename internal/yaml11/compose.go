package yaml11

import "github.com/cape-ls/cape-ls/internal/pytext"

// maxDepth is how deep nodes may nest. PyYAML composes each level with two Python frames, and Python allows
// a thousand.
const maxDepth = 490

// composer builds the tree from the tokens. It follows PyYAML's grammar so closely that of two errors the
// same one comes first. Errors of anchors do not end it: they are noted and the tree grows on.
type composer struct {
	*scanner
	handles map[string]string
	anchors map[string]*Node
	open    []openBlock // outermost first; kept after a fault
	depth   int
	noted   []Problem
	resumed bool // part of a recovery
}

// openBlock is a block collection that is not complete yet.
type openBlock struct {
	node   *Node
	column int
}

// has reports whether the next token is of one of the kinds; false after a fault.
func (c *composer) has(kinds ...tokenKind) bool {
	t := c.peek()
	if t == nil {
		return false
	}
	for _, k := range kinds {
		if t.kind == k {
			return true
		}
	}
	return false
}

// refuse notes a parser error at the next token.
func (c *composer) refuse(context string, from *mark, problem string) bool {
	t := c.peek()
	if t == nil {
		return false
	}
	return c.stop(&fault{Parser, "ParserError", context, from, problem + names[t.kind], t.start})
}

// document composes the whole stream. After a fault the node is what was complete by then.
func (c *composer) document() *Node {
	if c.peek() == nil {
		return nil
	}
	if c.has(directive, documentStart, streamEnd) {
		if !c.documentStart() || c.has(streamEnd) {
			return nil
		}
		if c.next(); c.has(directive, documentStart, documentEnd, streamEnd) {
			node := c.empty(c.peek().start)
			c.end(node)
			return node
		}
		if c.fault != nil {
			return nil
		}
	} else {
		c.handles = map[string]string{"!": "!", "!!": tagPrefix}
	}
	node := c.node(blockNode)
	if c.fault == nil {
		c.end(node)
	}
	return node
}

// documentStart reads up to the --- of an explicit document, or finds the end of the stream.
func (c *composer) documentStart() bool {
	for c.has(documentEnd) {
		c.next()
	}
	if c.fault != nil {
		return false
	}
	if c.has(streamEnd) {
		return true
	}
	if !c.directives() {
		return false
	}
	if !c.has(documentStart) {
		return c.refuse("", nil, "expected '<document start>', but found ")
	}
	return true
}

func (c *composer) directives() bool {
	versions := 0
	c.handles = map[string]string{}
	for c.has(directive) {
		t := c.next()
		bad := ""
		switch t.text {
		case "YAML":
			if versions++; versions > 1 {
				bad = "found duplicate YAML directive"
			} else if t.prefix != "1" {
				bad = "found incompatible YAML document (version 1.* is required)"
			}
		case "TAG":
			if _, dup := c.handles[t.handle]; dup {
				bad = "duplicate tag handle " + pytext.Repr(t.handle)
			}
			c.handles[t.handle] = t.prefix
		}
		if bad != "" {
			return c.stop(&fault{Parser, "ParserError", "", nil, bad, t.start})
		}
	}
	for handle, prefix := range map[string]string{"!": "!", "!!": tagPrefix} {
		if _, ok := c.handles[handle]; !ok {
			c.handles[handle] = prefix
		}
	}
	return c.fault == nil
}

// end checks that the stream ends after the document.
func (c *composer) end(root *Node) {
	if c.peek() == nil {
		return
	}
	if c.has(documentEnd) {
		c.next()
	}
	t := c.peek()
	if t == nil || t.kind == streamEnd {
		return
	}
	for c.has(documentEnd) {
		c.next()
	}
	if t = c.peek(); t == nil || t.kind == streamEnd {
		return
	}
	at := t.start
	if c.documentStart() {
		c.stop(&fault{Composer, "ComposerError", "expected a single document in the stream", &root.start,
			"but found another document", at})
	}
}
