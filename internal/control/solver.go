package control

import (
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// look tells whether a name stands in the file, at the top or in RunControl, and whether it is an object.
type look interface {
	top(name string) presence
	runControl(name string) presence
}

// presence says what stands under a name.
type presence int

const (
	absent presence = iota
	present
	object
)

// solverOf returns the solver that the content of a control file tells, "cfdx" when nothing in it is
// particular, and "" when it is no control file (cape.cfdx.manage.identify_solver).
func solverOf(l look) string {
	if l.top("RunControl") != object {
		return ""
	}
	switch {
	case l.runControl("LAVASolver") != absent:
		return "pylava"
	case l.top("Namelist") != absent:
		return "pyfun"
	case l.top("InputCntl") != absent:
		return "pycart"
	case l.top("OverNamelist") != absent:
		return "pyover"
	case l.top("JobXML") != absent:
		return "pykes"
	case l.top("VarsFile") != absent:
		return "pylch"
	case l.top("Overflow") == object:
		return "pyover"
	case l.top("RunInputs") == object:
		return "pylava"
	case l.top("Fun3D") == object:
		return "pyfun"
	case l.top("AeroCsh") != absent:
		return "pycart"
	case l.runControl("flowCart") == object:
		return "pycart"
	case l.top("Vars") == object:
		return "pylch"
	}
	return options.DefaultSolver
}

// nodeLook looks into a parsed file, valueLook into decoded values.
type nodeLook struct{ root *capejson.Node }

func (l nodeLook) top(name string) presence { return nodePresence(l.root.Get(name)) }
func (l nodeLook) runControl(name string) presence {
	return nodePresence(l.root.Get("RunControl", name))
}

func nodePresence(n *capejson.Node) presence {
	switch {
	case n == nil:
		return absent
	case n.Kind == capejson.Object || n.Kind == capejson.Included:
		// An included file holds a complete value; where it is asked for, that is an object.
		return object
	}
	return present
}

type valueLook struct{ root options.Object }

func (l valueLook) top(name string) presence { return valuePresence(l.root, name) }

func (l valueLook) runControl(name string) presence {
	rc, _ := l.root.Get("RunControl")
	o, _ := rc.(options.Object)
	return valuePresence(o, name)
}

func valuePresence(o options.Object, name string) presence {
	v, ok := o.Get(name)
	if !ok {
		return absent
	}
	if _, ok := v.(options.Object); ok {
		return object
	}
	return present
}

// IsControl reports whether a file is a control file: its name is a default name, or it has RunControl.
// Other files that the allow-list names have syntax only.
func IsControl(tree *capejson.Tree, base string) bool {
	return options.SolverOf(base) != "" || solverOf(nodeLook{tree.Root}) != ""
}

// isControl is IsControl for one more set of default names: those of the solvers that an installed CAPE has.
func (e Env) isControl(tree *capejson.Tree) bool {
	base := filepath.Base(e.Path)
	return IsControl(tree, base) || e.Options.SolverOf(base) != ""
}

// includedName returns the file name in JSONFile("...").
func includedName(n *capejson.Node) string {
	_, rest, ok := strings.Cut(n.Text(), `"`)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(rest, `"`)
	return name
}
