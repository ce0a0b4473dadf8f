// Package repo is the repository as bytes: its root, the open documents laid over the disk, immutable
// snapshots of both, and access that cannot leave the root.
//
// It holds no meaning: what a SKILL.md or a control file is, the rooms above say.
package repo

import "io/fs"

// Files is how the rooms above look at files: open documents win over the disk. All names are
// absolute paths in the form of the machine. Implementations are safe for concurrent use and fixed in
// time as far as open documents go (a Snapshot), and never write.
type Files interface {
	// ReadFile returns the bytes of an open document or a file. The caller must not change them.
	ReadFile(name string) ([]byte, error)
	// Stat follows links.
	Stat(name string) (fs.FileInfo, error)
	// ReadDir returns the entries of a folder, sorted by name.
	ReadDir(name string) ([]fs.DirEntry, error)
}
