//go:build !windows

package lsp

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"syscall"
)

// alive reports whether a process exists and has not ended. One of another user is alive; one that has
// ended and waits for its parent (a zombie, seen on Linux) is not.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	if err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true // no /proc
	}
	_, rest, ok := bytes.Cut(stat, []byte(") ")) // the name in brackets may hold blanks
	return !ok || len(rest) == 0 || rest[0] != 'Z' && rest[0] != 'X'
}
