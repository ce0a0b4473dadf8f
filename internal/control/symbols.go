package control

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Symbols returns the keys of a file as they are nested.
func Symbols(tree *capejson.Tree) []feature.Symbol { return symbolsIn(tree.Root) }

func symbolsIn(n *capejson.Node) []feature.Symbol {
	var out []feature.Symbol
	for _, item := range n.Items {
		out = append(out, symbolsIn(item)...)
	}
	for i := range n.Members {
		m := &n.Members[i]
		if m.Key == nil || m.Key.Kind != capejson.String || m.Key.String() == "" {
			continue
		}
		out = append(out, feature.Symbol{
			Name: m.Key.String(), Detail: symbolDetail(m.Value), Kind: symbolKind(m.Value),
			Span: m.Span.Cover(m.Key.Span), Select: m.Key.Span, Children: symbolsIn(m.Value),
		})
	}
	return out
}

// symbolDetail is a line on a value: of an object what tells it from its neighbours, of all else the value.
func symbolDetail(n *capejson.Node) string {
	switch n.Kind {
	case capejson.Object:
		return objectDetail(n)
	case capejson.Missing:
		return ""
	case capejson.Array:
		return listDetail(n)
	case capejson.Included:
		return includedName(n)
	}
	return clip(n.String())
}

func objectDetail(n *capejson.Node) string {
	var words []string
	for _, key := range [...]string{"Type", "Parent", "Component", "Coefficient", "@expr", "key"} {
		if v := n.Get(key); v != nil && (v.Kind == capejson.String || v.Kind == capejson.Array) {
			words = append(words, symbolDetail(v))
		}
	}
	return clip(strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " "))
}

// listDetail joins what is in a list of texts, numbers and the like.
func listDetail(n *capejson.Node) string {
	words := make([]string, 0, min(len(n.Items), maxListed+1))
	for _, item := range n.Items[:min(len(n.Items), maxListed)] {
		if item.Kind == capejson.Object || item.Kind == capejson.Array {
			return count(len(n.Items), "entry", "entries")
		}
		words = append(words, item.String())
	}
	if len(n.Items) > maxListed {
		words = append(words, "…")
	}
	return clip(strings.Join(words, ", "))
}

// maxListed bounds how much of a list a line shows.
const maxListed = 20

func symbolKind(n *capejson.Node) feature.SymbolKind {
	switch n.Kind {
	case capejson.Object:
		return feature.SymbolObject
	case capejson.Array:
		return feature.SymbolArray
	case capejson.String:
		return feature.SymbolString
	case capejson.Number:
		return feature.SymbolNumber
	case capejson.Bool:
		return feature.SymbolBoolean
	case capejson.Null:
		return feature.SymbolNull
	case capejson.Included:
		return feature.SymbolFile
	}
	return feature.SymbolKey
}

// Folding returns the objects and lists that span several lines, and the runs of whole-line comments.
func Folding(tree *capejson.Tree) []feature.Fold {
	lines := text.NewMapper(tree.Src)
	var out []feature.Fold
	var walk func(n *capejson.Node)
	walk = func(n *capejson.Node) {
		if (n.Kind == capejson.Object || n.Kind == capejson.Array) && lines.LineOf(n.Span.Start) < lines.LineOf(n.Span.End) {
			out = append(out, feature.Fold{Span: foldOf(tree, lines, n)})
		}
		for _, item := range n.Items {
			walk(item)
		}
		for i := range n.Members {
			walk(n.Members[i].Value)
		}
	}
	walk(tree.Root)
	return append(out, commentFolds(tree, lines)...)
}

// foldOf is the part of an object or list that is folded away: up to the line before the closing bracket, when
// that begins its line, so that it stays in sight.
func foldOf(tree *capejson.Tree, lines *text.Mapper, n *capejson.Node) text.Span {
	last := lines.LineOf(n.Span.End - 1)
	before := text.Span{Start: lines.Line(last).Start, End: n.Span.End - 1}
	if c := tree.Src[n.Span.End-1]; c != '}' && c != ']' || strings.Trim(string(before.In(tree.Src)), " \t") != "" {
		return n.Span
	}
	return text.Span{Start: n.Span.Start, End: lines.Line(last - 1).End}
}

func commentFolds(tree *capejson.Tree, lines *text.Mapper) []feature.Fold {
	var out []feature.Fold
	for i := 0; i < len(tree.Comments); {
		first, j := tree.Comments[i], i+1
		for first.Whole && j < len(tree.Comments) && tree.Comments[j].Whole &&
			lines.LineOf(tree.Comments[j].Span.Start) == lines.LineOf(tree.Comments[j-1].Span.Start)+1 {
			j++
		}
		if j > i+1 {
			out = append(out, feature.Fold{Span: first.Span.Cover(tree.Comments[j-1].Span), Comment: true})
		}
		i = j
	}
	return out
}
