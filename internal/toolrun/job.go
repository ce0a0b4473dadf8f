package toolrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

// Job is one run of a script that was found, with what a door adds to it. The zero values of what is added mean
// CAPE's own behaviour.
type Job struct {
	Place
	Script        Script
	Argv, Timeout capejson.Value

	Env  []string // NAME=value, in addition to the environment of this process
	Logs *Logs    // where all output is kept; nil: nowhere
	Door Door     // nil: nobody is asked or told
}

// ErrDeclined says that the user was asked and did not agree.
var ErrDeclined = errors.New("the tool was not run, since the question whether it may be run was not answered with Run")

// Door is the user's side of a run.
type Door interface {
	// Agree asks whether a script may be run; the error says why it may not: ErrDeclined, or why nobody could be
	// asked.
	Agree(ctx context.Context, p Plan) error
	// Started is told when the script runs, and in which file all output is kept; "" in none.
	Started(p Plan, log string)
	// Output gets the output as it comes. The script waits for it when it does not return. The piece must not be
	// kept.
	Output(piece []byte)
}

// Plan is a run before it begins.
type Plan struct {
	Script
	Interpreter string
	Args        []string
	Dir         string // the current folder of the script
}

// Command returns the run as one would write it for a shell, for people to read; it is never given to one.
func (p Plan) Command() string {
	words := append([]string{p.Interpreter, p.Path}, p.Args...)
	for i, word := range words {
		words[i] = quoted(word)
	}
	return strings.Join(words, " ")
}

// quoted puts a word in quotes where a shell would need them.
func quoted(word string) string {
	plain := word != "" && strings.IndexFunc(word, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || r > 0x7F || strings.ContainsRune("-_./:=@%+,", r))
	}) < 0
	if plain {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Run asks whether the script may be run, looks once more whether it still is what was found, and runs it.
func (j Job) Run(ctx context.Context) Result {
	script := j.Script
	plan := Plan{Script: script, Interpreter: j.Interpreter, Args: Arguments(j.Argv), Dir: j.Root}
	if j.Door != nil {
		err := j.Door.Agree(ctx, plan)
		switch {
		case ctx.Err() != nil:
			return Result{}.canceled()
		case err != nil:
			return Result{Error: err.Error(), Declined: errors.Is(err, ErrDeclined)}
		}
	}
	if !script.still() {
		return refuse(fmt.Sprintf("Script '%s' was changed while it was about to be run; look at it and run it again", script.Name))
	}
	q := Request{
		Interpreter: plan.Interpreter, Script: script.Path, Name: script.Name, Args: plan.Args, Dir: plan.Dir, Env: j.Env, Timeout: j.Timeout,
	}
	return j.observed(ctx, plan, q)
}

// observed runs the script with a log and a door that looks on.
func (j Job) observed(ctx context.Context, plan Plan, q Request) Result {
	var log *Log
	var noLog error
	if j.Logs != nil {
		log, noLog = j.Logs.Open(j.Root, plan, time.Now())
	}
	if j.Door != nil {
		q.Started = func() {
			name := ""
			if log != nil {
				name = log.Name()
			}
			j.Door.Started(plan, name)
		}
	}
	if log != nil || j.Door != nil {
		q.Output = func(piece []byte) {
			if log != nil {
				log.Write(piece)
			}
			if j.Door != nil {
				j.Door.Output(piece)
			}
		}
	}
	r := Run(ctx, q)
	r.Plan = &plan
	if log != nil {
		r.Log = log.Name()
		if noLog = log.Close(); noLog != nil {
			r.Log = ""
		}
	}
	if noLog != nil {
		r.NoLog = noLog.Error()
	}
	return r
}

// Unbuffered returns the variable that makes Python write each line at once, which a user who looks on wants:
// into a pipe it would collect them. It is empty when the environment has it already.
func Unbuffered(environ []string) []string {
	const name = "PYTHONUNBUFFERED"
	if slices.ContainsFunc(environ, func(v string) bool { return strings.HasPrefix(v, name+"=") && len(v) > len(name)+1 }) {
		return nil
	}
	return []string{name + "=1"}
}
