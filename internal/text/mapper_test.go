package text_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

// encodings with an independent way to count: the standard library's encoders over whole strings.
var encodings = map[text.Encoding]func(string) int{
	text.UTF8:  func(s string) int { return len(s) },
	text.UTF16: func(s string) int { return len(utf16.Encode([]rune(s))) },
	text.UTF32: utf8.RuneCountInString,
}

var pieces = []string{"a", "é", "e\u0301", "漢", "😀", "👨\u200d👩", "\n", "\r\n", "\r", "\t", "\u2028", " ", "x"}

func random(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// lines is an independent restatement of LSP's lines.
func lines(s string) []string {
	return strings.Split(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"), "\n")
}

func TestPositionsAgreeWithAnIndependentCount(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s := random(r)
		m := text.NewMapper([]byte(s))
		want := lines(s)
		require.Equal(t, len(want), m.LineCount(), "%q", s)
		for n, line := range want {
			require.Equal(t, line, string(m.Line(n).In([]byte(s))), "line %d of %q", n, s)
			for enc, count := range encodings {
				for at := range line + "." {
					p := text.Position{Line: n, Column: count(line[:at])}
					offset := m.Offset(p, enc)
					require.Equal(t, line[:at], s[m.Line(n).Start:offset], "%v in %q", p, s)
					require.Equal(t, p, m.Position(offset, enc), "%d in %q", offset, s)
				}
			}
		}
	}
}

func TestPositionsInLongLinesAgreeWithAnIndependentCount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range []int{1023, 1024, 1025, 6000} {
		head, line := random(r)+"\n", ""
		for len(line) < size {
			line += []string{"a", "é", "漢", "😀", "\xff", "\xf0\x9f", "b"}[r.IntN(7)]
		}
		src := head + line + "\n" + line
		m := text.NewMapper([]byte(src))
		for enc, count := range encodings {
			for n, start := range []int{len(head), len(head) + len(line) + 1} {
				for at := range line + "." {
					want := text.Position{Line: len(lines(head)) - 1 + n, Column: count(line[:at])}
					require.Equal(t, want, m.Position(start+at, enc), "%d of %q", start+at, src)
				}
			}
		}
	}
}

func TestPositionsOutsideTheTextAreMovedInside(t *testing.T) {
	src := []byte("ab\r\n😀c")
	m := text.NewMapper(src)
	for _, c := range []struct {
		p    text.Position
		enc  text.Encoding
		want int
	}{
		{text.Position{Line: 0, Column: 99}, text.UTF16, 2},
		{text.Position{Line: 9, Column: 0}, text.UTF16, len(src)},
		{text.Position{Line: -1, Column: 5}, text.UTF16, 0},
		{text.Position{Line: 0, Column: -3}, text.UTF16, 0},
		{text.Position{Line: 1, Column: 1}, text.UTF16, 4}, // inside the surrogate pair
		{text.Position{Line: 1, Column: 2}, text.UTF8, 4},  // inside the four bytes
		{text.Position{Line: 1, Column: 1}, text.UTF32, 8},
	} {
		require.Equal(t, c.want, m.Offset(c.p, c.enc), "%v %s", c.p, c.enc)
	}
	require.Equal(t, text.Position{Line: 0, Column: 2}, m.Position(3, text.UTF16), "between CR and LF")
	require.Equal(t, text.Position{Line: 1, Column: 0}, m.Position(6, text.UTF16), "inside a code point")
	require.Equal(t, text.Position{Line: 1, Column: 3}, m.Position(99, text.UTF16))
}

func TestLineEndingIsTheOneInForce(t *testing.T) {
	for _, c := range []struct {
		src    string
		offset int
		want   string
	}{
		{"", 0, "\n"}, {"a", 0, "\n"}, {"a\r\nb", 4, "\r\n"}, {"a\rb\n", 0, "\r"}, {"a\nb\r\nc", 2, "\r\n"}, {"a\r\nb\n", 5, "\n"},
	} {
		require.Equal(t, c.want, text.NewMapper([]byte(c.src)).LineEnding(c.offset), "%q at %d", c.src, c.offset)
	}
	require.Equal(t, "a\r\nb\r\nc\r\n", text.WithLineEnding("a\nb\r\nc\r", "\r\n"))
	require.Equal(t, "a\nb", text.WithLineEnding("a\r\nb", "\n"))
}

func FuzzMapper(f *testing.F) {
	f.Add([]byte("a\r\n\xff😀"), 3)
	f.Add([]byte(""), -1)
	f.Fuzz(func(t *testing.T, src []byte, offset int) {
		m := text.NewMapper(src)
		for enc := range encodings {
			p := m.Position(offset, enc)
			back := m.Offset(p, enc)
			require.True(t, 0 <= back && back <= len(src))
			require.Equal(t, p, m.Position(back, enc), "a position must lead back to itself")
		}
	})
}

func BenchmarkMapper1MB(b *testing.B) {
	src := []byte(strings.Repeat("\"key\": \"value é 😀\",\n", 50_000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		text.NewMapper(src).Position(len(src)/2, text.UTF16)
	}
}

// A text of one line, with many places in it that are asked for.
func BenchmarkMapperLongLine(b *testing.B) {
	src := []byte(strings.Repeat("\"key\": \"value é 😀\",", 50_000))
	m := text.NewMapper(src)
	at := 0
	for b.Loop() {
		at = (at + 7919) % len(src)
		m.Position(at, text.UTF16)
	}
}
