package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// documentSymbol implements textDocument/documentSymbol.
func (s *server) documentSymbol(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	symbols := s.analyzer.Load().Symbols(v.snap, doc.Path)
	if s.caps.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
		return v.symbolTree(doc, symbols), nil
	}
	return v.symbolList(doc, symbols, "", protocol.SymbolInformationSlice{}), nil
}

func (v *view) symbolTree(d *repo.Document, symbols []feature.Symbol) protocol.DocumentSymbolSlice {
	out := make(protocol.DocumentSymbolSlice, 0, len(symbols))
	for _, sym := range symbols {
		one := protocol.DocumentSymbol{
			Name: named(sym), Kind: protocol.SymbolKind(sym.Kind),
			Range: v.rangeOf(d, sym.Span), SelectionRange: v.rangeOf(d, sym.Select),
			Children: v.symbolTree(d, sym.Children),
		}
		if sym.Detail != "" {
			one.Detail = &sym.Detail
		}
		out = append(out, one)
	}
	return out
}

// symbolList is the tree without its shape, for clients from before LSP 3.10.
func (v *view) symbolList(d *repo.Document, symbols []feature.Symbol, container string, out protocol.SymbolInformationSlice) protocol.SymbolInformationSlice {
	for _, sym := range symbols {
		one := protocol.SymbolInformation{Location: v.location(d.Path, sym.Span)}
		one.Name, one.Kind = named(sym), protocol.SymbolKind(sym.Kind)
		if container != "" {
			one.ContainerName = &container
		}
		out = v.symbolList(d, sym.Children, sym.Name, append(out, one))
	}
	return out
}

// named is the name of a symbol; clients refuse an empty one.
func named(sym feature.Symbol) string {
	if sym.Name == "" {
		return `""`
	}
	return sym.Name
}
