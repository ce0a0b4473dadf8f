package control

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// fileList is what was seen of the files below the root: the names that patterns are compared with, relative
// to it and with slashes. Looking stops early, since a repository may hold thousands of case folders on a
// slow file system, which are never entered.
type fileList struct {
	root     string
	files    repo.Files
	names    []string
	seen     map[string]bool // folders
	left     int             // folders that may still be read
	complete bool            // nothing was left out but what nobody edits
}

const (
	maxFolders   = 200
	maxPerFolder = 2000
)

// leftOut are folders that hold nothing of the user's own writing.
var leftOut = []string{".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox"}

// caseMarks are the files that CAPE writes into every case folder.
var caseMarks = []string{"case.json", "conditions.json"}

func newFileList(files repo.Files, root string) *fileList {
	return &fileList{root: root, files: files, seen: map[string]bool{}, left: maxFolders, complete: true}
}

// add reads the folder that all matches of a pattern lie in, and what is below it.
func (l *fileList) add(pattern string) {
	dir := fixedFolder(pattern)
	if dir == ".." || strings.HasPrefix(dir, "../") || strings.HasPrefix(dir, "/") {
		return
	}
	queue := []string{dir}
	for len(queue) > 0 {
		next := l.read(queue[0])
		queue = append(queue[1:], next...)
	}
	slices.Sort(l.names)
	l.names = slices.Compact(l.names)
}

// fixedFolder is the part of a pattern before the first component with a wildcard, "." when there is none.
func fixedFolder(pattern string) string {
	at := strings.IndexAny(pattern, "*?[")
	if at < 0 {
		at = len(pattern)
	}
	return path.Dir(pattern[:at] + "x")
}

// read lists the files of one folder and returns the folders in it.
func (l *fileList) read(dir string) []string {
	if l.seen[dir] {
		return nil
	}
	l.seen[dir] = true
	if l.left--; l.left < 0 {
		l.complete = false
		return nil
	}
	entries, err := l.files.ReadDir(filepath.Join(l.root, filepath.FromSlash(dir)))
	if err != nil {
		return nil
	}
	marks := 0
	for _, e := range entries {
		if slices.Contains(caseMarks, e.Name()) {
			marks++
		}
	}
	if marks == len(caseMarks) && dir != "." {
		return nil
	}
	if len(entries) > maxPerFolder {
		entries, l.complete = entries[:maxPerFolder], false
	}
	var folders []string
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !slices.Contains(leftOut, e.Name()) {
				folders = append(folders, name)
			}
		case e.Type().IsRegular():
			l.names = append(l.names, name)
		}
	}
	return folders
}

// reach is what a pattern means among the files that were seen.
type reach struct {
	permitted []string // may be edited: the pattern matches the name
	unlisted  []string // of those, the ones that CAPE's list leaves out
	refused   []string // on CAPE's list, but may not be edited because of this pattern
}

func (l *fileList) reach(pattern string) reach {
	var r reach
	for _, name := range l.names {
		listed, permitted := listed(name, pattern), allow.Match(name, pattern)
		switch {
		case permitted && !listed:
			r.permitted, r.unlisted = append(r.permitted, name), append(r.unlisted, name)
		case permitted:
			r.permitted = append(r.permitted, name)
		case listed:
			r.refused = append(r.refused, name)
		}
	}
	return r
}

// listed reports whether the recursive glob of Python, by which CAPE lists the files that may be edited,
// gives the name for a pattern: wildcards stay within a component, `**` spans any number of them, and
// names with a dot in front are met only by a component that begins with one.
func listed(name, pattern string) bool {
	return listedParts(strings.Split(name, "/"), strings.Split(allow.Normalize(pattern), "/"))
}

func listedParts(name, pattern []string) bool {
	if len(pattern) == 0 {
		return len(name) == 0
	}
	if pattern[0] == "**" {
		for i := 0; i <= len(name); i++ {
			if len(pattern) == 1 && i == len(name) || len(pattern) > 1 && listedParts(name[i:], pattern[1:]) {
				return true
			}
			if i < len(name) && strings.HasPrefix(name[i], ".") {
				return false
			}
		}
		return false
	}
	if len(name) == 0 || strings.HasPrefix(name[0], ".") && !strings.HasPrefix(pattern[0], ".") {
		return false
	}
	if allow.Magic(pattern[0]) && !allow.Match(name[0], pattern[0]) || !allow.Magic(pattern[0]) && name[0] != pattern[0] {
		return false
	}
	return listedParts(name[1:], pattern[1:])
}
