package lsp

import (
	"context"
	"encoding/json"
	"time"

	"go.lsp.dev/protocol"
)

// encoded returns v as JSON that passes the connection's codec as it is.
func encoded(v any) (any, error) {
	b, err := json.Marshal(v)
	return json.RawMessage(b), err
}

// notify sends a notification whose parameters are a plain Go value.
func (s *server) notify(method string, params any) error {
	raw, err := encoded(params)
	if err != nil {
		return err
	}
	return s.conn.Notify(s.ctx, method, raw)
}

// ask calls the client and waits at most for the time given. What the client cannot answer is logged:
// the server goes on without.
func (s *server) ask(limit time.Duration, method string, params, result any) bool {
	ctx, cancel := context.WithTimeout(s.peer, limit)
	defer cancel()
	if err := protocol.Call(ctx, s.conn, method, params, result); err != nil {
		if s.peer.Err() == nil {
			s.log.printf("%s: %v", method, err)
		}
		return false
	}
	return true
}
