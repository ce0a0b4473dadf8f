package analysis

import (
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// skipped are folders that hold nothing of the user's own writing.
var skipped = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox"}

// caseMarks are the two files that CAPE writes into each case folder. A repository may have thousands of
// those, on a slow shared file system; they are not entered.
var caseMarks = []string{"conditions.json", "case.json"}

// Collect returns the files below dir that Check has rules for, sorted. It enters neither the folders of
// version control and packages nor CAPE's case folders, and does not follow links to folders.
func (a *Analyzer) Collect(snap *repo.Snapshot, dir string) ([]string, error) {
	entries, err := snap.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if slices.Contains(skipped, e.Name()) {
				continue
			}
			sub, err := snap.ReadDir(path)
			if err != nil || isCase(sub) {
				continue // what cannot be read is not ours to report
			}
			below, err := a.Collect(snap, path)
			if err != nil {
				continue
			}
			out = append(out, below...)
		case e.Type().IsRegular() || e.Type()&fs.ModeSymlink != 0:
			if k := a.Kind(snap, path); k != None && k != Tool {
				out = append(out, path)
			}
		}
	}
	return out, nil
}

func isCase(entries []fs.DirEntry) bool {
	found := 0
	for _, e := range entries {
		if slices.Contains(caseMarks, e.Name()) && !e.IsDir() {
			found++
		}
	}
	return found == len(caseMarks)
}
