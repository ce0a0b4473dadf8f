package control

import (
	"bytes"
	"sync"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

// Known keeps what was made of the files that control files name, for as long as their text stays the
// same: included files are parsed, and a run matrix of ten thousand lines is read, once and not at every
// keystroke in the control file. A nil Known keeps nothing. It is safe for concurrent use.
type Known struct {
	mu       sync.Mutex
	trees    map[treeName]knownTree
	matrices map[string]*knownMatrix
	surfaces map[string]knownSurface
}

// maxKnown bounds how many files of each kind are kept; a control file names a few.
const maxKnown = 64

type treeName struct {
	path    string
	members bool
}

type knownTree struct {
	src  []byte
	tree *capejson.Tree
}

// tree returns an included file, parsed.
func (k *Known) tree(path string, src []byte, as form) *capejson.Tree {
	if k == nil {
		return parseAs(src, as)
	}
	name := treeName{path, as == bareMembers}
	k.mu.Lock()
	defer k.mu.Unlock()
	if e, ok := k.trees[name]; ok && bytes.Equal(e.src, src) {
		return e.tree
	}
	if k.trees == nil || len(k.trees) >= maxKnown {
		k.trees = map[treeName]knownTree{}
	}
	tree := parseAs(src, as)
	k.trees[name] = knownTree{src, tree}
	return tree
}

func parseAs(src []byte, as form) *capejson.Tree {
	if as == bareMembers {
		return capejson.ParseFragment(src)
	}
	return capejson.Parse(src)
}

// knownMatrix is a run matrix file with what was found in it, for one reading of its columns.
type knownMatrix struct {
	src     []byte
	columns string // a text that is the same for the same reading
	file    matrix
	faults  matrixFaults
}

// matrix returns a run matrix file, read, with what is wrong in it. Columns names the reading that look
// makes.
func (k *Known) matrix(path string, src []byte, columns string, look func(matrix) matrixFaults) (matrix, matrixFaults) {
	if k == nil {
		m := readMatrix(src)
		return m, look(m)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.matrices[path]
	if e == nil || !bytes.Equal(e.src, src) {
		if k.matrices == nil || len(k.matrices) >= maxKnown {
			k.matrices = map[string]*knownMatrix{}
		}
		e = &knownMatrix{src: src, columns: columns + "?", file: readMatrix(src)}
		k.matrices[path] = e
	}
	if e.columns != columns {
		e.columns, e.faults = columns, look(e.file)
	}
	return e.file, e.faults
}

type knownSurface struct {
	src   []byte
	names names
	ok    bool
}

// surface returns the components of a configuration file; ok is false when they are not known.
func (k *Known) surface(path string, src []byte) (names, bool) {
	if k == nil {
		return readSurface(path, src)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	e, found := k.surfaces[path]
	if !found || !bytes.Equal(e.src, src) {
		if k.surfaces == nil || len(k.surfaces) >= maxKnown {
			k.surfaces = map[string]knownSurface{}
		}
		e = knownSurface{src: src}
		e.names, e.ok = readSurface(path, src)
		k.surfaces[path] = e
	}
	return e.names, e.ok
}
