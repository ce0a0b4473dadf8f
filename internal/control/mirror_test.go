package control

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// TestMirrorsCAPE goes through the rules by which CAPE takes, drops and stumbles over settings
// (cape.optdict.OptionsDict). What stands in each row was tried with CAPE 2.2.2 itself. The number says the rule:
// 2 what is rejected is not stored, 3 names and other spellings, 4 spellings that lead nowhere, 5 types, 6 lists of
// phases, 7 values, 8 rules in the place of a value, 9 sections, 10 lists of names and kinds, 11 what CAPE ends at,
// 12 the solver.
func TestMirrorsCAPE(t *testing.T) {
	tests := []struct {
		name, solver, src string
		want              []string
	}{
		{"2 a rejected value is dropped", "pyfun", `{"Config": {"RefArea": 4}}`, []string{
			"warning option-type: RefArea must be 4.0, with a decimal point, not 4: CAPE ignores this setting and uses the default 1.0",
		}},
		{"2 no default to name", "pyfun", `{"Mesh": {"MeshFile": 4}}`, []string{
			"warning option-type: MeshFile must be a string, not 4: CAPE ignores this setting",
		}},
		{"3 alias", "pyfun", `{"Trajectory": {"cols": ["mach"], "Values": {"mach": [0.5]}}}`, nil},
		{"3 letter case counts", "pyfun", `{"RunControl": {"verbose": true}}`, []string{
			"warning option-unknown: there is no option \"verbose\" in RunControl: CAPE ignores it; did you mean Verbose?",
		}},
		{"3 alias and full name", "pyfun", `{"RunControl": {"Resubmit": true, "ResubmitNextPhase": false}}`, []string{
			"warning option-twice: Resubmit and ResubmitNextPhase are the same option: CAPE takes the last one only",
		}},
		{"3 a section under two names", "pyfun", `{"RunMatrix": {"Keys": ["mach"]}, "Trajectory": {"Keys": ["alpha"]}}`, []string{
			"warning option-twice: RunMatrix and Trajectory are the same option: CAPE takes the last one only",
		}},
		{"3 names that the section lists", "cfdx", `{"DataBook": {"Components": ["a"], "a": {"Type": "FM"}, "b": {"Type": "FM"}}}`, []string{
			"warning component-unlisted: \"b\" must be in Components: CAPE ignores this component",
		}},
		{"3 unknown, far", "pyfun", `{"RunControl": {"Zebra": 1}}`, []string{
			"hint option-unknown: CAPE 2.2.2 has no option \"Zebra\" in RunControl and ignores it",
		}},
		{"3 an open section", "pyfun", `{"Fun3D": {"anything": {"at_all": 1}}}`, nil},
		{"4 a spelling of a spelling", "cfdx", `{"DataBook": {"Components": ["a"], "a": {"Type": "FM", "NAvg": 3}}}`, []string{
			"warning option-unknown: NAvg must be written NStats: CAPE knows this spelling but loses the setting",
		}},
		{"4 the same among sub-sections", "cfdx", `{"DataBook": {"Components": ["a"], "NAvg": 3, "a": {"Type": "FM"}}}`, []string{
			"warning option-unknown: NAvg must be written NStats: CAPE takes it for a sub-section and cannot use the whole section DataBook",
		}},
		{"4 a spelling of nothing", "pyfun", `{"RunControl": {"NSubProc": 3}}`, []string{
			"warning option-unknown: NSubProc must be written MaxForks: CAPE knows this spelling but loses the setting",
		}},
		{"5 true is an int", "pyfun", `{"RunControl": {"nProc": true}}`, nil},
		{"5 an int is no float", "pyfun", `{"Config": {"RefLength": 2}}`, []string{
			"warning option-type: RefLength must be 2.0, with a decimal point, not 2: CAPE ignores this setting and uses the default 1.0",
		}},
		{"5 1 is no bool", "pyfun", `{"RunControl": {"MPI": 1}}`, []string{
			"warning option-type: MPI must be true or false, not 1: CAPE ignores this setting and uses the default false",
		}},
		{"5 null always passes", "pyfun", `{"Config": {"RefArea": null}, "RunControl": {"MPI": null}}`, nil},
		{"6 one bad element", "pyfun", `{"RunControl": {"nProc": [1, "two", 3]}}`, []string{
			"warning option-type: nProc must hold numbers only, not the string \"two\": CAPE ignores this setting",
		}},
		{"6 a value that is a list", "pyfun", `{"Config": {"RefPoint": [0, 0, 0]}}`, []string{
			"warning option-type: RefPoint must hold numbers with a decimal point only, not 0: CAPE ignores this setting and uses the default [0.0, 0.0, 0.0]",
		}},
		{"6 the same, right", "pyfun", `{"Config": {"RefPoint": [0.0, 0.0, 0.0]}}`, nil},
		{"6 a scalar for a list", "cfdx", `{"RunMatrix": {"Keys": "mach", "Values": {"mach": [0.5]}}}`, nil},
		{"6 inside of objects nothing is looked at", "pyfun", `{"Config": {"RefArea": {"a": 4}}}`, nil},
		{"7 values", "pyfun", `{"RunControl": {"mpicmd": "srun"}}`, []string{
			"warning option-value: mpicmd must be \"mpiexec\" or \"mpirun\", not \"srun\": CAPE ignores this setting and uses the default \"mpiexec\"",
		}},
		{"7 values, one of a list", "pyfun", `{"RunControl": {"mpicmd": ["mpiexec", "srun"]}}`, []string{
			"warning option-value: mpicmd must be \"mpiexec\" or \"mpirun\", not \"srun\": CAPE ignores this setting and uses the default \"mpiexec\"",
		}},
		{"7 values, raw", "pyfun", `{"RunControl": {"mpicmd": {"@raw": "srun"}}}`, []string{
			"warning option-value: mpicmd must be \"mpiexec\" or \"mpirun\", not \"srun\": CAPE ignores this setting and uses the default \"mpiexec\"",
		}},
		{"8 expr", "pyfun", `{"RunControl": {"nProc": {"@expr": 3}}}`, []string{
			"warning option-rule: @expr must be a string with an expression: CAPE ignores this setting",
		}},
		{"8 expr with more", "pyfun", `{"RunControl": {"nProc": {"@expr": "$mach", "b": 1}}}`, []string{
			"warning option-rule: there must be nothing else beside @expr: CAPE ignores this setting",
		}},
		{"8 map without key", "pyfun", `{"RunControl": {"nProc": {"@map": {"a": 1}}}}`, []string{
			"warning option-rule: @map must have \"key\" beside it, the name of a run matrix key: CAPE ignores this setting",
		}},
		{"8 map of a list", "pyfun", `{"RunControl": {"nProc": {"@map": [1], "key": "mach"}}}`, []string{
			"warning option-rule: @map must be an object: CAPE ignores this setting",
		}},
		{"8 cons", "pyfun", `{"RunControl": {"nProc": {"@cons": 3}}}`, []string{
			"warning option-rule: @cons must be an object: CAPE ignores this setting",
		}},
		{"8 raw of a wrong type", "pyfun", `{"RunControl": {"nProc": {"@raw": "x"}}}`, []string{
			"warning option-type: nProc must be a number, not the string \"x\": CAPE ignores this setting",
		}},
		{"8 another word", "pyfun", `{"RunControl": {"nProc": {"@foo": 1}}}`, []string{
			"warning option-type: nProc must be a number, not an object: CAPE ignores this setting",
		}},
		{"8 in an open section", "pyfun", `{"Fun3D": {"a": {"@expr": 3}}}`, []string{
			"warning option-rule: @expr must be a string with an expression: CAPE ignores this setting",
		}},
		{"8 in the place of a section", "pyfun", `{"PBS": {"@expr": "$mach"}}`, []string{
			"hint option-unknown: CAPE 2.2.2 has no option \"@expr\" in PBS and ignores it",
		}},
		{"8 faulty in the place of a section", "pyfun", `{"Fun3D": {"@expr": 3}}`, []string{
			"warning option-rule: @expr must be a string with an expression: CAPE ignores this setting",
		}},
		{"8 in the place of a subfigure", "pyfun", `{"Report": {"Subfigures": {"a": {"@cons": 3}}}}`, []string{
			"warning type-unknown: this subfigure must have a Type, such as \"CoeffTable\", \"Conditions\" or \"ConditionsTable\": CAPE does not know what to draw",
			"warning option-rule: @cons must be an object: CAPE ignores this setting",
		}},
		{"8 in Points", "pyfun", `{"Config": {"Points": {"cg": [0.0, {"@expr": "$x"}]}}}`, []string{
			"warning option-rule: there must be no @expr in Points: CAPE cannot use the whole section Config",
			"warning expression-name: \"x\" is not one of the run matrix keys: CAPE stops when it needs the value",
		}},
		{"9 a section must be an object", "pyfun", `{"RunControl": 4}`, []string{
			"warning option-type: RunControl must be an object, not 4: CAPE cannot use this section",
		}},
		{"9 a file that is not there", "pyfun", `{"PBS": "pbs.json"}`, []string{
			"error include-missing: PBS must be an object; CAPE takes this string for the name of a file that holds the section, and there is no file \"pbs.json\"",
		}},
		{"9 RunMatrix is no file", "pyfun", `{"RunMatrix": "matrix.json"}`, []string{
			"warning option-type: RunMatrix must be an object, not the string \"matrix.json\": CAPE cannot use this section",
		}},
		{"9 a switch", "pyfun", `{"RunControl": {"nodet": true, "dual": false}}`, nil},
		{"9 a switch is no text", "pyfun", `{"RunControl": {"nodet": "nodet_mpi"}}`, []string{
			"warning option-type: nodet must be an object, or true or false, not the string \"nodet_mpi\": CAPE cannot use this section",
		}},
		{"9 null for a section", "pyfun", `{"RunControl": null, "PBS": null}`, nil},
		{"9 a component is no object", "cfdx", `{"DataBook": {"Components": ["a"], "a": 4}}`, []string{
			"warning option-type: \"a\" must be an object, not 4: CAPE cannot use the whole section DataBook",
		}},
		{"9 a component is a text", "cfdx", `{"DataBook": {"Components": ["a"], "a": "b.json"}}`, []string{
			"error include-missing: a must be an object; CAPE takes this string for the name of a file that holds the section, and there is no file \"b.json\"",
		}},
		{"9 a component is null", "cfdx", `{"DataBook": {"Components": ["a"], "a": null}}`, []string{
			"warning option-type: \"a\" must be an object, not null: CAPE takes it for an empty section",
		}},
		{"9 a subfigure is no object", "cfdx", `{"Report": {"Subfigures": {"a": 4}}}`, []string{
			"warning option-type: \"a\" must be an object, not 4: CAPE ignores it",
		}},
		{"9 a subfigure is a list", "cfdx", `{"Report": {"Subfigures": {"a": [{}]}}}`, []string{
			"warning option-type: \"a\" must be an object, not a list: CAPE cannot use the whole section Subfigures",
		}},
		{"9 Components is one text", "cfdx", `{"DataBook": {"Components": "a", "a": {"Type": "FM"}}}`, []string{
			"warning option-type: Components must be a list of strings: CAPE cannot use the whole section DataBook",
		}},
		{"9 Components with a number", "cfdx", `{"DataBook": {"Components": ["a", 3]}}`, []string{
			"warning option-type: Components must be a list of strings: CAPE cannot use the whole section DataBook",
		}},
		{"9 Reports is null", "cfdx", `{"Report": {"Reports": null}}`, []string{
			"warning option-type: Reports must be a list of strings: CAPE cannot use the whole section Report",
		}},
		{"10 a component that is not listed", "cfdx", `{"DataBook": {"Components": ["a"], "a": {"Type": "FM"}, "wing": {"Type": "FM"}}}`, []string{
			"warning component-unlisted: \"wing\" must be in Components: CAPE ignores this component",
		}},
		{"10 a component of no type", "cfdx", `{"DataBook": {"Components": ["a"], "a": {"Type": "Force"}}}`, []string{
			"warning type-unknown: \"Force\" is no type of data book component: CAPE never collects this component",
		}},
		{"10 a subfigure of no type", "cfdx", `{"Report": {"Subfigures": {"a": {"Caption": "b"}}}}`, []string{
			"warning type-unknown: this subfigure must have a Type, such as \"CoeffTable\", \"Conditions\" or \"ConditionsTable\": CAPE does not know what to draw",
		}},
		{"11 Type is a list", "cfdx", `{"Report": {"Subfigures": {"a": {"Type": ["PlotCoeff"]}}}}`, []string{
			"error option-type: Type must be a string, not a list: CAPE stops with a TypeError when it reads the file",
		}},
		{"11 Type is an object", "cfdx", `{"DataBook": {"Components": ["a"], "a": {"Type": {"b": 1}}}}`, []string{
			"error option-type: Type must be a string, not an object: CAPE stops with a TypeError when it reads the file",
		}},
		{"11 Keys is a number", "cfdx", `{"RunMatrix": {"Keys": 3}}`, []string{
			"error option-type: Keys must be a list of strings, not 3: CAPE stops with a TypeError when it reads the file",
		}},
		{"11 a section that another needs", "pyfun", `{"PBS": [1], "BatchPBS": {}}`, []string{
			"error option-type: PBS must be an object, not a list: CAPE stops when it reads the file",
		}},
		{"11 the archive", "pyfun", `{"RunControl": {"Archive": null}}`, []string{
			"error option-type: Archive must be an object, not null: CAPE stops when it reads the file",
		}},
		{"11 Type leads back to itself", "cfdx", `{"Report": {"Subfigures": {"a": {"Type": "b"}, "b": {"Type": "a"}}}}`, []string{
			"error type-circle: Type must not lead back to itself: CAPE ends with a RecursionError when it reads the file",
			"error type-circle: Type must not lead back to itself: CAPE ends with a RecursionError when it reads the file",
		}},
		{"12 the content tells pyover", "", `{"RunControl": {}, "Overflow": {}, "Fun3D": {"a": 1}}`, []string{
			"hint option-unknown: CAPE 2.2.2 has no option \"Fun3D\" and ignores it",
		}},
		{"12 the content tells pyfun", "", `{"RunControl": {}, "Fun3D": {"a": 1}, "Overflow2": {}}`, []string{
			"hint option-unknown: CAPE 2.2.2 has no option \"Overflow2\" and ignores it",
		}},
		{"12 no alias of a section counts", "", `{"RunControl": {"nodet": {}}, "Fun3DNamelist": "fun3d.nml"}`, []string{
			"hint option-unknown: CAPE 2.2.2 has no option \"nodet\" in RunControl and ignores it",
			"hint option-unknown: CAPE 2.2.2 has no option \"Fun3DNamelist\" and ignores it",
		}},
		{"2 no phase has this number", "pyfun", `{"RunControl": {"PhaseSequence": [-1], "PhaseIters": [0, 100]}}`, nil},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := Env{Path: filepath.Join(dir, "x.json"), Root: dir, Files: repo.Disk, Solver: tt.solver}
			var got []string
			for _, d := range Check(capejson.Parse([]byte(tt.src)), env) {
				got = append(got, fmt.Sprintf("%s %s: %s", d.Severity, d.Code, d.Message))
			}
			require.Equal(t, tt.want, got)
		})
	}
}
