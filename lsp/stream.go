package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// Bounds of the wire. A client that needs more is broken, or is not a client.
const (
	maxHeaderLine  = 8 << 10  // bytes in one header line
	maxHeader      = 32 << 10 // bytes in all header lines of a frame
	defaultMaxBody = 64 << 20 // bytes in one message
	drainTime      = 5 * time.Second
)

var errHeader = errors.New("bad message header")

// stream implements jsonrpc2.Stream over LSP's "Content-Length" framing (LSP 3.18, "Base Protocol").
// Other than jsonrpc2.NewStream it answers a bad frame with an error and reads on, bounds what it
// reads, keeps back the end of input until the calls already read are answered, and never blocks a
// writer: frames wait in a queue that a goroutine of its own empties.
type stream struct {
	r       *bufio.Reader
	maxBody int64
	drain   time.Duration // how long the end of input may be kept back
	log     func(format string, args ...any)
	closeIn func() error
	onEnd   func() // called once nothing more can be read, before the end is kept back

	out   queue
	ended chan struct{} // closed when the connection cannot go on

	endOnce sync.Once

	mu      sync.Mutex
	pending int           // calls read and not answered yet
	idle    chan struct{} // non-nil while Read waits for pending to be 0
}

func newStream(r io.Reader, w io.Writer, maxBody int64, logf func(string, ...any)) *stream {
	s := &stream{r: bufio.NewReaderSize(r, maxHeaderLine), maxBody: maxBody, drain: drainTime, log: logf}
	s.closeIn, s.onEnd = func() error { return nil }, func() {}
	s.ended = make(chan struct{})
	if c, ok := r.(io.Closer); ok {
		s.closeIn = c.Close
	}
	s.out.start(w, s.end)
	return s
}

// header reads the header lines of one frame and returns the length of the body. An error means that
// the place of the next frame is not known any more, so the connection has to end.
func (s *stream) header() (int64, error) {
	n, total := int64(-1), 0
	for {
		line, err := s.r.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, io.EOF) && total+len(line) > 0 {
				err = io.ErrUnexpectedEOF
			}
			return 0, err // bufio.ErrBufferFull for a line that is too long
		}
		if total += len(line); total > maxHeader {
			return 0, fmt.Errorf("%w: more than %d bytes", errHeader, maxHeader)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			if n < 0 {
				return 0, fmt.Errorf("%w: no Content-Length", errHeader)
			}
			return n, nil
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || bytes.ContainsFunc(bytes.TrimSpace(name), notInName) {
			return 0, fmt.Errorf("%w: %.40q", errHeader, line)
		}
		if !strings.EqualFold(string(bytes.TrimSpace(name)), "content-length") {
			continue
		}
		u, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 62)
		if err != nil || (n >= 0 && n != int64(u)) {
			return 0, fmt.Errorf("%w: Content-Length %.40q", errHeader, value)
		}
		n = int64(u)
	}
}

// notInName reports whether a header name cannot hold r. JSON without a header is found out by it.
func notInName(r rune) bool {
	return !('a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_')
}

// body reads n bytes. Memory grows with what arrives, not with what was promised.
func (s *stream) body(n int64) ([]byte, error) {
	if n <= 1<<20 {
		b := make([]byte, n)
		_, err := io.ReadFull(s.r, b)
		return b, unexpected(err)
	}
	var b bytes.Buffer
	_, err := io.CopyN(&b, s.r, n)
	return b.Bytes(), unexpected(err)
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read implements jsonrpc2.Stream: it returns the next valid message.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	for {
		n, err := s.header()
		if err != nil {
			return nil, 0, s.finish(err)
		}
		if n > s.maxBody {
			s.fail(nil, jsonrpc2.InvalidRequest, fmt.Sprintf("a message of %d bytes is over the limit of %d", n, s.maxBody))
			if _, err := io.CopyN(io.Discard, s.r, n); err != nil {
				return nil, 0, s.finish(unexpected(err))
			}
			continue
		}
		body, err := s.body(n)
		if err != nil {
			return nil, 0, s.finish(err)
		}
		if msg := s.decode(body); msg != nil {
			return msg, n, nil
		}
	}
}

// finish keeps back the error that ends the reading until the calls already read are answered.
func (s *stream) finish(err error) error {
	s.onEnd()
	s.waitIdle()
	if errors.Is(err, errHeader) || errors.Is(err, bufio.ErrBufferFull) {
		s.fail(nil, jsonrpc2.ParseError, fmt.Sprintf("the connection ends, since nobody knows where the next message begins: %v", err))
	}
	if !errors.Is(err, io.EOF) {
		s.log("the connection ends: %v", err)
	}
	s.end()
	return err
}

func (s *stream) end() { s.endOnce.Do(func() { close(s.ended) }) }

// decode returns the message in body, or nil after the client was told what is wrong with it.
func (s *stream) decode(body []byte) jsonrpc2.Message {
	if !json.Valid(body) {
		s.fail(nil, jsonrpc2.ParseError, "the message is not valid JSON")
		return nil
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	if err != nil {
		var e struct{ ID, Method json.RawMessage }
		_ = json.Unmarshal(body, &e) // what cannot be read stays empty
		if len(e.Method) == 0 && len(e.ID) > 0 {
			s.log("a malformed response was ignored: %v", err)
			return nil
		}
		s.fail(e.ID, jsonrpc2.InvalidRequest, "the message is not a valid request")
		return nil
	}
	// The library takes absent params for a parse error; no params are no members.
	switch m := msg.(type) {
	case *jsonrpc2.Call:
		s.count(+1)
		if len(m.Params()) == 0 {
			return jsonrpc2.NewCall(m.ID(), m.Method(), jsonrpc2.RawMessage("{}"))
		}
	case *jsonrpc2.Notification:
		if len(m.Params()) == 0 {
			return jsonrpc2.NewNotification(m.Method(), jsonrpc2.RawMessage("{}"))
		}
	}
	return msg
}

func (s *stream) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending += n
	if s.pending <= 0 && s.idle != nil {
		close(s.idle)
		s.idle = nil
	}
}

// waitIdle holds back the end of input: once jsonrpc2 has seen it, it drops the answers still to come.
func (s *stream) waitIdle() {
	s.mu.Lock()
	if s.pending <= 0 {
		s.mu.Unlock()
		return
	}
	idle := make(chan struct{})
	s.idle = idle
	s.mu.Unlock()
	select {
	case <-idle:
	case <-time.After(s.drain):
	}
}

// fail answers a frame that is not a request. The id is repeated where JSON-RPC allows it as one.
func (s *stream) fail(id json.RawMessage, code jsonrpc2.Code, msg string) {
	if len(id) == 0 || strings.IndexByte(`{[tf`, id[0]) >= 0 {
		id = json.RawMessage("null")
	}
	text, _ := json.Marshal(msg) // a string always encodes
	_ = s.out.put(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, text))
}

// Only responses encode the id as the second member; calls and notifications begin with the method.
var responseStart = []byte(`{"jsonrpc":"2.0","id":`)

// Write implements jsonrpc2.Stream. It returns before the bytes have left.
func (s *stream) Write(_ context.Context, msg jsonrpc2.Message) (int64, error) {
	body, err := jsonrpc2.EncodeMessage(msg)
	if err != nil {
		return 0, err
	}
	err = s.out.put(body)
	if bytes.HasPrefix(body, responseStart) {
		s.count(-1)
	}
	return int64(len(body)), err
}

// Close implements jsonrpc2.Stream. It ends the reading side; what is queued still leaves.
func (s *stream) Close() error { return s.closeIn() }
