package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// rich is what a client announces that can everything which changes an answer.
var rich = map[string]any{
	"workspace": map[string]any{"applyEdit": true, "workspaceEdit": map[string]any{
		"documentChanges": true, "resourceOperations": []string{"create", "rename", "delete"},
	}},
	"textDocument": map[string]any{
		"hover":          map[string]any{"contentFormat": []string{"markdown", "plaintext"}},
		"completion":     map[string]any{"completionItem": map[string]any{"snippetSupport": true, "documentationFormat": []string{"markdown"}}},
		"documentSymbol": map[string]any{"hierarchicalDocumentSymbolSupport": true},
		"documentLink":   map[string]any{"tooltipSupport": true},
		"rename":         map[string]any{"prepareSupport": true},
	},
}

func TestFeatures(t *testing.T) {
	const doc = `"textDocument":{"uri":"file:///a.txt"}`
	const at = doc + `,"position":{"line":1,"character":2}`
	const all = `{"start":{"line":0,"character":0},"end":{"line":2,"character":0}}`
	const start0 = `{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}`
	const here = `{"start":{"line":1,"character":2},"end":{"line":1,"character":2}}`
	for _, tc := range []struct {
		name         string
		capabilities any
		method       string
		params       string
		want         string
	}{
		{"hover in markdown", rich, "hover", at, `{"contents":{"kind":"markdown","value":"offset ` + "`7` of 10" + `"},"range":` + here + `}`},
		{"hover as plain text", nil, "hover", at, `{"contents":{"kind":"plaintext","value":"offset 7 of 10"},"range":` + here + `}`},
		{"completion with snippets", rich, "completion", at, `{"isIncomplete":false,"items":[{"label":"word","kind":12,"detail":"a word",
			"documentation":{"kind":"markdown","value":"the **word**"},"insertTextFormat":2,"textEdit":{"range":` + here + `,"newText":"${1:word}"}}]}`},
		{"completion without", nil, "completion", at, `{"isIncomplete":false,"items":[{"label":"word","kind":12,"detail":"a word",
			"documentation":{"kind":"plaintext","value":"the word"},"textEdit":{"range":` + here + `,"newText":"word"}}]}`},
		{"symbols as a tree", rich, "documentSymbol", doc, `[{"name":"file","kind":1,"range":` + all + `,"selectionRange":` + start0 + `,
			"children":[{"name":"\"\"","detail":"inner","kind":20,"range":` + all + `,"selectionRange":` + start0 + `}]}]`},
		{"symbols as a list", nil, "documentSymbol", doc, `[{"name":"file","kind":1,"location":{"uri":"file:///a.txt","range":` + all + `}},
			{"name":"\"\"","kind":20,"containerName":"file","location":{"uri":"file:///a.txt","range":` + all + `}}]`},
		{"folding", nil, "foldingRange", doc, `[{"startLine":0,"endLine":2,"kind":"comment"}]`},
		{"selections", nil, "selectionRange", doc + `,"positions":[{"line":1,"character":2},{"line":99,"character":9}]`,
			`[{"range":` + here + `,"parent":{"range":` + all + `}},
			{"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}},"parent":{"range":` + all + `}}]`},
		{"links", rich, "documentLink", doc, `[{"range":` + start0 + `,"target":"file:///a.txt"},{"range":` + start0 + `,"target":"https://example.org/?q=1","tooltip":"web"}]`},
		{"links without tooltips", nil, "documentLink", doc, `[{"range":` + start0 + `,"target":"file:///a.txt"},{"range":` + start0 + `,"target":"https://example.org/?q=1"}]`},
		{"definition", nil, "definition", at, `[{"uri":"file:///a.txt","range":` + here + `}]`},
		{"references", nil, "references", at + `,"context":{"includeDeclaration":true}`, `[{"uri":"file:///a.txt","range":` + here + `},{"uri":"file:///a.txt","range":` + start0 + `}]`},
		{"references without declarations", nil, "references", at + `,"context":{"includeDeclaration":false}`, `[{"uri":"file:///a.txt","range":` + here + `}]`},
		{"prepare a rename", rich, "prepareRename", doc + `,"position":{"line":0,"character":1}`, `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":4}},"placeholder":"name"}`},
		{"colours", nil, "documentColor", doc, `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":4}},"color":{"red":1,"green":0,"blue":0,"alpha":0.5}}]`},
		{"forms of a colour", nil, "colorPresentation", doc + `,"color":{"red":0,"green":1,"blue":0.5,"alpha":1},"range":` + here, `[{"label":"rgb(0, 1, 0.5)","textEdit":{"range":` + here + `,"newText":"rgb(0, 1, 0.5)"}}]`},
		{"rename", rich, "rename", at + `,"newName":"neu"`, `{"documentChanges":[{"textDocument":{"uri":"file:///a.txt","version":1},
			"edits":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":4}},"newText":"neu"}]},{"kind":"rename","oldUri":"file:///a.txt","newUri":"file:///a.txt2"}]}`},
		{"inlay hints", nil, "inlayHint", doc + `,"range":` + here, `[{"position":{"line":1,"character":2},"label":"1 of 2","paddingLeft":true}]`},
		{"tokens", nil, "semanticTokens/full", doc, `{"data":[0,0,4,1,0,1,0,4,1,0]}`},
		{"tokens of a range", nil, "semanticTokens/range", doc + `,"range":` + here, `{"data":[1,0,4,1,0]}`},
		{"formatting on type", nil, "onTypeFormatting", at + `,"ch":"}","options":{"tabSize":4,"insertSpaces":true}`, `[{"range":` + here + `,"newText":"y"}]`},
		{"formatting", nil, "formatting", doc + `,"options":{"tabSize":4,"insertSpaces":true}`, `[{"range":` + start0 + `,"newText":"x"}]`},
		{"hover past the end", nil, "hover", doc + `,"position":{"line":99,"character":99}`, `{"contents":{"kind":"plaintext","value":"offset 10 of 10"},"range":{"start":{"line":2,"character":0},"end":{"line":2,"character":0}}}`},
		{"hover before the start", nil, "hover", doc + `,"position":{"line":-5,"character":-5}`, `{"contents":{"kind":"plaintext","value":"offset 0 of 10"},"range":` + start0 + `}`},
		{"hover in what is not there", nil, "hover", `"textDocument":{"uri":"file:///none/at/all"},"position":{"line":0,"character":0}`, `null`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			c.Initialize("", tc.capabilities)
			c.Open("file:///a.txt", "some\ntext\n")
			res, err := c.Call("textDocument/"+tc.method, json.RawMessage("{"+tc.params+"}"))
			require.Nil(t, err)
			require.JSONEq(t, tc.want, string(res))
		})
	}
}

func TestRenameThatCannotBe(t *testing.T) {
	rename := func(capabilities any, name string) *lsptest.Error {
		c := start(t)
		c.Initialize("", capabilities)
		c.Open("file:///a.txt", "some")
		p := lsptest.At("file:///a.txt", 0, 0)
		p["newName"] = name
		_, err := c.Call("textDocument/rename", p)
		require.NotNil(t, err)
		return err
	}
	c := start(t)
	c.Initialize("", rich)
	c.Open("file:///a.txt", "some text")
	_, err := c.Call("textDocument/prepareRename", lsptest.At("file:///a.txt", 0, 6))
	require.NotNil(t, err)
	require.Equal(t, "only the first word has a name", err.Message)
	require.Equal(t, "a name must have a letter", rename(rich, "").Message)
	require.Contains(t, rename(nil, "x").Message, "cannot rename files")
}

func TestPlain(t *testing.T) {
	require.Equal(t, "name: text\nsee rules (https://x)\nx = 1\n", plain("**name**: `text`\nsee [rules](https://x)\n```yaml\nx = 1\n```\n"))
}
