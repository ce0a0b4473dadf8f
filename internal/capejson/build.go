package capejson

import (
	"github.com/cape-ls/cape-ls/internal/text"
)

// node takes a node from the current chunk: one allocation serves many.
func (p *parser) node(kind Kind, span text.Span) *Node {
	if len(p.nodes) == 0 {
		p.nodes = make([]Node, min(max(len(p.src)/64, 16), 512))
	}
	n := &p.nodes[0]
	p.nodes = p.nodes[1:]
	n.Kind, n.Span, n.Branch = kind, span, p.leaves
	return n
}

// branch takes a Branch from the current chunk.
func (p *parser) branch() *Branch {
	if len(p.branches) == 0 {
		p.branches = make([]Branch, min(max(len(p.src)/512, 4), 128))
	}
	b := &p.branches[0]
	p.branches = p.branches[1:]
	b.tree = p.tree
	return b
}

// take copies entries into a slice of their own, cut from the current chunk.
func take[T any](chunk *[]T, entries []T, size int) []T {
	n := len(entries)
	if n > len(*chunk) {
		*chunk = make([]T, max(n, min(size/64, 512)))
	}
	out := (*chunk)[:n:n]
	*chunk = (*chunk)[n:]
	copy(out, entries)
	return out
}

// child makes a node whose parent is the innermost open container.
func (p *parser) child(kind Kind, span text.Span) *Node {
	n := p.node(kind, span)
	if len(p.stack) > 0 {
		n.Parent = p.top().node
	}
	return n
}

// leaf makes a node of the current token.
func (p *parser) leaf(kind Kind) *Node {
	n := p.child(kind, p.tok.span())
	n.plain = p.tok.plain
	return n
}

// member begins a member; its value is set later.
func (p *parser) member(key *Node, colon, end int) {
	p.members = append(p.members, Member{Key: key, Colon: colon, Span: text.Span{Start: p.tok.start, End: end}})
}

// attach puts a value where the innermost open container wants one.
func (p *parser) attach(n *Node) {
	if len(p.stack) == 0 {
		p.root = n
		return
	}
	f := p.top()
	f.state, f.quiet = wantComma, false
	if !f.object {
		p.items = append(p.items, n)
		return
	}
	m := &p.members[len(p.members)-1]
	m.Value = n
	m.Span.End = n.Span.End
}

// value reads the value that the current token is or begins.
func (p *parser) value() {
	switch p.tok.kind {
	case '{', '[':
		span, object := p.tok.span(), p.tok.kind == '{'
		p.open(span, object)
		p.tooDeep()
		p.next()
		return
	case tokString:
		p.attach(p.leaf(String))
	case tokSingle:
		p.singleQuoted()
		p.attach(p.leaf(String))
	case tokInclude:
		p.attach(p.leaf(Included))
	default:
		p.attach(p.word())
	}
	p.next()
}

// open pushes a container whose opening bracket covers span.
func (p *parser) open(span text.Span, object bool) {
	n := p.child(Array, span)
	if object {
		n.Kind = Object
	}
	p.attach(n)
	f := frame{node: n, object: object, line: p.line, row: p.row, indent: p.indent, inner: -1, base: len(p.items)}
	if object {
		f.base = len(p.members)
	}
	if len(p.stack) < cap(p.stack) { // keep the slice for commas that the slot had
		f.commas = p.stack[:len(p.stack)+1][len(p.stack)].commas[:0]
	}
	p.stack = append(p.stack, f)
}

// shut pops the innermost container, which ends at end.
func (p *parser) shut(end int) {
	f := p.top()
	n := f.node
	n.Span.End = max(end, n.Span.End)
	if f.object {
		if count := len(p.members) - f.base; count > 0 {
			n.Branch = p.branch()
			n.Members = take(&p.memberChunk, p.members[f.base:], len(p.src))
			p.checkDuplicates(n)
			n.Span.End = max(n.Span.End, n.Members[count-1].Span.End)
		}
		p.members = p.members[:f.base]
	} else {
		if count := len(p.items) - f.base; count > 0 {
			n.Branch = p.branch()
			n.Items = take(&p.itemChunk, p.items[f.base:], len(p.src))
			n.Span.End = max(n.Span.End, n.Items[count-1].Span.End)
		}
		p.items = p.items[:f.base]
	}
	p.stack = p.stack[:len(p.stack)-1]
	if len(p.stack) > 0 && p.top().object && len(p.members) > p.top().base {
		m := &p.members[len(p.members)-1]
		m.Span.End = max(m.Span.End, n.Span.End)
	}
}

// checkDuplicates reports keys that are given more than once in one object.
func (p *parser) checkDuplicates(n *Node) {
	if len(n.Members) < 2 {
		return
	}
	if len(n.Members) <= 8 {
		for i := range n.Members {
			for k := 0; k < i; k++ {
				if sameKey(n.Members[i].Key, n.Members[k].Key) {
					p.duplicate(n.Members[i].Key, n.Members[k].Key)
					break
				}
			}
		}
		return
	}
	if p.seen == nil || len(n.Members) > p.seenSize {
		p.seenSize = len(n.Members)
		p.seen = make(map[string]int, p.seenSize)
	}
	clear(p.seen)
	for i := range n.Members {
		key := n.Members[i].Key
		if key == nil || key.Kind != String {
			continue
		}
		name := key.String()
		if k, ok := p.seen[name]; ok {
			p.duplicate(key, n.Members[k].Key)
			continue
		}
		p.seen[name] = i
	}
}

func sameKey(a, b *Node) bool {
	if a == nil || b == nil || a.Kind != String || b.Kind != String {
		return false
	}
	if a.plain && b.plain {
		return a.Text() == b.Text()
	}
	return b.Is(a.String())
}
