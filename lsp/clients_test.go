package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// What well-known clients announce of that which changes the server's behaviour. The capabilities are
// facts about those clients, reduced to the members that the server reads.
var clientShapes = map[string]struct {
	params string
	enc    string
	pull   bool
	edits  bool // lets the server edit
	tree   bool // takes symbols as a tree
	inline bool // takes code actions with edits, not only commands
}{
	"vscode-languageclient 9": {enc: "utf-16", pull: true, edits: true, tree: true, inline: true, params: `{"processId":null,
		"clientInfo":{"name":"Visual Studio Code","version":"1.1"},"locale":"en","rootPath":"/w","rootUri":"file:///w",
		"capabilities":{"general":{"positionEncodings":["utf-16"],"staleRequestSupport":{"cancel":true,"retryOnContentModified":["textDocument/semanticTokens/full"]}},
		"window":{"workDoneProgress":true,"showDocument":{"support":true}},
		"workspace":{"applyEdit":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"],
		"failureHandling":"textOnlyTransactional","normalizesLineEndings":true,"changeAnnotationSupport":{"groupsOnLabel":true}},
		"configuration":true,"workspaceFolders":true,"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true},
		"didChangeConfiguration":{"dynamicRegistration":true},"diagnostics":{"refreshSupport":true}},
		"textDocument":{"publishDiagnostics":{"relatedInformation":true,"versionSupport":false,"tagSupport":{"valueSet":[1,2]},"codeDescriptionSupport":true,"dataSupport":true},
		"diagnostic":{"dynamicRegistration":true,"relatedDocumentSupport":false},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},
		"codeAction":{"dynamicRegistration":true,"isPreferredSupport":true,"disabledSupport":true,"dataSupport":true,"honorsChangeAnnotations":false,
		"resolveSupport":{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["","quickfix","source"]}}},
		"rename":{"prepareSupport":true,"prepareSupportDefaultBehavior":1},"completion":{"completionItem":{"snippetSupport":true,"documentationFormat":["markdown","plaintext"]}}}},
		"trace":"off","workspaceFolders":[{"uri":"file:///w","name":"w"}]}`},
	"neovim 0.7": {enc: "utf-16", edits: true, tree: true, inline: true, params: `{"processId":null,"clientInfo":{"name":"Neovim","version":"0.7.2"},
		"rootPath":"/w","rootUri":"file:///w","initializationOptions":{},
		"capabilities":{"workspace":{"applyEdit":true,"workspaceEdit":{"resourceOperations":["rename","create","delete"]}},
		"window":{"workDoneProgress":true,"showDocument":{"support":false}},
		"textDocument":{"publishDiagnostics":{"relatedInformation":true,"tagSupport":{"valueSet":[1,2]}},
		"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"rename":{"prepareSupport":true},
		"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["","Empty","QuickFix"]}}}}},
		"trace":"off","workspaceFolders":[{"uri":"file:///w","name":"/w"}]}`},
	"neovim 0.10": {enc: "utf-16", pull: true, edits: true, tree: true, inline: true, params: `{"processId":null,"clientInfo":{"name":"Neovim","version":"0.10.4"},
		"rootUri":"file:///w","capabilities":{"general":{"positionEncodings":["utf-16"]},
		"workspace":{"applyEdit":true,"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":false},"workspaceEdit":{"resourceOperations":["rename","create","delete"]}},
		"textDocument":{"diagnostic":{"dynamicRegistration":false},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},
		"codeAction":{"isPreferredSupport":true,"dataSupport":true,"resolveSupport":{"properties":["edit"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[""]}}}}},
		"workspaceFolders":[{"uri":"file:///w","name":"/w"}]}`},
	"helix": {enc: "utf-8", edits: true, inline: true, params: `{"processId":null,"clientInfo":{"name":"helix","version":"25.01.1"},"rootPath":"/w","rootUri":null,
		"workspaceFolders":[],"capabilities":{"general":{"positionEncodings":["utf-8","utf-32","utf-16"]},
		"workspace":{"applyEdit":true,"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":true},"workspaceEdit":{"documentChanges":true,
		"failureHandling":"abort","normalizesLineEndings":false,"resourceOperations":["create","rename","delete"]}},
		"textDocument":{"publishDiagnostics":{"versionSupport":true},
		"codeAction":{"dataSupport":true,"disabledSupport":true,"isPreferredSupport":true,"resolveSupport":{"properties":["edit","command"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[""]}}}}}}`},
	"eglot 1.9": {enc: "utf-16", edits: true, tree: true, inline: true, params: `{"processId":null,"rootPath":"/w/","rootUri":"file:///w","initializationOptions":{},
		"capabilities":{"workspace":{"applyEdit":true,"configuration":true,"didChangeWatchedFiles":{"dynamicRegistration":true},"workspaceEdit":{"documentChanges":true}},
		"textDocument":{"publishDiagnostics":{"relatedInformation":false,"codeDescriptionSupport":false},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},
		"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}},"isPreferredSupport":true}},"experimental":{}},
		"workspaceFolders":[{"uri":"file:///w","name":"~/w/"}]}`},
	"eglot 1.17": {enc: "utf-32", edits: true, inline: true, params: `{"processId":null,"clientInfo":{"name":"Eglot","version":"1.17.30"},"rootUri":"file:///w",
		"capabilities":{"general":{"positionEncodings":["utf-32","utf-8","utf-16"]},"window":{"workDoneProgress":true},
		"workspace":{"applyEdit":true,"configuration":true,"workspaceEdit":{"documentChanges":true}},
		"textDocument":{"codeAction":{"resolveSupport":{"properties":["edit","command"]},"dataSupport":true,"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix"]}}}}}}`},
	"lsp-mode 8": {enc: "utf-16", edits: true, tree: true, inline: true, params: `{"processId":null,"rootPath":"/w","clientInfo":{"name":"emacs","version":"28"},"rootUri":"file:///w",
		"capabilities":{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["create","rename","delete"]},"applyEdit":true,"configuration":true},
		"textDocument":{"publishDiagnostics":{"relatedInformation":true,"versionSupport":true},"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},
		"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit","command"]},"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[""]}}}}},"initializationOptions":null,"workDoneToken":"1"}`},
	"ALE 3.3": {enc: "utf-16", inline: true, params: `{"processId":null,"rootPath":"/w","rootUri":"file:///w","initializationOptions":{},
		"capabilities":{"workspace":{"applyEdit":false,"configuration":false},"textDocument":{"publishDiagnostics":{"relatedInformation":true},
		"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":[]}}}}}}`},
	"Kate": {enc: "utf-16", edits: true, tree: true, inline: true, params: `{"processId":null,"rootPath":"/w","rootUri":"file:///w","initializationOptions":null,
		"capabilities":{"window":{"workDoneProgress":true},"workspace":{"applyEdit":true},
		"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true},"publishDiagnostics":{"relatedInformation":true},
		"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor","source"]}}}}}}`},
	"CodeMirror": {enc: "utf-16", pull: true, params: `{"processId":null,"clientInfo":{"name":"@codemirror/lsp-client"},"rootUri":null,
		"capabilities":{"textDocument":{"diagnostic":{},"publishDiagnostics":{"versionSupport":true}}}}`},
}

