package analysis

import (
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// repository is what is remembered of one root: its options, its skills on disk, its tools. Each is read
// when it is first asked for and kept until files change, since a shared file system answers slowly.
type repository struct {
	optionsOnce, skillsOnce, toolsOnce sync.Once

	options options.Agent
	skills  []knownSkill // on disk, in CAPE's order
	others  []skills.Other
	tools   skills.ToolSet
}

// knownSkill is a skill as its file on disk has it.
type knownSkill struct {
	skills.Head
	Path string
}

type repositories struct {
	mu     sync.Mutex
	byRoot map[string]*repository
}

// forget drops what is known of all roots.
func (r *repositories) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.byRoot = nil
}

// repository returns what is known of a root. Its options are there; skills and tools are asked for with
// knownSkills and tools.
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
	r.optionsOnce.Do(func() { r.options = agentOptions(snap, root) })
	return r
}

// knownSkills lists the repository's skills where CAPE looks for them, by what the disk holds.
func (a *Analyzer) knownSkills(snap *repo.Snapshot, root string) []knownSkill {
	r := a.repository(snap, root)
	a.readSkills(r, root)
	return r.skills
}

func (a *Analyzer) readSkills(r *repository, root string) {
	r.skillsOnce.Do(func() {
		a.bring(root)
		paths := skills.SkillPlaces(repo.Disk, root)
		heads := a.heads.read(paths, skills.ReadHead)
		for i, h := range heads {
			if h.ok {
				r.skills = append(r.skills, knownSkill{h.Value, paths[i]})
				r.others = append(r.others, skills.Other{Name: h.Value.Name, Path: paths[i]})
			}
		}
	})
}

// tools lists the scripts of the tools folder, by what the disk holds.
func (a *Analyzer) tools(snap *repo.Snapshot, root string) skills.ToolSet {
	r := a.repository(snap, root)
	r.toolsOnce.Do(func() {
		dir, err := r.options.ToolDir()
		if err != nil {
			dir = options.DefaultToolDir
		}
		a.bring(root)
		r.tools = skills.DiscoverToolsBy(repo.Disk, root, dir, func(paths []string) []skills.Reading {
			out := make([]skills.Reading, len(paths))
			for i, s := range a.scripts.read(paths, pysource.Read) {
				out[i] = skills.Reading{Script: s.Value, OK: s.ok}
			}
			return out
		})
	})
	return r.tools
}

// Warm reads what is remembered of a root, so that nobody has to wait for it who asks for the first time.
func (a *Analyzer) Warm(snap *repo.Snapshot, root string) {
	a.knownSkills(snap, root)
	a.tools(snap, root)
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
				runtime.Gosched() // what somebody waits for goes first: Go lets each run for 10 ms otherwise
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
	r := a.repository(snap, root)
	a.readSkills(r, root)
	known := r.others
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
