package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/text"
)

// inlayHint implements textDocument/inlayHint.
func (s *server) inlayHint(ctx context.Context, p *rangeParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	out := []protocol.InlayHint{}
	for _, h := range s.analyzer.Load().Inlays(v.snap, doc.Path, v.span(doc, p.Range)) {
		one := protocol.InlayHint{
			Position:    v.rangeOf(doc, text.At(h.Offset)).Start,
			Label:       protocol.String(h.Label),
			PaddingLeft: new(true),
		}
		if h.Tooltip != "" {
			one.Tooltip = protocol.String(h.Tooltip)
		}
		out = append(out, one)
	}
	return out, nil
}
