//go:build unix

package toolrun

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the process the leader of a group of its own.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// askGroup asks the process and all that it started, and that did not leave the group, to end. It reports
// whether they can be asked at all.
func askGroup(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) == nil }

// killGroup ends them.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // an error: they are gone already
}

// exitCode is Python's returncode.
func exitCode(cmd *exec.Cmd) int {
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return -int(status.Signal())
	}
	return cmd.ProcessState.ExitCode()
}
