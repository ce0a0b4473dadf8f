package peers

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// A mutation is a control file with one fault: one mark removed or doubled.
type mutation struct {
	Name string // of the file: it tells the solver
	Text string
	Line int    // of the fault, from 0
	What string // "removed ," and so on
}

// marks are what is removed or doubled.
const faultMarks = `,"[]{}`

// mutationsOf returns every single fault of a file. Marks inside comments and inside strings are left
// alone: there they are no fault.
func mutationsOf(name, src string) []mutation {
	var out []mutation
	line := 0
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n':
			line++
		case c == '/' && strings.HasPrefix(src[i:], "//"):
			i += strings.IndexByte(src[i:], '\n') - 1
		case strings.IndexByte(faultMarks, c) >= 0:
			out = append(out, faultsAt(name, src, i, line)...)
			if c != '"' {
				continue
			}
			for i++; src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
			out = append(out, faultsAt(name, src, i, line)...)
		}
	}
	return out
}

// faultsAt makes the two faults of the mark at i. Where CAPE still reads the file there is none: 2,0 without
// the comma is 20.
func faultsAt(name, src string, i, line int) []mutation {
	return slices.DeleteFunc([]mutation{
		{name, src[:i] + src[i+1:], line, "removed " + src[i:i+1]},
		{name, src[:i+1] + src[i:], line, "doubled " + src[i:i+1]},
	}, func(m mutation) bool { return capejson.Reads([]byte(m.Text)) == nil })
}

// sample takes n mutations, the same ones each time.
func sample(all []mutation, n int) []mutation {
	r := rand.New(rand.NewSource(6))
	all = slices.Clone(all)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

// ownFiles are control files of our own: name and text.
func ownFiles(t *testing.T) [][2]string {
	t.Helper()
	names, err := filepath.Glob("testdata/recovery/*.json")
	require.NoError(t, err)
	names = append(names, "../../examples/wing/pyFun.json", "../../examples/wing/cape-agent.json")
	return readAll(t, names, func(name string) string { return filepath.Base(name) })
}

func readAll(t *testing.T, names []string, call func(string) string) [][2]string {
	t.Helper()
	var out [][2]string
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		out = append(out, [2]string{call(name), string(src)})
	}
	require.NotEmpty(t, out)
	return out
}

// solverNames are the names that control files of the solvers have.
var solverNames = map[string]string{"pycart": "pyCart.json", "pyfun": "pyFun.json", "pyover": "pyOver.json", "pykes": "pyKes.json"}

// corpusFiles are the tutorials in the folder that CAPE_LS_CORPUS names; nil without it. The name of the
// folder of each says which solver it is for.
func corpusFiles(t *testing.T) [][2]string {
	t.Helper()
	home := os.Getenv("CAPE_LS_CORPUS")
	if home == "" {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(home, "*", "*.json"))
	require.NoError(t, err)
	names = slices.DeleteFunc(names, func(name string) bool {
		src, err := os.ReadFile(name)
		return err != nil || !bytes.Contains(src, []byte(`"RunControl"`))
	})
	return readAll(t, names, func(name string) string {
		for prefix, call := range solverNames {
			if strings.HasPrefix(filepath.Base(filepath.Dir(name)), prefix) {
				return call
			}
		}
		return "cape.json"
	})
}

func allMutations(files [][2]string) []mutation {
	var out []mutation
	for _, f := range files {
		out = append(out, mutationsOf(f[0], f[1])...)
	}
	return out
}

// said is what a program says about one mutation: the lines of its findings in the order of the file, from 0.
type said []int

// score counts how well faults are said.
type score struct {
	Faults, Near, Few, One, Silent int
}

func (s *score) add(m mutation, lines said) {
	s.Faults++
	switch {
	case len(lines) == 0:
		s.Silent++
		return
	case lines[0] >= m.Line-1 && lines[0] <= m.Line+1:
		s.Near++
	}
	if len(lines) <= 2 {
		s.Few++
	}
	if len(lines) == 1 {
		s.One++
	}
}

func (s score) String() string {
	return fmt.Sprintf("%d faults: first finding within a line of it %s, at most two findings %s, one finding %s, nothing said %d",
		s.Faults, share(s.Near, s.Faults), share(s.Few, s.Faults), share(s.One, s.Faults), s.Silent)
}

func share(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// editor is cape-ls as an editor asks it: everything that is said about a file, less what is said about it
// without the fault.
type editor struct {
	t   *testing.T
	dir string
	was map[string]map[string]int // by the name and text of the file: what is said without a fault
}

func (e *editor) check(name, src string) ([]diag.Diagnostic, *repo.Snapshot) {
	path := filepath.Join(e.dir, name)
	w := repo.NewWorkspace(e.dir)
	snap := w.Put(repo.NewDocument(path, "file://"+filepath.ToSlash(path), 1, []byte(src)))
	return analysis.New(analysis.Settings{}).Check(snap, path), snap
}

func (e *editor) learn(name, src string) {
	found, _ := e.check(name, src)
	known := map[string]int{}
	for _, d := range found {
		require.NotEqual(e.t, "json-", string(d.Code)[:5], "%s must be a file that CAPE reads", name)
		known[string(d.Code)+" "+d.Message]++
	}
	e.was[name] = known
}

func (e *editor) say(m mutation) said {
	found, _ := e.check(m.Name, m.Text)
	known := map[string]int{}
	var lines said
	for _, d := range found {
		key := string(d.Code) + " " + d.Message
		if known[key]++; known[key] <= e.was[m.Name][key] {
			continue
		}
		lines = append(lines, strings.Count(m.Text[:d.Span.Start], "\n"))
	}
	return lines
}

// measure runs every mutation of a file by itself; show, when it is not nil, gets what was said.
func measure(t *testing.T, files [][2]string, pick func([]mutation) []mutation, show func(mutation, said)) score {
	t.Helper()
	e := &editor{t, t.TempDir(), map[string]map[string]int{}}
	var total score
	wanted := map[string]bool{}
	for _, m := range pick(allMutations(files)) {
		wanted[m.Name+m.What+m.Text] = true
	}
	for _, f := range files {
		e.learn(f[0], f[1])
		for _, m := range mutationsOf(f[0], f[1]) {
			if !wanted[m.Name+m.What+m.Text] {
				continue
			}
			lines := e.say(m)
			total.add(m, lines)
			if show != nil {
				show(m, lines)
			}
		}
	}
	return total
}

func every(all []mutation) []mutation { return all }

// TestRecovery: one mark removed or doubled is said at its place, and little else is said.
func TestRecovery(t *testing.T) {
	for name, files := range map[string][][2]string{"our own files": ownFiles(t), "the tutorials": corpusFiles(t)} {
		if files == nil {
			continue
		}
		var misses []string
		s := measure(t, files, every, func(m mutation, lines said) {
			if len(lines) == 0 || lines[0] < m.Line-1 || lines[0] > m.Line+1 || len(lines) > 2 {
				misses = append(misses, fmt.Sprintf("%s:%d %s: %v", m.Name, m.Line+1, m.What, lines))
			}
		})
		t.Logf("%s: %s", name, s)
		if testing.Verbose() {
			t.Log(strings.Join(misses, "\n"))
		}
		require.Zero(t, s.Silent, name)
		require.GreaterOrEqual(t, s.Near*100, s.Faults*95, name)
		require.GreaterOrEqual(t, s.Few*100, s.Faults*90, name)
	}
}
