package analysis

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// lay writes files below a new root and returns it.
func lay(t testing.TB, files map[string]string) string {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

func codes(found []diag.Diagnostic) string {
	var words []string
	for _, d := range found {
		words = append(words, string(d.Code))
	}
	return strings.Join(words, " ")
}

func TestARunMatrixIsJudgedByWhatIsOpen(t *testing.T) {
	const control = `{"RunControl": {"PhaseSequence": [0]}, "RunMatrix": {"Keys": ["mach", "alpha"], "File": "inputs/m.csv"}}`
	dir := lay(t, map[string]string{"cape-agent.json": "{}", "pyFun.json": control, "inputs/m.csv": "# mach, alpha\n0.8, 2.0\n", "inputs/n.csv": "0.8\n"})
	json, csv, other := filepath.Join(dir, "pyFun.json"), filepath.Join(dir, "inputs", "m.csv"), filepath.Join(dir, "inputs", "n.csv")
	ws := repo.NewWorkspace(dir)
	a := New(Settings{})
	open := func(path, text string) *repo.Snapshot { return ws.Put(repo.NewDocument(path, "", 1, []byte(text))) }

	snap := ws.Snapshot()
	require.Equal(t, []Kind{Control, Matrix, None}, []Kind{a.Kind(snap, json), a.Kind(snap, csv), a.Kind(snap, other)})
	require.Empty(t, codes(a.Check(snap, csv)))

	snap = open(csv, "# mach, alpha\n0.8, x\n")
	require.Equal(t, "matrix-value", codes(a.Check(snap, csv)))
	require.Equal(t, "matrix-faulty", codes(a.Check(snap, json)))

	snap = open(json, strings.Replace(control, `"alpha"`, `"config"`, 1))
	require.Empty(t, codes(a.Check(snap, csv)), "x is a fine name of a configuration")

	snap = open(json, strings.Replace(control, "m.csv", "n.csv", 1))
	require.Equal(t, []Kind{None, Matrix}, []Kind{a.Kind(snap, csv), a.Kind(snap, other)})
	require.Equal(t, "matrix-row", codes(a.Check(snap, other)))

	ws.Close(json)
	snap = ws.Close(csv)
	require.Equal(t, []Kind{Matrix, None}, []Kind{a.Kind(snap, csv), a.Kind(snap, other)})
	require.Empty(t, codes(a.Check(snap, csv)))
}

func TestARunMatrixIsFoundFromAControlFileOfAnyName(t *testing.T) {
	const control = `{"RunControl": {"PhaseSequence": [0]}, "RunMatrix": {"Keys": ["mach"], "File": "m.csv"}}`
	dir := lay(t, map[string]string{"cape-agent.json": "{}", "fins.json": control, "m.csv": "x\n"})
	json, csv := filepath.Join(dir, "fins.json"), filepath.Join(dir, "m.csv")
	ws := repo.NewWorkspace(dir)
	a := New(Settings{})
	require.Equal(t, None, a.Kind(ws.Snapshot(), csv), "no folder is listed to find it")
	snap := ws.Put(repo.NewDocument(json, "", 1, []byte(control)))
	require.Equal(t, Matrix, a.Kind(snap, csv))

	a = New(Settings{})
	found, err := a.Collect(repo.NewWorkspace(dir).Snapshot(), dir)
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "cape-agent.json"), json, csv}, found)
	require.Equal(t, "matrix-value", codes(a.Check(repo.NewWorkspace(dir).Snapshot(), csv)))
}

func TestARunMatrixOfTwoControlFilesHasTheFindingsOfBoth(t *testing.T) {
	const control = `{"RunControl": {"PhaseSequence": [0]}, "RunMatrix": {"Keys": [%s], "File": "m.csv"}}`
	dir := lay(t, map[string]string{
		"cape-agent.json": "{}", "m.csv": "0.8, x, 3\n",
		"pyFun.json": fmt.Sprintf(control, `"mach", "alpha"`), "pyOver.json": fmt.Sprintf(control, `"mach", "beta"`),
	})
	a := New(Settings{})
	found := a.Check(repo.NewWorkspace(dir).Snapshot(), filepath.Join(dir, "m.csv"))
	require.Equal(t, "matrix-value matrix-value matrix-row", codes(found), "the same words are said once")
}

