package options

import (
	"slices"
	"strings"
)

// Tree is what one release of CAPE knows of options: the classes of the control file of each solver. It is
// never changed once it is made, so that many may read it at once. The nil tree is the bundled one.
type Tree struct {
	version       string
	path          string // the folder of the package cape; empty: bundled
	fingerprint   string
	roots         map[string]*Class
	files         map[string]string // solver -> default name of the control file
	classes       map[string]*Class // by ID
	legacyArchive []string
	agent         *Class            // of cape-agent.json; nil: not known
	broken        map[string]string // solver -> why its options could not be read
}

// Bundled returns the facts that are part of this program.
func Bundled() *Tree { return bundled() }

// or returns the tree, or the bundled one for nil.
func (t *Tree) or() *Tree {
	if t == nil {
		return bundled()
	}
	return t
}

// For returns the options of the control file of a solver ("pyfun"); for an unknown solver, those of
// every solver ("cfdx").
func (t *Tree) For(solver string) *Class {
	t = t.or()
	for _, name := range []string{solver, DefaultSolver} {
		if c := t.roots[name]; c != nil {
			return c
		}
	}
	return &Class{ID: "cfdx.Options", Open: true}
}

// Agent returns the options of cape-agent.json that the installed CAPE knows, nil when it says nothing of them.
// What this program knows of the agent by itself is AgentClass.
func (t *Tree) Agent() *Class { return t.or().agent }

// LegacyArchive reports whether a name belongs to the Archive section as it was before CAPE 2. One of them
// makes CAPE read the whole section in the old way, which is not known here.
func (t *Tree) LegacyArchive(name string) bool { return slices.Contains(t.or().legacyArchive, name) }

// SolverOf returns the solver whose control file has a default name: "pyFun.json" or "pyFun.yaml". The
// empty text: the name tells nothing.
func (t *Tree) SolverOf(base string) string {
	if s := SolverOf(base); s != "" {
		return s
	}
	stem, ext, _ := strings.Cut(base, ".")
	if ext != "json" && ext != "yaml" && ext != "yml" {
		return ""
	}
	for solver, file := range t.or().files {
		if own, _, _ := strings.Cut(file, "."); own == stem && own != "" {
			return solver
		}
	}
	return ""
}

// Solvers returns the names of the solvers, sorted.
func (t *Tree) Solvers() []string {
	var out []string
	for s := range t.or().roots {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

// Version is the release of CAPE, as it says itself: "2.2.2". It may be empty.
func (t *Tree) Version() string { return t.or().version }

// Installed reports whether the facts were read from an installed CAPE. Bundled facts may be older or
// newer than the CAPE of the user.
func (t *Tree) Installed() bool { return t.or().path != "" }

// Path is the folder of the package cape; empty for the bundled facts.
func (t *Tree) Path() string { return t.or().path }

// Fingerprint changes when the files that decide on options do; empty for the bundled facts.
func (t *Tree) Fingerprint() string { return t.or().fingerprint }

// Source says where the facts come from, for people: "CAPE 2.2.2 (bundled)", "CAPE 2.3 in /opt/cape".
func (t *Tree) Source() string {
	t = t.or()
	name := strings.TrimSpace("CAPE " + t.version)
	if t.path == "" {
		return name + " (bundled)"
	}
	return name + " in " + t.path
}

// Broken returns the solvers whose options could not be read, each with the reason.
func (t *Tree) Broken() map[string]string { return t.or().broken }
