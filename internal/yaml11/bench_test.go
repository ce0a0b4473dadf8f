package yaml11

import (
	"strconv"
	"strings"
	"testing"
)

const frontMatter = "name: mesh-check\ndescription: >-\n  Checks a surface mesh before a run and says\n  what is wrong with it.\nlicense: MIT\n" +
	"allowed-tools: Bash(git *:*), Read\nmetadata:\n  author: someone\n  version: \"1.0\"\n  tags: [mesh, check]\n"

func BenchmarkFrontMatter(b *testing.B) { benchmark(b, frontMatter) }

func BenchmarkBrokenFrontMatter(b *testing.B) {
	benchmark(b, strings.Replace(frontMatter, "license: MIT", "license: see: LICENSE", 1))
}

func BenchmarkManyKeys(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var s strings.Builder
			for i := range n {
				s.WriteString("key" + strconv.Itoa(i) + ": some value of this key\n")
			}
			benchmark(b, s.String())
		})
	}
}

func BenchmarkOneLongLine(b *testing.B) { benchmark(b, "a: ["+strings.Repeat("word, ", 100000)+"]") }
func BenchmarkLongText(b *testing.B) {
	benchmark(b, "a: |\n"+strings.Repeat("  some line of text\n", 50000))
}
func BenchmarkOpenQuotes(b *testing.B)   { benchmark(b, strings.Repeat("a: 'b\nc: d\n", 50000)+"'") }
func BenchmarkOpenBrackets(b *testing.B) { benchmark(b, strings.Repeat("a: [b,\n", 50000)) }
func BenchmarkColons(b *testing.B)       { benchmark(b, strings.Repeat("a: b: c\n", 50000)) }
func BenchmarkForbidden(b *testing.B)    { benchmark(b, strings.Repeat("a: \x00\n", 50000)) }
func BenchmarkUnknownTags(b *testing.B)  { benchmark(b, strings.Repeat("- !x y\n", 50000)) }
func BenchmarkDeepIndentation(b *testing.B) {
	benchmark(b, "a:\n"+strings.Repeat(strings.Repeat(" ", 200)+"b c\n", 5000)+"  d: e: f")
}

func benchmark(b *testing.B, src string) {
	text := []byte(src)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(text)
	}
}
