package analysis

import (
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// repository is what is remembered of one root: its options, its skills on disk, its tools. It is read
// when it is first asked for and kept until files change, since a shared file system answers slowly.
type repository struct {
	once    sync.Once
	options options.Agent
	skills  []skills.Other // on disk, in CAPE's order
	tools   skills.ToolSet
}

type repositories struct {
	mu     sync.Mutex
	byRoot map[string]*repository
}

func (r *repositories) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byRoot = nil
}

// repository returns what is known of a root.
func (a *Analyzer) repository(snap *repo.Snapshot, root string) *repository {
	a.known.mu.Lock()
	if a.known.byRoot == nil {
		a.known.byRoot = map[string]*repository{}
	}
	r := a.known.byRoot[root]
	if r == nil {
		r = &repository{}
		a.known.byRoot[root] = r
	}
	a.known.mu.Unlock()
	r.once.Do(func() { r.read(snap, root) })
	return r
}

func (r *repository) read(snap *repo.Snapshot, root string) {
	r.options = agentOptions(snap, root)
	r.skills = skillsOnDisk(root)
	dir, err := r.options.ToolDir()
	if err != nil {
		dir = options.DefaultToolDir
	}
	r.tools = skills.DiscoverTools(repo.Disk, root, dir)
}

// skillsOnDisk lists the repository's skills where CAPE looks for them, by what the disk holds.
func skillsOnDisk(root string) []skills.Other {
	paths := skills.SkillFiles(repo.Disk, root)
	out := make([]skills.Other, len(paths))
	AtOnce(len(paths), FewAtOnce, func(i int) {
		if src, err := repo.Disk.ReadFile(paths[i]); err == nil {
			out[i] = skills.Other{Name: skills.NameIn(src), Path: paths[i]}
		}
	})
	return slices.DeleteFunc(out, func(o skills.Other) bool { return o.Path == "" }) // not readable
}

// FewAtOnce is how many files are read at the same time: a shared file system answers each question slowly,
// but several at once as fast as one.
const FewAtOnce = 4

// AtOnce calls f for the numbers below n, for as many of them at the same time as workers says.
func AtOnce(n, workers int, f func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, workers) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}

// nameIn returns the name that stands in a file, read or not.
func nameIn(f *skills.File) string {
	e, ok := f.Field("name")
	if !ok || e.Pair.Value == nil {
		return ""
	}
	return e.Pair.Value.Text
}

// others returns the skills of the repository as they are now: an open document counts in place of its
// file.
func (a *Analyzer) others(snap *repo.Snapshot, root string) []skills.Other {
	known := a.repository(snap, root).skills
	cloned := false
	for i, o := range known {
		d := snap.Document(o.Path)
		if d == nil {
			continue
		}
		if !cloned {
			known, cloned = slices.Clone(known), true
		}
		known[i].Name = nameIn(a.skillFiles.get(o.Path, d.Text, skills.Parse))
	}
	return known
}

// allowed reports whether the static allow-list of the repository names the file.
func (a *Analyzer) allowed(snap *repo.Snapshot, root, path string) bool {
	list, err := a.repository(snap, root).options.EditAllowList()
	if err != nil {
		return false
	}
	rel := repo.Relative(root, path)
	for _, p := range list {
		if pattern, ok := p.(string); ok && allow.Match(rel, pattern) {
			return true
		}
	}
	return false
}

// toolDir returns the folder of user tools, absolute.
func (a *Analyzer) toolDir(snap *repo.Snapshot, root string) string {
	dir, err := a.repository(snap, root).options.ToolDir()
	if err != nil {
		dir = options.DefaultToolDir
	}
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(root, filepath.FromSlash(dir))
}
