//go:build !unix

package repo

import (
	"io/fs"
	"os"
)

const openFlags = 0

type lockState int

const (
	noLocks lockState = iota
	locked
	heldByOther
)

func lock(*os.File) lockState { return noLocks }

// processLives cannot be known here; what is left stays until the user removes it.
func processLives(int) bool { return true }

func links(fs.FileInfo) uint64 { return 1 }

func giveOwner(*os.File, fs.FileInfo) error { return nil }

func isReadOnlyDisk(error) bool { return false }

func cannotSyncFolder(error) bool { return true }
