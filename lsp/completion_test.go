package lsp

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// What is compared with the typed text is said to every client, but to Neovim up to 0.9: its own completion
// then compares the text that is put in, which begins with the quote that was typed.
func TestFilterText(t *testing.T) {
	for _, tc := range []struct {
		name    string
		snippet bool
		want    string
	}{
		{"Visual Studio Code", true, `"walltime": `},
		{"Neovim", true, `"walltime": `},
		{"Neovim", false, ""},
	} {
		t.Run(fmt.Sprint(tc.name, tc.snippet), func(t *testing.T) {
			c := serve(t, Options{Version: "test", Log: testLog{t}, Quiet: -1})
			c.InitializeWith(map[string]any{
				"processId": nil, "clientInfo": map[string]any{"name": tc.name},
				"capabilities": map[string]any{"textDocument": map[string]any{"completion": map[string]any{
					"completionItem": map[string]any{"snippetSupport": tc.snippet}}}},
			})
			const uri = "file:///w/pyFun.json"
			c.Open(uri, "{\"RunControl\": {}, \"PBS\": {\"wall\n}}")
			var list struct {
				Items []struct{ Label, FilterText string }
			}
			c.MustCall("textDocument/completion", lsptest.At(uri, 0, 32), &list)
			for _, item := range list.Items {
				if item.Label == "walltime" {
					require.Equal(t, tc.want, item.FilterText)
					return
				}
			}
			require.Fail(t, "walltime must be proposed")
		})
	}
}
