package control

import (
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// References returns the places that name the thing whose name is at an offset, where it is defined or
// where it is named: figures, subfigures, sweeps, reports, components, points, models.
func References(tree *capejson.Tree, env Env, offset int) []feature.Location {
	p := newPass(tree, env)
	key := p.definedAt(offset)
	if key == nil {
		return nil
	}
	var out []feature.Location
	eachText(tree.Root, func(n *capejson.Node) {
		if !n.Is(key.String()) {
			return
		}
		at := p.placeAt(n.Span.Start)
		if at.leaf != n {
			return
		}
		if defs, class := p.definitions(at); defs != nil {
			if e := defs.entry(class, key.String()); e != nil && e.key == key {
				out = append(out, feature.Location{Span: n.InnerSpan()})
			}
		}
	})
	if len(out) == 0 {
		return nil
	}
	out = append(out, feature.Location{Span: key.InnerSpan()})
	slices.SortFunc(out, func(a, b feature.Location) int { return a.Span.Start - b.Span.Start })
	return out
}

// definedAt returns the key that defines the name at an offset: the key there, or the one that the text
// there refers to.
func (p *pass) definedAt(offset int) *capejson.Node {
	at := p.placeAt(offset)
	if at.inKey {
		return at.member.Key
	}
	if at.leaf == nil || at.leaf.Kind != capejson.String || at.class == nil {
		return nil
	}
	defs, class := p.definitions(at)
	if defs == nil {
		return nil
	}
	if e := defs.entry(class, at.leaf.String()); e != nil {
		return e.key
	}
	return nil
}

func eachText(n *capejson.Node, visit func(*capejson.Node)) {
	if n.Kind == capejson.String {
		visit(n)
	}
	for _, item := range n.Items {
		eachText(item, visit)
	}
	for i := range n.Members {
		eachText(n.Members[i].Value, visit)
	}
}

// Selections returns the spans around an offset, from the innermost outwards.
func Selections(tree *capejson.Tree, offset int) []text.Span {
	var out []text.Span
	add := func(s text.Span) {
		if !s.Empty() && s.Contains(offset) && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	for n := tree.At(offset); n != nil; n = n.Parent {
		if n.Kind == capejson.String {
			add(n.InnerSpan())
		}
		add(n.Span)
		if m := n.Member(); m != nil {
			add(m.Span)
		}
	}
	add(text.Span{Start: 0, End: len(tree.Src)})
	return out
}
