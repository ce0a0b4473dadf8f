package control

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
)

func TestFormatOnType(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a brace that is too deep", "{\n    \"a\": {\n        \"b\": 1\n        }<|>\n}", "{\n    \"a\": {\n        \"b\": 1\n    }\n}"},
		{"a bracket at the start", "{\n\t\"a\": [\n\t\t1\n]<|>\n}", "{\n\t\"a\": [\n\t\t1\n\t]\n}"},
		{"where it belongs", "{\n    \"a\": 1\n}<|>", ""},
		{"behind something else", "{\n    \"a\": {\n  \"b\": 1 }<|>\n}", ""},
		{"brackets in texts and comments", "{\n  \"a{\": [ // }\n    \"]\\\"]\"\n     ]<|>", "{\n  \"a{\": [ // }\n    \"]\\\"]\"\n  ]"},
		{"that closes nothing", "   }<|>", ""},
		{"of the wrong kind", "{\n  \"a\": [\n   }<|>", ""},
		{"on the line of the opening one", "{}<|>", ""},
		{"behind an unclosed text", "{\n  \"a\": \"x\n    }<|>", "{\n  \"a\": \"x\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			offset := strings.Index(tt.src, "<|>")
			src := []byte(strings.Replace(tt.src, "<|>", "", 1))
			edits := FormatOnType(src, offset)
			if tt.want == "" {
				require.Empty(t, edits)
				return
			}
			out, ok := diag.Apply(src, edits)
			require.True(t, ok)
			require.Equal(t, tt.want, string(out))
		})
	}
	require.Empty(t, FormatOnType(nil, 0))
	require.Empty(t, FormatOnType([]byte("}"), 9))
}
