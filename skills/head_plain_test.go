package skills

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// plainHeads are heads, and whether they are read without a YAML parser.
var plainHeads = []struct {
	src   string
	plain bool
}{
	{"---\nname: post\ndescription: Plots. Use it for (all) plots, no. 1 (a:b)!\n---\nBody", true},
	{"---\ndescription: \"Plots: all # of them\"\nname: 'post'\n---", true},
	{"---\nname: a\nversion: 1.0.0\ndescription: Zeigt é — ü\nname: b\n---\n", true},
	{"---\nname: x\ndescription: d\nlicense: yes\n---\n", true},
	{"---\nname: x\n---\n", false},
	{"---\nname: x\ndescription: d\n", false},
	{"---\nname: no\ndescription: d\n---\n", false},
	{"---\nname: 2026-01-01\ndescription: d\n---\n", false},
	{"---\nyes: x\nname: x\ndescription: d\n---\n", false},
	{"---\nname: x\ndescription: d: e\n---\n", false},
	{"---\nname: x\ndescription: d:\n---\n", false},
	{"---\nname: x\ndescription: d #e\n---\n", false},
	{"---\nname: x\ndescription: d \n---\n", false},
	{"---\nname: x\ndescription: é\n---\n", false},
	{"---\nname: x\ndescription:  d\n---\n", false},
	{"---\nname: x\ndescription: d\n  e\n---\n", false},
	{"---\nname: x\ndescription: >\n  e\n---\n", false},
	{"---\nname: x\ndescription: 'it''s'\n---\n", false},
	{"---\nname: x\ndescription: \"a\\tb\"\n---\n", false},
	{"---\nname: x\ndescription: \"a\" b\n---\n", false},
	{"---\nname: x\ndescription: \"\n---\n", false},
	{"---\nname: x\ndescription: \"\"\n---\n", false},
	{"---\nname: x\ndescription: a\tb\n---\n", false},
	{"---\nname: x\ndescription: a\u2028b\n---\n", false},
	{"---\nname: x\ndescription: a\x85\n---\n", false},
	{"---\r\nname: x\r\ndescription: d\r\n---\r\n", false},
	{"--- \nname: x\ndescription: d\n---\n", false},
	{"\ufeff---\nname: x\ndescription: d\n---\n", false},
	{"---\nname: x\ndescription: d\n----\n", false},
	{"---\n" + strings.Repeat("k", 1100) + ": v\nname: x\ndescription: d\n---\n", false},
}

func TestPlainHead(t *testing.T) {
	for _, row := range plainHeads {
		h, plain := plainHead([]byte(row.src))
		assert.Equal(t, row.plain, plain, "%q", row.src)
		if plain {
			assert.Equal(t, readHead([]byte(row.src)), h, "%q", row.src)
		}
	}
}

func FuzzPlainHead(f *testing.F) {
	seeds(f)
	for _, row := range plainHeads {
		f.Add([]byte(row.src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if h, plain := plainHead(src); plain {
			assert.Equal(t, readHead(src), h)
		}
	})
}

func BenchmarkReadHead(b *testing.B) {
	plain := []byte(head + "---\n")
	folded := []byte(strings.Replace(string(plain), "description: ", "description: >-\n  ", 1))
	b.Run("plain", func(b *testing.B) { benchHead(b, plain) })
	b.Run("folded", func(b *testing.B) { benchHead(b, folded) })
}

func benchHead(b *testing.B, src []byte) {
	b.ReportAllocs()
	for b.Loop() {
		ReadHead(src)
	}
}
