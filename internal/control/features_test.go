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
	"github.com/cape-ls/cape-ls/internal/options"
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
		{"the section", "pyFun.json", `{"RunControl": {"Archive": {"Archive<|>Folder": ""}}}`, "**ArchiveFolder** in RunControl / Archive"},
		{"phases", "pyFun.json", `{"RunControl": {"PhaseSequence": [0, 1, 2], "nIter": [100, 2<|>00]}}`, "- phase 0: `100`\n- phases 1, 2: `200`"},
		{"spare values", "pyFun.json", `{"RunControl": {"PhaseSequence": [0, 1], "nIter": [1<|>00, 200, 300]}}`, "No phase takes the last 1 value"},
		{"phases of a namelist", "pyFun.json", `{"RunControl": {"PhaseSequence": [1, 0]}, "Fun3D": {"a": {"b": [[1.0, 2.0], [3<|>.0, 4.0]]}}}`, "- phase 1: `[3.0, 4.0]`\n- phase 0: `[1.0, 2.0]`"},
		{"a list that is one value", "pyFun.json", `{"RunControl": {"PreShellCmds": ["a<|>", "b"]}}`, ""},
		{"a kind", "pyFun.json", `{"Report": {"Subfigures": {"a": {"Type": "Plot<|>L2"}}}}`, "**PlotL2** is a type of subfigure"},
		{"a rule", "pyFun.json", `{"RunControl": {"nProc": {"@ex<|>pr": "$mach"}}}`, "computed for each case"},
		{"a key", "pyFun.json", `{"RunControl": {"nProc": {"@expr": "$ma<|>ch"}}, "RunMatrix": {"Keys": ["alpha", "mach"]}}`, "**mach**: a run matrix key, the Mach number.\n\nNumber 2 of 2 keys."},
		{"an unknown name", "pyFun.json", `{"RunControl": {}, "Report": {"Reports": ["ca<|>se"]}}`, "a report"},
		{"an unknown figure", "pyFun.json", `{"RunControl": {}, "Report": {"Reports": ["case"], "case": {"Figures": ["F<|>"]}}}`, "this file has no such figure"},
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
	known, kinds := map[string]bool{}, map[string]bool{}
	seen := map[*options.Class]bool{}
	var look func(c *options.Class)
	look = func(c *options.Class) {
		if c == nil || seen[c] {
			return
		}
		seen[c] = true
		for name, opt := range c.Options {
			known[wordsKey(c)+"."+name] = true
			look(opt.Section)
			look(objectClass(opt))
		}
		if c.AnyKey != nil {
			look(objectClass(c.AnyKey))
		}
		if c.Kinds == nil {
			return
		}
		for kind, sub := range c.Kinds.Map {
			kinds[kind] = true
			look(sub)
		}
	}
	for _, solver := range options.Bundled().Solvers() {
		look(options.Bundled().For(solver))
	}
	look(options.AgentClass())
	look(options.ModelClass())
	for key := range optionWords {
		require.True(t, known[key], key)
	}
	for kind := range kindSaid {
		require.True(t, kinds[kind], kind)
	}
	for kind := range kinds {
		require.True(t, kind == "_default_" || kindSaid[kind] != "", "a word on %s is missing", kind)
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

func TestMarkdownOfRest(t *testing.T) {
	tests := []struct{ rest, want string }{
		{"number of cuts using ``triload`` (-> +1 slice)", "number of cuts using `triload` (-> +1 slice)"},
		{"discard history before *MinT* seconds,\n    **always**", "discard history before *MinT* seconds, **always**"},
		{"a :class:`dict` of :mod:`~cape.pyfun`, see :ref:`the options <json>`", "a `dict` of `cape.pyfun`, see the options"},
		{"see `the page <https://example.org/a_b>`_ or `x`", "see [the page](https://example.org/a_b) or `x`"},
		{"values < 1 of PBS_map[0]", `values \< 1 of PBS\_map\[0]`},
		{"``a_b`` and ``<x>``", "`a_b` and `<x>`"},
		{"an odd ` and ``", "an odd ` and ``"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, markdownOf(tt.rest))
	}
}

func TestHoverShowsTheDescriptionOfTheInstalledCape(t *testing.T) {
	class := options.Bundled().For("pyfun").Child("RunControl", "")
	opt := *class.Options["qsub"]
	opt.Desc = "number of ``jobs`` of a :class:`list`"
	require.Contains(t, newPass(capejson.Parse(nil), Env{}).about(class, &opt, opt.Name), "CAPE: number of `jobs` of a `list`")
}
