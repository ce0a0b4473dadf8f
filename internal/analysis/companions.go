package analysis

import (
	"path/filepath"
	"slices"
	"sync"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// companions remembers which files the control files of a root name: their run matrices and the files that
// they include. They are found through the control files only: those with a default name in the root
// folder, those that the allow-list names without wildcards, and those that were asked about before. No
// folder is listed.
type companions struct {
	mu     sync.Mutex
	named  map[string][]string // root -> control files that are there by name
	met    map[string][]string // root -> control files of other names
	byHost map[string]*hosted  // control file -> what it names
}

// hosted is what one control file names. For files on disk it holds until files change, for open documents
// as long as their texts are the same.
type hosted struct {
	texts []hostText
	files []control.Companion
}

// hostText is the text of the control file, or of a file that it includes; nil: it was read from the disk.
type hostText struct {
	path string
	src  []byte
}

func (c *companions) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.named, c.byHost = nil, nil
}

// meet keeps a control file whose name does not tell that it is one.
func (c *companions) meet(root, path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.met == nil {
		c.met = map[string][]string{}
	}
	if !slices.Contains(c.met[root], path) {
		c.met[root] = append(c.met[root], path)
	}
}

// hosts returns the control files that name a file, with how they name it.
func (a *Analyzer) hosts(snap *repo.Snapshot, root, path string) (hosts []string, as control.Companion) {
	for _, host := range a.controlFiles(snap, root, path) {
		if host == path {
			continue
		}
		for _, f := range a.companionsOf(snap, host) {
			if f.Path == path {
				hosts, as = append(hosts, host), f
			}
		}
	}
	return hosts, as
}

