package control

import (
	"cmp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// References returns the places that name the thing whose name is at an offset, where it is defined or
// where it is used: figures, subfigures, sweeps, reports, components, points, run matrix keys, targets,
// models. Files that the control file includes or names are looked at too.
func References(tree *capejson.Tree, env Env, offset int) []feature.Location {
	p := newPass(tree, env)
	all, m := p.named(offset)
	if m == nil {
		return nil
	}
	var out []feature.Location
	for _, o := range all {
		if o.is(*m) {
			out = append(out, feature.Location{Path: o.file, Span: o.span, Declaration: o.rank >= listing})
		}
	}
	return inOrder(out)
}

// inOrder sorts places by file, the one asked about first, and leaves out what is there twice.
func inOrder(out []feature.Location) []feature.Location {
	slices.SortStableFunc(out, func(a, b feature.Location) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return slices.CompactFunc(out, func(a, b feature.Location) bool { return a.Path == b.Path && a.Span == b.Span })
}

// mentionAt returns the mention of the file asked about that an offset lies in, quotes included; nil when
// there is none.
func mentionAt(all []mention, offset int) *mention {
	for i := range all {
		m := &all[i]
		if m.file != "" {
			continue
		}
		span := m.whole()
		if m.dollar {
			span.Start--
		}
		if span.Contains(offset) {
			return m
		}
	}
	return nil
}

// whole is the span of a mention with the quotes, if nothing else is between them.
func (m mention) whole() text.Span {
	if m.node != nil && m.span == m.node.InnerSpan() {
		return m.node.Span
	}
	return m.span
}

// defined returns where the thing of a mention is defined: at its settings, else in the list that makes it
// known, else in the file of another program. From one of these places it leads to the next best.
func defined(all []mention, m mention) []feature.Location {
	for want := setting; want > use; want-- {
		var out []feature.Location
		here := false
		for _, o := range all {
			if o.rank == want && o.is(m) {
				out = append(out, feature.Location{Path: o.file, Span: o.whole()})
				here = here || o.file == m.file && o.span == m.span
			}
		}
		if len(out) > 0 && !here {
			return inOrder(out)
		}
	}
	if m.rank > use {
		return []feature.Location{{Span: m.whole()}}
	}
	return nil
}

// Selections returns the spans around an offset, from the innermost outwards.
func Selections(tree *capejson.Tree, offset int) []text.Span {
	var out []text.Span
	add := func(s text.Span) {
		if !s.Empty() && s.Contains(offset) && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	for _, c := range tree.Comments {
		if c.Span.Contains(offset) {
			add(c.Span)
		}
	}
	for n := tree.At(offset); n != nil; n = n.Parent {
		switch {
		case n.Kind == capejson.String:
			add(n.InnerSpan())
		case n.Kind == capejson.Object || n.Kind == capejson.Array:
			if last := tree.Src[n.Span.End-1]; n.Span.Len() > 2 && (last == '}' || last == ']') {
				add(text.Span{Start: n.Span.Start + 1, End: n.Span.End - 1})
			}
		}
		add(n.Span)
		if m := n.Member(); m != nil {
			add(m.Span)
		}
	}
	add(text.Span{Start: 0, End: len(tree.Src)})
	return out
}
