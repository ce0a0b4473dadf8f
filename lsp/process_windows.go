package lsp

import "syscall"

// stillActive is the exit code that Windows gives for a process which has not ended (STILL_ACTIVE).
const stillActive = 259

// alive reports whether a process exists and has not ended.
func alive(pid int) bool {
	const queryLimitedInformation = 0x1000
	h, err := syscall.OpenProcess(queryLimitedInformation, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED
	}
	defer syscall.CloseHandle(h)
	var code uint32
	return syscall.GetExitCodeProcess(h, &code) != nil || code == stillActive
}
