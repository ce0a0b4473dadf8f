package toolrun

import (
	"errors"
	"os"
	"path/filepath"
)

// UserCache returns the folder in which this program keeps files for this user, absolute: cape-ls in the user's
// cache. It is an error when the system names none, as without HOME, or one that would be another in each folder.
func UserCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err == nil && !filepath.IsAbs(dir) {
		err = errors.New("the folder of the user's cache is relative: " + dir)
	}
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cape-ls"), nil
}
