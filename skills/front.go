package skills

import (
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// parseFront reads the YAML in a span of the file. All spans of the document are those of the file.
func parseFront(src []byte, front text.Span) *yaml11.Document {
	doc := yaml11.Parse(front.In(src))
	shiftDocument(doc, front.Start)
	return doc
}

func shiftDocument(doc *yaml11.Document, by int) {
	if by == 0 {
		return
	}
	shiftNode(doc.Root, by)
	for i := range doc.Problems {
		shiftProblem(&doc.Problems[i], by)
	}
	if doc.Err != nil && (len(doc.Problems) == 0 || doc.Err != &doc.Problems[0]) {
		shiftProblem(doc.Err, by)
	}
	for i := range doc.Comments {
		doc.Comments[i] = doc.Comments[i].Shift(by)
	}
}

func shiftProblem(p *yaml11.Problem, by int) {
	for _, s := range []*text.Span{&p.Span, &p.Key, &p.Value, &p.Related} {
		if *s != (text.Span{}) {
			*s = s.Shift(by)
		}
	}
}

// shiftNode moves a tree. An alias is a node of its own and its target is met where it stands, so no
// node is met twice.
func shiftNode(n *yaml11.Node, by int) {
	if n == nil {
		return
	}
	n.Span, n.Content = n.Span.Shift(by), n.Content.Shift(by)
	for _, item := range n.Items {
		shiftNode(item, by)
	}
	for _, p := range n.Pairs {
		shiftNode(p.Key, by)
		shiftNode(p.Value, by)
	}
}

// entriesOf lists the pairs of a mapping whose keys are text.
func entriesOf(root *yaml11.Node) []Entry {
	root = root.Resolve()
	if root == nil || root.Kind != yaml11.Mapping {
		return nil
	}
	var out []Entry
	last := map[string]int{}
	for _, p := range root.Pairs {
		key, ok := keyText(p.Key)
		if !ok {
			continue
		}
		if i, twice := last[key]; twice {
			out[i].Later = true
		}
		last[key] = len(out)
		out = append(out, Entry{Key: key, Pair: p})
	}
	return out
}

// keyText returns the text of a key that is text.
func keyText(n *yaml11.Node) (string, bool) {
	n = n.Resolve()
	if n == nil || n.Kind != yaml11.Scalar || n.Tag != yaml11.TagStr && !n.Broken {
		return "", false
	}
	return n.Text, true
}
