package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// hover implements textDocument/hover.
func (s *server) hover(ctx context.Context, p *positionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(p)
	if !ok {
		return nil, nil
	}
	h := at.a.Hover(v.snap, at.doc.Path, at.offset)
	if h == nil {
		return nil, nil
	}
	r := v.rangeOf(at.doc, h.Span)
	kind := markup(s.caps.TextDocument.Hover.ContentFormat)
	return &protocol.Hover{Contents: s.marked(h.Markdown, kind), Range: &r}, nil
}

// marked returns Markdown as what the client can show.
func (s *server) marked(markdown string, kind protocol.MarkupKind) *protocol.MarkupContent {
	if kind == protocol.MarkupKindPlainText {
		markdown = plain(markdown)
	}
	return &protocol.MarkupContent{Kind: kind, Value: markdown}
}
