package toolrun

import (
	"os/exec"
	"syscall"
	"unsafe"
)

// awaitExit waits until the process has ended and leaves it as it is: until reap its number, which is that of
// the group, cannot become that of another process, so a kill of the group hits nobody else.
func awaitExit(cmd *exec.Cmd) {
	const byPid, exited, noWait = 1, 0x4, 0x1000000 // P_PID, WEXITED, WNOWAIT of waitid(2)
	var info [128]byte                              // a siginfo_t
	for {
		_, _, err := syscall.Syscall6(syscall.SYS_WAITID, byPid, uintptr(cmd.Process.Pid), uintptr(unsafe.Pointer(&info)), exited|noWait, 0, 0)
		if err != syscall.EINTR {
			return
		}
	}
}

// reap takes the exit code of a process that has ended.
func reap(cmd *exec.Cmd) { _ = cmd.Wait() } // the exit code tells more
