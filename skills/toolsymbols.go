package skills

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/text"
)

// symbolClass is LSP's SymbolKind.Class.
const symbolClass feature.SymbolKind = 5

// ToolSymbols returns the parts of a script: its docstring, its arguments as far as they stand in it as
// literals, its functions and classes, its guard. The script is not run.
func ToolSymbols(s *Script) []feature.Symbol {
	var out []feature.Symbol
	if s.HasDocstring {
		out = append(out, symbol("docstring", s.Description, feature.SymbolString, s.DocstringSpan, s.DocstringSpan))
	}
	if list := s.Outline.Options; len(list) > 0 {
		all := list[0].Span
		var children []feature.Symbol
		for _, o := range list {
			all = all.Cover(o.Span)
			children = append(children, symbol(strings.Join(o.Flags, ", "), optionDetail(o), feature.SymbolKey, o.Span, o.NameSpan))
		}
		args := symbol("arguments", "", feature.SymbolObject, all, list[0].NameSpan)
		args.Children = children
		out = append(out, args)
	}
	for _, f := range s.Outline.Functions {
		kind := feature.SymbolFunction
		if f.Class {
			kind = symbolClass
		}
		out = append(out, symbol(f.Name, "", kind, f.Span, f.NameSpan))
	}
	if s.Guard {
		out = append(out, symbol("__main__", "run as a tool", feature.SymbolModule, s.GuardSpan, s.GuardSpan))
	}
	return out
}

func symbol(name, detail string, kind feature.SymbolKind, span, chosen text.Span) feature.Symbol {
	return feature.Symbol{Name: name, Detail: detail, Kind: kind, Span: span, Select: chosen}
}

// optionDetail says in one line what an argument is.
func optionDetail(o pysource.Option) string {
	var parts []string
	switch {
	case o.Choices != "":
		parts = append(parts, "one of "+o.Choices)
	case o.Type != "":
		parts = append(parts, o.Type)
	case strings.HasPrefix(o.Action, "store_"), o.Action == "count", o.Action == "append":
		parts = append(parts, o.Action)
	}
	if o.Required {
		parts = append(parts, "required")
	}
	if o.Default != "" {
		parts = append(parts, "default "+o.Default)
	}
	detail := strings.Join(parts, ", ")
	if help := strings.Join(strings.Fields(o.Help), " "); help != "" {
		if detail != "" {
			detail += ": "
		}
		detail += help
	}
	return detail
}
