package yaml11

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// TestCrossCheck compares trees with those of yaml.v3 on plain documents, where YAML 1.1 and 1.2 agree:
// forms, texts, and the line and column of every scalar.
func TestCrossCheck(t *testing.T) {
	docs := []string{
		"a: b\nc: d e f\n", "a:\n  b:\n    c: d\n  e: f\ng: h\n", "- a\n- b\n- - c\n  - d\n- e: f\n  g: h\n",
		"a: [b, c, [d, e], {f: g}]\n", "{a: b, c: {d: e}, f: [g]}\n", "a: 'it''s'\nb: \"x\\ty\\u00e9\\n\"\n",
		"a: |\n  one\n   two\n\n  three\nb: >\n  one\n  two\n\n  three\n", "a: |-\n  x\n\nb: |+\n  y\n\nc: z\n",
		"a: one\n  two\n\n  three\nb: \"one\n  two\"\n", "# c\na: b # d\n\n# e\nf: g\n", "a:\n- b\n- c\nd:\n- e: f\n", "? a\n: b\n? c\n: d\n",
		"a: &x b\nc: *x\nd: &y [e]\nf: *y\n", "é: ü\n日本: 語 x\n😀: y\n", "a: !!str 12\nb: !!int \"12\"\n", "--- \na: b\n...\n", "a: \"\"\nb: ''\nc:\n",
		"a: b#c\nd: e:f\ng: http://x.y/z\n", "name: mesh\ndescription: >-\n  Checks a mesh\n  and more.\nmetadata:\n  tags: [a, b]\n",
	}
	for _, src := range docs {
		var theirs yaml.Node
		require.NoError(t, yaml.Unmarshal([]byte(src), &theirs), src)
		ours := Parse([]byte(src))
		require.Nil(t, ours.Err, src)
		compareTrees(t, src, ours.Root, theirs.Content[0])
	}
}

func compareTrees(t *testing.T, src string, ours *Node, theirs *yaml.Node) {
	t.Helper()
	kinds := map[yaml.Kind]NodeKind{yaml.ScalarNode: Scalar, yaml.SequenceNode: Sequence, yaml.MappingNode: Mapping, yaml.AliasNode: Alias}
	require.Equal(t, kinds[theirs.Kind], ours.Kind, src)
	children := append([]*Node(nil), ours.Items...)
	for _, p := range ours.Pairs {
		children = append(children, p.Key, p.Value)
	}
	if ours.Kind == Alias {
		require.Equal(t, theirs.Value, ours.Anchor)
		return
	}
	require.Len(t, children, len(theirs.Content), src)
	for i, child := range children {
		compareTrees(t, src, child, theirs.Content[i])
	}
	require.Equal(t, theirs.Anchor, ours.Anchor)
	if ours.Kind == Scalar && !ours.Span.Empty() {
		require.Equal(t, theirs.Value, ours.Text, src)
		require.Equal(t, [2]int{theirs.Line, theirs.Column}, [2]int{ours.start.line + 1, ours.start.column + 1}, "%q in %q", ours.Text, src)
	}
}
