package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/feature"
)

// documentColor implements textDocument/documentColor.
func (s *server) documentColor(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	out := []protocol.ColorInformation{}
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return out, nil
	}
	for _, c := range s.analyzer.Load().Colors(v.snap, doc.Path) {
		out = append(out, protocol.ColorInformation{
			Range: v.rangeOf(doc, c.Span),
			Color: protocol.Color{Red: c.Red, Green: c.Green, Blue: c.Blue, Alpha: c.Alpha},
		})
	}
	return out, nil
}

type colorParams struct {
	documentParams
	Range wireRange
	Color protocol.Color
}

// colorPresentation implements textDocument/colorPresentation: how a colour that was picked can be written.
func (s *server) colorPresentation(ctx context.Context, p *colorParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	out := []protocol.ColorPresentation{}
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return out, nil
	}
	c := feature.Color{Span: v.span(doc, p.Range), Red: p.Color.Red, Green: p.Color.Green, Blue: p.Color.Blue, Alpha: p.Color.Alpha}
	for _, form := range s.analyzer.Load().ColorForms(v.snap, doc.Path, c) {
		out = append(out, protocol.ColorPresentation{
			Label: form, TextEdit: protocol.TextEdit{Range: v.rangeOf(doc, c.Span), NewText: form}})
	}
	return out, nil
}
