package repo

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// openPlain opens a plain file on disk for reading. A folder is an *fs.PathError with EISDIR, and what else is no
// plain file one with EINVAL: a named pipe would never answer, a device never end.
func openPlain(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a named pipe without a writer must not hold us up
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = &fs.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		err = &fs.PathError{Op: "read", Path: path, Err: syscall.EINVAL}
	default:
		return f, info, nil
	}
	_ = f.Close() // nothing was written
	return nil, nil, err
}

// ReadRegular reads a plain file on disk and says what it was like, with one way to it: a shared file system takes
// its time for each name. What is no plain file is an *fs.PathError.
func ReadRegular(path string) ([]byte, fs.FileInfo, error) {
	f, info, err := openPlain(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info.Size() == 0 { // some file systems know the size only when they are asked for the bytes
		src, err := io.ReadAll(f)
		return src, info, err
	}
	src := make([]byte, info.Size())
	n, err := io.ReadFull(f, src)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, err
	}
	return src[:n], info, nil // of a file that grows, what it was when it was looked at
}
