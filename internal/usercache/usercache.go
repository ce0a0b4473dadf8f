// Package usercache is the folder in which this program keeps files for its user between runs. What lies there
// may go at any time: no more is lost than the time to find it out again.
package usercache

import (
	"errors"
	"os"
	"path/filepath"
)

// Folder returns the folder of this user, absolute: cape-ls in the user's cache. It is an error when the system
// names none, as without HOME, or one that would be another in each folder.
func Folder() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil && !filepath.IsAbs(dir) {
		err = errors.New("the folder of the user's cache is relative: " + dir)
	}
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cape-ls"), nil
}

// Write writes a file so that others see all of it or nothing. Its folder is made where it is missing; nobody
// but the user may look into it. A crash of the machine may leave an older file.
func Write(path string, src []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(src)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the error before tells more
	}
	return err
}
