package edits

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

func TestVectorsUnifiedDiff(t *testing.T) {
	vectortest.Run(t, "unified_diff", func(t *testing.T, c vectortest.Case) {
		got := Unified(c.Call["file"].(string), vectortest.Text(c.Call["old_text"]), vectortest.Text(c.Call["new_text"]))
		vectortest.Check(t, c.Expect, map[string]any{"diff": got})
	})
}

// difflibs is the port of difflib that has the same answers and is too slow for long texts.
func difflibs(t testing.TB, before, after string) string {
	got, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: pytext.Lines(before), B: pytext.Lines(after), FromFile: "a/f", ToFile: "b/f", Context: 3,
	})
	require.NoError(t, err)
	return got
}

func TestUnifiedIsDifflibs(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for i := range 400 {
		a, b := scatter(rnd, rnd.Intn(320), 1+rnd.Intn(60), 1+rnd.Intn(30))
		require.Equal(t, difflibs(t, a, b), Unified("f", a, b), "round %d", i)
	}
}

// scatter returns a text of n lines out of so many kinds, and a copy with about one of every lines
// changed, removed, doubled or moved.
func scatter(rnd *rand.Rand, n, kinds, every int) (before, after string) {
	var a, b strings.Builder
	for range n {
		line := fmt.Sprintf("line %d\n", rnd.Intn(kinds))
		a.WriteString(line)
		if rnd.Intn(every) > 0 {
			b.WriteString(line)
			continue
		}
		switch rnd.Intn(3) {
		case 0:
			b.WriteString("new " + line)
		case 1:
			b.WriteString(line + line)
		}
	}
	return a.String(), b.String()
}

func TestTruncateCountsCodePoints(t *testing.T) {
	for _, s := range []string{"", "short", strings.Repeat("é", MaxDiffChars)} {
		got, cut := Truncate(s)
		require.False(t, cut)
		require.Equal(t, s, got)
	}
	got, cut := Truncate(strings.Repeat("🚀", MaxDiffChars+1))
	require.True(t, cut)
	require.Equal(t, strings.Repeat("🚀", MaxDiffChars)+CutMarker, got)
}

func BenchmarkUnified(b *testing.B) {
	const lines = 20000
	for _, every := range []int{2, 10, 100} {
		for _, kinds := range []int{300, 5000, 1 << 30} {
			x, y := scatter(rand.New(rand.NewSource(7)), lines, kinds, every)
			b.Run(fmt.Sprintf("one in %d of %d kinds", every, kinds), func(b *testing.B) {
				for b.Loop() {
					Unified("f", x, y)
				}
			})
		}
	}
	var x, y strings.Builder
	for i := range lines { // the worst that scattered changes can be: no long block to begin with
		fmt.Fprintf(&x, "line %d\n", i)
		fmt.Fprintf(&y, "line %d%s\n", i, strings.Repeat(" new", i%2))
	}
	b.Run("every second line", func(b *testing.B) {
		for b.Loop() {
			Unified("f", x.String(), y.String())
		}
	})
}
