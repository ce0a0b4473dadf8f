package capejson_test

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// valid are files that CAPE reads; the tests below damage them.
var valid = []string{
	`{}`,
	`{"a": 1, "b": [1, 2.5, -3e4], "c": {"d": null, "e": true}}`,
	"{\n    // how to run\n    \"RunControl\": {\n        \"PhaseSequence\": [0, 1],\n        \"PhaseIters\": [500, 1000], // per phase\n        \"Verbose\": false\n    },\n    \"Title\": \"wing \\\"A\\\" 12%\"\n}\n",
	"{\r\n\t\"Mesh\": {\r\n\t\t\"File\": \"grid/wing.ugrid\", // the \"fine\" one\r\n\t\t\"Scale\": 1.0\r\n\t},\r\n\t// end\r\n\t\"x\": [\r\n\t\t[1, 2],\r\n\t\t[]\r\n\t]\r\n}",
	"// first\n{\n  \"RunMatrix\": {\n    \"Keys\": [\"mach\", \"alpha\"],\n    \"File\": \"matrix.csv\",\n    \"GroupMesh\": true\n  },\n  \"url\":\n    \"http://host/x\",\n  \"e\": \"\\u00e9 \\n\"\n}\n",
	`[[1, 2], {"a": [{"b": "x"}, {"c": NaN}]}, "s"]`,
}

var pieces = []string{
	`"`, `"`, `'`, `{`, `}`, `[`, `]`, `,`, `,`, `:`, `//`, `/`, `#`, `/*`, `*/`, `\`, `\"`, ` `, "\n", "\t", "\r\n", "a", "b c", "1", "01", "+1", ".5", "-", "1.",
	"True", "null", "None", "NaN", ";", "=", "é", "\u00a0", "\ufeff", "\u200b", "\f", "\x00", `"k": 1`, `, "k": 2`, "// c", " // \"q\" {", "{}", "{{", "}}", `"x//y"`, `\u12`, `"a" `,
}

// damage changes a file at one to four places.
func damage(r *rand.Rand, s string) string {
	for range 1 + r.Intn(4) {
		s = damageOnce(r, s)
	}
	return s
}

func worst(t *capejson.Tree) *diag.Diagnostic {
	for i := range t.Problems {
		if t.Problems[i].Severity == diag.Error {
			return &t.Problems[i]
		}
	}
	return nil
}

// TestErrorsAreWhereCAPEFails: CAPE reads a file without includes exactly when Parse reports no error.
func TestErrorsAreWhereCAPEFails(t *testing.T) {
	for _, s := range valid {
		require.NoError(t, capejson.Reads([]byte(s)), s)
		require.Empty(t, capejson.Parse([]byte(s)).Problems, s)
	}
	r := rand.New(rand.NewSource(1))
	accepted := 0
	for range rounds {
		s := damage(r, valid[r.Intn(len(valid))])
		err := capejson.Reads([]byte(s))
		found := worst(capejson.Parse([]byte(s)))
		if err == nil {
			accepted++
		}
		if (err == nil) != (found == nil) {
			t.Fatalf("%q\nCAPE: %v\nParse: %+v", s, err, found)
		}
	}
	require.Greater(t, accepted, rounds/100)
	require.Less(t, accepted, rounds)
}

const rounds = 20000

// TestFixesMend: after a preferred fix its finding is gone, no other appears, and nothing outside the
// edits has changed. Other fixes do the same in a file with one fault, but for one in a hundred.
func TestFixesMend(t *testing.T) {
	for _, rule := range capejson.Rules {
		tree := capejson.Parse([]byte(rule.Example))
		for i, d := range tree.Problems {
			for _, f := range d.Fixes {
				require.True(t, tree.Mends(i, f), "%s: %q %s", rule.Code, rule.Example, f.Title)
			}
		}
	}
	r := rand.New(rand.NewSource(2))
	all, failed := 0, 0
	for n := range rounds / 2 {
		s := valid[r.Intn(len(valid))]
		if n%2 == 0 {
			s = damageOnce(r, s)
		} else {
			s = damage(r, s)
		}
		tree := capejson.Parse([]byte(s))
		for i, d := range tree.Problems {
			for _, f := range d.Fixes {
				good := mended(t, tree, i, f)
				require.True(t, good || !f.Preferred, "%q\n%s of %s\n%s", s, f.Title, d.Code, brief(tree.Problems))
				if n%2 == 0 {
					all++
					if !good {
						failed++
					}
				}
			}
		}
	}
	require.Greater(t, all, rounds/8)
	require.Less(t, failed*100, all, "%d of %d", failed, all)
}

func mended(t *testing.T, tree *capejson.Tree, i int, f diag.Fix) bool {
	t.Helper()
	out, ok := diag.Apply(tree.Src, f.Edits)
	require.True(t, ok)
	require.Equal(t, without(tree.Src, f.Edits), without(out, landed(f.Edits)))
	left := count(tree.Problems)
	left[tree.Problems[i].Code]--
	for code, n := range count(capejson.Parse(out).Problems) {
		if n > left[code] {
			return false
		}
	}
	return true
}

