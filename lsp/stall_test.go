package lsp

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A client that writes for long before it reads must not stop the server from reading: with both pipes
// full, each would wait for the other for ever.
func TestClientThatDoesNotRead(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan int, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		done <- Serve(ctx, inR, outW, testOptions(t))
		_ = outW.Close()
	}()
	send := func(body string) {
		_, err := fmt.Fprintf(inW, "Content-Length: %d\r\n\r\n%s", len(body), body)
		require.NoError(t, err)
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	send(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.txt","version":1,"text":""}}}`)
	for i := range 2000 {
		send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.txt","version":%d},
			"contentChanges":[{"text":"%s"}]}}`, i+2, strings.Repeat("TODO ", 20+i%7)))
		send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"x/unknown"}`, i+2))
		send(`{"broken`)
	}
	send(`{"jsonrpc":"2.0","id":"end","method":"shutdown"}`)
	send(`{"jsonrpc":"2.0","method":"exit"}`)

	all, err := io.ReadAll(bufio.NewReader(outR))
	require.NoError(t, err)
	require.Equal(t, 0, <-done)
	require.Equal(t, 2000, strings.Count(string(all), `-32601`))
	require.Equal(t, 2000, strings.Count(string(all), `-32700`))
	require.Contains(t, string(all), `"id":"end"`)
}

// What a client is never going to read is bounded.
func TestQueueIsBounded(t *testing.T) {
	r, w := io.Pipe()
	t.Cleanup(func() { _ = r.Close() })
	broken := make(chan struct{})
	var q queue
	q.start(w, func() { close(broken) })
	chunk := make([]byte, 16<<20)
	var err error
	for range maxQueue/len(chunk) + 2 {
		if err = q.put(chunk); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, errQueueFull)
	require.ErrorIs(t, q.put(nil), errQueueFull)
	_ = r.Close() // the write under way fails
	<-broken
}
