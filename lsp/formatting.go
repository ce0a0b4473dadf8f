package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// formatting implements textDocument/formatting. The options of the client are not used: the layout is
// that of the file, only its faults are mended.
func (s *server) formatting(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	out := []protocol.TextEdit{}
	for _, e := range s.analyzer.Load().Format(v.snap, doc.Path) {
		out = append(out, protocol.TextEdit{Range: v.rangeOf(doc, e.Span), NewText: e.New})
	}
	return out, nil
}
