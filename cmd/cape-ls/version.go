package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the version of cape-ls, set by the linker in a release.
var Version = ""

// versionText returns the version: that of the release, else of the module, else of the commit.
func versionText() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}

func version(_ context.Context, std streams, args []string) int {
	rest, code, done := parse(newFlags("version"), std, "Prints the version of cape-ls, of Go, and the kind of machine.", args)
	if done {
		return code
	}
	if len(rest) > 0 {
		return wrong(std, "version", fmt.Errorf("%q is one argument too many; there are none", rest[0]))
	}
	fmt.Fprintf(std.out, "cape-ls %s %s %s/%s\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitClean
}
