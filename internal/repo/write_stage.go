package repo

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/text"
)

// stage is a replacement that is checked and needs only to be committed.
type stage struct {
	path, base string
	dir        *os.Root
	file       *os.File // the file itself
	info       fs.FileInfo
	old, next  []byte
	temp       *os.File // beside the file: the finished copy or the journal, locked while we live
	tempName   string
	journal    bool // the bytes are to be written in place, temp is the journal
}

// stage checks everything that can be checked before the write, and prepares it.
func (w *Writer) stage(r Replacement) (*stage, error) {
	dir, base, err := w.folder(r.Path)
	if err != nil {
		return nil, err
	}
	s := &stage{path: r.Path, base: base, dir: dir, next: r.New}
	if err := s.check(r.Base); err != nil {
		s.close()
		return nil, err
	}
	if err := w.left.note(filepath.Dir(RealPath(r.Path))); err != nil {
		s.close()
		return nil, writeError(WriteFailed, r.Path, err, "the folder where cape-ls keeps its notes must be writable")
	}
	if err := s.prepare(); err != nil {
		s.close()
		return nil, writeError(WriteFailed, r.Path, err, "a copy of the file must fit beside it; see to space and rights of the folder")
	}
	return s, nil
}

func (s *stage) check(base Hash) (err error) {
	if s.file, s.info, err = openRegular(s.dir, s.path, s.base, os.O_RDWR); err != nil {
		return err
	}
	if s.old, err = readText(s.file, s.path); err != nil {
		return err
	}
	if HashOf(s.old) != base {
		return writeError(WriteMoved, s.path, nil, "the file has changed since the edit was planned; plan it again")
	}
	if at := text.InvalidByte(s.next); at >= 0 {
		e := writeError(WriteNotText, s.path, nil, "the new text must be UTF-8, byte %d (counted from 0) is the first that is not", at)
		e.Offset = at
		return e
	}
	return nil
}

// twin returns the stage of the same file under another name: a hard link, or other letter case where that does not count.
func (s *stage) twin(others []*stage) *stage {
	for _, o := range others {
		if os.SameFile(s.info, o.info) {
			return o
		}
	}
	return nil
}

// prepare writes the copy with the mode and owner of the file. If they cannot be given, or a rename would
// part the file from other names or from its access list, it writes the journal instead.
func (s *stage) prepare() error {
	s.journal = links(s.info) > 1 || hasAttributes(s.file)
	if !s.journal {
		if err := s.copyOut(s.next); err != nil {
			return err
		}
		if s.adopt() == nil {
			return s.temp.Sync()
		}
		s.dropTemp()
		s.journal = true
	}
	if err := s.copyOut(journalOf(s.base, s.old, s.next)); err != nil {
		return err
	}
	return s.temp.Sync()
}

func (s *stage) copyOut(content []byte) (err error) {
	s.tempName = tempName(tempSuffix)
	if s.temp, err = s.dir.OpenFile(s.tempName, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600); err != nil {
		s.tempName = ""
		return err
	}
	lock(s.temp) // without locks on this disk, CleanTemp goes by the process number in the name
	_, err = s.temp.Write(content)
	return err
}

func (s *stage) adopt() error {
	if err := giveOwner(s.temp, s.info); err != nil {
		return err
	}
	return s.temp.Chmod(s.info.Mode())
}

// commit makes the replacement, unless the file was changed since it was checked.
func (s *stage) commit() error {
	now, err := s.dir.Lstat(s.base)
	if err != nil || !os.SameFile(now, s.info) || now.Size() != s.info.Size() || !now.ModTime().Equal(s.info.ModTime()) {
		return writeError(WriteMoved, s.path, err, "the file was changed in this moment; plan the edit again")
	}
	commit := s.replace
	if s.journal {
		commit = s.writeInPlace
	}
	if err := commit(); err != nil {
		return writeError(WriteFailed, s.path, err, "the file could not be written, it has its old text; see to space and rights of the folder")
	}
	return nil
}

func (s *stage) replace() error {
	if err := s.dir.Rename(s.tempName, s.base); err != nil {
		return err
	}
	s.tempName = "" // it is the file now
	return syncFolder(s.dir)
}

// writeInPlace keeps the file what it is and changes only its bytes. From the moment the journal has its
// name until it is gone, a crash is mended by CleanTemp.
func (s *stage) writeInPlace() error {
	name := tempName(journalSuffix)
	if err := s.dir.Rename(s.tempName, name); err != nil {
		return err
	}
	s.tempName = name
	if err := syncFolder(s.dir); err != nil {
		return err
	}
	if err := overwrite(s.file, s.next); err != nil {
		if back := overwrite(s.file, s.old); back != nil {
			s.tempName = "" // the journal stays: it holds both texts
		}
		return err
	}
	s.dropTemp()
	return syncFolder(s.dir)
}

func overwrite(f *os.File, content []byte) error {
	if _, err := f.WriteAt(content, 0); err != nil {
		return err
	}
	if err := f.Truncate(int64(len(content))); err != nil {
		return err
	}
	return f.Sync()
}

// syncFolder makes names durable. Systems that cannot sync a folder do so by themselves.
func syncFolder(dir *os.Root) error {
	d, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !cannotSyncFolder(err) {
		return err
	}
	return nil
}

func (s *stage) dropTemp() {
	if s.tempName != "" {
		_ = s.dir.Remove(s.tempName) // CleanTemp finds what stays
		s.tempName = ""
	}
	if s.temp != nil {
		s.temp.Close() // after the name is gone: nobody can mistake the file for a dead one
		s.temp = nil
	}
}

func (s *stage) close() {
	s.dropTemp()
	if s.file != nil {
		s.file.Close()
	}
	s.dir.Close()
}
