package lsp

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

var tokenTypes = []feature.TokenType{
	feature.TokenProperty, feature.TokenString, feature.TokenNumber, feature.TokenKeyword,
	feature.TokenComment, feature.TokenOperator, feature.TokenFunction,
}

func tokenLegend() []string {
	out := make([]string, 0, len(tokenTypes))
	for _, t := range tokenTypes {
		out = append(out, string(t))
	}
	return out
}

// semanticTokens implements textDocument/semanticTokens/full.
func (s *server) semanticTokens(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	return v.tokens(doc, text.Span{End: len(doc.Text)}), nil
}

// semanticTokensRange implements textDocument/semanticTokens/range.
func (s *server) semanticTokensRange(ctx context.Context, p *rangeParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	return v.tokens(doc, v.span(doc, p.Range)), nil
}

// tokens encodes the coloured parts inside within: five numbers each, relative to the one before.
func (v *view) tokens(d *repo.Document, within text.Span) *protocol.SemanticTokens {
	out := &protocol.SemanticTokens{Data: []uint32{}}
	var last protocol.Position
	for _, t := range v.s.analyzer.Load().Tokens(v.snap, d.Path) {
		kind := slices.Index(tokenTypes, t.Type)
		if !t.Span.Overlaps(within) || kind < 0 || t.Span.Empty() {
			continue
		}
		r := v.rangeOf(d, t.Span)
		if r.Start.Line != r.End.Line {
			continue // the protocol has no token over two lines
		}
		line, column := r.Start.Line-last.Line, r.Start.Character
		if line == 0 {
			column -= last.Character
		}
		out.Data = append(out.Data, line, column, r.End.Character-r.Start.Character, uint32(kind), 0)
		last = r.Start
	}
	return out
}
