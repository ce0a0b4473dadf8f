package analysis

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// TestCompanionsAreAskedAboutAtOnce checks a control file, its run matrix and an included file at the same
// time while they change and files are forgotten; the race detector is the judge.
func TestCompanionsAreAskedAboutAtOnce(t *testing.T) {
	const control = `{"RunControl": {"&include": "run.json"}, "RunMatrix": {"Keys": ["mach"], "File": "m.csv"}}`
	dir := lay(t, map[string]string{"cape-agent.json": "{}", "pyFun.json": control, "m.csv": "x\n", "run.json": `"qsub": 1`})
	ws := repo.NewWorkspace(dir)
	a := New(Settings{})
	AtOnce(60, 8, func(i int) {
		path := filepath.Join(dir, []string{"pyFun.json", "m.csv", "run.json"}[i%3])
		if i%5 == 0 {
			ws.Put(repo.NewDocument(filepath.Join(dir, "m.csv"), "", int32(i), fmt.Appendf(nil, "%d, x\n", i)))
		}
		if i%7 == 0 {
			a.Forget()
		}
		snap := ws.Snapshot()
		if a.Kind(snap, path) == None || len(a.Check(snap, path)) == 0 {
			t.Errorf("%s must be known, and have findings", path)
		}
	})
}
