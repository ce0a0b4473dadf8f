package skills

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSelectionRanges: each step takes in the next larger part, and none breaks a character or a line end.
func TestSelectionRanges(t *testing.T) {
	const src = "---\r\nname: run-case\r\nmetadata:\r\n  kéy: [a, \"🛩 b\"]\r\n---\r\n\r\n# Run 🛩\r\n\r\nSee [é](references/é.md), then\r\nwait.\r\n\r\n## Stop\r\n"
	f := Parse([]byte(src))
	for _, tc := range []struct {
		at   string // the cursor stands at the start of this text
		want []string
	}{
		{"b\"]", []string{
			"🛩 b", "\"🛩 b\"", "a, \"🛩 b\"", "[a, \"🛩 b\"]", "kéy: [a, \"🛩 b\"]", "  kéy: [a, \"🛩 b\"]", "metadata:\r\n  kéy: [a, \"🛩 b\"]",
			"name: run-case\r\nmetadata:\r\n  kéy: [a, \"🛩 b\"]", "name: run-case\r\nmetadata:\r\n  kéy: [a, \"🛩 b\"]\r\n",
			"---\r\nname: run-case\r\nmetadata:\r\n  kéy: [a, \"🛩 b\"]\r\n---", src,
		}},
		{"é.md", []string{
			"references/é.md", "[é](references/é.md)", "See [é](references/é.md), then", "See [é](references/é.md), then\r\nwait.",
			"# Run 🛩\r\n\r\nSee [é](references/é.md), then\r\nwait.\r\n\r\n## Stop\r\n", src[strings.Index(src, "\r\n\r\n# Run")+2:], src,
		}},
	} {
		at := strings.Index(src, tc.at)
		var got []string
		for _, s := range SelectionRanges(f, at) {
			require.LessOrEqual(t, s.Start, at)
			require.GreaterOrEqual(t, s.End, at)
			got = append(got, string(s.In(f.Src)))
		}
		require.Equal(t, tc.want, got)
	}
}
