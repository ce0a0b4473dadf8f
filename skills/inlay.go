package skills

import (
	"fmt"

	"github.com/cape-ls/cape-ls/internal/feature"
)

// InlayHints notes behind name, description and compatibility how much of the limit is used.
func InlayHints(f *File) []feature.Inlay {
	var out []feature.Inlay
	for _, field := range agentKeys {
		e, ok := f.Field(field.Key)
		if !ok || field.Most == 0 || e.Pair.Value == nil || e.Pair.Value.Broken || !isText(e.Pair.Value) {
			continue
		}
		n := runeCount(textOf(e.Pair.Value))
		out = append(out, feature.Inlay{
			Offset:  e.Pair.Value.Span.End,
			Label:   fmt.Sprintf("%d/%d", n, field.Most),
			Tooltip: fmt.Sprintf("%d of at most %d characters", n, field.Most),
		})
	}
	return out
}
