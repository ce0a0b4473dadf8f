package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/agent"
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
	if help, ok := s.toolHelp(doc.Text); ok {
		symbols = withHelp(symbols, help)
	}
	if s.caps.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
		return v.symbolTree(doc, symbols), nil
	}
	return v.symbolList(doc, symbols, "", protocol.SymbolInformationSlice{}), nil
}

// argumentsName is the symbol of a tool under which its arguments stand (skills.ToolSymbols).
const argumentsName = "arguments"

// withHelp adds the arguments that a tool named in its help and that its text does not show, since it makes them
// as it runs. They have no place of their own and get that of the other arguments.
func withHelp(symbols []feature.Symbol, help agent.Help) []feature.Symbol {
	i := slices.IndexFunc(symbols, func(sym feature.Symbol) bool { return sym.Name == argumentsName })
	arguments := feature.Symbol{Name: argumentsName, Kind: feature.SymbolObject}
	if i >= 0 {
		arguments = symbols[i]
	} else if len(symbols) > 0 {
		last := symbols[len(symbols)-1] // the guard, behind which the arguments are read
		arguments.Span, arguments.Select = last.Span, last.Select
	}
	known := map[string]bool{"-h": true, "--help": true}
	for _, child := range arguments.Children {
		for _, flag := range strings.Split(child.Name, ", ") {
			known[flag] = true
		}
	}
	more := slices.Clip(arguments.Children)
	for _, o := range help.Options {
		names := o.Flags
		if len(names) == 0 {
			names = []string{o.Metavar}
		}
		if slices.ContainsFunc(names, func(name string) bool { return known[name] }) {
			continue
		}
		more = append(more, feature.Symbol{
			Name: strings.Join(names, ", "), Detail: o.Help, Kind: feature.SymbolKey, Span: arguments.Select, Select: arguments.Select,
		})
	}
	if len(more) == len(arguments.Children) {
		return symbols
	}
	arguments.Children = more
	if i < 0 {
		return append(slices.Clip(symbols), arguments)
	}
	symbols = slices.Clone(symbols)
	symbols[i] = arguments
	return symbols
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
