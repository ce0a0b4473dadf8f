package lsp

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

var canApply = map[string]any{"workspace": map[string]any{
	"applyEdit": true, "workspaceEdit": map[string]any{"documentChanges": true},
}}

// R77: applyEdit from inside executeCommand, eight at once. Whatever the client does with the question,
// it can go on asking, and the command ends.
func TestApplyEditInsideACommand(t *testing.T) {
	const uri = "file:///knot/SKILL.md"
	const atOnce = 8
	for _, tc := range []struct {
		name   string
		limit  time.Duration
		answer func(c *lsptest.Client, stop <-chan struct{}) lsptest.Handler
		after  func(c *lsptest.Client, held []*lsptest.Pending)
		code   int    // of the error; 0: none
		text   string // in the error or the result
	}{
		{name: "a: the client first asks itself", code: 0, text: `"applied":true`,
			answer: func(c *lsptest.Client, _ <-chan struct{}) lsptest.Handler {
				return func(json.RawMessage) (any, *lsptest.Error) {
					if res, err := c.Call("textDocument/hover", lsptest.At(uri, 0, 0)); err != nil || len(res) == 0 {
						return nil, &lsptest.Error{Code: 1, Message: "no hover"}
					}
					return map[string]any{"applied": true}, nil
				}
			}},
		{name: "b: the client says no", code: int(codeRequestFailed), text: "the file is read-only",
			answer: func(*lsptest.Client, <-chan struct{}) lsptest.Handler {
				return func(json.RawMessage) (any, *lsptest.Error) {
					return map[string]any{"applied": false, "failureReason": "the file is read-only"}, nil
				}
			}},
		{name: "b: the client says no without a reason", code: int(codeRequestFailed), text: "gave no reason",
			answer: func(*lsptest.Client, <-chan struct{}) lsptest.Handler {
				return func(json.RawMessage) (any, *lsptest.Error) { return map[string]any{"applied": false}, nil }
			}},
		{name: "b: the client answers with an error", code: int(codeRequestFailed), text: "broken",
			answer: func(*lsptest.Client, <-chan struct{}) lsptest.Handler {
				return func(json.RawMessage) (any, *lsptest.Error) {
					return nil, &lsptest.Error{Code: -32603, Message: "broken"}
				}
			}},
		{name: "b: the client answers null", code: int(codeRequestFailed), text: "empty",
			answer: func(*lsptest.Client, <-chan struct{}) lsptest.Handler {
				return func(json.RawMessage) (any, *lsptest.Error) { return nil, nil }
			}},
		{name: "c: the client never answers", limit: 50 * time.Millisecond, code: int(codeRequestFailed), text: "did not answer",
			answer: never},
		{name: "d: the client cancels the command", code: -32800, answer: never,
			after: func(c *lsptest.Client, held []*lsptest.Pending) {
				for _, p := range held {
					c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
				}
			}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stop := make(chan struct{})
			defer close(stop)
			c := start(t, func(o *Options) { o.AnswerTime = tc.limit })
			c.Handle("workspace/applyEdit", tc.answer(c, stop))
			c.Initialize("", canApply)
			c.Open(uri, "TODO")
			var held []*lsptest.Pending
			for range atOnce {
				held = append(held, c.Send("workspace/executeCommand", applyFixParams(uri, 1)))
			}
			c.Await("workspace/applyEdit", atOnce)
			c.MustCall("textDocument/hover", lsptest.At(uri, 0, 0), nil)
			if tc.after != nil {
				tc.after(c, held)
			}
			for _, p := range held {
				res, err := p.Wait()
				if tc.code == 0 {
					require.Nil(t, err)
					require.Contains(t, string(res), tc.text)
					continue
				}
				require.NotNil(t, err)
				require.Equal(t, tc.code, err.Code)
				require.Contains(t, err.Message, tc.text)
			}
			c.MustCall("textDocument/hover", lsptest.At(uri, 0, 0), nil)
			require.Equal(t, 0, c.Shutdown())
		})
	}
}