// Every client gets answers in a form that it has announced.
func TestClientShapes(t *testing.T) {
	for name, shape := range clientShapes {
		t.Run(name, func(t *testing.T) {
			c := start(t)
			c.Handle("workspace/configuration", func(json.RawMessage) (any, *lsptest.Error) { return []any{nil}, nil })
			caps := c.InitializeWith(json.RawMessage(shape.params))
			require.Equal(t, shape.enc, caps["positionEncoding"])
			require.Equal(t, shape.pull, caps["diagnosticProvider"] != nil)

			const uri = "file:///w/a.txt"
			c.Open(uri, "é😀 TODO\n")
			column := map[string]int{"utf-8": 7, "utf-16": 4, "utf-32": 3}[shape.enc]
			where := lsptest.R(0, column, 0, column+4)
			found := diagnosticsOf(c, shape.pull, uri)
			require.Len(t, found, 1)
			require.Equal(t, where, found[0].Range)

			var symbols []map[string]any
			c.MustCall("textDocument/documentSymbol", lsptest.Doc(uri), &symbols)
			require.Equal(t, shape.tree, symbols[0]["selectionRange"] != nil)

			ask := lsptest.Doc(uri)
			ask["range"], ask["context"] = where, map[string]any{"diagnostics": []any{}}
			var actions []map[string]any
			c.MustCall("textDocument/codeAction", ask, &actions)
			fixes := 0
			for _, a := range actions {
				if a["edit"] != nil && a["title"] == "Do it" {
					fixes++
				}
			}
			require.Equal(t, shape.inline, fixes == 1, actions)

			if shape.edits {
				c.Handle("workspace/applyEdit", applied(closed))
				c.MustCall("workspace/executeCommand", map[string]any{"command": commandApplyFix, "arguments": []any{map[string]any{"uri": uri, "title": "Do it"}}}, nil)
				_, versioned := shapeEdit(t, c)["documentChanges"]
				var p initializeParams
				require.NoError(t, json.Unmarshal([]byte(shape.params), &p))
				edit := p.Capabilities.Workspace.WorkspaceEdit
				require.Equal(t, edit.DocumentChanges || edit.ResourceOperations != nil, versioned)
			}
			require.Equal(t, 0, c.Shutdown())
		})
	}
}

func diagnosticsOf(c *lsptest.Client, pull bool, uri string) []lsptest.Diagnostic {
	if !pull {
		return c.Diagnostics(uri, 1)
	}
	var report struct{ Items []lsptest.Diagnostic }
	c.MustCall("textDocument/diagnostic", lsptest.Doc(uri), &report)
	return report.Items
}

func shapeEdit(t *testing.T, c *lsptest.Client) map[string]any {
	var p struct{ Edit map[string]any }
	require.NoError(t, json.Unmarshal(c.Await("workspace/applyEdit", 1).Params, &p))
	return p.Edit
}
