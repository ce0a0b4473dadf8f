package control

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// controlOf12kB is a control file of the usual size: phases, mesh, run matrix, data book and a report.
func controlOf12kB() []byte {
	var b strings.Builder
	b.WriteString(`{
    // Phases
    "RunControl": {"PhaseSequence": [0, 1], "PhaseIters": [200, 400], "nIter": [200, 200], "nProc": 128, "qsub": true},
    "PBS": {"select": 4, "ncpus": 32, "mpiprocs": 32, "walltime": "4:00:00"},
    "Fun3D": {"nonlinear_solver_parameters": {"schedule_cfl": [[1.0, 5.0], [1.0, 5.0]]}},
    "Config": {"RefArea": 3.14159, "RefLength": 1.0, "RefPoint": "MRP", "Points": {"MRP": [0.0, 0.0, 0.0]}},
    "RunMatrix": {"Keys": ["mach", "alpha", "beta", "config", "Label"], "Values": {"mach": [0.5, 0.8], "alpha": [0.0, 2.0], "beta": [0.0, 0.0], "config": ["a", "a"], "Label": ["", ""]}},
    "DataBook": {
        "Components": [`)
	const n = 60
	for i := range n {
		fmt.Fprintf(&b, "%s\"comp%d\"", strings.Repeat(", ", min(i, 1)), i)
	}
	b.WriteString("],\n        \"NStats\": 100")
	for i := range n {
		fmt.Fprintf(&b, ",\n        // component %d\n        \"comp%d\": {\"Type\": \"FM\", \"NStats\": 50}", i, i)
	}
	b.WriteString("\n    },\n    \"Report\": {\n        \"Reports\": [\"case\"],\n        \"case\": {\"Title\": \"Case\", \"Figures\": [\"Forces\"]},\n        \"Figures\": {\"Forces\": {\"Subfigures\": [\"s0\", \"s1\"]}},\n        \"Subfigures\": {\n")
	for i := range n {
		fmt.Fprintf(&b, "            \"s%d\": {\"Type\": \"%s\", \"Component\": \"comp%d\", \"Coefficient\": \"CA\", \"Width\": 0.5},\n", i, []string{"PlotCoeff", "s0"}[min(i, 1)], i)
	}
	b.WriteString("            \"last\": {\"Type\": \"Conditions\"}\n        }\n    }\n}\n")
	return []byte(b.String())
}

func BenchmarkCheck12kB(b *testing.B) {
	benchmarkCheck(b, controlOf12kB(), Env{Path: filepath.Join(b.TempDir(), "pyFun.json"), Root: b.TempDir()})
}

// benchmarkCheck checks a text in which nothing is wrong, again and again.
func benchmarkCheck(b *testing.B, src []byte, env Env) {
	b.Helper()
	tree := capejson.Parse(src)
	if ds := Check(tree, env); len(ds) > 0 || len(tree.Problems) > 0 {
		b.Fatal(ds, tree.Problems)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Check(tree, env)
	}
}

func BenchmarkComplete12kB(b *testing.B) {
	src := controlOf12kB()
	tree := capejson.Parse(src)
	env := Env{Path: filepath.Join(b.TempDir(), "pyFun.json"), Root: b.TempDir()}
	offset := strings.Index(string(src), "NStats")
	options.Bundled().For("pyfun")
	b.ReportAllocs()
	for b.Loop() {
		Complete(tree, env, offset)
	}
}

// BenchmarkCheck1MB is a run matrix with as many keys as nobody has: what is done for each key must stay small.
func BenchmarkCheck1MB(b *testing.B) {
	const keys = 10_000
	var s strings.Builder
	s.WriteString("{\n  \"RunControl\": {\"PhaseSequence\": [0], \"PhaseIters\": [200]},\n  \"RunMatrix\": {\n    \"Keys\": [\n")
	for i := range keys {
		fmt.Fprintf(&s, "      \"key%d\",\n", i)
	}
	s.WriteString("      \"alpha\"\n    ],\n    \"Definitions\": {\n")
	for i := range keys {
		fmt.Fprintf(&s, "      // key %d\n      \"key%d\": {\"Group\": false, \"Type\": \"value\", \"Format\": \"%%6.2f\"},\n", i, i)
	}
	s.WriteString("      \"alpha\": {\"Group\": true, \"Type\": \"alpha\"}\n    }\n  }\n}\n")
	benchmarkCheck(b, []byte(s.String()), Env{Path: filepath.Join(b.TempDir(), "pyFun.json"), Root: b.TempDir(), Known: &Known{}})
}
