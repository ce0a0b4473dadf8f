package toolrun

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/skills"
)

// MaxOutput is how many bytes of a script's output are kept. What comes after is read, so that the script
// goes on, and dropped.
const MaxOutput = 16 << 20

// lastWords is how long output is still read after a script was killed: a process that left the group
// may hold the pipe open.
const lastWords = 500 * time.Millisecond

// Request is one run of a script.
type Request struct {
	Interpreter string   // a path, or a name to be found on PATH
	Script      string   // absolute, links followed
	Name        string   // for the result
	Args        []string // as Arguments returns them
	Dir         string   // the current folder of the script
	Timeout     capejson.Value
}

// Run runs a script until it ends, its time is over, or ctx is done; in the last two cases the whole
// process group is killed. The environment is that of this process, standard input is empty, standard
// error goes into the output.
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
	cmd := exec.Command(q.Interpreter, words...)
	cmd.Dir = q.Dir
	ownGroup(cmd)
	out, err := start(cmd)
	if err != nil {
		r.Error = "Could not run script: " + startError(err, q)
		return r
	}
	// A nil channel never speaks: no limit.
	var over <-chan time.Time
	if limited {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-out.done:
	case <-over:
		r.TimedOut = true
		r.Error = "Script timed out after " + str(q.Timeout) + " seconds"
	case <-ctx.Done():
		r.Canceled = true
		r.Error = "Script was stopped before its end"
	}
	if r.Error != "" {
		killGroup(cmd)
		out.close(lastWords)
	}
	r.Code = exitCode(cmd)
	return finish(r, out)
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
func finish(r Result, out *output) Result {
	src, dropped := out.bytes()
	r.Dropped = dropped
	if dropped > 0 {
		src = wholeCharacters(src)
	}
	if r.Error != "" {
		r.Stdout = ShortenOutput(strings.ToValidUTF8(string(src), "\ufffd"))
		return r
	}
	if raised := skills.ScriptDecodeError(src); raised != nil {
		r.Raised = raised
		return r
	}
	r.Stdout = ShortenOutput(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(src)))
	return r
}

// wholeCharacters takes away the beginning of a character that a cut left at the end.
func wholeCharacters(src []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(src); i++ {
		tail := src[len(src)-i:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return src[:len(src)-i]
			}
			break
		}
	}
	return src
}

// output collects what a process writes.
type output struct {
	pipe *os.File
	read chan struct{} // closed when nothing more is read
	done chan struct{} // closed when, besides, the process has ended

	mu      sync.Mutex
	kept    []byte
	dropped int64
}

// start starts the command with both its outputs in one pipe, so that their order is kept.
func start(cmd *exec.Cmd) (*output, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = w, w
	err = cmd.Start()
	w.Close()
	if err != nil {
		r.Close()
		return nil, err
	}
	o := &output{pipe: r, read: make(chan struct{}), done: make(chan struct{})}
	go o.readAll()
	go func() {
		defer close(o.done)
		<-o.read
		_ = cmd.Wait() // the exit code tells more
	}()
	return o, nil
}

func (o *output) readAll() {
	defer close(o.read)
	defer o.pipe.Close()
	block := make([]byte, 64<<10)
	for {
		n, err := o.pipe.Read(block)
		o.mu.Lock()
		keep := min(n, MaxOutput-len(o.kept))
		o.kept = append(o.kept, block[:keep]...)
		o.dropped += int64(n - keep)
		o.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// close waits for the end of a killed process, and for the rest of its output not longer than given.
func (o *output) close(wait time.Duration) {
	if err := o.pipe.SetReadDeadline(time.Now().Add(wait)); err != nil {
		// This system cannot interrupt a read; the process group is dead, so the end is near.
		timer := time.AfterFunc(wait, func() { o.pipe.Close() })
		defer timer.Stop()
	}
	<-o.done
}

func (o *output) bytes() ([]byte, int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept, o.dropped
}
