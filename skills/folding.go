package skills

import (
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Folding returns what can be folded away: the front matter, values in it over several lines, sections
// and code blocks.
func Folding(f *File) []feature.Fold {
	var out []feature.Fold
	add := func(span text.Span) {
		// What comes after the last text of a part stays in view.
		span.End = span.Start + len(trimRight(span.In(f.Src)))
		if f.mapper.LineOf(span.Start) < f.mapper.LineOf(span.End) {
			out = append(out, feature.Fold{Span: span})
		}
	}
	if block := f.frontBlock(); !f.frontStart().Empty() {
		add(block)
	}
	for _, e := range f.entries {
		foldValues(e.Pair, add)
	}
	for i := range f.Headings {
		add(f.section(i))
	}
	for _, b := range f.Blocks {
		add(b.Span)
	}
	return out
}

func foldValues(p yaml11.Pair, add func(text.Span)) {
	if p.Value == nil {
		return
	}
	add(p.Key.Span.Cover(p.Value.Span))
	for _, inner := range p.Value.Pairs {
		foldValues(inner, add)
	}
}
