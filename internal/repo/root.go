package repo

import (
	"path/filepath"
	"sync"
)

// Names that make a folder the root of a CAPE repository.
const (
	AgentFile = "cape-agent.json"
	SkillsDir = ".agents/skills"
)

// RootFinder finds the root that a file belongs to: the nearest folder upwards, inside the workspace
// folder, that has cape-agent.json or .agents/skills; else the top of the git work tree; else the
// workspace folder; else the file's own folder. Answers are remembered until Forget, since a shared file
// system answers slowly.
type RootFinder struct {
	Override string // absolute; the setting cape.root, wins for every file below it

	mu    sync.Mutex
	known map[string]string // folder -> root
}

// Forget drops what was remembered, because files came or went.
func (r *RootFinder) Forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = nil
}

// Root returns the root of the file or folder at path.
func (r *RootFinder) Root(s *Snapshot, path string) string {
	if r.Override != "" && Inside(r.Override, path) {
		return r.Override
	}
	dir := filepath.Dir(path)
	r.mu.Lock()
	root, ok := r.known[dir]
	r.mu.Unlock()
	if ok {
		return root
	}
	root = findRoot(s, dir, s.Folder(path))
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known == nil {
		r.known = map[string]string{}
	}
	r.known[dir] = root
	return root
}

func findRoot(s *Snapshot, dir, folder string) string {
	git := ""
	for at := dir; ; at = filepath.Dir(at) {
		if exists(s, filepath.Join(at, AgentFile)) || exists(s, filepath.Join(at, filepath.FromSlash(SkillsDir))) {
			return at
		}
		if git == "" && exists(s, filepath.Join(at, ".git")) {
			git = at
		}
		if at == folder || at == filepath.Dir(at) || folder == "" && git != "" {
			break
		}
	}
	switch {
	case git != "":
		return git
	case folder != "":
		return folder
	}
	return dir
}

func exists(s *Snapshot, name string) bool {
	_, err := s.Stat(name)
	return err == nil
}
