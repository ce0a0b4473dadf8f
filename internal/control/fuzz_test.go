package control

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// FuzzCheck asks every question about a text: no panic, and all places lie inside it.
func FuzzCheck(f *testing.F) {
	for _, src := range []string{
		string(controlOf12kB()),
		`{"RunControl": {"PhaseIters": [3, 1], "PhaseSequence": [0]}, "RunMatrix": {"Keys": ["a"], "File": "m.csv", "Values": {"a": [1], "b": [1, 2]}}}`,
		`{"Report": {"Subfigures": {"a": {"Type": "b"}, "b": {"Type": "a"}}, "Figures": {"f": {"Subfigures": ["x", ["y", null]]}}}}`,
		`{"ModelList": ["a", 1], "a": {"Parent": "b", "ToolSet": ["low"]}, "EditAllowList": ["./x", null, [""]], "ToolDir": null}`,
		`{"Config": {"RefArea": {"@map": {"a": 1}, "key": 4}, "RefPoint": {"a": {"@expr": "$q1\u0041"}}}, "PBS": JSONFile("x.json")`,
		`{"DataBook": {"Components": "a", "a": {"Type": {"b": 1}}, "b": 3}, "&include": "y.json", JSONFile("z.json")}`,
		"{\"RunControl\": {,\"a\" \"b\"::}}, ]",
	} {
		f.Add([]byte(src), 10)
	}
	f.Fuzz(func(t *testing.T, src []byte, offset int) {
		tree := capejson.Parse(src)
		offset = min(max(offset, 0), len(src))
		for _, file := range []string{"pyFun.json", "pyOver.json", options.AgentFile} {
			env := Env{Path: filepath.Join("/nowhere", file), Root: "/nowhere"}
			for _, d := range checkAny(src, env) {
				require.Equal(t, d.Span, d.Span.Clamp(len(src)))
				for _, fix := range d.Fixes {
					for _, e := range fix.Edits {
						require.Equal(t, e.Span, e.Span.Clamp(len(src)))
					}
				}
			}
			for _, c := range Complete(tree, env, offset) {
				require.Equal(t, c.Replace, c.Replace.Clamp(len(src)))
			}
			Hover(tree, env, offset)
			Definition(tree, env, offset)
			Links(tree, env)
			References(tree, env, offset)
		}
		Symbols(tree)
		Selections(tree, offset)
		Folding(tree)
		readMatrix(src)
	})
}
