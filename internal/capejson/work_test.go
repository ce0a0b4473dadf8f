package capejson_test

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

// usualSize is that of a large control file.
const usualSize = 25_000

func exampleFile(t testing.TB) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("..", "..", "examples", "wing", "pyFun.json"))
	require.NoError(t, err)
	return src
}

// thinOut leaves out some of the marks, each with the same chance.
func thinOut(r *rand.Rand, src []byte, marks string, chance float64) []byte {
	out := make([]byte, 0, len(src))
	for _, c := range src {
		if strings.IndexByte(marks, c) < 0 || r.Float64() >= chance {
			out = append(out, c)
		}
	}
	return out
}

// rubbish puts pieces together in any order, on lines that are indented in any way, or on one line.
func rubbish(r *rand.Rand, lines bool) []byte {
	some := make([]string, 1+r.Intn(5))
	for i := range some {
		some[i] = pieces[r.Intn(len(pieces))]
		if r.Intn(6) == 0 {
			some[i] = hostile[r.Intn(len(hostile))]
		}
	}
	var b strings.Builder
	for b.Len() < usualSize {
		if lines {
			b.WriteString("\n" + strings.Repeat("  ", r.Intn(6)))
		}
		b.WriteString(some[r.Intn(len(some))])
	}
	return []byte(b.String()[:usualSize])
}

// TestFaultsCostLittle: to say what is wrong in a file costs at most ten times what it costs to read one of that
// size that is right. The same holds, up to a half more, of rubbish: what is guessed, found and proved is bounded.
func TestFaultsCostLittle(t *testing.T) {
	example := exampleFile(t)
	require.Empty(t, capejson.Parse(example).Problems)
	most := 10 * capejson.Work(example) * usualSize / len(example)
	large := bytes.Repeat(example, 1+usualSize/len(example))[:usualSize]
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		marks := []string{`{}[]"`, `"`, `}]`, `{[`, `,`, `{}[]",:`, "\n", `:`}[seed%8]
		chance := []float64{0.01, 0.1, 0.3, 0.6}[seed/8%4]
		require.Less(t, capejson.Work(thinOut(r, large, marks, chance)), most, "%d", seed)
		require.Less(t, capejson.Work(rubbish(r, seed%2 == 0)), most*3/2, "%d", seed)
	}
}

// TestWorkGrowsWithSize: twice the text is at most twice the work, whatever is wrong with it.
func TestWorkGrowsWithSize(t *testing.T) {
	const small = 20_000
	for _, piece := range append(hostile, "[", "}", "{]{", "\"a\": {\n},\n", "=\"a\":", "0{JSONFile(", "{\"a\":", "\"a\n", "a: b\n", "\xff\"", "x") {
		for _, before := range []string{"", "{", "{\n  \"a\": {\n"} {
			once := []byte(before + strings.Repeat(piece, 1+small/len(piece)))
			twice := []byte(before + strings.Repeat(piece, 2+2*small/len(piece)))
			require.Less(t, capejson.Work(twice), 2*capejson.Work(once)+small, "%q %q", before, piece)
		}
	}
}

// BenchmarkParse25kBroken measures a large control file that lacks one in ten of its brackets and quotes.
func BenchmarkParse25kBroken(b *testing.B) {
	example := exampleFile(b)
	large := bytes.Repeat(example, 1+usualSize/len(example))[:usualSize]
	benchParse(b, thinOut(rand.New(rand.NewSource(1)), large, `{}[]"`, 0.1))
}

// BenchmarkParse25kBraces measures what deep nesting costs.
func BenchmarkParse25kBraces(b *testing.B) { benchParse(b, bytes.Repeat([]byte("{"), usualSize)) }
