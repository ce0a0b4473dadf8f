package yaml11

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/text"
)

// place says which forms a node may have where it stands.
type place uint8

const (
	flowNode place = iota
	blockNode
	blockNodeOrEntries // also a sequence that is not indented more than its key
)

// props are the anchor and the tag before a node.
type props struct {
	anchor     string
	tag        string
	start, end mark
	any        bool
}

// node composes one node. After a fault it returns what was complete of it, perhaps nil.
func (c *composer) node(where place) *Node {
	if c.depth >= maxDepth {
		if t := c.peek(); t != nil {
			c.stop(&fault{ValueError, "RecursionError", "", nil, "maximum recursion depth exceeded", t.start})
		}
		return nil
	}
	c.depth++
	defer func() { c.depth-- }()
	if c.has(aliasToken) {
		return c.alias(c.next())
	}
	p, ok := c.props()
	if !ok {
		return nil
	}
	t := c.peek()
	if t == nil {
		return nil
	}
	if !p.any {
		p.start, p.end = t.start, t.start
	}
	n := &Node{start: p.start, Tag: p.tag, Anchor: p.anchor}
	block := where != flowNode
	switch {
	case where == blockNodeOrEntries && t.kind == blockEntry:
		c.begin(n, Sequence, Block)
		c.entries(n)
	case t.kind == scalarToken:
		c.scalarNode(n, c.next())
	case t.kind == flowSequenceStart:
		c.begin(n, Sequence, Flow)
		c.flowSequence(n)
	case t.kind == flowMappingStart:
		c.begin(n, Mapping, Flow)
		c.flowMapping(n)
	case block && t.kind == blockSequenceStart:
		c.begin(n, Sequence, Block)
		c.blockSequence(n)
	case block && t.kind == blockMappingStart:
		c.begin(n, Mapping, Block)
		c.blockMapping(n)
	case p.any:
		c.emptyNode(n, p.end)
	default:
		kind := "flow"
		if block {
			kind = "block"
		}
		start := p.start
		c.refuse("while parsing a "+kind+" node", &start, "expected the node content, but found ")
		return nil
	}
	if c.fault != nil && n.Kind != Scalar {
		n.Broken = true
	}
	return n
}

// props reads an anchor and a tag, in either order.
func (c *composer) props() (p props, ok bool) {
	var tagAt mark
	var tag *token
	for range 2 {
		switch {
		case p.anchor == "" && c.has(anchorToken):
			t := c.next()
			p.anchor = t.text
			p.add(&t)
		case tag == nil && c.has(tagToken):
			t := c.next()
			tag, tagAt = &t, t.start
			p.add(&t)
		}
	}
	if tag == nil {
		return p, c.fault == nil
	}
	if tag.verbatim {
		p.tag = tag.text
		return p, c.fault == nil
	}
	prefix, known := c.handles[tag.handle]
	if c.fault == nil && !known {
		start := p.start
		return p, c.stop(&fault{Parser, "ParserError", "while parsing a node", &start,
			"found undefined tag handle " + pytext.Repr(tag.handle), tagAt})
	}
	p.tag = prefix + tag.text
	return p, c.fault == nil
}

func (p *props) add(t *token) {
	if !p.any {
		p.start = t.start
	}
	p.any, p.end = true, t.end
}

// begin sets up a collection.
func (c *composer) begin(n *Node, kind NodeKind, style Style) {
	n.Kind, n.Style = kind, style
	if n.Tag == "" || n.Tag == "!" {
		n.Tag = TagSeq
		if kind == Mapping {
			n.Tag = TagMap
		}
	}
	n.Span = text.Span{Start: n.start.pos, End: c.queue[c.head].end.pos}
	n.Content = text.At(c.queue[c.head].start.pos)
	c.name(n)
}

// name enters the anchor of a node.
func (c *composer) name(n *Node) {
	if n.Anchor == "" {
		return
	}
	if first := c.anchors[n.Anchor]; first != nil && first.start.pos != n.start.pos {
		c.note(Problem{Kind: Composer, Raises: "ComposerError", Cause: DuplicateAnchor,
			Context: "found duplicate anchor " + pytext.Repr(n.Anchor) + "; first occurrence",
			Problem: "second occurrence", Span: c.anchorSpan(n), Related: c.anchorSpan(first)}, &first.start, n.start)
	}
	c.anchors[n.Anchor] = n
}

// anchorSpan finds the anchor before a node in the text: it stands first, or after the tag.
func (c *composer) anchorSpan(n *Node) text.Span {
	at := n.start.pos
	if i := strings.Index(c.src[at:], "&"+n.Anchor); i >= 0 {
		at += i
	}
	return text.Span{Start: at, End: at + 1 + len(n.Anchor)}
}

// note records an error after which the tree can grow on.
func (c *composer) note(p Problem, from *mark, at mark) {
	p.mark(from, at)
	c.noted = append(c.noted, p)
}

func (c *composer) alias(t token) *Node {
	span := text.Span{Start: t.start.pos, End: t.end.pos}
	n := &Node{Kind: Alias, Anchor: t.text, start: t.start, Span: span, Content: span, Target: c.anchors[t.text]}
	if n.Target == nil {
		n.Broken = true
		if c.resumed && strings.Contains(c.src[:t.start.pos], "&"+t.text) {
			return n // the anchor is in a part that could not be read
		}
		c.note(Problem{Kind: Composer, Raises: "ComposerError", Cause: UndefinedAlias, Span: span,
			Problem: "found undefined alias " + pytext.Repr(t.text)}, nil, t.start)
	}
	return n
}

func (c *composer) scalarNode(n *Node, t token) {
	n.Kind, n.Style, n.Text = Scalar, t.style, t.text
	n.Span = text.Span{Start: n.start.pos, End: t.stop}
	n.Content = t.inner
	switch {
	case n.Tag == "!", n.Tag == "" && t.style == Plain:
		n.Tag = resolvePlain(t.text)
	case n.Tag == "":
		n.Tag = TagStr
	}
	c.name(n)
}

// emptyNode is an empty scalar that has an anchor or a tag.
func (c *composer) emptyNode(n *Node, end mark) {
	n.Kind, n.Style = Scalar, Plain
	n.Span = text.Span{Start: n.start.pos, End: end.pos}
	n.Content = text.At(end.pos)
	if n.Tag == "" || n.Tag == "!" {
		n.Tag = TagNull
	}
	c.name(n)
}

// empty is the null where nothing is written.
func (c *composer) empty(at mark) *Node {
	return &Node{Kind: Scalar, Style: Plain, Tag: TagNull, Span: text.At(at.pos), Content: text.At(at.pos), start: at}
}
