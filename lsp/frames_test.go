package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// Frames that are no message are answered, or ignored when they answer something; the next one is read.
func TestBadMessages(t *testing.T) {
	deep := strings.Repeat("[", 5_000_000)
	for _, tc := range []struct {
		name, body string
		code       int    // of the answer; 0: none
		id         string // of the answer
	}{
		{"empty", "", -32700, "null"},
		{"blanks", "  ", -32700, "null"},
		{"no JSON", "hello", -32700, "null"},
		{"cut", `{"jsonrpc":"2.0","id":1,"method":"x"`, -32700, "null"},
		{"BOM", "\xef\xbb\xbf" + `{"jsonrpc":"2.0","id":1,"method":"x"}`, -32700, "null"},
		{"bytes after it", `{"jsonrpc":"2.0","id":1,"method":"x"} x`, -32700, "null"},
		{"two in a frame", `{"jsonrpc":"2.0","method":"a"}{"jsonrpc":"2.0","method":"b"}`, -32700, "null"},
		{"NUL bytes", "\x00\x00\x00", -32700, "null"},
		{"single quotes", `{'jsonrpc':'2.0'}`, -32700, "null"},
		{"trailing comma", `{"jsonrpc":"2.0","id":1,"method":"x",}`, -32700, "null"},
		{"comment", `{"jsonrpc":"2.0","id":1,/* */"method":"x"}`, -32700, "null"},
		{"NaN", `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":NaN}}`, -32700, "null"},
		{"nested five million deep", `{"jsonrpc":"2.0","id":1,"method":"x","params":` + deep, -32700, "null"},
		{"null", "null", -32600, "null"},
		{"number", "12", -32600, "null"},
		{"text", `"x"`, -32600, "null"},
		{"true", `true`, -32600, "null"},
		{"empty object", "{}", -32600, "null"},
		{"empty batch", "[]", -32600, "null"},
		{"batch", `[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]`, -32600, "null"},
		{"batch of garbage", `[1,2]`, -32600, "null"},
		{"version 1.0", `{"jsonrpc":"1.0","id":"a","method":"x"}`, -32600, `"a"`},
		{"version as number", `{"jsonrpc":2.0,"id":"a","method":"x"}`, -32600, `"a"`},
		{"no version", `{"id":"a","method":"x"}`, -32600, `"a"`},
		{"method is a number", `{"jsonrpc":"2.0","id":"a","method":5}`, -32600, `"a"`},
		{"id 1.5", `{"jsonrpc":"2.0","id":1.5,"method":"x"}`, -32600, "1.5"},
		{"id 1e3", `{"jsonrpc":"2.0","id":1e3,"method":"x"}`, -32600, "1e3"},
		{"id 10^23", `{"jsonrpc":"2.0","id":100000000000000000000000,"method":"x"}`, -32600, "100000000000000000000000"},
		{"id object", `{"jsonrpc":"2.0","id":{},"method":"x"}`, -32600, "null"},
		{"id list", `{"jsonrpc":"2.0","id":[1],"method":"x"}`, -32600, "null"},
		{"id true", `{"jsonrpc":"2.0","id":true,"method":"x"}`, -32600, "null"},
		{"id over 2^53", `{"jsonrpc":"2.0","id":9007199254740993,"method":"x/y"}`, -32601, "9007199254740993"},
		{"id negative", `{"jsonrpc":"2.0","id":-1,"method":"x/y"}`, -32601, "-1"},
		{"id empty text", `{"jsonrpc":"2.0","id":"","method":"x/y"}`, -32601, `""`},
		{"id with escapes", `{"jsonrpc":"2.0","id":"\u00e9\n","method":"x/y"}`, -32601, `"é\n"`},
		{"id null", `{"jsonrpc":"2.0","id":null,"method":"x/y"}`, 0, ""},
		{"method empty", `{"jsonrpc":"2.0","id":"a","method":""}`, -32601, `"a"`},
		{"method very long", `{"jsonrpc":"2.0","id":"a","method":"` + strings.Repeat("m", 1<<20) + `"}`, -32601, `"a"`},
		{"members twice", `{"jsonrpc":"2.0","id":"a","id":"b","method":"x/y"}`, -32601, `"b"`},
		{"unknown members", `{"jsonrpc":"2.0","id":"a","method":"x/y","more":1}`, -32601, `"a"`},
		{"unknown notification", `{"jsonrpc":"2.0","method":"x/y"}`, 0, ""},
		{"unknown notification with a list", `{"jsonrpc":"2.0","method":"$/x","params":[1]}`, 0, ""},
		{"params null", `{"jsonrpc":"2.0","id":"a","method":"x/y","params":null}`, -32601, `"a"`},
		{"params a number", `{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":5}`, -32602, `"a"`},
		{"params a list", `{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":[]}`, -32602, `"a"`},
		{"params of wrong types", `{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":{"textDocument":5}}`, -32602, `"a"`},
		{"open of wrong types", `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":[]}}`, 0, ""},
		{"open without text", `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///q"}}}`, 0, ""},
		{"open of no URI", `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"%zz","text":""}}}`, 0, ""},
		{"change of what is not open", `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///q"},"contentChanges":[{"text":""}]}}`, 0, ""},
		{"close of what is not open", `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///q"}}}`, 0, ""},
		{"close of nothing", `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{}}`, 0, ""},
		{"cancel without id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}`, 0, ""},
		{"cancel of an object", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`, 0, ""},
		{"cancel of a huge id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1e99}}`, 0, ""},
		{"cancel of what was never asked", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}`, 0, ""},
		{"cancel with a list", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":[]}`, 0, ""},
		{"response to nothing", `{"jsonrpc":"2.0","id":4711,"result":null}`, 0, ""},
		{"response by text id", `{"jsonrpc":"2.0","id":"z","result":1}`, 0, ""},
		{"response with both members", `{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":"x"}}`, 0, ""},
		{"response with neither", `{"jsonrpc":"2.0","id":1}`, 0, ""},
		{"response with a malformed error", `{"jsonrpc":"2.0","id":1,"error":5}`, 0, ""},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"x/\xff\"}", -32601, `"a"`},
		{"lone surrogate", `{"jsonrpc":"2.0","id":"a","method":"x/\ud800"}`, -32601, `"a"`},
		{"command unknown", `{"jsonrpc":"2.0","id":"a","method":"workspace/executeCommand","params":{"command":"x"}}`, -32602, `"a"`},
		{"command without arguments", `{"jsonrpc":"2.0","id":"a","method":"workspace/executeCommand","params":{"command":"cape.applyFix"}}`, -32602, `"a"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			c.Initialize("", nil)
			c.Frame([]byte(tc.body))
			_, err := c.Call("textDocument/hover", lsptest.At("file:///none", 0, 0))
			require.Nil(t, err, "the server goes on")
			if tc.code == 0 {
				require.Empty(t, c.Strays())
				return
			}
			m := c.Stray(1)
			require.NotNil(t, m.Error)
			require.Equal(t, tc.code, m.Error.Code, m.Error.Message)
			require.Equal(t, tc.id, string(orNull(m.ID)))
			require.Len(t, c.Strays(), 1)
		})
	}
}

// Headers that a client may send.
func TestHeadersTaken(t *testing.T) {
	body := `{"jsonrpc":"2.0","id":"a","method":"x/y"}`
	n := len(body)
	for name, header := range map[string]string{
		"usual":               fmt.Sprintf("Content-Length: %d\r\n\r\n", n),
		"lower case":          fmt.Sprintf("content-length: %d\r\n\r\n", n),
		"line feeds only":     fmt.Sprintf("Content-Length: %d\n\n", n),
		"no blank":            fmt.Sprintf("Content-Length:%d\r\n\r\n", n),
		"blanks":              fmt.Sprintf("Content-Length:   %d  \r\n\r\n", n),
		"type":                fmt.Sprintf("Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n", n),
		"type first":          fmt.Sprintf("Content-Type: x\r\nContent-Length: %d\r\n\r\n", n),
		"another charset":     fmt.Sprintf("Content-Length: %d\r\nContent-Type: x; charset=utf-16\r\n\r\n", n),
		"unknown names":       fmt.Sprintf("X-A: b\r\nContent-Length: %d\r\n\r\n", n),
		"twice the same":      fmt.Sprintf("Content-Length: %d\r\nContent-Length: %d\r\n\r\n", n, n),
		"leading zeros":       fmt.Sprintf("Content-Length: 000%d\r\n\r\n", n),
		"after an empty body": fmt.Sprintf("Content-Length: 0\r\n\r\nContent-Length: %d\r\n\r\n", n),
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			c.Raw([]byte(header + body))
			m := c.Stray(1)
			if strings.HasPrefix(name, "after") {
				require.Equal(t, -32700, m.Error.Code)
				m = c.Stray(2)
			}
			require.Equal(t, `"a"`, string(m.ID))
			require.Equal(t, -32002, m.Error.Code)
		})
	}
}

// After a header that cannot be read nobody knows where the next one begins: the server ends.
func TestHeadersThatEndTheConnection(t *testing.T) {
	for name, header := range map[string]string{
		"negative":        "Content-Length: -5\r\n\r\n",
		"plus":            "Content-Length: +2\r\n\r\n",
		"hexadecimal":     "Content-Length: 0x10\r\n\r\n",
		"fraction":        "Content-Length: 2.0\r\n\r\n",
		"over 2^63":       "Content-Length: 9999999999999999999\r\n\r\n",
		"empty":           "Content-Length: \r\n\r\n",
		"missing":         "X: y\r\n\r\n",
		"nothing":         "\r\n\r\n",
		"no colon":        "Content-Length 5\r\n\r\n",
		"NUL bytes":       "\x00\x00\x00\r\n\r\n",
		"JSON":            `{"jsonrpc":"2.0"}` + "\n",
		"two of them":     "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
		"HTTP":            "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"very long line":  "X: " + strings.Repeat("x", 200<<10),
		"very many lines": strings.Repeat("X: y\r\n", 20<<10),
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			go c.Raw([]byte(header))
			told := c.Stray(1)
			require.Equal(t, -32700, told.Error.Code)
			require.Contains(t, told.Error.Message, "the connection ends")
			require.Equal(t, 1, c.ExitCode())
		})
	}
}

// A body over the limit is read away without being kept, and the client is told.
func TestMessageOverTheLimit(t *testing.T) {
	c := start(t, func(o *Options) { o.MaxMessage = 1000 })
	c.Frame([]byte(`{"jsonrpc":"2.0","id":1,"method":"x","params":"` + strings.Repeat("y", 5000) + `"}`))
	require.Equal(t, -32600, c.Stray(1).Error.Code)
	c.Initialize("", nil)
	require.Equal(t, 0, c.Shutdown())
}

func TestSameIDTwiceInFlight(t *testing.T) {
	release := make(chan struct{})
	c := start(t)
	c.Handle("workspace/applyEdit", applied(release))
	c.Initialize("", map[string]any{"workspace": map[string]any{"applyEdit": true}})
	c.Open("file:///a.txt", "TODO")
	held := c.Send("workspace/executeCommand", applyFixParams("file:///a.txt", 1))
	c.Await("workspace/applyEdit", 1)
	c.Frame(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"textDocument/hover","params":{}}`, held.ID))
	_, err := held.Wait() // the answer that comes first bears the same id
	require.Equal(t, -32600, err.Code)
	close(release)
	require.Nil(t, c.Stray(1).Error)
	require.Equal(t, 0, c.Shutdown())
}

