package text_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

func TestSplitLinesKnowsPythonsLineEnds(t *testing.T) {
	for s, want := range map[string][]string{
		"": nil, "a": {"a"}, "a\n": {"a"}, "a\n\n": {"a", ""}, "\r\n\r": {"", ""}, "a\r\r\nb": {"a", "", "b"},
		"a\vb\fc\x1cd\x1de\x1ef\u0085g\u2028h\u2029i": {"a", "b", "c", "d", "e", "f", "g", "h", "i"},
		"a\x1fb\x00c": {"a\x1fb\x00c"},
	} {
		require.Equal(t, want, text.SplitLines(s), "%q", s)
		require.Equal(t, s, strings.Join(slices.Collect(text.PythonLines(s)), ""))
	}
	require.Equal(t, "a\nb\n\nc", text.Universal("a\r\nb\r\r\nc"))
}
