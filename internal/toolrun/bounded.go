package toolrun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// Bounds of what a program of our own may write.
const (
	maxAnswer = 32 << 20
	maxSaid   = 64 << 10
)

var errTooMuch = errors.New("it writes without an end")

// runBounded runs a program until it ends, and kills it with all that it started when it takes too long or
// writes too much. Out is what it wrote to standard output, said the end of what it wrote to standard error.
func runBounded(ctx context.Context, limit time.Duration, dir, program string, args ...string) (out, said []byte, code int, err error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, program, args...)
	cmd.Dir = dir
	ownGroup(cmd)
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	cmd.WaitDelay = lastWords // a child that left the group may hold the pipes open
	answer, words := &capped{most: maxAnswer, over: cancel}, &tail{most: maxSaid}
	cmd.Stdout, cmd.Stderr = answer, words
	err = cmd.Run()
	var ended *exec.ExitError
	switch {
	case answer.full:
		return nil, nil, 0, fmt.Errorf("%s was stopped: %w", program, errTooMuch)
	case ctx.Err() != nil:
		return nil, nil, 0, ctx.Err()
	case limited.Err() != nil:
		return nil, nil, 0, fmt.Errorf("%s was stopped: it took longer than %v", program, limit)
	case errors.Is(err, exec.ErrWaitDelay):
		killGroup(cmd)
	case errors.As(err, &ended):
	case err != nil:
		return nil, nil, 0, fmt.Errorf("%s does not start: %w", program, err)
	}
	return answer.kept.Bytes(), words.kept, exitCode(cmd), nil
}

// capped keeps what is written, and ends the program when that is too much.
type capped struct {
	kept bytes.Buffer
	most int
	full bool
	over func()
}

func (c *capped) Write(p []byte) (int, error) {
	if c.kept.Len()+len(p) > c.most {
		c.full = true
		c.over()
		return 0, errTooMuch
	}
	return c.kept.Write(p)
}

// tail keeps the end of what is written.
type tail struct {
	kept []byte
	most int
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	if n := len(t.kept) - t.most; n > 0 {
		t.kept = append(t.kept[:0], t.kept[n:]...)
	}
	return len(p), nil
}
