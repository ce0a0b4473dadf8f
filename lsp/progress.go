package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
)

// progressTick is how often the state of a piece of work is told, if there is something new.
const progressTick = 500 * time.Millisecond

// progresses are the pieces of work that a user can cancel (LSP 3.18, "Work Done Progress").
type progresses struct {
	count atomic.Int64

	mu      sync.Mutex
	cancels map[string]context.CancelFunc // encoded token -> cancel
}

func (p *progresses) put(token string, cancel context.CancelFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancels == nil {
		p.cancels = map[string]context.CancelFunc{}
	}
	p.cancels[token] = cancel
}

func (p *progresses) take(token string) context.CancelFunc {
	p.mu.Lock()
	defer p.mu.Unlock()
	cancel := p.cancels[token]
	delete(p.cancels, token)
	return cancel
}

type progressCancelParams struct{ Token json.RawMessage }

// cancelProgress implements window/workDoneProgress/cancel.
func (s *server) cancelProgress(p *progressCancelParams) error {
	if cancel := s.progresses.take(string(p.Token)); cancel != nil {
		cancel()
	}
	return nil
}

// withProgress runs work and shows that it is under way, with the elapsed time: under the client's token, or
// one that the client agrees to. The work's context ends when the user cancels.
func (s *server) withProgress(ctx context.Context, token json.RawMessage, title string, work func(context.Context) (any, error)) (any, error) {
	start := time.Now()
	elapsed := func() string { return time.Since(start).Truncate(time.Second).String() }
	return s.withReports(ctx, token, title, elapsed, work)
}

// withReports is withProgress for work that says itself how it stands. An empty state is not told.
func (s *server) withReports(ctx context.Context, token json.RawMessage, title string, state func() string, work func(context.Context) (any, error)) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if len(token) == 0 || string(token) == "null" {
		token = s.newToken(ctx)
	}
	if token == nil {
		return work(ctx)
	}
	s.progresses.put(string(token), cancel)
	defer func() { s.progresses.take(string(token)) }()
	s.progress(token, map[string]any{"kind": "begin", "title": title, "cancellable": true})
	over, told := make(chan struct{}), make(chan struct{})
	s.background("progress", func(context.Context) {
		defer close(told)
		s.tick(over, token, state)
	})
	defer func() {
		close(over)
		<-told // nothing may follow the end
		s.progress(token, map[string]any{"kind": "end"})
	}()
	return work(ctx)
}

// newToken makes a token that the client has agreed to, or nil.
func (s *server) newToken(ctx context.Context) json.RawMessage {
	if !s.caps.Window.WorkDoneProgress {
		return nil
	}
	name := fmt.Sprintf("cape-%d", s.progresses.count.Add(1))
	params := &protocol.WorkDoneProgressCreateParams{Token: protocol.String(name)}
	if err := s.askUntil(ctx, registerTime, protocol.MethodWindowWorkDoneProgressCreate, params, nil); err != nil {
		if ctx.Err() == nil {
			s.log.printf("%s: %v", protocol.MethodWindowWorkDoneProgressCreate, err)
		}
		return nil
	}
	return json.RawMessage(value(name))
}

func (s *server) progress(token json.RawMessage, v map[string]any) {
	if err := s.notify(protocol.MethodProgress, map[string]any{"token": token, "value": v}); err != nil {
		s.log.printf("progress: %v", err)
	}
}

// tick tells the state whenever it is another, until over is closed.
func (s *server) tick(over <-chan struct{}, token json.RawMessage, state func() string) {
	t := time.NewTicker(progressTick)
	defer t.Stop()
	last := ""
	for {
		select {
		case <-over:
			return
		case <-t.C:
			if now := state(); now != last {
				last = now
				s.progress(token, map[string]any{"kind": "report", "message": now})
			}
		}
	}
}
