package analysis

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// skipped are folders that hold nothing of the user's own writing.
var skipped = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox"}

// caseMarks are the two files that CAPE writes into each case folder. A repository may have thousands of
// those, on a slow shared file system; they are not entered.
var caseMarks = []string{"conditions.json", "case.json"}

// Collect returns the files below dir that Check has rules for, sorted. It enters neither the folders of
// version control and packages nor CAPE's case folders, and does not follow links to folders, except where
// CAPE does: a link in its folder of skills counts as a skill. A file that links lead to is listed once.
func (a *Analyzer) Collect(snap *repo.Snapshot, dir string) ([]string, error) {
	w := walk{a: a, snap: snap}
	if err := w.enter(dir); err != nil {
		return nil, err
	}
	more := w.companions(dir)
	if len(w.links) > 0 {
		w.listOnce()
	}
	if len(w.links)+more > 0 {
		slices.Sort(w.found)
	}
	return w.found, nil
}

// companions adds the files that control files name and that were met before their control file, and
// returns how many there are.
func (w *walk) companions(dir string) int {
	before := len(w.found)
	seen := make(map[string]bool, before)
	for _, path := range w.found {
		seen[path] = true
	}
	for _, path := range w.found[:before] {
		if w.a.Kind(w.snap, path) != Control {
			continue
		}
		w.a.companions.meet(w.a.Root(w.snap, path), path)
		for _, f := range w.a.companionsOf(w.snap, path) {
			if !seen[f.Path] && repo.Inside(dir, f.Path) {
				seen[f.Path] = true
				w.found = append(w.found, f.Path)
			}
		}
	}
	return len(w.found) - before
}

// walk is one walk over a repository.
type walk struct {
	a     *Analyzer
	snap  *repo.Snapshot
	found []string
	links []string // those of found that may be second names
}

// enter looks at the entries of a folder. The error is about the folder itself; what cannot be read below
// it is not ours to report.
func (w *walk) enter(dir string) error {
	entries, err := w.snap.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		link := e.Type()&fs.ModeSymlink != 0
		switch {
		case e.IsDir():
			if slices.Contains(skipped, e.Name()) {
				continue
			}
			if sub, err := w.snap.ReadDir(path); err == nil && !isCase(sub) {
				_ = w.enter(path) // as it was just read, there is no error to come
			}
		case link && w.is(path, fs.FileMode.IsDir):
			if skill := filepath.Join(path, "SKILL.md"); isSkillsDir(dir) && w.is(skill, fs.FileMode.IsRegular) {
				w.found, w.links = append(w.found, skill), append(w.links, skill)
			}
		case link || e.Type().IsRegular():
			k := w.a.Kind(w.snap, path)
			if k == None {
				continue
			}
			w.found = append(w.found, path)
			if link && k == Skill {
				w.links = append(w.links, path)
			}
		}
	}
	return nil
}

func (w *walk) is(path string, kind func(fs.FileMode) bool) bool {
	info, err := w.snap.Stat(path)
	return err == nil && kind(info.Mode())
}

func isSkillsDir(dir string) bool {
	return strings.HasSuffix(filepath.ToSlash(dir), "/"+repo.SkillsDir)
}

// listOnce drops the second names of files. A name in CAPE's folder of skills is kept before others, since
// CAPE is the judge there; of two in that folder the one that is no link.
func (w *walk) listOnce() {
	infos := map[string]fs.FileInfo{}
	for _, path := range w.found {
		if info, err := w.snap.Stat(path); err == nil && strings.EqualFold(filepath.Base(path), "SKILL.md") {
			infos[path] = info
		}
	}
	for _, link := range w.links {
		for _, other := range w.found {
			if other == link || infos[link] == nil || infos[other] == nil || !os.SameFile(infos[link], infos[other]) {
				continue
			}
			if isSkillsDir(filepath.Dir(filepath.Dir(link))) && !isSkillsDir(filepath.Dir(filepath.Dir(other))) {
				delete(infos, other)
			} else {
				delete(infos, link)
			}
		}
	}
	w.found = slices.DeleteFunc(w.found, func(path string) bool {
		return infos[path] == nil && strings.EqualFold(filepath.Base(path), "SKILL.md") && w.is(path, fs.FileMode.IsRegular)
	})
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
