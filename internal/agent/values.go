package agent

import (
	"maps"
	"slices"

	"github.com/cape-ls/cape-ls/internal/options"
)

// values turns decoded JSON arguments into the values of the room options, which knows how Python prints
// them.
func values(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := options.Object{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			out = append(out, options.Field{Name: name, Value: values(v[name])})
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = values(v[i])
		}
		return out
	}
	return v
}
