package options

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

const smallDump = `{"format":1,"cape":{"version":"9.1","path":"/opt/cape","fingerprint":"f0"},
"solvers":{"cfdx":{"root":"cfdx.Options","controlFile":"cape.json"},"pyvul":{"root":"pyvul.Options","controlFile":"pyVul.json"},"agent":{"root":"agent.AgentOpts","controlFile":"cape-agent.json"}},
"errors":{"pyus":"AttributeError: x"},"legacyArchive":["PostTarDirs"],
"classes":{
 "cfdx.Options":{"title":"all","options":{
  "Mach":{"types":["float","int"],"default":0.5,"aliases":["mach","m"],"desc":"how fast"},
  "Mode":{"types":["str"],"values":["a","b",1],"listDepth":1,"default":["a"]},
  "RunControl":{"section":"cfdx.runctl.RunControlOpts"},
  "Book":{"section":"cfdx.Book","types":["@cfdx.Gone"]}},
  "deadAliases":{"NSub":"NJobs"},"anyKey":{"types":["int"]}},
 "cfdx.runctl.RunControlOpts":{"scalar":["bool"],"options":{"PhaseIters":{"types":["int"]}}},
 "cfdx.Book":{"namesFrom":"Parts","kinds":{"by":"Type","map":{"FM":"cfdx.FM","_default_":"cfdx.Gone"},"typeAliases":{"fm":"FM"}},"options":{"Parts":{"listDepth":1}}},
 "agent.AgentOpts":{"options":{"Model":{},"Budget":{"types":["int"]}},"anyKey":{"types":["@agent.ModelOpts"]}},
 "cfdx.FM":{"open":true},
 "pyvul.Options":{"options":{"Vulcan":{"types":["dict"]}}}}}`

func TestReadDump(t *testing.T) {
	tree, err := ReadDump([]byte(smallDump))
	require.NoError(t, err)
	require.True(t, tree.Installed())
	require.Equal(t, "CAPE 9.1 in /opt/cape", tree.Source())
	require.Equal(t, "9.1", tree.Version())
	require.Equal(t, []string{"cfdx", "pyvul"}, tree.Solvers())
	require.Equal(t, "pyvul", tree.SolverOf("pyVul.json"))
	require.Equal(t, "pyfun", tree.SolverOf("pyFun.json"), "a name that every CAPE has")
	require.Empty(t, tree.SolverOf("other.json"))
	require.True(t, tree.LegacyArchive("PostTarDirs"))
	require.Equal(t, map[string]string{"pyus": "AttributeError: x"}, tree.Broken())

	require.NotNil(t, tree.Agent().Options["Budget"])
	require.Empty(t, tree.SolverOf("cape-agent.json"))

	top := tree.For("pyfun")
	require.Equal(t, "cfdx.Options", top.ID, "a solver that it lacks")
	require.Equal(t, []string{"Book", "Mach", "Mode", "RunControl"}, top.Names())
	mach := top.Options[top.Full("m")]
	require.Equal(t, json.Number("0.5"), mach.Default)
	require.Equal(t, "how fast", mach.Desc)
	require.Equal(t, []any{"a", "b", json.Number("1")}, top.Options["Mode"].Values)
	require.Equal(t, []any{"a"}, top.Default("Mode"))
	require.Equal(t, "NJobs", top.Full("NSub"))
	require.Equal(t, "int", top.AnyKey.Types[0].Name)
	require.True(t, top.Sub("RunControl").Switch)
	require.True(t, top.Sub("Nothing").Open)

	kind, known := top.Sub("Book").Kinds.For("fm")
	require.True(t, known)
	require.Equal(t, "cfdx.FM", kind.ID)
	gone, known := top.Sub("Book").Kinds.For("?")
	require.False(t, known)
	require.True(t, gone.Open, "a class that is referred to and not there accepts all")
	require.Equal(t, gone, top.Options["Book"].Types[0].Class)
}

func TestNilTreeIsTheBundledOne(t *testing.T) {
	var tree *Tree
	require.False(t, tree.Installed())
	require.Equal(t, "CAPE "+FactsVersion+" (bundled)", tree.Source())
	require.Equal(t, Bundled().For("pyfun"), tree.For("pyfun"))
	require.Empty(t, tree.SolverOf("pyVul.json"))
}

func TestReadDumpRefuses(t *testing.T) {
	for name, src := range map[string]string{
		"nothing":        "",
		"cut":            smallDump[:len(smallDump)/2],
		"another format": `{"format":2,"cape":{"path":"/x","fingerprint":"f"},"solvers":{"a":{"root":"r"}},"classes":{"r":{}}}`,
		"no solver":      `{"format":1,"cape":{"path":"/x","fingerprint":"f"},"solvers":{},"classes":{"r":{}}}`,
		"no identity":    `{"format":1,"solvers":{"a":{"root":"r"}},"classes":{"r":{}}}`,
		"a list":         `[]`,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ReadDump([]byte(src))
			require.Error(t, err)
		})
	}
}

func TestReadIdentity(t *testing.T) {
	id, err := ReadIdentity([]byte(smallDump))
	require.NoError(t, err)
	require.Equal(t, Identity{"9.1", "/opt/cape", "f0"}, id)
	_, err = ReadIdentity([]byte(`{"format":1}`))
	require.Error(t, err)
}

// FuzzReadDump: a broken cache file, or a CAPE that nobody has foreseen, must not end the server.
func FuzzReadDump(f *testing.F) {
	f.Add([]byte(smallDump), "Book")
	f.Add([]byte(`{"format":1,"cape":{"path":"/x","fingerprint":"f"},"solvers":{"a":{"root":"r"}},"classes":{"r":null}}`), "x")
	f.Fuzz(func(t *testing.T, src []byte, name string) {
		tree, err := ReadDump(src)
		if err != nil {
			return
		}
		for _, solver := range append(tree.Solvers(), "pyfun") {
			c := tree.For(solver)
			_ = c.Sub(name).Names()
			if opt := c.Options[c.Full(name)]; opt != nil {
				_ = opt.Allows(opt.Default)
			}
			if child := c.Child(name, name); child != nil {
				_ = child.Name()
			}
			_, _, _ = Read(c, "", Object{{Name: name, Value: name}, {Name: c.NamesFrom, Value: []any{name}}})
		}
	})
}
