package analysis

import (
	"github.com/cape-ls/cape-ls/internal/repo"
)

// allowed reports whether the allow-list of the repository names the file.
func (a *Analyzer) allowed(snap *repo.Snapshot, root, path string) bool { return false }

// toolDir returns the folder of user tools, relative to the root.
func (a *Analyzer) toolDir(snap *repo.Snapshot, root string) string { return "tools" }
