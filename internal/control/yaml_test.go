package control

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// FuzzCheckYAML: any bytes give findings inside the file, and an error exactly where PyYAML fails.
func FuzzCheckYAML(f *testing.F) {
	for _, s := range []string{
		"RunControl:\n  PhaseIters: [1, 2]\n", "a: b: c\n", "\ta: 1\n", "// x\na: 1\n", "a: 1\na: 2\n", "a: [1\nb: 2\n", "- a\n", "a: \xff\n", "", "a: &x {b: *x}\n", "? [a]\n: b\n", "a: '\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		found := CheckYAML(src)
		failed := false
		for _, d := range found {
			require.Equal(t, d.Span, d.Span.Clamp(len(src)), "%q", src)
			require.NotEmpty(t, d.Message)
			failed = failed || d.Code != codeYAMLDuplicate
		}
		if doc := yaml11.Parse(src); doc.Err != nil {
			require.True(t, failed, "%q", src)
		}
		_ = IsYAMLControl(src)
		for _, s := range YAMLSymbols(src) {
			require.Equal(t, s.Span, s.Span.Clamp(len(src)), "%q", src)
		}
		_ = YAMLFolding(src)
	})
}
