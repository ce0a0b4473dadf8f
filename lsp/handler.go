package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// codeRequestFailed is LSP 3.17's RequestFailed, which the library does not name.
const codeRequestFailed jsonrpc2.Code = -32803

// handle is the outermost handler of the connection; it runs on the reader's goroutine.
//
// The ctx that it is given is pooled: deriving from it crashes the process once the request is
// recycled. So everything below derives from the connection's own context.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	base := jsonrpc2.DetachContext(ctx)
	method := req.Method()
	s.polling.hear()
	switch method {
	case protocol.MethodCancelRequest:
		s.calls.cancelByParams(req.Params())
		return nil, nil
	case protocol.MethodExit:
		s.sayExit()
		return nil, nil
	}
	if answer, err := s.refuse(method, req.IsCall()); answer {
		return nil, err
	}
	m, known := s.methods[method]
	switch {
	case !known && !req.IsCall():
		return nil, nil // unknown notifications are ignored
	case !known:
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "%s is not a method of this server", method)
	case m.inOrder:
		return s.guard(base, m, req)
	case !req.IsCall():
		return nil, nil // a request without an id: nobody waits for an answer
	}
	return s.serveCall(ctx, base, m, req)
}

func (s *server) sayExit() {
	select {
	case s.exit <- s.exitCode():
	default: // said twice
	}
}

// refuse reports whether the message comes at a wrong time, and the error that says so to a call.
func (s *server) refuse(method string, isCall bool) (refused bool, err error) {
	state := s.state.Load()
	switch {
	case method == protocol.MethodInitialize && state != stateNew:
		err = jsonrpc2.NewError(jsonrpc2.InvalidRequest, "initialize was sent before")
	case method == protocol.MethodInitialize:
		return !isCall, nil
	case state == stateNew:
		err = jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s came before initialize", method)
	case state == stateShutDown:
		err = jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s came after shutdown", method)
	case method == protocol.MethodShutdown:
		return !isCall, nil
	default:
		return false, nil
	}
	if !isCall {
		return true, nil
	}
	return true, err
}

type snapshotKey struct{}

// snapshot returns the state of all documents when the request was read.
func (s *server) snapshot(ctx context.Context) *repo.Snapshot {
	if snap, ok := ctx.Value(snapshotKey{}).(*repo.Snapshot); ok {
		return snap
	}
	return s.ws.Snapshot()
}

// serveCall releases the reader and works on a request: from the text as it is now, until it is
// answered or cancelled.
func (s *server) serveCall(ctx, base context.Context, m method, req *jsonrpc2.Request) (any, error) {
	base = context.WithValue(base, snapshotKey{}, s.ws.Snapshot())
	hctx, cancel := context.WithCancel(base)
	defer cancel()
	id := req.ID()
	if err := s.calls.begin(id, cancel); err != nil {
		return nil, err
	}
	defer s.calls.end(id)
	if req.Method() != protocol.MethodWorkspaceExecuteCommand { // which may run for hours
		defer s.checks.asking()()
	}
	jsonrpc2.Async(ctx)
	res, err := s.guard(hctx, m, req)
	if err != nil && hctx.Err() != nil {
		return nil, protocol.ErrRequestCancelled
	}
	return res, err
}

// guard is the one place where panics end, where errors become JSON-RPC codes, and where the errors of
// notifications are swallowed: a returned one would close the connection.
func (s *server) guard(ctx context.Context, m method, req *jsonrpc2.Request) (res any, err error) {
	name, isCall := strings.Clone(req.Method()), req.IsCall()
	defer func() {
		if r := recover(); r != nil {
			s.log.stack(fmt.Sprintf("panic in %s: %v", name, r))
			res, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s", name)
		}
		if err == nil {
			return
		}
		if !isCall {
			s.log.printf("%s: %v", name, err)
			err = nil
			return
		}
		err = coded(err)
	}()
	return m.run(s, ctx, req.Params())
}

// coded gives an error the code that the client can act on.
func coded(err error) error {
	var e *jsonrpc2.Error
	switch {
	case errors.As(err, &e):
		return err
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	}
	return jsonrpc2.Errorf(codeRequestFailed, "%v", err)
}

// calls are the requests that are being worked on.
type calls struct {
	limit int

	mu      sync.Mutex
	cancels map[jsonrpc2.ID]context.CancelFunc
}

func (c *calls) begin(id jsonrpc2.ID, cancel context.CancelFunc) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, dup := c.cancels[id]; dup {
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the id %v is that of a request not answered yet", id)
	}
	if len(c.cancels) >= c.limit {
		return jsonrpc2.Errorf(codeRequestFailed, "more than %d requests at once", c.limit)
	}
	if c.cancels == nil {
		c.cancels = map[jsonrpc2.ID]context.CancelFunc{}
	}
	c.cancels[id] = cancel
	return nil
}

func (c *calls) end(id jsonrpc2.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.cancels, id)
}

// cancelByParams ends the request that $/cancelRequest names, by number or by text. An id that is not
// one, or not one in work, is passed over: the answer may have crossed on the way.
func (c *calls) cancelByParams(params []byte) {
	var p struct{ ID json.RawMessage }
	if json.Unmarshal(params, &p) != nil {
		return
	}
	var id jsonrpc2.ID
	var text string
	var n int64
	switch {
	case json.Unmarshal(p.ID, &n) == nil:
		id = jsonrpc2.NewNumberID(n)
	case json.Unmarshal(p.ID, &text) == nil:
		id = jsonrpc2.NewStringID(text)
	default:
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel := c.cancels[id]; cancel != nil {
		cancel()
	}
}