func TestCancelByNumberAndByText(t *testing.T) {
	for name, id := range map[string]string{"number": "4711", "text": `"a-1"`} {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			c.Handle("workspace/applyEdit", applied(make(chan struct{})))
			c.Initialize("", map[string]any{"workspace": map[string]any{"applyEdit": true}})
			c.Open("file:///a.txt", "TODO")
			c.Frame([]byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"workspace/executeCommand","params":{"command":"cape.applyFix",
				"arguments":[{"uri":"file:///a.txt","title":"Do it"}]}}`))
			c.Await("workspace/applyEdit", 1)
			c.Frame([]byte(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`))
			m := c.Stray(1)
			require.Equal(t, id, string(m.ID))
			require.Equal(t, -32800, m.Error.Code)
			require.Equal(t, "$/cancelRequest", c.Await("$/cancelRequest", 1).Method, "the client's part is cancelled too")
		})
	}
}

func FuzzFrames(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a","text":"x"}}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a"},"contentChanges":[{"range":{"start":{"line":-1,"character":1e99},"end":{}},"text":"y"}]}}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		c := start(t)
		c.Initialize("", nil)
		c.Open("file:///a", "text")
		if strings.Contains(string(body), "shutdown") || strings.Contains(string(body), "exit") {
			return
		}
		c.Frame(body)
		c.MustCall("textDocument/hover", lsptest.At("file:///a", 0, 0), nil)
		c.CloseInput()
		c.ExitCode()
	})
}

// Whatever bytes come, reading ends with an error and what is answered are whole frames.
func FuzzStream(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\nnull"))
	f.Add([]byte("Content-Length: 40\n\n" + `{"jsonrpc":"2.0","id":1,"method":"x/y"}  `))
	f.Add([]byte("content-length:0\r\nX: y\r\n\r\n\r\n"))
	f.Add([]byte("Content-Length: 5000\r\n\r\n"))
	f.Fuzz(func(t *testing.T, input []byte) {
		var out bytes.Buffer
		s := newStream(bytes.NewReader(input), &out, 4000, func(string, ...any) {})
		s.drain = 0
		for {
			msg, _, err := s.Read(t.Context())
			if err != nil {
				break
			}
			require.NotNil(t, msg)
		}
		s.out.stop(time.Second)
		for rest := out.String(); rest != ""; {
			var n int
			_, err := fmt.Sscanf(rest, "Content-Length: %d\r\n\r\n", &n)
			require.NoError(t, err)
			_, rest, _ = strings.Cut(rest, "\r\n\r\n")
			require.True(t, json.Valid([]byte(rest[:n])))
			rest = rest[n:]
		}
	})
}
