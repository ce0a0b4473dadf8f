package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// client speaks LSP to the server over stdio, without any library of the server's. It answers the
// server's requests while it waits for an answer of its own, and reads at no other time.
type client struct {
	t      *testing.T
	in     io.WriteCloser
	out    *textproto.Reader
	id     int
	answer func(method string, params json.RawMessage) any // to a request of the server
}

type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// startClient starts a server of its own and initializes it with the given parameters.
func startClient(t *testing.T, initialize map[string]any, answer func(string, json.RawMessage) any) *client {
	t.Helper()
	cmd := exec.Command(server)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	cmd.Stderr = os.Stderr
	require.NoError(t, cmd.Start())
	c := &client{t: t, in: in, out: textproto.NewReader(bufio.NewReader(out)), answer: answer}
	t.Cleanup(func() {
		if t.Failed() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			return
		}
		c.call("shutdown", nil, nil)
		c.notify("exit", nil)
		require.NoError(t, cmd.Wait(), "the server ends with code 0")
	})
	c.call("initialize", initialize, nil)
	c.notify("initialized", map[string]any{})
	return c
}

func (c *client) send(m message) {
	c.t.Helper()
	m.Version = "2.0"
	body, err := json.Marshal(m)
	require.NoError(c.t, err)
	_, err = fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(c.t, err)
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(message{Method: method, Params: params})
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	c.id++
	id := strconv.Itoa(c.id)
	c.send(message{ID: json.RawMessage(id), Method: method, Params: params})
	for {
		m := c.receive()
		switch {
		case m.Method != "" && m.ID != nil:
			params, err := json.Marshal(m.Params)
			require.NoError(c.t, err)
			reply, err := json.Marshal(c.answer(m.Method, params))
			require.NoError(c.t, err)
			c.send(message{ID: m.ID, Result: reply})
		case m.Method == "" && string(m.ID) == id:
			require.Empty(c.t, string(m.Error), method)
			if result != nil {
				require.NoError(c.t, json.Unmarshal(m.Result, result))
			}
			return
		}
	}
}

func (c *client) receive() message {
	c.t.Helper()
	header, err := c.out.ReadMIMEHeader()
	require.NoError(c.t, err, "the server must live on")
	length, err := strconv.Atoi(header.Get("Content-Length"))
	require.NoError(c.t, err)
	body := make([]byte, length)
	_, err = io.ReadFull(c.out.R, body)
	require.NoError(c.t, err)
	var m message
	require.NoError(c.t, json.Unmarshal(body, &m))
	return m
}
