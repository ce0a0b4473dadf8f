package toolrun

import (
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a running script with what it writes.
type process struct {
	cmd   *exec.Cmd
	pipe  *os.File
	each  func(piece []byte) // gets all output as it comes; may be nil
	read  chan struct{}      // closed when nothing more is read
	ended chan struct{}      // closed when, besides, the process has ended

	mu      sync.Mutex
	kept    [][]byte // blocks, so that nothing is copied while it grows
	size    int
	dropped int64
}

// keptBlock is the size of a block of output, in bytes.
const keptBlock = 256 << 10

// start starts the command with both its outputs in one pipe, so that their order is kept.
func start(cmd *exec.Cmd, each func([]byte)) (*process, error) {
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
	p := &process{cmd: cmd, pipe: r, each: each, read: make(chan struct{}), ended: make(chan struct{})}
	go p.readAll()
	go func() {
		defer close(p.ended)
		<-p.read
		awaitExit(cmd)
	}()
	return p, nil
}

func (p *process) readAll() {
	defer close(p.read)
	defer p.pipe.Close()
	block := make([]byte, 64<<10)
	for {
		n, err := p.pipe.Read(block)
		p.keep(block[:n])
		if p.each != nil && n > 0 {
			p.each(block[:n])
		}
		if err != nil {
			return
		}
	}
}

func (p *process) keep(piece []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	keep := min(len(piece), MaxOutput-p.size)
	p.size += keep
	p.dropped += int64(len(piece) - keep)
	for piece = piece[:keep]; len(piece) > 0; {
		last := len(p.kept) - 1
		if last < 0 || len(p.kept[last]) == cap(p.kept[last]) {
			p.kept, last = append(p.kept, make([]byte, 0, min(keptBlock, max(4<<10, 2*p.size)))), last+1
		}
		n := min(len(piece), cap(p.kept[last])-len(p.kept[last]))
		p.kept[last], piece = append(p.kept[last], piece[:n]...), piece[n:]
	}
}

// stop ends the process group: it is asked to, and killed when it has not ended after the grace. It reports
// whether the process is gone; one that the system itself cannot end (it hangs on a dead file server) is left.
func (p *process) stop(grace time.Duration) bool {
	if askGroup(p.cmd) {
		wait(p.ended, grace)
	}
	killGroup(p.cmd) // also when its first process has ended: what it has started may have not
	if err := p.pipe.SetReadDeadline(time.Now().Add(lastWords)); err != nil {
		// This system cannot interrupt a read; the process group is dead, so the end is near.
		timer := time.AfterFunc(lastWords, func() { p.pipe.Close() })
		defer timer.Stop()
	}
	if wait(p.ended, unkillable) {
		return true
	}
	go func() {
		<-p.ended
		reap(p.cmd)
	}()
	return false
}

// wait reports whether the channel was closed in time.
func wait(closed <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-closed:
		return true
	case <-timer.C:
		return false
	}
}

// output returns what was kept, and how many bytes were not.
func (p *process) output() (kept string, dropped int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var b strings.Builder
	b.Grow(p.size)
	for i, block := range p.kept {
		b.Write(block)
		p.kept[i] = nil
	}
	p.kept, p.size = nil, MaxOutput // what a process that could not be ended still writes is not kept
	return b.String(), p.dropped
}
