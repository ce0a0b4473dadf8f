package control

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// cursor parses a text with <|> at the cursor, as the file of that name in an own folder.
func cursor(t *testing.T, file, src string) (*capejson.Tree, Env, int) {
	t.Helper()
	offset := strings.Index(src, "<|>")
	require.GreaterOrEqual(t, offset, 0)
	dir := t.TempDir()
	env := Env{Path: filepath.Join(dir, file), Root: dir, Files: repo.Disk}
	return capejson.Parse([]byte(src[:offset] + src[offset+3:])), env, offset
}

func labels(cs []feature.Completion) []string {
	var out []string
	for _, c := range cs {
		out = append(out, c.Label)
	}
	return out
}

func TestComplete(t *testing.T) {
	tests := []struct {
		name, file, src string
		with, without   []string
		first           string // the text put in for the first of with
	}{
		{"keys of a section", "pyFun.json", `{"RunControl": {"<|>"}}`, []string{"PhaseSequence", "nodet"}, []string{"Resubmit", "RunMatrix"}, `"PhaseSequence": `},
		{"keys without quotes", "pyFun.json", `{"RunControl": {<|>}}`, []string{"PhaseSequence"}, nil, `"PhaseSequence": `},
		{"keys that are there already", "pyFun.json", `{"RunControl": {"qsub": true, "<|>"}}`, []string{"slurm"}, []string{"qsub"}, `"slurm": `},
		{"an alias that is begun", "pyFun.json", `{"RunControl": {"Resub<|>"}}`, []string{"Resubmit"}, nil, `"Resubmit": `},
		{"a key with its value", "pyFun.json", `{"RunControl": {"PhaseSe<|>": [0]}}`, []string{"PhaseSequence"}, nil, `"PhaseSequence"`},
		{"the top of the file", "pyOver.json", "{\n  \"<|>\n}", []string{"Overflow"}, []string{"Fun3D"}, ""},
		{"the kind decides", "pyFun.json", `{"DataBook": {"Components": ["a"], "a": {"Type": "LineLoad", "<|>"}}}`, []string{"NCut"}, nil, ""},
		{"truth values", "pyFun.json", `{"RunControl": {"qsub": <|>}}`, []string{"true", "false"}, nil, "true"},
		{"values of a set", "pyFun.json", `{"RunControl": {"mpicmd": "<|>"}}`, []string{"mpirun"}, nil, `"mpirun"`},
		{"kinds and siblings", "pyFun.json", `{"Report": {"Subfigures": {"a": {"Type": "Tecplot"}, "b": {"Type": "<|>"}}}}`, []string{"PlotCoeff", "a"}, []string{"b"}, `"PlotCoeff"`},
		{"figures", "pyFun.json", `{"Report": {"Reports": ["r"], "r": {"Figures": ["<|>"]}, "Figures": {"Forces": {}}}}`, []string{"Forces"}, nil, `"Forces"`},
		{"components", "pyFun.json", `{"DataBook": {"Components": ["wing"]}, "Report": {"Subfigures": {"a": {"Type": "PlotCoeff", "Component": "<|>"}}}}`, []string{"wing"}, nil, `"wing"`},
		{"nothing in a comment", "pyFun.json", "{\n// <|>\n}", nil, []string{"RunControl"}, ""},
		{"nothing in another file", "data.json", `{"<|>"}`, nil, []string{"RunControl"}, ""},
		{"the agent's options", "cape-agent.json", `{"<|>"}`, []string{"EditAllowList"}, []string{"RunControl"}, `"EditAllowList": `},
		{"levels", "cape-agent.json", `{"ModelList": ["m"], "m": {"SkillSet": "<|>"}}`, []string{"none", "full"}, nil, `"none"`},
		{"parents", "cape-agent.json", `{"ModelList": ["m", "n"], "n": {}, "m": {"Parent": "<|>"}}`, []string{"n"}, []string{"m", "ModelList"}, `"n"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, env, offset := cursor(t, tt.file, tt.src)
			got := Complete(tree, env, offset)
			for _, want := range tt.with {
				require.Contains(t, labels(got), want)
			}
			for _, not := range tt.without {
				require.NotContains(t, labels(got), not)
			}
			if tt.first != "" {
				i := slices.Index(labels(got), tt.with[0])
				require.Equal(t, tt.first, got[i].New)
			}
			for _, c := range got {
				require.Equal(t, c.Replace, c.Replace.Clamp(len(tree.Src)))
			}
		})
	}
}

func TestCompleteFiles(t *testing.T) {
	tree, env, offset := cursor(t, "pyFun.json", `{"RunMatrix": {"File": "inputs/<|>"}}`)
	require.NoError(t, os.Mkdir(filepath.Join(env.Root, "inputs"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(env.Root, "inputs", "matrix.csv"), nil, 0o644))
	require.Equal(t, []string{"inputs/matrix.csv"}, labels(Complete(tree, env, offset)))
}

func TestHover(t *testing.T) {
	tests := []struct{ name, file, src, want string }{
		{"an option", "pyFun.json", `{"RunControl": {"q<|>sub": true}}`, "Default: `false`"},
		{"an alias", "pyFun.json", `{"Traj<|>ectory": {}}`, "**Trajectory** (another name of **RunMatrix**)"},
		{"values", "cape-agent.json", `{"ModelList": ["m"], "m": {"Tool<|>Set": "low"}}`, "Values: `\"none\"`, `\"low\"`"},
		{"own words", "cape-agent.json", `{"Edit<|>AllowList": []}`, "Patterns of the files"},
		{"an unknown option", "pyFun.json", `{"RunControl": {"Ze<|>bra": 1}}`, ""},
		{"a value", "pyFun.json", `{"RunControl": {"qsub": t<|>rue}}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, env, offset := cursor(t, tt.file, tt.src)
			got := Hover(tree, env, offset)
			if tt.want == "" {
				require.Nil(t, got)
				return
			}
			require.NotNil(t, got)
			require.Contains(t, got.Markdown, tt.want)
		})
	}
}

// TestOptionWordsBelongToOptions keeps the words for hover in step with the facts.
func TestOptionWordsBelongToOptions(t *testing.T) {
	for key := range optionWords {
		_, option, _ := strings.Cut(key, ".")
		var src string
		switch section, _, _ := strings.Cut(key, "."); section {
		case "Options":
			src = `{"RunControl": {}, "` + option + `<|>": 1}`
		case "Agent":
			src = `{"` + option + `<|>": 1}`
		case "Model":
			src = `{"ModelList": ["m"], "m": {"` + option + `<|>": 1}}`
		default:
			src = `{"` + section + `": {"` + option + `<|>": 1}}`
		}
		found := false
		for _, file := range []string{"cape.json", "pyFun.json", "pyOver.json", "pyCart.json", "pyKes.json", "cape-agent.json"} {
			tree, env, offset := cursor(t, file, src)
			h := Hover(tree, env, offset)
			found = found || h != nil && strings.Contains(h.Markdown, optionWords[key])
		}
		require.True(t, found, key)
	}
}

func TestDefinition(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"figure", `{"Report": {"Reports": ["r"], "r": {"Figures": ["F<|>"]}, "Figures": {"F": {}}}}`, `"F": {}`},
		{"sibling", `{"Report": {"Subfigures": {"a": {}, "b": {"Type": "a<|>"}}}}`, `"a": {}`},
		{"point", `{"Config": {"RefPoint": "MR<|>P", "Points": {"MRP": [0.0]}}}`, `"MRP": [0.0]`},
		{"component", `{"DataBook": {"Components": ["win<|>g"], "wing": {"Type": "FM"}}}`, `"wing": {"Type": "FM"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tree, env, offset := cursor(t, "pyFun.json", tt.src)
			got := Definition(tree, env, offset)
			require.Len(t, got, 1)
			require.True(t, strings.HasPrefix(string(tree.Src[got[0].Span.Start:]), tt.want))
		})
	}
}

