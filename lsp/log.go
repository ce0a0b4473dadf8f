package lsp

import (
	"context"
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
	s.tell(protocol.MessageTypeWarning, format, args...)
}

// info is for the client's log only.
func (s *server) info(format string, args ...any) { s.tell(protocol.MessageTypeInfo, format, args...) }

func (s *server) tell(kind protocol.MessageType, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	s.log.printf("%s", msg)
	if s.state.Load() != stateRunning {
		return
	}
	if err := s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: kind, Message: msg}); err != nil {
		s.log.printf("log message: %v", err)
	}
}

// show puts a message before the user's eyes (window/showMessage).
func (s *server) show(kind protocol.MessageType, msg string) {
	s.log.printf("%s", msg)
	_ = s.client.ShowMessage(context.WithoutCancel(s.ctx), &protocol.ShowMessageParams{Type: kind, Message: msg})
}
