package toolrun

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/skills"
)

// Result is the answer of run_user_tool.
type Result struct {
	// Error is CAPE's text; empty when the script ran to its end.
	Error string
	// Raised is what Python would raise where CAPE does not answer; nothing else counts then.
	Raised *skills.Raised
	// Available are the names of all tools; not nil when the name was unknown.
	Available []string

	// Started tells that the tests were passed; Name, Args and, unless there is an Error, Code hold then.
	Started bool
	Name    string // without .py
	Args    []string
	Code    int    // of the script; the negative number of the signal that ended it
	Stdout  string // shortened, standard error included
	// Dropped is the number of bytes of output beyond MaxOutput: they were read and thrown away.
	Dropped int64

	TimedOut bool
	Timeout  capejson.Value // as it was given
	Canceled bool           // the caller gave up
	Declined bool           // the user was asked and did not agree

	// What follows is not part of CAPE's answer. Plan is what was run; nil when no start was tried.
	Plan     *Plan
	Ran      bool    // a process was started; the rest holds only then
	Seconds  float64 // from the start to the end
	Unkilled bool    // the process could not be ended; it may still be there
	Log      string  // the file that holds all output; empty: there is none
	NoLog    string  // why there is none, where one was wanted

	output string // what was kept, as it came
}

// Text returns the kept output as a person reads it: not shortened, as terminals show it.
func (r Result) Text() string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(Plain(r.output))
}

// Success tells whether the script ran and ended with code 0.
func (r Result) Success() bool { return r.Raised == nil && r.Error == "" && r.Started && r.Code == 0 }

// Dict returns the result with CAPE's keys, and where there is cause those that CAPE does not have: dropped_bytes,
// canceled and declined. It is nil when CAPE would raise.
func (r Result) Dict() map[string]any {
	if r.Raised != nil {
		return nil
	}
	d := map[string]any{"success": r.Success()}
	if r.Error != "" {
		d["error"] = r.Error
	} else {
		d["returncode"] = r.Code
	}
	if r.Available != nil {
		d["available_tools"] = r.Available
	}
	if r.Canceled {
		d["canceled"] = true
	}
	if r.Declined {
		d["declined"] = true
	}
	if !r.Started {
		return d
	}
	d["name"], d["argv"] = r.Name, r.Args
	if r.TimedOut {
		d["timeout"] = r.Timeout.Any()
	}
	if r.Error == "" || r.TimedOut || r.Canceled {
		d["stdout"] = r.Stdout
	}
	if r.Dropped > 0 {
		d["dropped_bytes"] = r.Dropped
	}
	return d
}

func refuse(text string) Result { return Result{Error: text} }
