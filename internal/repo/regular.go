package repo

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// ReadRegular reads a plain file on disk and says what it was like, with one way to it: a shared file system takes
// its time for each name. What is no plain file is an *fs.PathError with EINVAL; a named pipe, which might never
// answer, is not waited for.
func ReadRegular(path string) ([]byte, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: syscall.EINVAL}
	}
	src := make([]byte, info.Size())
	n, err := io.ReadFull(f, src)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, nil, err
	}
	return src[:n], info, nil // of a file that grows, what it was when it was looked at
}
