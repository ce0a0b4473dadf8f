package yaml11

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestQuote(t *testing.T) {
	cases := []struct {
		text  string
		style Style
		want  string
	}{
		{"Plan trips: book trains and beds.", Plain, `"Plan trips: book trains and beds."`},
		{`Say "go": then C:\out`, Plain, `'Say "go": then C:\out'`},
		{"it's", SingleQuoted, "'it''s'"},
		{"it's", Plain, `"it's"`},
		{`it's "x"`, Plain, `'it''s "x"'`},
		{`a "b" \`, DoubleQuoted, `"a \"b\" \\"`},
		{"two\nlines", SingleQuoted, `"two\nlines"`},
		{"\x00\x07\x1b\u0085\u2028\u2029\ufeff\U000fffff", SingleQuoted, "\"\\0\\x07\\e\\N\\L\\P\\uFEFF\U000fffff\""},
		{"\xed\xa0\xbd", SingleQuoted, `"\uD83D"`},
		{"a\tb", SingleQuoted, "'a\tb'"},
		{" é 😀 ", SingleQuoted, "' é 😀 '"},
		{"", SingleQuoted, "''"},
		{"", DoubleQuoted, `""`},
		{"\xff", SingleQuoted, "\"\ufffd\""},
	}
	for _, c := range cases {
		require.Equal(t, c.want, Quote(c.text, c.style), "%q", c.text)
	}
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a: b", "it's", `"x" \ `, "\x00\n\t\r\x7f\u0085\u2028\ufeff", "---", "\n---\n", " # c ", "\xed\xa0\xbd", "\xff", "😀é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			s = strings.ToValidUTF8(s, "\xed\xa0\x80")
		}
		for _, style := range []Style{SingleQuoted, DoubleQuoted, Plain} {
			quoted := Quote(s, style)
			for _, src := range []string{quoted, "k: " + quoted, "k: " + quoted + " # c\nl: m", "[" + quoted + "]"} {
				d := Parse([]byte(src))
				if d.Err != nil {
					t.Fatalf("%q: %s", src, d.Err.Problem)
				}
				n := d.Root
				switch n.Kind {
				case Mapping:
					n = n.Pairs[0].Value
				case Sequence:
					n = n.Items[0]
				}
				if v := n.Value(); v.Kind != Str || v.Text() != s {
					t.Fatalf("%q reads back as %q, not %q", src, v.Text(), s)
				}
			}
		}
	})
}
