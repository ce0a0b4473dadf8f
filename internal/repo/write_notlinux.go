//go:build !linux

package repo

import "os"

// hasAttributes is not known here.
func hasAttributes(*os.File) bool { return false }