// without cuts the spans of the edits out of a text.
func without(src []byte, edits []diag.Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range inOrder(edits) {
		b.Write(src[at:e.Span.Start])
		at = e.Span.End
	}
	b.Write(src[at:])
	return b.String()
}

// landed gives the spans that the new texts have after the edits.
func landed(edits []diag.Edit) []diag.Edit {
	shift := 0
	out := inOrder(edits)
	for i, e := range out {
		out[i].Span = text.Span{Start: e.Span.Start + shift, End: e.Span.Start + shift + len(e.New)}
		shift += len(e.New) - e.Span.Len()
	}
	return out
}

func inOrder(edits []diag.Edit) []diag.Edit {
	out := slices.Clone(edits)
	slices.SortStableFunc(out, func(a, b diag.Edit) int { return a.Span.Start - b.Span.Start })
	return out
}

func count(ds []diag.Diagnostic) map[diag.Code]int {
	m := map[diag.Code]int{}
	for _, d := range ds {
		m[d.Code]++
	}
	return m
}

func brief(ds []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		fmt.Fprintf(&b, "%d-%d %s; ", d.Span.Start, d.Span.End, d.Code)
	}
	return b.String()
}

// checkTree holds what is true of every tree.
func checkTree(t *testing.T, src []byte, tree *capejson.Tree) {
	t.Helper()
	whole := text.Span{Start: 0, End: len(src)}
	inside := func(outer, s text.Span, what string) {
		if s.Start < outer.Start || s.End > outer.End || s.Start > s.End {
			t.Fatalf("%q: %s %v is not inside %v", src, what, s, outer)
		}
	}
	require.True(t, bytes.Equal(src, tree.Src))
	require.NotNil(t, tree.Root)
	require.Nil(t, tree.Root.Parent)
	for _, d := range tree.Problems {
		inside(whole, d.Span, string(d.Code))
		require.NotEmpty(t, d.Message)
		for _, r := range d.Related {
			inside(whole, r.Span, string(d.Code)+" related")
		}
		for _, f := range d.Fixes {
			_, ok := diag.Apply(src, f.Edits)
			require.True(t, ok, "%q: %+v", src, f)
		}
	}
	for _, c := range tree.Comments {
		inside(whole, c.Span, "comment")
	}
	for _, in := range tree.Includes {
		inside(whole, in.Span, "include")
		inside(in.Span, in.NameSpan, "name")
	}
	inside(whole, tree.Root.Span, "root")
	queue := []*capejson.Node{tree.Root}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		visit := func(c *capejson.Node, outer text.Span) {
			inside(outer, c.Span, c.Kind.String())
			if c.Parent != n {
				t.Fatalf("%q: parent of %v", src, c.Span)
			}
			queue = append(queue, c)
		}
		at := n.Span.Start
		for _, m := range n.Members {
			inside(n.Span, m.Span, "member")
			require.GreaterOrEqual(t, m.Span.Start, at, "%q", src)
			at = m.Span.End
			require.NotNil(t, m.Value, "%q", src)
			visit(m.Value, m.Span)
			if m.Key != nil {
				visit(m.Key, m.Span)
			}
			if m.Colon >= 0 {
				require.Equal(t, byte(':'), src[m.Colon])
			}
		}
		for _, c := range n.Items {
			require.GreaterOrEqual(t, c.Span.Start, at, "%q", src)
			at = c.Span.End
			visit(c, n.Span)
		}
		if n.Kind != capejson.Object && n.Kind != capejson.Array {
			require.Equal(t, string(src[n.Span.Start:n.Span.End]), n.Text())
			inside(n.Span, n.InnerSpan(), "inner")
			_ = n.String()
		}
	}
}

func TestTreesHold(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	for range rounds / 2 {
		src := []byte(damage(r, valid[r.Intn(len(valid))]))
		checkTree(t, src, capejson.Parse(src))
		checkTree(t, src, capejson.ParseFragment(src))
	}
}

// damageOnce changes a file at one place.
func damageOnce(r *rand.Rand, s string) string {
	i := r.Intn(len(s) + 1)
	switch r.Intn(5) {
	case 0: // leave some bytes out
		s = s[:i] + s[min(i+1+r.Intn(2), len(s)):]
	case 1, 2:
		s = s[:i] + pieces[r.Intn(len(pieces))] + s[i:]
	case 3:
		s = s[:i] + pieces[r.Intn(len(pieces))] + s[min(i+1, len(s)):]
	case 4: // leave out the next punctuation
		if k := strings.IndexAny(s[i:], "\"{}[],:/"); k >= 0 {
			s = s[:i+k] + s[i+k+1:]
		}
	}
	return s
}
