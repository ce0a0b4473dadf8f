package repo

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// hasAttributes reports whether a file has an access list or other attributes that a new file would lack.
// What the security module of the system sets, it sets on new files too.
func hasAttributes(f *os.File) bool {
	var names [4096]byte
	n, err := syscall.Listxattr("/proc/self/fd/"+strconv.Itoa(int(f.Fd())), names[:])
	if err != nil {
		return err == syscall.ERANGE
	}
	for _, name := range strings.Split(string(names[:n]), "\x00") {
		if name != "" && !strings.HasPrefix(name, "security.") {
			return true
		}
	}
	return false
}
