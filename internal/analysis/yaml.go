package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// isYAMLControl reports whether a YAML file is a control file: one at the root that has the name of one, or a section
// RunControl at its top. CAPE never looks for such files itself, but reads those that it is given.
func isYAMLControl(snap *repo.Snapshot, root, path string) bool {
	if filepath.Dir(path) != root {
		return false
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".json"
	if name != "cape.json" && slices.Contains(ControlNames, name) {
		return true
	}
	info, err := snap.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxControlSize {
		return false
	}
	src, err := snap.ReadFile(path)
	return err == nil && control.IsYAMLControl(src)
}

// yamlAt returns the text of a YAML control file.
func (a *Analyzer) yamlAt(snap *repo.Snapshot, path string) ([]byte, bool) {
	if a.Kind(snap, path) != YAMLControl {
		return nil, false
	}
	src, err := snap.ReadFile(path)
	return src, err == nil
}
