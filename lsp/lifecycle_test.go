package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

func TestLifecycle(t *testing.T) {
	c := start(t)
	_, err := c.Call("textDocument/hover", lsptest.At("file:///x.txt", 0, 0))
	require.Equal(t, -32002, err.Code)
	_, err = c.Call("shutdown", nil)
	require.Equal(t, -32002, err.Code)
	c.Notify("textDocument/didOpen", map[string]any{}) // ignored, even when it is malformed
	c.Notify("initialized", map[string]any{})

	c.Initialize("", nil)
	_, err = c.Call("initialize", map[string]any{"capabilities": map[string]any{}})
	require.Equal(t, -32600, err.Code)
	_, err = c.Call("cape/unknown", nil)
	require.Equal(t, -32601, err.Code)
	_, err = c.Call("$/unknown", map[string]any{"a": 1})
	require.Equal(t, -32601, err.Code)
	_, err = c.Call("textDocument/hover", map[string]any{"position": "here"})
	require.Equal(t, -32602, err.Code)
	_, err = c.Call("textDocument/hover", []any{1})
	require.Equal(t, -32602, err.Code)
	c.Notify("$/unknown", nil)
	c.Notify("workspace/unknown", map[string]any{"a": 1})
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": "wrong"})
	c.Notify("textDocument/hover", lsptest.At("file:///x.txt", 0, 0)) // a request without an id
	c.Notify("shutdown", nil)                                         // the same

	res, err := c.Call("shutdown", nil)
	require.Nil(t, err)
	require.Equal(t, "null", string(res))
	_, err = c.Call("textDocument/hover", lsptest.At("file:///x.txt", 0, 0))
	require.Equal(t, -32600, err.Code)
	c.Notify("exit", nil)
	require.Equal(t, 0, c.ExitCode())
}

// A client that says twice that it is initialized is asked once.
func TestInitializedTwice(t *testing.T) {
	c := start(t)
	c.Initialize("", map[string]any{"workspace": map[string]any{"didChangeConfiguration": map[string]any{"dynamicRegistration": true}}})
	c.Await("client/registerCapability", 1)
	c.Notify("initialized", map[string]any{})
	for range 20 {
		c.MustCall("textDocument/hover", lsptest.At("file:///x.txt", 0, 0), nil)
	}
	require.Equal(t, 0, c.Shutdown())
	require.Len(t, c.Received("client/registerCapability"), 1)
}

func TestExitCodes(t *testing.T) {
	for _, tc := range []struct {
		name string
		end  func(c *lsptest.Client)
		want int
	}{
		{"exit before initialize", func(c *lsptest.Client) { c.Notify("exit", nil) }, 1},
		{"exit without shutdown", func(c *lsptest.Client) { c.Initialize("", nil); c.Notify("exit", nil) }, 1},
		{"shutdown and exit", func(c *lsptest.Client) {
			c.Initialize("", nil)
			c.MustCall("shutdown", nil, nil)
			c.Notify("exit", nil)
		}, 0},
		{"end of input", func(c *lsptest.Client) { c.Initialize("", nil); c.CloseInput() }, 1},
		{"end of input before initialize", func(c *lsptest.Client) { c.CloseInput() }, 1},
		{"end of input after shutdown", func(c *lsptest.Client) {
			c.Initialize("", nil)
			c.MustCall("shutdown", nil, nil)
			c.CloseInput()
		}, 0},
		{"end in the middle of a frame", func(c *lsptest.Client) {
			c.Raw([]byte("Content-Length: 100\r\n\r\n{"))
			c.CloseInput()
		}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			tc.end(c)
			require.Equal(t, tc.want, c.ExitCode())
		})
	}
}

// The answers to what was asked before the end of the input still arrive.
func TestEndOfInputIsKeptBack(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	c.Open("file:///a.txt", "text")
	var asked []*lsptest.Pending
	for range 20 {
		asked = append(asked, c.Send("textDocument/hover", lsptest.At("file:///a.txt", 0, 1)))
	}
	c.CloseInput()
	for _, p := range asked {
		res, err := p.Wait()
		require.Nil(t, err)
		require.Contains(t, string(res), "offset")
	}
	require.Equal(t, 1, c.ExitCode())
}

func TestEndsWithTheClientsProcess(t *testing.T) {
	for _, tc := range []struct {
		name string
		flag bool
	}{{"named in initialize", false}, {"named on the command line", true}} {
		t.Run(tc.name, func(t *testing.T) {
			editor := exec.Command("cat")
			in, err := editor.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, editor.Start())
			pid := editor.Process.Pid
			c := start(t, func(o *Options) {
				o.pollProcess = 1
				if tc.flag {
					o.ClientPID = pid
				}
			})
			if tc.flag {
				c.Initialize("", nil)
			} else {
				c.InitializeWith(map[string]any{"processId": pid, "capabilities": map[string]any{}})
			}
			require.NoError(t, in.Close())
			require.NoError(t, editor.Wait())
			require.Equal(t, 1, c.ExitCode())
		})
	}
}

