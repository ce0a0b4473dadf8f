package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/text"
)

// foldingRange implements textDocument/foldingRange.
func (s *server) foldingRange(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	out := []protocol.FoldingRange{}
	for _, f := range s.analyzer.Load().Folding(v.snap, doc.Path) {
		r := v.rangeOf(doc, f.Span)
		if r.End.Line <= r.Start.Line {
			continue
		}
		one := protocol.FoldingRange{StartLine: r.Start.Line, EndLine: r.End.Line}
		if f.Comment {
			one.Kind = protocol.FoldingRangeKindComment
		}
		out = append(out, one)
	}
	return out, nil
}

type selectionParams struct {
	documentParams
	Positions []wirePosition
}

// selectionRange implements textDocument/selectionRange: one answer for each position, in order.
func (s *server) selectionRange(ctx context.Context, p *selectionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	out := []protocol.SelectionRange{}
	for _, pos := range p.Positions {
		offset := v.offset(doc, pos)
		one := protocol.SelectionRange{Range: v.rangeOf(doc, text.At(offset))}
		spans := s.analyzer.Load().Selections(v.snap, doc.Path, offset)
		for i := len(spans) - 1; i >= 0; i-- { // built from the outermost inwards
			next := protocol.SelectionRange{Range: v.rangeOf(doc, spans[i])}
			if i < len(spans)-1 {
				parent := one
				next.Parent = &parent
			}
			one = next
		}
		out = append(out, one)
	}
	return out, nil
}

// documentLink implements textDocument/documentLink.
func (s *server) documentLink(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	out := []protocol.DocumentLink{}
	for _, l := range s.analyzer.Load().Links(v.snap, doc.Path) {
		target := linkTarget(s, l.Path, l.URL)
		one := protocol.DocumentLink{Range: v.rangeOf(doc, l.Span), Target: &target}
		if l.Tooltip != "" && s.caps.TextDocument.DocumentLink.TooltipSupport {
			one.Tooltip = &l.Tooltip
		}
		out = append(out, one)
	}
	return out, nil
}
