package yaml11

import (
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/text"
)

// builder gives every node its value, in PyYAML's order: scalars at once, collections one after the other.
// It goes on after an error, so that each broken value is found.
type builder struct {
	src      string
	todo     []*Node
	problems []Problem
	merged   int // pairs copied by merging, to bound the work
}

// kindNames are PyYAML's names of the forms.
var kindNames = [...]string{Scalar: "scalar", Sequence: "sequence", Mapping: "mapping"}

func (b *builder) run(root *Node) {
	b.build(root)
	for len(b.todo) > 0 {
		n := b.todo[0]
		b.todo = b.todo[1:]
		b.fill(n)
	}
}

// refuse notes a ConstructorError and marks the node as broken.
func (b *builder) refuse(n *Node, cause Cause, context *Node, words, problem string) {
	p := Problem{Kind: Constructor, Raises: "ConstructorError", Cause: cause, Context: words, Problem: problem, Span: n.Span}
	var from *mark
	if context != nil {
		from = &context.start
	}
	if cause == UnknownTag {
		p.Span = b.tagSpan(n)
	}
	p.mark(from, n.start)
	b.broken(n, p)
}

func (b *builder) broken(n *Node, p Problem) {
	n.Broken = true
	b.problems = append(b.problems, p)
}

// tagSpan finds the tag in front of a node; it may follow the anchor.
func (b *builder) tagSpan(n *Node) text.Span {
	start := n.Span.Start
	head := b.src[start:max(start, min(n.Content.Start, n.Span.End, start+4096))]
	i := strings.IndexByte(head, '!')
	if i < 0 {
		return n.Span
	}
	end := strings.IndexAny(head[i:], " \t\r\n")
	if end < 0 {
		end = len(head) - i
	}
	return text.Span{Start: start + i, End: start + i + end}
}

func (n *Node) currentTag() string {
	if n.tag != "" {
		return n.tag
	}
	return n.Tag
}

// build returns the value of a node. A collection is still empty: it is filled later.
func (b *builder) build(n *Node) Value {
	n = n.Resolve()
	if n == nil {
		return Value{}
	}
	if n.built {
		return n.value
	}
	n.built = true
	if n.Broken && n.Style != Block {
		return Value{}
	}
	switch n.currentTag() {
	case TagSeq:
		n.value = Value{Kind: List, ref: &items{}}
	case TagOmap, TagPairs:
		n.value = Value{Kind: List, ref: &items{}}
	case TagMap:
		n.value = Value{Kind: Map, ref: &dict{}}
	case TagSet:
		n.value = Value{Kind: Set, ref: &items{}}
	default:
		n.value = b.scalar(n)
		return n.value
	}
	b.todo = append(b.todo, n)
	return n.value
}

// scalar builds a value that is made from a text.
func (b *builder) scalar(n *Node) Value {
	tag := n.currentTag()
	switch tag {
	case TagNull, TagBool, TagInt, TagFloat, TagStr, TagBinary, TagTimestamp:
	default:
		b.refuse(n, UnknownTag, nil, "", "could not determine a constructor for the tag "+pytext.Repr(tag))
		return Value{}
	}
	s, at := b.text(n)
	if at != nil {
		if at.Kind == 0 {
			b.exception(n, &pyError{"RecursionError", "maximum recursion depth exceeded"})
			return Value{}
		}
		b.refuse(at, BadValue, nil, "", "expected a scalar node, but found "+kindNames[at.Kind])
		n.Broken = true
		return Value{}
	}
	v, bad := Value{}, (*pyError)(nil)
	switch tag {
	case TagNull:
		v.Kind = Null
	case TagStr:
		v = Value{Kind: Str, text: s}
	case TagBool:
		v, bad = readBool(s)
	case TagInt:
		v.Kind = Int
		v.ref, bad = readInt(s)
	case TagFloat:
		v, bad = buildFloat(n, s)
	case TagTimestamp:
		if v, bad = buildMoment(s); n.Kind != Scalar {
			bad = &pyError{"TypeError", "expected string or bytes-like object, got 'list'"}
		}
	case TagBinary:
		raw, problem := readBinary(s)
		if problem != "" {
			b.refuse(n, BadValue, nil, "", problem)
			return Value{}
		}
		return Value{Kind: Bytes, text: raw}
	}
	if bad != nil {
		b.exception(n, bad)
		return Value{}
	}
	return v
}