// controlFiles returns the control files that are known and may name a file: those of its root, and those
// whose root holds it. Sorted by how they came to be known.
func (a *Analyzer) controlFiles(snap *repo.Snapshot, root, path string) []string {
	c := &a.companions
	c.mu.Lock()
	named, ok := c.named[root]
	var met []string
	for dir, files := range c.met {
		if dir == root || repo.Inside(dir, path) {
			met = append(met, files...)
		}
	}
	c.mu.Unlock()
	if !ok {
		named = a.namedControlFiles(snap, root)
		c.mu.Lock()
		if c.named == nil {
			c.named = map[string][]string{}
		}
		c.named[root] = named
		c.mu.Unlock()
	}
	out := slices.Clip(named)
	add := func(path string) {
		if !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	for _, d := range snap.Documents() {
		if a.isControlFile(snap, d.Path) && repo.Inside(a.Root(snap, d.Path), path) {
			add(d.Path)
		}
	}
	slices.Sort(met)
	for _, path := range met {
		if snap.Document(path) != nil || isRegular(snap, path) {
			add(path)
		}
	}
	return out
}

// namedControlFiles looks for control files under the names that they can have.
func (a *Analyzer) namedControlFiles(snap *repo.Snapshot, root string) []string {
	var out []string
	try := func(name string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if repo.Inside(root, path) && !slices.Contains(out, path) && a.isControlFile(snap, path) && isRegular(snap, path) {
			out = append(out, path)
		}
	}
	for _, name := range ControlNames {
		try(name)
	}
	list, _ := a.repository(snap, root).options.EditAllowList() // a list that is none names no file
	for _, p := range list {
		if name, ok := p.(string); ok && filepath.Ext(name) == ".json" && !allow.Magic(name) {
			try(name)
		}
	}
	return out
}

func isRegular(snap *repo.Snapshot, path string) bool {
	info, err := snap.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isControlFile tells control files by their name or their text.
func (a *Analyzer) isControlFile(snap *repo.Snapshot, path string) bool {
	base := filepath.Base(path)
	return slices.Contains(ControlNames, base) ||
		filepath.Ext(base) == ".json" && base != repo.AgentFile &&
			(a.Settings.Options.SolverOf(base) != "" || looksLikeControl(snap, path))
}

// companionsOf returns the files that a control file names.
func (a *Analyzer) companionsOf(snap *repo.Snapshot, host string) []control.Companion {
	c := &a.companions
	c.mu.Lock()
	known := c.byHost[host]
	c.mu.Unlock()
	if known != nil && known.holds(snap) {
		return known.files
	}
	tree, ok := a.json(snap, host)
	if !ok {
		return nil
	}
	known = &hosted{texts: []hostText{textAt(snap, host)}, files: control.Companions(tree, a.controlEnv(snap, host))}
	for _, f := range known.files {
		if !f.Matrix {
			known.texts = append(known.texts, textAt(snap, f.Path))
		}
	}
	c.mu.Lock()
	if c.byHost == nil || len(c.byHost) >= maxCached {
		c.byHost = map[string]*hosted{}
	}
	c.byHost[host] = known
	c.mu.Unlock()
	return known.files
}

func textAt(snap *repo.Snapshot, path string) hostText {
	if d := snap.Document(path); d != nil {
		return hostText{path, d.Text}
	}
	return hostText{path, nil}
}

func (h *hosted) holds(snap *repo.Snapshot) bool {
	for _, t := range h.texts {
		if now := textAt(snap, t.path).src; !sameBytes(now, t.src) {
			return false
		}
	}
	return true
}

// sameBytes reports whether two slices are the same memory: the text of a document never changes.
func sameBytes(a, b []byte) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// companionKind says whether a file is the run matrix of a control file, or included by one.
func (a *Analyzer) companionKind(snap *repo.Snapshot, root, path string) Kind {
	hosts, as := a.hosts(snap, root, path)
	switch {
	case len(hosts) == 0:
		return None
	case as.Matrix:
		return Matrix
	}
	return Part
}

// partTree parses a file that a control file includes.
func (a *Analyzer) partTree(snap *repo.Snapshot, path string) (tree *capejson.Tree, hosts []string, ok bool) {
	hosts, as := a.hosts(snap, a.Root(snap, path), path)
	src, err := snap.ReadFile(path)
	if err != nil || len(hosts) == 0 {
		return nil, nil, false
	}
	parse := capejson.Parse
	if as.Members {
		parse = capejson.ParseFragment
	}
	if snap.Document(path) == nil {
		return parse(src), hosts, true
	}
	return a.partTrees.get(path, src, parse), hosts, true
}

// partAt returns an included file as jsonAt does, with the options of the section that it is included into.
func (a *Analyzer) partAt(snap *repo.Snapshot, path string) (*capejson.Tree, control.Env, bool) {
	tree, hosts, ok := a.partTree(snap, path)
	if !ok {
		return nil, control.Env{}, false
	}
	env := a.controlEnv(snap, path)
	env.Root = a.Root(snap, hosts[0])
	if host, ok := a.json(snap, hosts[0]); ok {
		env.Class = control.PartClass(path, host, a.controlEnv(snap, hosts[0]))
		env.Fellows = []control.Fellow{{Tree: host, Env: a.controlEnv(snap, hosts[0])}}
	}
	return tree, env, true
}

// matrixAt returns a run matrix and the first control file that names it; ok is false for every other kind
// of file.
func (a *Analyzer) matrixAt(snap *repo.Snapshot, path string) (src []byte, host *capejson.Tree, env control.Env, ok bool) {
	if a.Kind(snap, path) != Matrix {
		return nil, nil, env, false
	}
	hosts, _ := a.hosts(snap, a.Root(snap, path), path)
	src, err := snap.ReadFile(path)
	if err != nil || len(hosts) == 0 {
		return nil, nil, env, false
	}
	host, ok = a.json(snap, hosts[0])
	return src, host, a.controlEnv(snap, hosts[0]), ok
}

// checkCompanion returns the findings in a run matrix or an included file: those that any of the control
// files which name it gives rise to, each once.
func (a *Analyzer) checkCompanion(snap *repo.Snapshot, path string, kind Kind) []diag.Diagnostic {
	var found []diag.Diagnostic
	if kind == Matrix {
		src, err := snap.ReadFile(path)
		if err != nil {
			return nil
		}
		hosts, _ := a.hosts(snap, a.Root(snap, path), path)
		for _, host := range hosts {
			if tree, ok := a.json(snap, host); ok {
				found = append(found, control.CheckMatrix(src, path, tree, a.controlEnv(snap, host))...)
			}
		}
		return once(found)
	}
	tree, hosts, ok := a.partTree(snap, path)
	if !ok {
		return nil
	}
	found = slices.Clone(tree.Problems)
	for _, host := range hosts {
		if hostTree, ok := a.json(snap, host); ok {
			found = append(found, control.CheckPart(tree, path, hostTree, a.controlEnv(snap, host))...)
		}
	}
	return once(found)
}

// once leaves out findings that say the same of the same place.
func once(found []diag.Diagnostic) []diag.Diagnostic {
	diag.Sort(found)
	return slices.CompactFunc(found, func(x, y diag.Diagnostic) bool {
		return x.Span == y.Span && x.Code == y.Code && x.Message == y.Message
	})
}
