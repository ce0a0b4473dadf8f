package options

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFactsAreThere(t *testing.T) {
	f := bundled()
	require.Len(t, f.classes, 186)
	n := 0
	for _, c := range f.classes {
		n += len(c.Options)
	}
	require.Equal(t, 2722, n)
	solvers := []string{"cfdx", "pycart", "pyfun", "pykes", "pylava", "pylch", "pyover", "pyus"}
	require.ElementsMatch(t, solvers, slices.Collect(maps.Keys(f.roots)))
	for _, solver := range solvers {
		require.Equal(t, solver, SolverOf(f.files[solver]))
	}
	require.True(t, f.LegacyArchive("PostTarDirs"))
}

// lookup finds an option by its path from the top of the control file of a solver, in any spelling:
// ["RunControl", "nIter"]. Sub-sections that the user names take the default kind. The class is the one
// that holds the option.
func lookup(solver string, path ...string) (*Option, *Class) {
	class := Bundled().For(solver)
	for i, name := range path {
		opt := class.Options[class.Full(name)]
		if i == len(path)-1 {
			if opt == nil {
				opt = class.AnyKey
			}
			return opt, class
		}
		next := class.Child(name, "")
		if next == nil {
			return nil, nil
		}
		class = next
	}
	return nil, class
}

func TestLookup(t *testing.T) {
	tests := []struct {
		name   string
		solver string
		path   []string
		check  func(t *testing.T, o *Option)
	}{
		{"type and default", "pyfun", []string{"RunControl", "qsub"}, func(t *testing.T, o *Option) {
			require.Equal(t, []string{"bool"}, o.TypeNames())
			require.Equal(t, false, o.Default)
		}},
		{"alias of a section", "pyfun", []string{"Trajectory", "cols"}, func(t *testing.T, o *Option) {
			require.Equal(t, "Keys", o.Name)
			require.Equal(t, 1, o.ListDepth)
		}},
		{"values", "cfdx", []string{"RunControl", "mpicmd"}, func(t *testing.T, o *Option) {
			require.Equal(t, []any{"mpiexec", "mpirun"}, o.Values)
			require.True(t, o.Allows("mpirun"))
			require.False(t, o.Allows("srun"))
		}},
		{"a float is no int", "cfdx", []string{"Config", "RefArea"}, func(t *testing.T, o *Option) {
			require.True(t, o.Accepts("float"))
			require.True(t, o.Accepts("NoneType"))
			require.False(t, o.Accepts("int"))
		}},
		{"name of the user's", "pyover", []string{"DataBook", "wing", "Type"}, func(t *testing.T, o *Option) {
			require.Equal(t, "Type", o.Name)
		}},
		{"unknown solver", "starccm", []string{"RunMatrix", "File"}, func(t *testing.T, o *Option) {
			require.Equal(t, "File", o.Name)
		}},
		{"no such option", "cfdx", []string{"RunControl", "nodet"}, func(t *testing.T, o *Option) { require.Nil(t, o) }},
		{"no such section", "cfdx", []string{"Nope", "x"}, func(t *testing.T, o *Option) { require.Nil(t, o) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt, _ := lookup(tt.solver, tt.path...)
			tt.check(t, opt)
		})
	}
}

func TestKinds(t *testing.T) {
	_, report := lookup("pyfun", "Report", "Subfigures")
	k := report.Options["Subfigures"].Section.Kinds
	class, known := k.For("PlotCoeff")
	require.True(t, known)
	require.Equal(t, "PlotCoeffIterSubfigOpts", class.Name())
	class, known = k.For("Plot")
	require.False(t, known)
	require.Equal(t, "SubfigOpts", class.Name())
	require.NotContains(t, k.Values(), "_default_")
}

func BenchmarkDecodeFacts(b *testing.B) {
	for b.Loop() {
		decodeFacts()
	}
}
