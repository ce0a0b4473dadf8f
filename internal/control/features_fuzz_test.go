package control

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
)

// FuzzNames asks for what can be done at a place of any text: no panic, all places inside it, and a name that
// is changed is changed everywhere, with everything else as it was.
func FuzzNames(f *testing.F) {
	for _, src := range []string{
		string(controlOf12kB()),
		`{"RunControl": {"nProc": {"@map": {"a": 1}, "key": "mach"}}, "RunMatrix": {"Keys": ["mach"], "mach": [1], "Definitions": {"mach": {}}}}`,
		`{"Report": {"Figures": {"f": {"Parent": "g", "Subfigures": ["x", ["y", null]]}, "g": {}}, "Subfigures": {"x": {"Type": "y"}, "y": {"Type": "x"}}}}`,
		`{"Config": {"Points": {"a\u0062": [0.0], "c": "ab"}, "RefPoint": {"w": "ab"}, "RefArea": {"@expr": "$q1\u0041 $ab"}}, "PBS": JSONFile("x.json")`,
		`{"DataBook": {"Components": ["a", "a"], "a": {"Targets": {"CN": "T/CN"}}, "Targets": {"T": {}}}, "Report": {"Subfigures": {"s": {"PlotOptions": {"c": ["k", "#ff"]}}}}}`,
		"{\"RunControl\": {\n\"a\": 1\n\"b",
		"{\"RunControl\": {\"x\": [1, 2",
	} {
		f.Add([]byte(src), len(src)/2)
		f.Add([]byte(src), len(src))
	}
	f.Fuzz(func(t *testing.T, src []byte, offset int) {
		tree := capejson.Parse(src)
		offset = min(max(offset, 0), len(src))
		for _, file := range []string{"pyFun.json", options.AgentFile} {
			env := Env{Path: filepath.Join("/nowhere", file), Root: "/nowhere"}
			for _, c := range Complete(tree, env, offset) {
				require.Equal(t, c.Replace, c.Replace.Clamp(len(src)))
				for _, more := range c.Also {
					require.True(t, more.Offset >= 0 && more.Offset <= c.Replace.Start)
				}
			}
			if h := Hover(tree, env, offset); h != nil {
				require.Equal(t, h.Span, h.Span.Clamp(len(src)))
			}
			for _, c := range Colors(tree, env) {
				require.Equal(t, c.Span, c.Span.Clamp(len(src)))
				require.NotEmpty(t, ColorForms(string(c.Span.In(src)), c))
			}
			for _, e := range FormatOnType(src, offset) {
				require.Empty(t, strings.Trim(string(e.Span.In(src))+e.New, " \t"), "only blanks may change")
			}
			renameAt(t, tree, env, offset)
		}
	})
}

// renameAt changes the name at an offset and looks whether the same places have it afterwards.
func renameAt(t *testing.T, tree *capejson.Tree, env Env, offset int) {
	const name = "a_new_name"
	if strings.Contains(string(tree.Src), name) {
		return
	}
	fix, err := Rename(tree, env, offset, name)
	if err != nil {
		return
	}
	out, ok := diag.Apply(tree.Src, fix.Edits)
	require.True(t, ok, "the edits must not overlap")
	at := strings.Index(string(out), name)
	require.GreaterOrEqual(t, at, 0)
	if len(tree.Problems) > 0 {
		return // another name may be another fault
	}
	after := capejson.Parse(out)
	require.Empty(t, after.Problems)
	require.Len(t, References(after, env, at), len(References(tree, env, offset)))
}
