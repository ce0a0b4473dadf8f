package main

import (
	"os"
	"runtime/debug"
)

// How much garbage may stand beside what is in use, in percent. A server stays small: the trees of one
// keystroke are soon gone. A check is over before more memory would disturb anybody.
const (
	serveGarbage = 200
	checkGarbage = 400
)

// collectLess lets the garbage collector run seldom, unless the user's GOGC says how often.
func collectLess(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