func TestDefinitionInOtherFiles(t *testing.T) {
	tree, env, offset := cursor(t, "pyFun.json", `{"RunControl": {}, "InitFunction": ["wing.sta<|>rt"]}`)
	file := filepath.Join(env.Root, "wing.py")
	require.NoError(t, os.WriteFile(file, []byte("\ndef start(cntl):\n    pass\n"), 0o644))
	got := Definition(tree, env, offset)
	require.Len(t, got, 1)
	require.Equal(t, file, got[0].Path)
	require.Equal(t, 5, got[0].Span.Start)
}

func TestLinks(t *testing.T) {
	tree, env, _ := cursor(t, "pyFun.json", `{"RunControl": {}, "RunMatrix": {"File": "m.csv"}, "PBS": "pbs.json",
"Config": {"File": "gone.xml"}, "Slurm": JSONFile("slurm.json")}<|>`)
	for _, name := range []string{"m.csv", "pbs.json", "slurm.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(env.Root, name), []byte("{}"), 0o644))
	}
	var got []string
	for _, l := range Links(tree, env) {
		got = append(got, string(l.Span.In(tree.Src))+"="+filepath.Base(l.Path))
	}
	slices.Sort(got)
	require.Equal(t, []string{"m.csv=m.csv", "pbs.json=pbs.json", "slurm.json=slurm.json"}, got)
}