func TestInitializeTakesWhatClientsSend(t *testing.T) {
	for _, tc := range []struct {
		name, params string
		want         int // error code
	}{
		{"least", `{"capabilities":{}}`, 0},
		{"no capabilities", `{}`, 0},
		{"nulls everywhere", `{"processId":null,"clientInfo":null,"locale":null,"rootPath":null,"rootUri":null,"trace":null,
			"initializationOptions":null,"workspaceFolders":null,"capabilities":{"workspace":{"workspaceEdit":{"failureHandling":null,
			"resourceOperations":null}},"textDocument":{"completion":{"insertTextMode":null},"rename":{"prepareSupportDefaultBehavior":null}}}}`, 0},
		{"a very large process id", `{"processId":99999999999,"capabilities":{}}`, 0},
		{"wrong types inside", `{"processId":"x","capabilities":{"general":{"positionEncodings":"utf-8"},"workspace":7}}`, 0},
		{"a list", `[1]`, -32602},
		{"text", `"x"`, -32602},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			c.Frame([]byte(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":` + tc.params + `}`))
			m := c.Stray(1)
			if tc.want == 0 {
				require.Nil(t, m.Error)
				require.Contains(t, string(m.Result), `"positionEncoding":"utf-16"`)
				return
			}
			require.NotNil(t, m.Error)
			require.Equal(t, tc.want, m.Error.Code)
		})
	}
}

func TestPositionEncoding(t *testing.T) {
	for _, tc := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"},
		{[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-8", "utf-32", "utf-16"}, "utf-8"},
		{[]string{"utf-32", "utf-8", "utf-16"}, "utf-32"},
		{[]string{"utf-7", "utf-16"}, "utf-16"},
		{[]string{"utf-7"}, "utf-16"},
	} {
		t.Run(fmt.Sprint(tc.offered), func(t *testing.T) {
			c := start(t)
			caps := c.Initialize("", map[string]any{"general": map[string]any{"positionEncodings": tc.offered}})
			require.Equal(t, tc.want, caps["positionEncoding"])
			c.Open("file:///a.txt", "é😀TODO\n")
			column := map[string]int{"utf-8": 6, "utf-16": 3, "utf-32": 2}[tc.want]
			require.Equal(t, lsptest.R(0, column, 0, column+4), c.Diagnostics("file:///a.txt", 1)[0].Range)
			c.Change("file:///a.txt", 2, lsptest.Edit{Range: lsptest.R(0, column, 0, column), NewText: "x"})
			require.Equal(t, lsptest.R(0, column+1, 0, column+5), c.Diagnostics("file:///a.txt", 2)[0].Range)
		})
	}
}

// A panic is our bug: the client hears of an internal error, and the server lives on.
func TestPanicsDoNotReachTheClient(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	c.Open("file:///a.txt", "HOVER-PANIC CHECK-PANIC")
	_, err := c.Call("textDocument/hover", lsptest.At("file:///a.txt", 0, 0))
	require.Equal(t, -32603, err.Code)
	require.NotContains(t, err.Message, "asked for")
	c.Replace("file:///a.txt", 2, "TODO")
	require.Len(t, c.Diagnostics("file:///a.txt", 2), 1)
	require.Equal(t, 0, c.Shutdown())
}

func TestRequestsAtOnceAreBounded(t *testing.T) {
	release := make(chan struct{})
	c := start(t, func(o *Options) { o.MaxRequests = 3 })
	c.Handle("workspace/applyEdit", applied(release))
	c.Initialize("", map[string]any{"workspace": map[string]any{"applyEdit": true}})
	c.Open("file:///a.txt", "TODO")
	var held []*lsptest.Pending
	for range 3 {
		held = append(held, c.Send("workspace/executeCommand", applyFixParams("file:///a.txt", 1)))
	}
	c.Await("workspace/applyEdit", 3)
	_, err := c.Call("textDocument/hover", lsptest.At("file:///a.txt", 0, 0))
	require.Equal(t, int(codeRequestFailed), err.Code)
	close(release)
	for _, p := range held {
		_, err := p.Wait()
		require.Nil(t, err)
	}
	_, err = c.Call("textDocument/hover", lsptest.At("file:///a.txt", 0, 0))
	require.Nil(t, err)
}

func TestFoldersOfEveryAge(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a+b.txt"), []byte("TODO"), 0o644))
	for _, tc := range []struct {
		name   string
		params map[string]any
	}{
		{"workspaceFolders", map[string]any{"workspaceFolders": []any{map[string]any{"uri": "file://" + dir + "/", "name": "x"}}}},
		{"rootUri", map[string]any{"rootUri": "file://" + dir}},
		{"rootPath", map[string]any{"rootPath": dir}},
		{"no workspace folders but rootPath", map[string]any{"rootPath": dir, "rootUri": nil, "workspaceFolders": []any{}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			tc.params["capabilities"] = map[string]any{}
			c.InitializeWith(tc.params)
			var where []struct{ URI string }
			c.MustCall("textDocument/definition", lsptest.At(fileURI(dir, "a+b.txt"), 0, 0), &where)
			require.Len(t, where, 1)
			require.True(t, strings.HasPrefix(where[0].URI, "file://"+dir+"/"), where[0].URI)
		})
	}
}

// applyFixParams asks for the fix of the stand-in at the start of a document.
func applyFixParams(uri string, version int) map[string]any {
	return map[string]any{"command": commandApplyFix, "arguments": []any{map[string]any{
		"uri": uri, "version": version, "title": "Do it",
	}}}
}
