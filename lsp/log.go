package lsp

import (
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"go.lsp.dev/protocol"
)

// logger writes to standard error, never to the output that belongs to the protocol.
type logger struct {
	mu sync.Mutex
	to io.Writer
}

func (l *logger) printf(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fmt.Fprintf(l.to, "cape-ls: "+format+"\n", args...)
}

func (l *logger) stack(what string) { l.printf("%s\n%s", what, debug.Stack()) }

// warn tells the user, through the client's log, what went wrong outside of an answer.
func (s *server) warn(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	s.log.printf("%s", msg)
	if s.state.Load() != stateRunning {
		return
	}
	if err := s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: protocol.MessageTypeWarning, Message: msg}); err != nil {
		s.log.printf("log message: %v", err)
	}
}
