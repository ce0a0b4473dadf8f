package skills

import (
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Symbols returns the parts of a file: the front matter with its keys, then the headings, each with the
// deeper ones below it.
func Symbols(f *File) []feature.Symbol {
	var out []feature.Symbol
	if len(f.entries) > 0 {
		front := feature.Symbol{
			Name: "Front matter", Kind: feature.SymbolObject,
			Span: f.frontBlock(), Select: f.frontStart(),
		}
		if !inside(front.Select, front.Span) {
			front.Select = text.At(front.Span.Start)
		}
		front.Children = keySymbols(f.YAML.Root.Resolve())
		out = append(out, front)
	}
	headings, _ := f.headingSymbols(0, 0)
	return append(out, headings...)
}

func inside(in, out text.Span) bool { return out.Start <= in.Start && in.End <= out.End }

// frontBlock is the front matter with its fences.
func (f *File) frontBlock() text.Span {
	block := f.Fences.Front
	if start := f.frontStart(); !start.Empty() {
		block = block.Cover(start)
	}
	if !f.Fences.Close.Empty() {
		block = block.Cover(f.Fences.Close)
	}
	return block
}

func keySymbols(n *yaml11.Node) []feature.Symbol {
	if n == nil || n.Kind != yaml11.Mapping {
		return nil
	}
	var out []feature.Symbol
	for _, p := range n.Pairs {
		name, ok := keyText(p.Key)
		if !ok || name == "" || p.Key.Kind == yaml11.Alias {
			continue
		}
		s := feature.Symbol{Name: name, Kind: feature.SymbolKey, Span: p.Key.Span, Select: p.Key.Span}
		if v := p.Value; v != nil {
			s.Span = s.Span.Cover(v.Span)
			s.Kind = symbolKind(v)
			if v.Kind == yaml11.Scalar {
				s.Detail = short([]byte(v.Text))
			}
			s.Children = keySymbols(v)
		}
		out = append(out, s)
	}
	return out
}

func symbolKind(v *yaml11.Node) feature.SymbolKind {
	switch tagOf(v) {
	case yaml11.TagStr:
		return feature.SymbolString
	case yaml11.TagBool:
		return feature.SymbolBoolean
	case yaml11.TagInt, yaml11.TagFloat:
		return feature.SymbolNumber
	case yaml11.TagNull:
		return feature.SymbolNull
	case yaml11.TagSeq:
		return feature.SymbolArray
	case yaml11.TagMap:
		return feature.SymbolObject
	}
	return feature.SymbolKey
}

// headingSymbols builds the tree of the headings from number i on that are deeper than level, and
// returns the number of the first that is not.
func (f *File) headingSymbols(i, level int) ([]feature.Symbol, int) {
	var out []feature.Symbol
	for i < len(f.Headings) && f.Headings[i].Level > level {
		h := f.Headings[i]
		s := feature.Symbol{Name: h.Text, Kind: feature.SymbolString, Select: h.Span}
		if s.Name == "" {
			s.Name = "-"
		}
		s.Span = f.section(i)
		s.Children, i = f.headingSymbols(i+1, h.Level)
		out = append(out, s)
	}
	return out, i
}

// section is a heading with all below it, up to the next heading that is not deeper.
func (f *File) section(i int) text.Span {
	end := len(f.Src)
	for _, h := range f.Headings[i+1:] {
		if h.Level <= f.Headings[i].Level {
			end = f.mapper.FullLine(f.mapper.LineOf(h.Span.Start)).Start
			break
		}
	}
	start := f.mapper.FullLine(f.mapper.LineOf(f.Headings[i].Span.Start)).Start
	return text.Span{Start: start, End: max(end, f.Headings[i].Span.End)}
}
