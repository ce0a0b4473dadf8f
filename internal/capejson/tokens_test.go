package capejson_test

import (
	"bytes"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/text"
)

// checkTokens holds that the token stream, printed with what lies between, is the file again: tokens are in
// order, none is empty, and between them is nothing but blanks, comments, and what a finding marks, as long as
// everything is still reported.
func checkTokens(t *testing.T, src []byte) {
	t.Helper()
	tokens, tree := capejson.Tokens(src)
	var marked []text.Span
	for _, c := range tree.Comments {
		marked = append(marked, c.Span)
	}
	for _, d := range tree.Problems {
		marked = append(marked, d.Span)
	}
	slices.SortFunc(marked, func(a, b text.Span) int { return a.Start - b.Start })
	var printed []byte
	at, known := 0, 0
	between := func(end int) {
		for i := at; i < end; i++ {
			for known < len(marked) && marked[known].End <= i {
				known++
			}
			if len(tree.Problems) < 1000 && bytes.IndexByte([]byte(" \t\r\n"), src[i]) < 0 && (known == len(marked) || marked[known].Start > i) {
				t.Fatalf("%q: %q at %d is in no token, blank or comment", src, src[i], i)
			}
		}
		printed = append(printed, src[at:end]...)
		at = end
	}
	for _, tok := range tokens {
		require.Less(t, tok.Start, tok.End, "%q", src)
		require.GreaterOrEqual(t, tok.Start, at, "%q", src)
		between(tok.Start)
		printed = append(printed, tok.In(src)...)
		at = tok.End
	}
	between(len(src))
	require.Equal(t, string(src), string(printed))
}

func TestTokensPrintTheFile(t *testing.T) {
	for _, s := range valid {
		checkTokens(t, []byte(s))
	}
	for _, rule := range capejson.Rules {
		checkTokens(t, []byte(rule.Example))
	}
	r := rand.New(rand.NewSource(4))
	for range rounds / 2 {
		checkTokens(t, []byte(damage(r, valid[r.Intn(len(valid))])))
	}
}

// hostile are texts that, repeated, ask for work without bound where reading is careless: most once took minutes.
var hostile = []string{
	`"`, `"a `, `"\"`, `{"a" [`, "/*x*/", "/*\n", "# // x\n", "1\u00a0", "\u00a0 ", `JSONFile("a"),`, `JSONFile(`, "x\"\n", "{ {", "[1 {", ",", "'a", "[{ ]",
	"{\"a\":1 // \"x\"\n", `{ "x //a":1 ]`, "JSONFile(\"a\"), // {{\n", `"&include":"a",`, "[\n",
	`""a",`, `"a"",`, "[[\n", "{\n \"a\":\n", "{\"a\":\n  \"b\":\n", "}\n", " }\n", "{{\n", "[\n1,\n", "\"a\": {\n\"b\": 1\n", "{\n\"a\": [\n}\n", "\t{\n ]\n", "// x\n}",
}

// BenchmarkHostile shows that time grows with the size of the file and no faster: the nanoseconds for each byte stay
// what they are when the file is four and sixteen times as long.
func BenchmarkHostile(b *testing.B) {
	for _, s := range hostile {
		for _, size := range []int{16 << 10, 64 << 10, 256 << 10} {
			src := []byte("{" + strings.Repeat(s, size/len(s)))
			b.Run(strings.ReplaceAll(strings.ReplaceAll(s, "/", "|"), "\n", "~")+"-"+sizeName(size), func(b *testing.B) {
				for b.Loop() {
					capejson.Parse(src)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(src)), "ns/byte")
			})
		}
	}
}

func sizeName(n int) string {
	return map[int]string{16 << 10: "16k", 64 << 10: "64k", 256 << 10: "256k"}[n]
}
