package skills

import (
	"io/fs"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// folders remembers what was seen of the disk during one check: many links lead to few folders, and a
// shared file system answers slowly.
type folders struct {
	repo.Files
	dirs  map[string]dirAnswer
	stats map[string]statAnswer
	paths map[string]resolved // what links from the file that is checked lead to
	names map[string]string   // folder and name -> the name as the folder spells it; empty: not there
}

type dirAnswer struct {
	entries []fs.DirEntry
	err     error
}

type statAnswer struct {
	info fs.FileInfo
	err  error
}

func newFolders(files repo.Files) *folders {
	return &folders{Files: files, dirs: map[string]dirAnswer{}, stats: map[string]statAnswer{}, names: map[string]string{}, paths: map[string]resolved{}}
}

func (f *folders) ReadDir(name string) ([]fs.DirEntry, error) {
	a, ok := f.dirs[name]
	if !ok {
		a.entries, a.err = f.Files.ReadDir(name)
		f.dirs[name] = a
	}
	return a.entries, a.err
}

func (f *folders) Stat(name string) (fs.FileInfo, error) {
	a, ok := f.stats[name]
	if !ok {
		a.info, a.err = f.Files.Stat(name)
		f.stats[name] = a
	}
	return a.info, a.err
}

// entry is entryOf, remembered.
func (f *folders) entry(dir, name string) string {
	key := dir + "\x00" + name
	spelt, ok := f.names[key]
	if !ok {
		spelt, _ = entryOf(f, dir, name)
		f.names[key] = spelt
	}
	return spelt
}
