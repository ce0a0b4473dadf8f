package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Apply returns src with the edits made, all of them in terms of the text before. Edits of other files
// are passed over. ok is false, and src returned as it is, when two edits overlap or one lies outside.
func Apply(src []byte, edits []Edit) (out []byte, ok bool) {
	own := slices.DeleteFunc(slices.Clone(edits), func(e Edit) bool { return e.Path != "" })
	slices.SortStableFunc(own, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	var b strings.Builder
	at := 0
	for _, e := range own {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(src) {
			return src, false
		}
		b.Write(src[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(src[at:])
	return []byte(b.String()), true
}