func (b *builder) exception(n *Node, e *pyError) {
	p := Problem{Kind: ValueError, Raises: e.class, Problem: e.message, Cause: BadValue, Span: n.Span}
	if e.class == "RecursionError" {
		p.Cause = TooDeep
	}
	p.mark(nil, n.start)
	b.broken(n, p)
}

// text returns the text of a scalar; of a mapping that of its value under the key =. A second result is the
// node that has no text, or an empty node when the search goes round in circles.
func (b *builder) text(n *Node) (string, *Node) {
	for range mostNesting {
		if n.Kind == Scalar {
			return n.Text, nil
		}
		next := (*Node)(nil)
		for _, p := range n.current() {
			if k := p.Key.Resolve(); k != nil && k.currentTag() == TagValue {
				next = p.Value.Resolve()
				break
			}
		}
		if next == nil {
			return "", n
		}
		n = next
	}
	return "", &Node{}
}

func readBool(s string) (Value, *pyError) {
	switch low := lower(s); low {
	case "yes", "true", "on":
		return Value{Kind: Bool, num: 1}, nil
	case "no", "false", "off":
		return Value{Kind: Bool}, nil
	default:
		return Value{}, &pyError{"KeyError", pytext.Repr(low)}
	}
}

func buildFloat(n *Node, s string) (Value, *pyError) {
	f, kind, err := readFloat(s)
	v := Value{Kind: Float, num: f}
	if kind == ownNaN {
		v.ref = n
	}
	return v, err
}

func buildMoment(s string) (Value, *pyError) {
	m, err := readTimestamp(s)
	v := Value{Kind: Date, ref: m}
	if err == nil && m.HasTime {
		v.Kind = DateTime
	}
	return v, err
}

// fill puts the children into a collection.
func (b *builder) fill(n *Node) {
	switch n.currentTag() {
	case TagSeq:
		b.fillList(n)
	case TagOmap:
		b.fillPairs(n, "while constructing an ordered map")
	case TagPairs:
		b.fillPairs(n, "while constructing pairs")
	case TagSet:
		var d dict
		b.fillMap(n, &d)
		set := n.value.ref.(*items)
		for _, e := range d.entries {
			set.list = append(set.list, e.Key)
		}
	case TagMap:
		b.fillMap(n, n.value.ref.(*dict))
	}
}

func (b *builder) fillList(n *Node) {
	if n.Kind != Sequence {
		b.refuse(n, BadValue, nil, "", "expected a sequence node, but found "+kindNames[n.Kind])
		return
	}
	l := n.value.ref.(*items)
	l.list = make([]Value, 0, len(n.Items))
	for _, child := range n.Items {
		l.list = append(l.list, b.build(child))
	}
}

func (b *builder) fillPairs(n *Node, context string) {
	if n.Kind != Sequence {
		b.refuse(n, BadValue, n, context, "expected a sequence, but found "+kindNames[n.Kind])
		return
	}
	l := n.value.ref.(*items)
	for _, child := range n.Items {
		sub := child.Resolve()
		if sub == nil {
			continue
		}
		if sub.Kind != Mapping {
			b.refuse(sub, BadValue, n, context, "expected a mapping of length 1, but found "+kindNames[sub.Kind])
			continue
		}
		pairs := sub.current()
		if len(pairs) != 1 {
			b.refuse(sub, BadValue, n, context, fmt.Sprintf("expected a single mapping item, but found %d items", len(pairs)))
			continue
		}
		key := b.build(pairs[0].Key)
		value := b.build(pairs[0].Value)
		l.list = append(l.list, Value{Kind: Tuple, ref: &items{[]Value{key, value}}})
	}
}

func (b *builder) fillMap(n *Node, d *dict) {
	if n.Kind != Mapping {
		b.refuse(n, BadValue, nil, "", "expected a mapping node, but found "+kindNames[n.Kind])
		return
	}
	b.flatten(n, 0)
	for _, p := range n.current() {
		key := b.build(p.Key)
		if k := p.Key.Resolve(); k == nil || k.Broken && !isCollection(key) {
			b.build(p.Value)
			continue
		}
		if !key.Hashable() {
			b.refuseKey(n, p.Key.Resolve())
			continue
		}
		d.set(key, b.build(p.Value))
	}
}

func isCollection(v Value) bool { return v.Kind == List || v.Kind == Set || v.Kind == Map }

func (b *builder) refuseKey(n, key *Node) {
	b.refuse(key, Unhashable, n, "while constructing a mapping", "found unhashable key")
	n.Broken = true
}
