package skills

import (
	"cmp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Tokens colours the front matter: fences, keys, values by what they are read as, comments. The tokens
// are in order, none runs over a line end and no two overlap.
func Tokens(f *File) []feature.Token {
	var out []feature.Token
	add := func(span text.Span, kind feature.TokenType) {
		for _, part := range f.lines(span) {
			out = append(out, feature.Token{Span: part, Type: kind})
		}
	}
	add(f.frontStart(), feature.TokenOperator)
	add(f.Fences.Close, feature.TokenOperator)
	for _, comment := range f.YAML.Comments {
		add(comment, feature.TokenComment)
	}
	colour(f.YAML.Root, add)
	slices.SortStableFunc(out, func(a, b feature.Token) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(b.Span.End, a.Span.End))
	})
	return apart(out)
}

func colour(n *yaml11.Node, add func(text.Span, feature.TokenType)) {
	if n == nil {
		return
	}
	for _, item := range n.Items {
		colour(item, add)
	}
	for _, p := range n.Pairs {
		if p.Key != nil {
			add(p.Key.Span, feature.TokenProperty)
		}
		colour(p.Value, add)
	}
	switch n.Kind {
	case yaml11.Scalar:
		add(n.Span, tokenOf(n))
	case yaml11.Alias:
		add(n.Span, feature.TokenOperator)
	}
}

func tokenOf(n *yaml11.Node) feature.TokenType {
	switch n.Tag {
	case yaml11.TagBool, yaml11.TagNull:
		return feature.TokenKeyword
	case yaml11.TagInt, yaml11.TagFloat, yaml11.TagTimestamp:
		return feature.TokenNumber
	}
	return feature.TokenString
}

// lines cuts a span at line ends and takes the blanks off each piece.
func (f *File) lines(span text.Span) []text.Span {
	var out []text.Span
	for at := span.Start; at < span.End; {
		l := lineAt(f.Src, at)
		part := text.Span{Start: l.Start, End: min(l.End, span.End)}
		for part.Start < part.End && (f.Src[part.Start] == ' ' || f.Src[part.Start] == '\t') {
			part.Start++
		}
		part.End = part.Start + len(trimRight(part.In(f.Src)))
		if !part.Empty() {
			out = append(out, part)
		}
		at = l.next
	}
	return out
}

// apart drops tokens that begin inside the one before.
func apart(tokens []feature.Token) []feature.Token {
	end := 0
	return slices.DeleteFunc(tokens, func(t feature.Token) bool {
		if t.Span.Start < end {
			return true
		}
		end = t.Span.End
		return false
	})
}
