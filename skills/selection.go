package skills

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// SelectionRanges returns the spans around an offset, from the innermost outwards, each inside the
// next: in the front matter value, pair, mapping, front matter; in the body link target, link,
// paragraph, section; then the file.
func SelectionRanges(f *File, offset int) []text.Span {
	var spans []text.Span
	add := func(s text.Span) {
		if s.Start <= offset && offset <= s.End && !s.Empty() {
			spans = append(spans, s)
		}
	}
	add(text.Span{Start: 0, End: len(f.Src)})
	add(f.frontBlock())
	add(f.Fences.Front)
	add(f.Fences.Body)
	selectNode(f.YAML.Root, add)
	for i := range f.Headings {
		add(f.section(i))
		add(f.Headings[i].Span)
	}
	for _, b := range f.Blocks {
		add(b.Span)
	}
	for _, l := range f.Links {
		add(l.Span)
		add(l.Target)
	}
	for _, w := range f.Words {
		add(w.Span)
	}
	if f.Fences.Body.Contains(offset) {
		add(f.paragraph(offset))
	}
	add(f.mapper.Line(f.mapper.LineOf(offset)))
	return nested(spans)
}

func selectNode(n *yaml11.Node, add func(text.Span)) {
	if n == nil {
		return
	}
	add(n.Span)
	add(n.Content)
	for _, item := range n.Items {
		selectNode(item, add)
	}
	for _, p := range n.Pairs {
		if p.Key != nil && p.Value != nil {
			add(p.Key.Span.Cover(p.Value.Span))
		}
		selectNode(p.Key, add)
		selectNode(p.Value, add)
	}
}

// paragraph returns the lines around an offset up to the next blank ones.
func (f *File) paragraph(offset int) text.Span {
	n := f.mapper.LineOf(offset)
	blank := func(k int) bool {
		l := f.mapper.Line(k)
		return k < 0 || k >= f.mapper.LineCount() || len(bytes.TrimSpace(l.In(f.Src))) == 0 || l.Start < f.Fences.Body.Start
	}
	if blank(n) {
		return text.At(offset)
	}
	first, last := n, n
	for !blank(first - 1) {
		first--
	}
	for !blank(last + 1) {
		last++
	}
	return f.mapper.Line(first).Cover(f.mapper.Line(last))
}

// nested sorts spans by size and keeps those that hold the one before.
func nested(spans []text.Span) []text.Span {
	slices.SortFunc(spans, func(a, b text.Span) int {
		return cmp.Or(cmp.Compare(a.Len(), b.Len()), cmp.Compare(a.Start, b.Start))
	})
	var out []text.Span
	for _, s := range spans {
		if len(out) == 0 || out[len(out)-1] != s && inside(out[len(out)-1], s) {
			out = append(out, s)
		}
	}
	return out
}

func trimRight(b []byte) []byte { return bytes.TrimRight(b, " \t\r\n") }
