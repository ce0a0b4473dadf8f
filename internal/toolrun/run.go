package toolrun

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/skills"
)

// MaxOutput is how many bytes of a script's output are kept. What comes after is read, so that the script
// goes on, and dropped.
const MaxOutput = 16 << 20

const (
	// lastWords is how long output is still read after a script was killed: a process that left the group may
	// hold the pipe open.
	lastWords = 500 * time.Millisecond
	// stopGrace is how long a script that was asked to end may take for it.
	stopGrace = time.Second
	// closingGrace is the same when the server itself is about to end.
	closingGrace = 300 * time.Millisecond
	// unkillable is how long a kill may take to show.
	unkillable = 5 * time.Second
)

// The causes (context.Cause) that tell why a run was given up.
var (
	ErrStopped = errors.New("stopped by the user")
	ErrClosing = errors.New("the server ends")
)

// Request is one run of a script.
type Request struct {
	Interpreter string   // a path, or a name to be found on PATH
	Script      string   // absolute, links followed
	Name        string   // for the result
	Args        []string // as Arguments returns them
	Dir         string   // the current folder of the script
	Env         []string // NAME=value, in addition to the environment of this process
	Timeout     capejson.Value
	// Started is told when the script runs; may be nil.
	Started func()
	// Output gets the output as it comes, from one goroutine; may be nil. The script waits for it when it does
	// not return. The piece must not be kept.
	Output func(piece []byte)
}

// Run runs a script until it ends, its time is over, or ctx is done; in the last two cases the whole process
// group is asked to end, and killed shortly after. The environment is that of this process, standard input is
// empty, standard error goes into the output.
func Run(ctx context.Context, q Request) Result {
	r := Result{Started: true, Name: q.Name, Args: q.Args, Timeout: q.Timeout}
	words, raised := systemArguments(append([]string{q.Script}, q.Args...))
	if raised != nil {
		r.Raised = raised
		return r
	}
	limit, limited, raised := timeLimit(q.Timeout)
	if raised != nil {
		r.Raised = raised
		return r
	}
	if ctx.Err() != nil {
		return r.canceled()
	}
	cmd := exec.Command(q.Interpreter, words...)
	cmd.Dir = q.Dir
	if len(q.Env) > 0 {
		cmd.Env = append(slices.Clone(cmd.Environ()), q.Env...)
	}
	ownGroup(cmd)
	begin := time.Now()
	p, err := start(cmd, q.Output)
	if err != nil {
		r.Error = "Could not run script: " + startError(err, q)
		return r
	}
	if q.Started != nil {
		q.Started()
	}
	// A nil channel never speaks: no limit.
	var over <-chan time.Time
	if limited {
		timer := time.NewTimer(limit - time.Since(begin))
		defer timer.Stop()
		over = timer.C
	}
	r = r.await(ctx, p, over)
	r.Ran, r.Seconds = true, time.Since(begin).Seconds()
	return finish(r, p)
}

// await waits for the end of the process, or makes it.
func (r Result) await(ctx context.Context, p *process, over <-chan time.Time) Result {
	grace := stopGrace
	select {
	case <-p.ended:
		reap(p.cmd)
		r.Code = exitCode(p.cmd)
		return r
	case <-over:
		r.TimedOut = true
		r.Error = "Script timed out after " + str(r.Timeout) + " seconds"
	case <-ctx.Done():
		r = r.canceled()
		if errors.Is(context.Cause(ctx), ErrClosing) {
			grace = closingGrace
		}
	}
	if r.Unkilled = !p.stop(grace); !r.Unkilled {
		reap(p.cmd)
		r.Code = exitCode(p.cmd)
	}
	return r
}

func (r Result) canceled() Result {
	r.Canceled, r.Error = true, "Script was stopped before its end"
	return r
}

func systemArguments(args []string) ([]string, *skills.Raised) {
	out := make([]string, len(args))
	for i, arg := range args {
		var raised *skills.Raised
		if out[i], raised = systemArgument(arg); raised != nil {
			return nil, raised
		}
	}
	return out, nil
}

// startError words why the interpreter did not start; Python names the folder if that is the cause.
func startError(err error, q Request) string {
	name := q.Interpreter
	if info, no := os.Stat(q.Dir); no != nil || !info.IsDir() {
		name = q.Dir
	}
	if errors.Is(err, exec.ErrNotFound) {
		err = os.ErrNotExist
	}
	return osError(err, name)
}

// finish turns the output into text. Python decodes it strictly when a script ends by itself, with LF as
// the only line end; what a killed script wrote comes as it is.
func finish(r Result, p *process) Result {
	src, dropped := p.output()
	r.Dropped, r.output = dropped, src
	if dropped > 0 {
		src = src[:WholeRunes(src)] // the cut came somewhere
	}
	switch {
	case r.Error != "":
		r.Stdout = shortenOutput(strings.ToValidUTF8(src, "\ufffd"))
		return r
	case !utf8.ValidString(src):
		r.Raised = skills.ScriptDecodeError([]byte(src))
		src = strings.ToValidUTF8(src, "\ufffd")
	}
	r.Stdout = shortenOutput(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(src))
	return r
}
