package yaml11

import (
	"encoding/json"
	"strings"
	"testing"
)

// FuzzParse wants no panic, spans that lie inside the text and each other, and the same answer twice.
func FuzzParse(f *testing.F) {
	for _, row := range recordedRows(f) {
		f.Add(row.YAML)
	}
	for _, s := range []string{
		"a: b: c\nd: \"e\nf: [g\nh: 1\n", "a:\n  - b: c: d\n    e: @f\n  - g\nh: *i\n", "\xff\xfea: b", "a: \x00\nb: \x00c: d: e\n",
		strings.Repeat("a: 'x\n", 200), strings.Repeat("- ", 600) + "x: y: z", strings.Repeat("[", 600), strings.Repeat("a: b: c\n", 80),
		"name: n\n  description: d\n tools: t\nlicense:x\n", "a:\r\n  b: c\r\n d: e\r\n", "? a\n: - b: c: d\n  - @e\nf: g",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		d := Parse([]byte(src))
		checkSpans(t, src, d)
		if d.Root != nil {
			v := d.Root.Value()
			if _, err := json.Marshal(v); err != nil {
				t.Fatalf("%q: %v", src, err)
			}
			_ = v.Repr()
		}
		again := Parse([]byte(src))
		if len(again.Problems) != len(d.Problems) || d.Err != nil && *d.Err != *again.Err {
			t.Fatalf("%q: two answers", src)
		}
	})
}