func never(_ *lsptest.Client, stop <-chan struct{}) lsptest.Handler {
	return func(json.RawMessage) (any, *lsptest.Error) { <-stop; return nil, nil }
}

// R77 e: shutdown is answered while the editor still owes its answers, and the server ends.
func TestShutdownWhileTheEditorIsAsked(t *testing.T) {
	for _, how := range []string{"exit", "end of input"} {
		t.Run(how, func(t *testing.T) {
			stop := make(chan struct{})
			defer close(stop)
			c := start(t)
			c.Handle("workspace/applyEdit", never(c, stop))
			c.Initialize("", canApply)
			c.Open("file:///a.txt", "TODO")
			var held []*lsptest.Pending
			for range 8 {
				held = append(held, c.Send("workspace/executeCommand", applyFixParams("file:///a.txt", 1)))
			}
			c.Await("workspace/applyEdit", 8)
			c.MustCall("shutdown", nil, nil)
			if how == "exit" {
				c.Notify("exit", nil)
				require.Equal(t, 0, c.ExitCode())
				return
			}
			c.CloseInput()
			for _, p := range held {
				_, err := p.Wait()
				require.NotNil(t, err)
			}
			require.Equal(t, 0, c.ExitCode())
		})
	}
}

func TestApplyFixNeedsTheRightText(t *testing.T) {
	c := start(t)
	c.Handle("workspace/applyEdit", applied(closed))
	c.Initialize("", canApply)
	c.Open("file:///a.txt", "TODO")
	c.Replace("file:///a.txt", 2, "x TODO")
	_, err := c.Call("workspace/executeCommand", applyFixParams("file:///a.txt", 1))
	require.Equal(t, -32801, err.Code)
	c.MustCall("workspace/executeCommand", applyFixParams("file:///a.txt", 2), nil)
	c.MustCall("workspace/executeCommand", map[string]any{"command": commandApplyFix, "arguments": []any{map[string]any{"uri": "file:///a.txt", "code": "todo"}}}, nil)
	_, err = c.Call("workspace/executeCommand", map[string]any{"command": commandApplyFix, "arguments": []any{map[string]any{"uri": "file:///a.txt", "code": "other"}}})
	require.Equal(t, int(codeRequestFailed), err.Code)
	_, err = c.Call("workspace/executeCommand", map[string]any{"command": commandApplyFix, "arguments": []any{map[string]any{"uri": "file:///not/open.txt", "code": "todo"}}})
	require.Equal(t, -32602, err.Code)
	require.JSONEq(t, `{"label":"Do it","edit":{"documentChanges":[{"textDocument":{"uri":"file:///a.txt","version":2},
		"edits":[{"range":{"start":{"line":0,"character":2},"end":{"line":0,"character":6}},"newText":"DONE"}]}]}}`,
		string(c.Await("workspace/applyEdit", 1).Params))
}

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func TestCodeActions(t *testing.T) {
	type action struct {
		Title, Kind string
		IsPreferred bool
		Edit        json.RawMessage
		Command     json.RawMessage
		Data        json.RawMessage
		Disabled    *struct{ Reason string }
		Diagnostics []lsptest.Diagnostic
		Arguments   []json.RawMessage
	}
	params := func(only ...string) map[string]any {
		p := lsptest.Doc("file:///a.txt")
		p["range"] = lsptest.R(0, 0, 0, 4)
		p["context"] = map[string]any{"diagnostics": []any{}, "only": only}
		return p
	}
	full := map[string]any{
		"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{""}}},
		"isPreferredSupport":       true, "disabledSupport": true, "dataSupport": true,
		"resolveSupport": map[string]any{"properties": []string{"edit"}},
	}
	ask := func(t *testing.T, capabilities map[string]any, only ...string) (list []action, c *lsptest.Client) {
		c = start(t)
		c.Initialize("", capabilities)
		c.Open("file:///a.txt", "TODO")
		c.MustCall("textDocument/codeAction", params(only...), &list)
		return list, c
	}
	withDocument := func(codeAction map[string]any, rename bool) map[string]any {
		edit := map[string]any{"documentChanges": true}
		if rename {
			edit["resourceOperations"] = []string{"create", "rename"}
		}
		return map[string]any{
			"textDocument": map[string]any{"codeAction": codeAction},
			"workspace":    map[string]any{"applyEdit": true, "workspaceEdit": edit},
		}
	}
	t.Run("all that a client can", func(t *testing.T) {
		list, c := ask(t, withDocument(full, true))
		require.Len(t, list, 3)
		require.Equal(t, "Do it", list[0].Title)
		require.True(t, list[0].IsPreferred)
		require.Len(t, list[0].Diagnostics, 1)
		require.Contains(t, string(list[0].Edit), `"version":1`)
		require.Contains(t, string(list[1].Edit), `{"kind":"rename","oldUri":"file:///a.txt","newUri":"file:///a.txt.new"}`)
		require.Contains(t, string(list[2].Command), `"cape.runTool"`)

		var resolved action
		c.MustCall("codeAction/resolve", map[string]any{"title": "Do it", "kind": "quickfix", "data": list[0].Data}, &resolved)
		require.JSONEq(t, string(list[0].Edit), string(resolved.Edit))
		res, err := c.Call("codeAction/resolve", map[string]any{"title": "Run", "command": list[2].Command})
		require.Nil(t, err, "VS Code asks for actions without data too")
		require.NotContains(t, string(res), "edit")
		c.Replace("file:///a.txt", 2, "other")
		_, err = c.Call("codeAction/resolve", map[string]any{"title": "Do it", "data": list[0].Data})
		require.Equal(t, -32801, err.Code)
	})
	t.Run("only", func(t *testing.T) {
		list, _ := ask(t, withDocument(full, true), "source")
		require.Len(t, list, 1)
		require.Equal(t, "source.cape", list[0].Kind)
		list, _ = ask(t, withDocument(full, true), "quickfix", "refactor.move")
		require.Len(t, list, 1)
		list, _ = ask(t, withDocument(full, true), "")
		require.Len(t, list, 3)
		list, _ = ask(t, withDocument(full, true), "sourc")
		require.Empty(t, list)
	})
	t.Run("no renaming of files", func(t *testing.T) {
		list, _ := ask(t, withDocument(full, false))
		require.Len(t, list, 3)
		require.NotEmpty(t, list[1].Disabled.Reason)
		delete(full, "disabledSupport")
		list, _ = ask(t, withDocument(full, false))
		require.Len(t, list, 2)
		full["disabledSupport"] = true
	})
	t.Run("no resolving and no document changes", func(t *testing.T) {
		literal := map[string]any{"codeActionLiteralSupport": map[string]any{}}
		list, _ := ask(t, map[string]any{"textDocument": map[string]any{"codeAction": literal}})
		require.Len(t, list, 2)
		require.Empty(t, list[0].Data)
		require.JSONEq(t, `{"changes":{"file:///a.txt":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":4}},"newText":"DONE"}]}}`, string(list[0].Edit))
	})
	t.Run("commands only", func(t *testing.T) {
		list, c := ask(t, canApply)
		require.Len(t, list, 2)
		require.Equal(t, `"cape.applyFix"`, string(list[0].Command))
		c.Handle("workspace/applyEdit", applied(closed))
		c.MustCall("workspace/executeCommand", map[string]any{"command": "cape.applyFix", "arguments": list[0].Arguments}, nil)
		require.Contains(t, string(c.Await("workspace/applyEdit", 1).Params), "DONE")
	})
	t.Run("nothing at all", func(t *testing.T) {
		list, c := ask(t, nil)
		require.Len(t, list, 1)
		require.Equal(t, `"cape.present"`, string(list[0].Command), "this client would drop the answer")
		_, err := c.Call("workspace/executeCommand", applyFixParams("file:///a.txt", 1))
		require.Equal(t, int(codeRequestFailed), err.Code)
		require.Contains(t, err.Message, "workspace/applyEdit")
	})
}
