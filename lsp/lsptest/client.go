// Package lsptest is a small LSP client for tests. It shares no code with the server: frames, JSON-RPC
// and positions are written anew, so that a fault of the server's library cannot hide in both.
//
// It promises an ordered record of everything that the server sends. Waiting is for an event, never for
// a time; a wait that no event ends fails the test after Patience.
package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Patience is how long a wait may last before the test is taken to hang.
//
// It is long, since a machine may be busy with other things; only a test that fails waits so long.
const Patience = 2 * time.Minute

// Error is the error of a JSON-RPC response.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// Message is a message of any kind, as it came.
type Message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}

// Handler answers a request of the server.
type Handler func(params json.RawMessage) (result any, err *Error)

// Client is the client's end of a connection.
type Client struct {
	t    testing.TB
	w    io.WriteCloser
	wmu  sync.Mutex
	code chan int

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced at each event
	seq      int
	pending  map[string]chan Message
	handlers map[string]Handler
	received map[string][]Message   // requests and notifications of the server by method, in order
	findings map[string][]Published // the same, of publishDiagnostics, by URI
	stray    []Message              // responses that answer nothing
	ended    bool
}

// Start runs serve on the other end of two pipes. The connection is closed when the test ends.
func Start(t testing.TB, serve func(r io.Reader, w io.Writer) (exitCode int)) *Client {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &Client{
		t: t, w: inW, code: make(chan int, 1), changed: make(chan struct{}),
		pending: map[string]chan Message{}, handlers: map[string]Handler{},
		received: map[string][]Message{}, findings: map[string][]Published{},
	}
	go func() {
		code := serve(inR, outW)
		_ = outW.Close() // pipes close without error
		c.code <- code
	}()
	go c.read(bufio.NewReader(outR))
	t.Cleanup(func() { _ = inW.Close() })
	return c
}

func (c *Client) read(r *bufio.Reader) {
	defer c.event(func() { c.ended = true })
	for {
		h, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, err := strconv.Atoi(h.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m Message
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("the server sent what is no JSON: %v\n%s", err, body)
			return
		}
		c.take(m)
	}
}

func (c *Client) take(m Message) {
	if m.Method == "" {
		c.event(func() {
			ch, ok := c.pending[string(m.ID)]
			if !ok {
				c.stray = append(c.stray, m)
				return
			}
			delete(c.pending, string(m.ID))
			ch <- m
		})
		return
	}
	var h Handler
	c.event(func() {
		c.received[m.Method] = append(c.received[m.Method], m)
		c.note(m)
		h = c.handlers[m.Method]
	})
	if len(m.ID) == 0 {
		return
	}
	go func() { // the reading goes on while the answer is made
		var result any
		var fault *Error
		if h != nil {
			result, fault = h(m.Params)
		}
		if fault != nil {
			c.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": fault})
			return
		}
		c.write(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
	}()
}

func (c *Client) event(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
}

// Handle sets the answer to a request of the server. Requests without one are answered with null.
func (c *Client) Handle(method string, h Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[method] = h
}

func (c *Client) write(v any) {
	body, err := json.Marshal(v)
	if err != nil {
		c.t.Errorf("cannot encode: %v", err)
		return
	}
	c.Frame(body)
}

// Frame sends a body, valid or not, with a right header.
func (c *Client) Frame(body []byte) {
	c.Raw(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...))
}

// Raw sends bytes as they are. An error of the pipe means that the server has ended.
func (c *Client) Raw(b []byte) {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	_, _ = c.w.Write(b)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.write(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// Pending is a request on its way.
type Pending struct {
	c      *Client
	ID     int
	method string
	ch     chan Message
}

// Send sends a request and does not wait.
func (c *Client) Send(method string, params any) *Pending {
	p := &Pending{c: c, method: method, ch: make(chan Message, 1)}
	c.mu.Lock()
	c.seq++
	p.ID = c.seq
	c.pending[strconv.Itoa(p.ID)] = p.ch
	c.mu.Unlock()
	c.write(map[string]any{"jsonrpc": "2.0", "id": p.ID, "method": method, "params": params})
	return p
}

// Wait returns the answer.
func (p *Pending) Wait() (json.RawMessage, *Error) {
	p.c.t.Helper()
	select {
	case m := <-p.ch:
		return m.Result, m.Error
	case <-time.After(Patience):
		p.c.t.Fatalf("%s (id %d) was not answered", p.method, p.ID)
		return nil, nil
	}
}

// Call sends a request and returns the answer.
func (c *Client) Call(method string, params any) (json.RawMessage, *Error) {
	c.t.Helper()
	return c.Send(method, params).Wait()
}

// MustCall is Call for a request that must succeed; the result is decoded into result unless that is nil.
func (c *Client) MustCall(method string, params, result any) {
	c.t.Helper()
	raw, fault := c.Call(method, params)
	if fault != nil {
		c.t.Fatalf("%s: %v", method, fault)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(raw, result); err != nil {
		c.t.Fatalf("%s: %v in %s", method, err, raw)
	}
}

// Until waits until f, which looks at the record under the client's lock, reports true.
func (c *Client) Until(what string, f func() bool) {
	c.t.Helper()
	deadline := time.After(Patience)
	for {
		c.mu.Lock()
		done, changed, ended := f(), c.changed, c.ended
		c.mu.Unlock()
		if done {
			return
		}
		if ended {
			c.t.Fatalf("the server ended before %s", what)
		}
		select {
		case <-changed:
		case <-deadline:
			c.t.Fatalf("waited in vain for %s", what)
		}
	}
}

// Received returns what the server has sent so far by that method, in order.
func (c *Client) Received(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.received[method])
}

// Await waits for the n-th message (from 1) that the server sends by that method.
func (c *Client) Await(method string, n int) Message {
	c.t.Helper()
	var m Message
	c.Until(method, func() bool {
		got := c.received[method]
		if len(got) < n {
			return false
		}
		m = got[n-1]
		return true
	})
	return m
}

// Stray waits for the n-th response (from 1) that answers no request of this client, as the answer to a
// malformed one does.
func (c *Client) Stray(n int) Message {
	c.t.Helper()
	var m Message
	c.Until("an answer to a malformed message", func() bool {
		if len(c.stray) < n {
			return false
		}
		m = c.stray[n-1]
		return true
	})
	return m
}

// Strays returns the responses so far that answer no request of this client.
func (c *Client) Strays() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.stray)
}

// CloseInput ends the server's input.
func (c *Client) CloseInput() { _ = c.w.Close() }

// ExitCode waits for the end of the server.
func (c *Client) ExitCode() int {
	c.t.Helper()
	select {
	case code := <-c.code:
		c.code <- code
		return code
	case <-time.After(Patience):
		c.t.Fatal("the server did not end")
		return 0
	}
}
