package repo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Writer replaces the text of files below one root so that a crash at any moment leaves every file whole,
// old or new. It never creates or removes a file that is not its own, never leaves the root, whatever
// links are put in its way, and keeps mode, owner, hard links and symbolic links.
//
// A file is replaced by a rename of a finished copy beside it. Where a rename would lose something, which
// is a second hard link, an owner that cannot be given, or an access list, the bytes are written in place
// instead, after a journal beside the file holds the text before and after: CleanTemp finishes what a
// crash has interrupted. Another program that reads during such a write may see a mixture; one that reads
// during a rename never does.
type Writer struct {
	path string // of the root, links followed
	root *os.Root
	left *leftList
}

// Replacement is a new text for one file.
type Replacement struct {
	Path string // absolute; links are followed, and stay
	Base Hash   // of the bytes that the file must have now
	New  []byte // must be UTF-8
}

// WriteKind names a reason for not writing; it is stable.
type WriteKind string

// The reasons for not writing.
const (
	WriteOutside    WriteKind = "outside-root"
	WriteMissing    WriteKind = "file-missing"
	WriteNotRegular WriteKind = "not-regular" // a folder, a device, a pipe
	WriteReadOnly   WriteKind = "read-only"
	WriteNotText    WriteKind = "not-utf8" // Offset is the first byte that is not UTF-8
	WriteMoved      WriteKind = "base-moved"
	WriteFailed     WriteKind = "write-failed"
)

// WriteError says why a file cannot be read as text or written, and the way out.
type WriteError struct {
	Kind   WriteKind
	Path   string
	Offset int // in bytes, for WriteNotText
	Way    string
	Err    error // of the system, may be nil
}

func (e *WriteError) Error() string {
	s := fmt.Sprintf("%s: %s", e.Path, e.Way)
	if e.Err != nil {
		s += fmt.Sprintf(" (%v)", e.Err)
	}
	return s
}

// Unwrap returns the error of the system.
func (e *WriteError) Unwrap() error { return e.Err }

func writeError(kind WriteKind, path string, err error, way string, args ...any) *WriteError {
	return &WriteError{Kind: kind, Path: path, Way: fmt.Sprintf(way, args...), Err: err}
}

// OpenWriter returns a writer for the files below root. State is a folder of the user's own in which the
// writer notes where it puts temporary files, for CleanLeft to find after a crash; "" notes nothing.
func OpenWriter(root, state string) (*Writer, error) {
	path := RealPath(root)
	r, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Writer{path: path, root: r, left: &leftList{state: state}}, nil
}

// Close ends the work. Nothing of the writer is left on the disk then.
func (w *Writer) Close() error { return errors.Join(w.left.close(), w.root.Close()) }

// ReadFile returns the bytes of a text file below the root. Err is a *WriteError, also for a file that is
// not UTF-8.
func (w *Writer) ReadFile(path string) ([]byte, error) {
	dir, base, err := w.folder(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	f, _, err := openRegular(dir, path, base, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readText(f, path)
}

// Replace makes all replacements or none. When one fails after others were made, these are taken back. Err
// is a *WriteError. A crash between two files leaves the first new and the second old.
func (w *Writer) Replace(rs ...Replacement) error {
	var staged []*stage
	defer func() {
		for _, s := range staged {
			s.close()
		}
	}()
	for _, r := range rs {
		s, err := w.stage(r)
		if err != nil {
			return err
		}
		staged = append(staged, s)
		if twin := s.twin(staged[:len(staged)-1]); twin != nil {
			return writeError(WriteFailed, r.Path, nil, "the file is %s under another name; all edits of it must use one name", twin.path)
		}
	}
	for i, s := range staged {
		if err := s.commit(); err != nil {
			return w.undo(staged[:i], err)
		}
	}
	return nil
}

// undo takes back what was written before something failed, and returns the error. A file that cannot be taken back
// is the worse news: then not all is as it was.
func (w *Writer) undo(done []*stage, cause error) error {
	for _, s := range done {
		if err := w.takeBack(s); err != nil {
			cause = writeError(WriteFailed, s.path, errors.Join(cause, err), "the file has its new text and could not be given its old one back, though another file was not written; compare it")
		}
	}
	return cause
}

func (w *Writer) takeBack(s *stage) error {
	back, err := w.stage(Replacement{Path: s.path, Base: HashOf(s.next), New: s.old})
	if err != nil {
		return err
	}
	defer back.close()
	return back.commit()
}

// folder opens the folder of a file, links followed, and returns the name of the file in it. All that
// follows happens through this handle: the folder may be moved, but nothing outside can slip in.
func (w *Writer) folder(path string) (*os.Root, string, error) {
	real := RealPath(path)
	rel, err := filepath.Rel(w.path, real)
	if err != nil || !Inside(w.path, real) {
		return nil, "", writeError(WriteOutside, path, nil, "the file must be inside the root folder %s", w.path)
	}
	if rel == "." {
		return nil, "", writeError(WriteNotRegular, path, nil, "only an ordinary file can be edited, this is the root folder")
	}
	dir, err := w.root.OpenRoot(filepath.Dir(rel))
	if err != nil {
		// A folder that is there, but not to be had from the root, has been moved out of it.
		if info, gone := os.Stat(filepath.Dir(real)); gone == nil && info.IsDir() {
			return nil, "", writeError(WriteOutside, path, err, "the folder of the file must be a folder inside the root")
		}
		return nil, "", writeError(WriteMissing, path, err, "the file must exist")
	}
	return dir, filepath.Base(rel), nil
}

// openRegular opens a regular file that is no link.
func openRegular(dir *os.Root, path, base string, flag int) (*os.File, fs.FileInfo, error) {
	info, err := dir.Lstat(base)
	switch {
	case err != nil:
		return nil, nil, writeError(WriteMissing, path, err, "the file must exist")
	case info.Mode()&fs.ModeSymlink != 0:
		if _, err := os.Stat(path); err != nil {
			return nil, nil, writeError(WriteMissing, path, err, "the link must lead to a file")
		}
		return nil, nil, writeError(WriteMoved, path, nil, "the file was replaced by a link in this moment; try again")
	case !info.Mode().IsRegular():
		return nil, nil, writeError(WriteNotRegular, path, nil, "only an ordinary file can be edited, this is %s", kindOf(info.Mode()))
	case flag != os.O_RDONLY && info.Mode()&0o222 == 0:
		return nil, nil, writeError(WriteReadOnly, path, nil, "the file is read-only; allow writing first (chmod u+w)")
	}
	f, err := dir.OpenFile(base, flag|openFlags, 0)
	if errors.Is(err, fs.ErrPermission) || isReadOnlyDisk(err) {
		return nil, nil, writeError(WriteReadOnly, path, err, "the file may not be opened; allow it first")
	}
	if err != nil {
		return nil, nil, writeError(WriteFailed, path, err, "the file cannot be opened")
	}
	now, err := f.Stat()
	if err != nil || !os.SameFile(info, now) {
		f.Close()
		return nil, nil, writeError(WriteMoved, path, err, "the file was replaced in this moment; try again")
	}
	return f, now, nil
}

func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

func readText(f *os.File, path string) ([]byte, error) {
	src, err := io.ReadAll(f)
	if err != nil {
		return nil, writeError(WriteFailed, path, err, "the file cannot be read")
	}
	if at := text.InvalidByte(src); at >= 0 {
		e := writeError(WriteNotText, path, nil, "the file must be UTF-8, byte %d (counted from 0) is the first that is not", at)
		e.Offset = at
		return nil, e
	}
	return src, nil
}
