package main

import (
	"io"
	"os"
	"runtime"
)

// colors reports whether colours should be written: to a terminal that knows them, unless NO_COLOR is set
// (no-color.org). The old console of Windows does not.
func colors(w io.Writer) bool {
	return terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && runtime.GOOS != "windows"
}

// terminal reports whether a stream is shown to somebody.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