func TestSymbolsAndFolding(t *testing.T) {
	tree := capejson.Parse([]byte("{\n// one\n// two\n\"A\": {\n\"b\": [1, 2],\n\"c\": \"x\"\n}, // end\n\"D\": [\n{\"e\": null}\n]\n}\n"))
	symbols := Symbols(tree)
	require.Len(t, symbols, 2)
	require.Equal(t, "A", symbols[0].Name)
	require.Equal(t, []string{"b", "c"}, []string{symbols[0].Children[0].Name, symbols[0].Children[1].Name})
	require.Equal(t, "x", symbols[0].Children[1].Detail)
	require.Equal(t, "e", symbols[1].Children[0].Name)
	var comments, others int
	for _, f := range Folding(tree) {
		if f.Comment {
			comments++
		} else {
			others++
		}
	}
	require.Equal(t, 1, comments)
	require.Equal(t, 3, others)
}

func TestReferences(t *testing.T) {
	const src = `{"Report": {"Reports": ["r"], "r": {"Figures": ["F", "G"]}, "Sweeps": {"s": {"Figures": "F"}}, "Figures": {"F<|>": {}, "G": {"Header": "F"}}}}`
	tree, env, offset := cursor(t, "pyFun.json", src)
	var got []string
	for _, l := range References(tree, env, offset) {
		got = append(got, string(tree.Src[l.Span.Start-2:l.Span.End+2]))
	}
	require.Equal(t, []string{`["F",`, ` "F"}`, `{"F":`}, got)
	first := References(tree, env, offset)[0].Span.Start
	require.Equal(t, References(tree, env, offset), References(tree, env, first))
	tree, env, offset = cursor(t, "pyFun.json", `{"RunControl": {"qs<|>ub": true}}`)
	require.Empty(t, References(tree, env, offset))
}

func TestSelections(t *testing.T) {
	tree, _, offset := cursor(t, "pyFun.json", `{"a": ["x", "y<|>z"]}`)
	var got []string
	for _, s := range Selections(tree, offset) {
		got = append(got, string(s.In(tree.Src)))
	}
	require.Equal(t, []string{"yz", `"yz"`, `"x", "yz"`, `["x", "yz"]`, `"a": ["x", "yz"]`, `{"a": ["x", "yz"]}`}, got)
}
