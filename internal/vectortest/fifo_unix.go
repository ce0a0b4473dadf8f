//go:build unix

package vectortest

import "syscall"

func makeFifo(name string) error { return syscall.Mkfifo(name, 0o644) }
