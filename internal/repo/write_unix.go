//go:build unix

package repo

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// openFlags keep an open from following a link or waiting for the other end of a pipe that was put in the
// place of a file.
const openFlags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

type lockState int

const (
	noLocks lockState = iota
	locked
	heldByOther
)

// lock takes the lock of a file, which the system gives back when the process ends, however it ends.
func lock(f *os.File) lockState {
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case err == nil:
		return locked
	case errors.Is(err, syscall.EWOULDBLOCK):
		return heldByOther
	}
	return noLocks
}

func processLives(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

func links(info fs.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // it has fewer bits on some systems
	}
	return 1
}

// giveOwner gives f the owner and group of a file, or fails.
func giveOwner(f *os.File, info fs.FileInfo) error {
	own, err := f.Stat()
	if err != nil {
		return err
	}
	want, ok := info.Sys().(*syscall.Stat_t)
	have, ok2 := own.Sys().(*syscall.Stat_t)
	if !ok || !ok2 || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	return f.Chown(int(want.Uid), int(want.Gid))
}

func isReadOnlyDisk(err error) bool { return errors.Is(err, syscall.EROFS) }

func cannotSyncFolder(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP)
}