func TestAnIncludedFileIsJudgedByItsPlace(t *testing.T) {
	const control = `{"RunControl": {"PhaseSequence": [0], "&include": "run.json"},
"Config": JSONFile("config.json")}`
	dir := lay(t, map[string]string{
		"cape-agent.json": `{"EditAllowList": ["*.json"]}`, "pyFun.json": control,
		"run.json": `"qsub": 1, "nope": 2`, "config.json": `{"RefArea": 4}`, "data.json": `"a": 1`,
	})
	ws := repo.NewWorkspace(dir)
	a := New(Settings{Rules: map[diag.Code]diag.Severity{"option-unknown": diag.Off}})
	snap := ws.Snapshot()
	require.Equal(t, Part, a.Kind(snap, filepath.Join(dir, "run.json")))
	require.Equal(t, Data, a.Kind(snap, filepath.Join(dir, "data.json")))
	require.Equal(t, "option-type", codes(a.Check(snap, filepath.Join(dir, "run.json"))))
	require.Equal(t, "include-faulty include-faulty", codes(a.Check(snap, filepath.Join(dir, "pyFun.json"))))

	snap = ws.Put(repo.NewDocument(filepath.Join(dir, "config.json"), "", 1, []byte(`{"RefArea": 4.0}`)))
	require.Equal(t, "include-faulty", codes(a.Check(snap, filepath.Join(dir, "pyFun.json"))), "what is open counts")
	snap = ws.Put(repo.NewDocument(filepath.Join(dir, "config.json"), "", 2, []byte(`{"RefArea" 4.0}`)))
	require.Equal(t, "json-colon-missing", codes(a.Check(snap, filepath.Join(dir, "config.json"))))
}

func TestAControlFileMayBeIncludedWhole(t *testing.T) {
	dir := lay(t, map[string]string{
		"cape-agent.json": "{}", "pyFun.json": `JSONFile("all.json")`,
		"all.json": "{\"Config\": {\"RefArea\": 4},\n\"PBS\": JSONFile(\"pbs.json\")}", "pbs.json": `{"select": 1.5}`,
	})
	a, snap := New(Settings{}), repo.NewWorkspace(dir).Snapshot()
	require.Equal(t, "include-faulty", codes(a.Check(snap, filepath.Join(dir, "pyFun.json"))))
	require.Equal(t, "option-type include-faulty", codes(a.Check(snap, filepath.Join(dir, "all.json"))))
	require.Equal(t, "option-type", codes(a.Check(snap, filepath.Join(dir, "pbs.json"))))
}

func TestFilesThatTheUserIgnoresMayBeMissing(t *testing.T) {
	const control = `{"RunControl": {"PhaseSequence": [0]}, "RunMatrix": {"File": "gen/m.csv"},
"Config": {"ConfigFile": "Config.xml"}, "Mesh": {"MeshFile": "gen/wing.ugrid", "MapBCFile": "wing.mapbc"}, "PBS": JSONFile("gen/pbs.json")}`
	dir := lay(t, map[string]string{"cape-agent.json": "{}", "pyFun.json": control, "Config.xml": "<a/>"})
	snap := repo.NewWorkspace(dir).Snapshot()
	path := filepath.Join(dir, "pyFun.json")
	require.ElementsMatch(t, []string{"matrix-file-missing", "file-missing", "file-missing", "include-missing"},
		strings.Fields(codes(New(Settings{}).Check(snap, path))))
	require.Equal(t, "file-missing", codes(New(Settings{IgnoreFiles: []string{"gen/*"}}).Check(snap, path)))
}

const bigControl = `{"RunControl": {"PhaseSequence": [0]}, "RunMatrix": {"Keys": ["mach", "alpha", "beta", "config"], "File": "m.csv"}, "n": %d}`

// bigMatrix is a run matrix of ten thousand cases.
func bigMatrix() string {
	var csv strings.Builder
	csv.WriteString("# mach, alpha, beta, config\n")
	for i := range 10_000 {
		fmt.Fprintf(&csv, "%.3f, %.1f, 0.0, poweroff\n", float64(i/100)/100, float64(i%100)/10)
	}
	return csv.String()
}

// BenchmarkControlWithABigMatrix checks a control file again and again while its run matrix of ten thousand
// cases stays the same.
func BenchmarkControlWithABigMatrix(b *testing.B) {
	dir := lay(b, map[string]string{"cape-agent.json": "{}", "pyFun.json": bigControl, "m.csv": bigMatrix()})
	ws := repo.NewWorkspace(dir)
	a := New(Settings{})
	path := filepath.Join(dir, "pyFun.json")
	n := 0
	for b.Loop() {
		n++
		snap := ws.Put(repo.NewDocument(path, "", int32(n), fmt.Appendf(nil, bigControl, n)))
		if found := codes(a.Check(snap, path)); found != "option-unknown" {
			b.Fatal(found)
		}
	}
}

// BenchmarkTypingInABigMatrix checks a run matrix of ten thousand cases that changes each time.
func BenchmarkTypingInABigMatrix(b *testing.B) {
	csv := bigMatrix()
	dir := lay(b, map[string]string{"cape-agent.json": "{}", "pyFun.json": fmt.Sprintf(bigControl, 1), "m.csv": csv})
	ws := repo.NewWorkspace(dir)
	a := New(Settings{})
	path := filepath.Join(dir, "m.csv")
	n := 0
	for b.Loop() {
		n++
		snap := ws.Put(repo.NewDocument(path, "", int32(n), fmt.Appendf(nil, "%s1.%d, x, 0.0, poweron\n", csv, n)))
		if found := codes(a.Check(snap, path)); found != "matrix-value" {
			b.Fatal(found)
		}
	}
}
