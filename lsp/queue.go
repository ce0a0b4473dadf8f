package lsp

import (
	"errors"
	"io"
	"strconv"
	"sync"
	"time"
)

// maxQueue bounds the bytes that wait for a client which does not read. Over it the connection ends.
const maxQueue = 256 << 20

var errQueueFull = errors.New("the client does not read what it is sent")

// queue holds frames on their way out. put never blocks; one goroutine writes.
type queue struct {
	mu     sync.Mutex
	more   sync.Cond // signalled when a frame was added
	less   sync.Cond // signalled when a frame was written
	frames [][]byte
	size   int
	busy   bool // a write is under way
	err    error
}

// start begins writing to w; broken is called when that is no longer possible.
func (q *queue) start(w io.Writer, broken func()) {
	q.more.L, q.less.L = &q.mu, &q.mu
	go func() {
		q.run(w)
		broken()
	}()
}

func (q *queue) put(body []byte) error {
	frame := make([]byte, 0, len(body)+32)
	frame = append(frame, "Content-Length: "...)
	frame = strconv.AppendInt(frame, int64(len(body)), 10)
	frame = append(frame, "\r\n\r\n"...)
	frame = append(frame, body...)

	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil && q.size+len(frame) > maxQueue {
		q.err = errQueueFull
	}
	if q.err != nil {
		return q.err
	}
	q.frames = append(q.frames, frame)
	q.size += len(frame)
	q.more.Signal()
	return nil
}

func (q *queue) run(w io.Writer) {
	for {
		frames, ok := q.take()
		if !ok {
			return
		}
		for i, f := range frames {
			_, err := w.Write(f)
			frames[i] = nil
			if q.written(len(f), err) != nil {
				return
			}
		}
	}
}

func (q *queue) take() ([][]byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.busy = false
	for len(q.frames) == 0 && q.err == nil {
		q.less.Broadcast()
		q.more.Wait()
	}
	if q.err != nil {
		q.less.Broadcast()
		return nil, false
	}
	frames := q.frames
	q.frames, q.busy = nil, true
	return frames, true
}

func (q *queue) written(n int, err error) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.size -= n
	q.less.Broadcast()
	if err != nil && q.err == nil {
		q.err = err
		q.frames, q.busy = nil, false
	}
	return q.err
}

// room returns when less than a megabyte waits, or nothing can be sent any more. What can be late waits
// here, so that a newer one can take its place.
func (q *queue) room() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.size > 1<<20 && q.err == nil {
		q.less.Wait()
	}
}

// wait returns when the queue is empty or broken.
func (q *queue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for (len(q.frames) > 0 || q.busy) && q.err == nil {
		q.less.Wait()
	}
}

// stop ends the writing goroutine after what is queued has left, or after the given time.
func (q *queue) stop(limit time.Duration) {
	waitAtMost(limit, q.wait)
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.err == nil {
		q.err = io.ErrClosedPipe
	}
	q.more.Broadcast()
	q.less.Broadcast()
}
