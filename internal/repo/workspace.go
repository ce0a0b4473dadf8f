package repo

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Document is one open document: what the editor shows, saved or not. It never changes; an edit makes a
// new one.
type Document struct {
	Path    string // absolute; for a document that is no file, its URI
	URI     string // in the client's own spelling
	Version int32
	Text    []byte
	Mapper  *text.Mapper
}

// NewDocument returns a document with its mapper.
func NewDocument(path, uri string, version int32, src []byte) *Document {
	return &Document{Path: path, URI: uri, Version: version, Text: src, Mapper: text.NewMapper(src)}
}

// Workspace is the one place that changes: it holds the newest snapshot and replaces it. It is safe for
// concurrent use.
type Workspace struct {
	mu      sync.Mutex
	current atomic.Pointer[Snapshot]
}

// NewWorkspace returns a workspace without documents over the folders, which are absolute paths.
func NewWorkspace(folders ...string) *Workspace {
	w := &Workspace{}
	w.current.Store(&Snapshot{folders: slices.Clone(folders)})
	return w
}

// Snapshot returns the state now. It stays as it is when the workspace goes on.
func (w *Workspace) Snapshot() *Snapshot { return w.current.Load() }

// Put opens a document, or replaces it by a newer version.
func (w *Workspace) Put(d *Document) *Snapshot {
	return w.change(func(s *Snapshot) {
		s.docs = maps.Clone(s.docs)
		if s.docs == nil {
			s.docs = map[string]*Document{}
		}
		s.docs[d.Path] = d
	})
}

// Close forgets an open document; the file on disk counts again.
func (w *Workspace) Close(path string) *Snapshot {
	return w.change(func(s *Snapshot) {
		s.docs = maps.Clone(s.docs)
		delete(s.docs, path)
	})
}

// SetFolders replaces the workspace folders.
func (w *Workspace) SetFolders(folders []string) *Snapshot {
	return w.change(func(s *Snapshot) { s.folders = slices.Clone(folders) })
}

// DiskChanged makes a new snapshot because files on disk are known to have changed.
func (w *Workspace) DiskChanged() *Snapshot { return w.change(func(*Snapshot) {}) }

func (w *Workspace) change(f func(*Snapshot)) *Snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	old := w.current.Load()
	next := &Snapshot{ID: old.ID + 1, docs: old.docs, folders: old.folders}
	f(next)
	w.current.Store(next)
	return next
}

// Snapshot is the repository at one moment: open documents over the disk. The documents are fixed; the
// disk is read when it is asked for.
type Snapshot struct {
	ID      uint64
	docs    map[string]*Document
	folders []string
	read    *sync.Map // folder -> its entries, for a snapshot that remembers
}

// Remembering returns the snapshot with a memory: each folder is read once. It is for one walk over many
// files, which else asks for the same folders again and again.
func (s *Snapshot) Remembering() *Snapshot {
	return &Snapshot{ID: s.ID, docs: s.docs, folders: s.folders, read: &sync.Map{}}
}

// With returns the snapshot as it would be with one more open document.
func (s *Snapshot) With(d *Document) *Snapshot {
	docs := maps.Clone(s.docs)
	if docs == nil {
		docs = map[string]*Document{}
	}
	docs[d.Path] = d
	return &Snapshot{ID: s.ID, docs: docs, folders: s.folders, read: s.read}
}

// OpenAs returns the open document whose file is path, links followed: an editor may know it under the
// name of a link. It is nil when there is none.
func (s *Snapshot) OpenAs(path string) *Document {
	if d := s.docs[path]; d != nil {
		return d
	}
	for _, d := range s.Documents() {
		if RealPath(d.Path) == path {
			return d
		}
	}
	return nil
}

// Document returns the open document of path, or nil.
func (s *Snapshot) Document(path string) *Document { return s.docs[path] }

// Documents returns the open documents, sorted by path.
func (s *Snapshot) Documents() []*Document {
	out := make([]*Document, 0, len(s.docs))
	for _, p := range slices.Sorted(maps.Keys(s.docs)) {
		out = append(out, s.docs[p])
	}
	return out
}

// Folders returns the workspace folders.
func (s *Snapshot) Folders() []string { return s.folders }

// Folder returns the innermost workspace folder that holds path, or "".
func (s *Snapshot) Folder(path string) string {
	best := ""
	for _, f := range s.folders {
		if Inside(f, path) && len(f) > len(best) {
			best = f
		}
	}
	return best
}

// Inside reports whether path is dir or lies below it, by its components.
func Inside(dir, path string) bool {
	if !strings.HasPrefix(path, dir) {
		return false
	}
	return len(path) == len(dir) || strings.HasSuffix(dir, string(filepath.Separator)) || path[len(dir)] == filepath.Separator
}

// ReadFile returns the text of the open document, else the bytes of the plain file on disk (see ReadRegular).
func (s *Snapshot) ReadFile(name string) ([]byte, error) {
	if d := s.docs[name]; d != nil {
		return d.Text, nil
	}
	src, _, err := ReadRegular(name)
	return src, err
}

// Stat follows links. An open document that is not on disk yet counts as a file.
func (s *Snapshot) Stat(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	if d := s.docs[name]; err != nil && d != nil {
		return unsaved{d}, nil
	}
	return info, err
}

// ReadDir returns the entries of the folder on disk, sorted by name.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	if s.read == nil {
		return os.ReadDir(name)
	}
	if known, ok := s.read.Load(name); ok {
		return known.([]fs.DirEntry), nil
	}
	entries, err := os.ReadDir(name)
	if err == nil {
		s.read.Store(name, entries)
	}
	return entries, err
}

// unsaved describes an open document without a file.
type unsaved struct{ d *Document }

func (u unsaved) Name() string       { return filepath.Base(u.d.Path) }
func (u unsaved) Size() int64        { return int64(len(u.d.Text)) }
func (u unsaved) Mode() fs.FileMode  { return 0o644 }
func (u unsaved) ModTime() time.Time { return time.Time{} }
func (u unsaved) IsDir() bool        { return false }
func (u unsaved) Sys() any           { return nil }

// Disk is Files without open documents.
var Disk Files = &Snapshot{}
