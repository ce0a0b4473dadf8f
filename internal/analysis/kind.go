package analysis

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// Kind is what a file is to CAPE, judged by its path.
type Kind int

// None is a file that cape-ls has nothing to say about. Data is a JSON file that the allow-list names
// and that is no control file by name; Tool is a script in the folder of user tools, DeepTool one in a folder
// below it, where CAPE does not look. Matrix is the run matrix of a control file, Part a file that a control
// file includes.
const (
	None Kind = iota
	Skill
	Control
	AgentOptions
	Data
	Tool
	DeepTool
	Matrix
	Part
	YAMLControl // a control file in YAML
)

// ControlNames are the names under which CAPE looks for a control file (cape.cfdx.cli), and pyUS.json.
var ControlNames = []string{
	"pyCart.json", "pyFun.json", "pyKes.json", "pyLCH.json", "pyLava.json", "pyOver.json", "pyUS.json", "cape.json",
}

// Kind says what the file at path is. The language that an editor gives it does not count.
func (a *Analyzer) Kind(snap *repo.Snapshot, path string) Kind {
	base := filepath.Base(path)
	switch {
	case strings.EqualFold(base, "SKILL.md"):
		return Skill
	case base == repo.AgentFile:
		return AgentOptions
	case slices.Contains(ControlNames, base):
		return Control
	}
	root := a.Root(snap, path)
	switch filepath.Ext(base) {
	case ".json":
		if k := a.companionKind(snap, root, path); k != None {
			return k
		}
		if a.isControlFile(snap, path) {
			a.companions.meet(root, path)
			return Control
		}
		if a.allowed(snap, root, path) {
			return Data
		}
	case ".py":
		switch dir, tools := filepath.Dir(path), a.toolDir(snap, root); {
		case dir == tools:
			return Tool
		case tools != root && repo.Inside(tools, dir): // with the root as the folder, all scripts would be too deep
			return DeepTool
		}
	case ".yaml", ".yml":
		if isYAMLControl(snap, root, path) {
			return YAMLControl
		}
	case ".md":
	default:
		return a.companionKind(snap, root, path)
	}
	return None
}

// maxControlSize bounds the files that are read to see whether they are control files; real ones have a
// few kilobytes.
const maxControlSize = 1 << 20

// looksLikeControl reports whether a file names the one section that every control file has. CAPE finds
// control files of any name that way (cape.cfdx.manage.find_json_solver).
func looksLikeControl(snap *repo.Snapshot, path string) bool {
	info, err := snap.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxControlSize {
		return false
	}
	src, err := snap.ReadFile(path)
	return err == nil && bytes.Contains(src, []byte(`"RunControl"`))
}
