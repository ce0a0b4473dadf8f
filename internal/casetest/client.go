package casetest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/lsp"
)

// answerTime is long enough for a loaded machine; a wait ends when the answer is there.
const answerTime = 60 * time.Second

// server opens every file of the case in a language server over a pipe and waits for its diagnostics.
func (c *Case) server(t *testing.T, enc text.Encoding) []checked {
	t.Helper()
	peer := start(t)
	peer.request("initialize", map[string]any{
		"processId": nil, "rootUri": uri(c.Dir), "workspaceFolders": []any{map[string]any{"uri": uri(c.Dir), "name": "case"}},
		"capabilities": map[string]any{"general": map[string]any{"positionEncodings": []any{enc}}},
	})
	peer.notify("initialized", map[string]any{})
	var out []checked
	snap, a := c.open()
	paths, err := a.Collect(snap, c.Dir)
	require.NoError(t, err)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		if len(src) == 0 || !json.Valid(must(json.Marshal(string(src)))) || strings.ContainsRune(strings.ToValidUTF8(string(src), "\uFFFD"), '\uFFFD') {
			out = append(out, checked{repo.Relative(c.Dir, path), src, a.Check(snap, path)}) // no editor can show these bytes
			continue
		}
		peer.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": uri(path), "languageId": "plaintext", "version": 1, "text": string(src),
		}})
		out = append(out, checked{repo.Relative(c.Dir, path), src, peer.diagnostics(path, src, enc)})
	}
	peer.request("shutdown", nil)
	peer.notify("exit", nil)
	return out
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func uri(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// peer is a client that reads everything and remembers the diagnostics.
type peer struct {
	t        *testing.T
	w        io.Writer
	messages chan message
	lastID   int
	answer   func(method string, params json.RawMessage) any // to a question of the server; nil: with nothing
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

func start(t *testing.T) *peer {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		lsp.Serve(ctx, inR, outW, lsp.Options{Version: "test", Quiet: -1})
		outW.Close()
	}()
	p := &peer{t: t, w: inW, messages: make(chan message, 1000)}
	go p.read(outR)
	t.Cleanup(func() {
		cancel()
		inW.Close()
		<-done
	})
	return p
}

func (p *peer) read(r io.Reader) {
	defer close(p.messages)
	in := bufio.NewReader(r)
	for {
		size := 0
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSpace(line)
			if line == "" {
				break
			}
			if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				size, _ = strconv.Atoi(v)
			}
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) == nil {
			p.messages <- m
		}
	}
}

func (p *peer) send(v map[string]any) {
	p.t.Helper()
	v["jsonrpc"] = "2.0"
	body, err := json.Marshal(v)
	require.NoError(p.t, err)
	_, err = fmt.Fprintf(p.w, "Content-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(p.t, err)
}

func (p *peer) notify(method string, params any) {
	p.send(map[string]any{"method": method, "params": params})
}

// request sends a request and waits for its answer; what comes before is passed over.
func (p *peer) request(method string, params any) {
	p.t.Helper()
	_, bad := p.call(method, params)
	require.Empty(p.t, bad, method)
}

// call sends a request and returns its result, or its error as JSON.
func (p *peer) call(method string, params any) (result json.RawMessage, bad string) {
	p.t.Helper()
	p.lastID++
	id := p.lastID
	p.send(map[string]any{"id": id, "method": method, "params": params})
	for {
		m := p.next(method)
		if m.Method == "" && string(m.ID) == strconv.Itoa(id) {
			return m.Result, string(m.Error)
		}
	}
}

func (p *peer) next(what string) message {
	p.t.Helper()
	select {
	case m, ok := <-p.messages:
		require.True(p.t, ok, "the server ended while waiting for %s", what)
		if m.Method != "" && len(m.ID) > 0 { // a question of the server
			var result any
			if p.answer != nil {
				result = p.answer(m.Method, m.Params)
			}
			p.send(map[string]any{"id": m.ID, "result": result})
		}
		return m
	case <-time.After(answerTime):
		p.t.Fatalf("no answer to %s", what)
		return message{}
	}
}

// diagnostics waits for the diagnostics of version 1 of a file and turns their ranges back into bytes.
func (p *peer) diagnostics(path string, src []byte, enc text.Encoding) []diag.Diagnostic {
	p.t.Helper()
	for {
		m := p.next("diagnostics of " + path)
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var params struct {
			URI         string
			Version     int
			Diagnostics []struct {
				Range    struct{ Start, End struct{ Line, Character int } }
				Severity diag.Severity
				Code     diag.Code
				Message  string
			}
		}
		require.NoError(p.t, json.Unmarshal(m.Params, &params))
		if params.URI != uri(path) || params.Version != 1 {
			continue
		}
		mapper := text.NewMapper(src)
		var out []diag.Diagnostic
		for _, d := range params.Diagnostics {
			start := mapper.Offset(text.Position{Line: d.Range.Start.Line, Column: d.Range.Start.Character}, enc)
			end := mapper.Offset(text.Position{Line: d.Range.End.Line, Column: d.Range.End.Character}, enc)
			out = append(out, diag.Diagnostic{Code: d.Code, Severity: d.Severity, Message: d.Message, Span: text.Span{Start: start, End: end}})
		}
		return out
	}
}
