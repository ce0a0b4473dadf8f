package analysis

import (
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// StartFiles returns the files of a root that count for CAPE's agent when it starts, and that Check has
// rules for: cape-agent.json, the control files in the root folder with what they include and their run
// matrices, the JSON files that the allow-list names without wildcards, and the skills. Each is looked for by
// its name: no folder but that of the skills is listed, so the number of case folders does not matter.
func (a *Analyzer) StartFiles(snap *repo.Snapshot, root string) []string {
	return append(a.startFiles(snap, root), skills.SkillFiles(snap, root)...)
}

// startFiles are those of StartFiles that are no skills.
func (a *Analyzer) startFiles(snap *repo.Snapshot, root string) []string {
	var out []string
	for _, path := range a.namedFiles(snap, root) {
		info, err := snap.Stat(path)
		if err == nil && info.Mode().IsRegular() && a.Kind(snap, path) != None {
			out = append(out, path)
		}
	}
	for _, host := range a.controlFiles(snap, root, root) {
		for _, f := range a.companionsOf(snap, host) {
			if repo.Inside(root, f.Path) && !slices.Contains(out, f.Path) {
				out = append(out, f.Path)
			}
		}
	}
	return out
}

// namedFiles are the names under which files of a root may count, whether they are there or not.
func (a *Analyzer) namedFiles(snap *repo.Snapshot, root string) []string {
	names := append([]string{repo.AgentFile}, ControlNames...)
	list, _ := a.repository(snap, root).options.EditAllowList() // a list that is none names no file
	for _, p := range list {
		if name, ok := p.(string); ok && filepath.Ext(name) == ".json" && !allow.Magic(name) {
			names = append(names, name)
		}
	}
	var out []string
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if repo.Inside(root, path) && !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return out
}

// Followed are the places of a root whose changes matter, each of which may be missing.
type Followed struct {
	Files  []string // single files
	Skills string   // the folder whose folders hold skills
	Tools  string   // the folder of scripts
}

// Follow says what to watch for a root. No folder is listed for it.
func (a *Analyzer) Follow(snap *repo.Snapshot, root string) Followed {
	f := Followed{
		Files: a.namedFiles(snap, root), Skills: filepath.Join(root, filepath.FromSlash(repo.SkillsDir)), Tools: a.toolDir(snap, root),
	}
	for _, path := range a.startFiles(snap, root) {
		if !slices.Contains(f.Files, path) {
			f.Files = append(f.Files, path)
		}
	}
	return f
}
