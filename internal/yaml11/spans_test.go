package yaml11

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/stretchr/testify/require"
)

// visit calls f for every node of the tree.
func visit(n *Node, f func(n, parent *Node)) { visitUnder(n, nil, f) }

func visitUnder(n, parent *Node, f func(n, parent *Node)) {
	if n == nil {
		return
	}
	f(n, parent)
	for _, item := range n.Items {
		visitUnder(item, n, f)
	}
	for _, p := range n.Pairs {
		visitUnder(p.Key, n, f)
		visitUnder(p.Value, n, f)
	}
}

// checkSpans wants every span inside the text and inside that of the parent.
func checkSpans(t *testing.T, src string, d *Document) {
	t.Helper()
	inside := func(s text.Span) {
		require.True(t, 0 <= s.Start && s.Start <= s.End && s.End <= len(src), "%v in %q", s, src)
	}
	visit(d.Root, func(n, parent *Node) {
		inside(n.Span)
		inside(n.Content)
		require.True(t, n.Span.Start <= n.Content.Start && n.Content.End <= n.Span.End, "%v holds %v in %q", n.Span, n.Content, src)
		if parent != nil {
			require.True(t, parent.Span.Start <= n.Span.Start && n.Span.End <= parent.Span.End, "%v holds %v in %q", parent.Span, n.Span, src)
		}
	})
	for _, p := range d.Problems {
		inside(p.Span)
		inside(p.Key)
		inside(p.Value)
		inside(p.Related)
		require.True(t, p.Span.Len() > 0 || src == "", "%q: %s has a place", src, p.Problem)
	}
	for _, c := range d.Comments {
		inside(c)
		require.True(t, strings.HasPrefix(src[c.Start:], "#"), "%v in %q", c, src)
	}
	require.Equal(t, d.Err != nil, len(d.Problems) > 0)
}

// TestScalarSpansReadBack reads the span of each scalar by itself and wants the same scalar.
func TestScalarSpansReadBack(t *testing.T) {
	scalars := 0
	for _, row := range recordedRows(t) {
		d := Parse([]byte(row.YAML))
		checkSpans(t, row.YAML, d)
		if d.Err != nil || strings.Contains(row.YAML, "%TAG") {
			continue
		}
		visit(d.Root, func(n, parent *Node) {
			if n.Kind != Scalar || n.Span.Empty() {
				return
			}
			alone := row.YAML[n.Span.Start:n.Span.End]
			if n.Style == Literal || n.Style == Folded {
				_, size := utf8.DecodeRuneInString(row.YAML[n.Span.End:])
				alone += row.YAML[n.Span.End : n.Span.End+size]
			}
			again := readAlone(t, alone, parent != nil && parent.Style == Flow)
			require.Equal(t, n.Text, again.Text, "%q from %q", alone, row.YAML)
			require.Equal(t, n.Tag, again.Tag, "%q from %q", alone, row.YAML)
			require.Equal(t, n.Style, again.Style, "%q from %q", alone, row.YAML)
			scalars++
		})
	}
	require.Greater(t, scalars, 500)
}

// readAlone reads one scalar; after a blank, since a --- or a byte order mark may not come first.
func readAlone(t *testing.T, src string, inFlow bool) *Node {
	t.Helper()
	if !inFlow {
		root := Parse([]byte(" " + src)).Root
		require.NotNil(t, root, src)
		return root
	}
	end := "]"
	if src[0] == '!' || src[0] == '&' {
		end = " ]" // a tag needs a blank after it, a dash may have none
	}
	root := Parse([]byte("[ " + src + end)).Root
	require.NotNil(t, root, src)
	require.Len(t, root.Items, 1, src)
	return root.Items[0]
}

func TestSpans(t *testing.T) {
	cases := []struct {
		name, src string
		path      []string // keys down to the node
		span      string
		content   string
	}{
		{"plain value", "a: b c  # d\n", []string{"a"}, "b c", "b c"},
		{"plain value of two lines", "a: b\n  c\nd: e\n", []string{"a"}, "b\n  c", "b\n  c"},
		{"quoted", "a: 'b '\n", []string{"a"}, "'b '", "b "},
		{"anchor and tag belong to the node", "a: &x !!str 12\n", []string{"a"}, "&x !!str 12", "12"},
		{"empty value", "a:\nb: c\n", []string{"a"}, "", ""},
		{"literal ends before its last line end", "a: |\n  b\n\n  c\n\nd: e\n", []string{"a"}, "|\n  b\n\n  c", "b\n\n  c"},
		{"literal that keeps its line ends", "a: |+\n  b\n\nd: e\n", []string{"a"}, "|+\n  b\n", "b\n"},
		{"empty literal", "a: |-\n\nd: e\n", []string{"a"}, "|-", ""},
		{"folded at the end of the text", "a: >-\n  b\n  c", []string{"a"}, ">-\n  b\n  c", "b\n  c"},
		{"flow list", "a: [b, c] # d\n", []string{"a"}, "[b, c]", "b, c"},
		{"block list", "a:\n  - b\n  - c\n\n# d\ne: f\n", []string{"a"}, "- b\n  - c", "- b\n  - c"},
		{"list at the column of its key", "a:\n- b\n- c\ne: f\n", []string{"a"}, "- b\n- c", "- b\n- c"},
		{"block mapping", "a:\n  b: c\n  d: e\n\nf: g\n", []string{"a"}, "b: c\n  d: e", "b: c\n  d: e"},
		{"value in a nested mapping", "a:\n  b: c\n  d: é e\n", []string{"a", "d"}, "é e", "é e"},
		{"alias", "a: &x b\nc: *x\n", []string{"c"}, "*x", "*x"},
		{"CRLF", "a: b\r\nc: d\r\n", []string{"c"}, "d", "d"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := Parse([]byte(c.src))
			require.Nil(t, d.Err)
			n := d.Root
			for _, key := range c.path {
				_, n = n.Get(key)
				require.NotNil(t, n)
			}
			require.Equal(t, c.span, c.src[n.Span.Start:n.Span.End])
			require.Equal(t, c.content, c.src[n.Content.Start:n.Content.End])
		})
	}
}

func TestComments(t *testing.T) {
	src := "# one\na: b # two\nc: | # three\n  # text\nd: '# text' # four\n"
	var got []string
	for _, c := range Parse([]byte(src)).Comments {
		got = append(got, src[c.Start:c.End])
	}
	require.Equal(t, []string{"# one", "# two", "# three", "# four"}, got)
}
