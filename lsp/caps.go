package lsp

import (
	"encoding/json"
	"errors"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/text"
)

// initializeParams is what the server reads of the parameters of initialize. It is decoded leniently
// and by itself: clients send null, wrong numbers and unknown members in places that do not matter.
type initializeParams struct {
	ProcessID             *float64
	ClientInfo            struct{ Name, Version string }
	RootPath              string
	RootURI               string
	WorkspaceFolders      []workspaceFolder
	InitializationOptions json.RawMessage
	Capabilities          wireCaps
}

type workspaceFolder struct{ URI, Name string }

// wireCaps are the members of ClientCapabilities (LSP 3.18) that change what the server does. A pointer
// tells an empty object, which means "supported", from an absent one.
type wireCaps struct {
	General struct {
		PositionEncodings []string
	}
	Window struct {
		WorkDoneProgress bool
		ShowDocument     struct{ Support bool }
	}
	Workspace struct {
		ApplyEdit     bool
		WorkspaceEdit struct {
			DocumentChanges         bool
			ResourceOperations      []string
			ChangeAnnotationSupport *struct{}
			MetadataSupport         bool
		}
		DidChangeWatchedFiles struct {
			DynamicRegistration    bool
			RelativePatternSupport bool
		}
		DidChangeConfiguration struct{ DynamicRegistration bool }
		Configuration          bool
		Diagnostics            struct{ RefreshSupport bool }
		InlayHint              struct{ RefreshSupport bool }
		CodeLens               struct{ RefreshSupport bool }
		SemanticTokens         struct{ RefreshSupport bool }
	}
	TextDocument struct {
		PublishDiagnostics struct {
			RelatedInformation     bool
			VersionSupport         bool
			CodeDescriptionSupport bool
			DataSupport            bool
			TagSupport             struct{ ValueSet []int }
		}
		Diagnostic *struct{}
		CodeAction struct {
			CodeActionLiteralSupport *struct{}
			IsPreferredSupport       bool
			DisabledSupport          bool
			DataSupport              bool
			ResolveSupport           struct{ Properties []string }
		}
		Completion struct {
			CompletionItem struct {
				SnippetSupport      bool
				DocumentationFormat []string
			}
		}
		Hover          struct{ ContentFormat []string }
		Formatting     struct{ DynamicRegistration bool }
		DocumentSymbol struct{ HierarchicalDocumentSymbolSupport bool }
		DocumentLink   struct{ TooltipSupport bool }
		Rename         struct{ PrepareSupport bool }
		FoldingRange   struct{ LineFoldingOnly bool }
		Definition     struct{ LinkSupport bool }
	}
}

// caps is what the client announced, in the words of the server.
type caps struct {
	wireCaps
	name     string // of the client, may be empty
	pull     bool   // diagnostics are asked for by the client
	literals bool   // code actions may be more than commands
}

func (c *caps) resolvesEdits() bool {
	return c.TextDocument.CodeAction.DataSupport &&
		slices.Contains(c.TextDocument.CodeAction.ResolveSupport.Properties, "edit")
}

// versionsEdits reports whether edits may carry the version they are for (documentChanges). Neovim does
// not announce it, but resource operations, which have no other place.
func (c *caps) versionsEdits() bool {
	return c.Workspace.WorkspaceEdit.DocumentChanges || len(c.Workspace.WorkspaceEdit.ResourceOperations) > 0
}

func (c *caps) renamesFiles() bool {
	return slices.Contains(c.Workspace.WorkspaceEdit.ResourceOperations, "rename")
}

func (c *caps) createsFiles() bool {
	return slices.Contains(c.Workspace.WorkspaceEdit.ResourceOperations, "create")
}

func (c *caps) annotates() bool {
	return c.versionsEdits() && c.Workspace.WorkspaceEdit.ChangeAnnotationSupport != nil
}

func (c *caps) snippets() bool { return c.TextDocument.Completion.CompletionItem.SnippetSupport }

// markup returns how text may be marked up: the client's first choice of those it named. A client that
// names none gets plain text, as before LSP 3.3.
func markup(formats []string) protocol.MarkupKind {
	if len(formats) > 0 && formats[0] == string(protocol.MarkupKindMarkdown) ||
		slices.Contains(formats, string(protocol.MarkupKindMarkdown)) && formats[0] != string(protocol.MarkupKindPlainText) {
		return protocol.MarkupKindMarkdown
	}
	return protocol.MarkupKindPlainText
}

// decodeInitialize reads the parameters of initialize. Members of a wrong type are passed over; only
// parameters that are no object are refused.
func decodeInitialize(raw []byte) (*initializeParams, error) {
	var p initializeParams
	err := json.Unmarshal(raw, &p)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) && wrong.Field != "" {
		err = nil
	}
	if err != nil {
		return nil, invalid("initialize: %v", err)
	}
	return &p, nil
}

func newCaps(p *initializeParams) caps {
	c := caps{wireCaps: p.Capabilities, name: p.ClientInfo.Name}
	c.pull = c.TextDocument.Diagnostic != nil
	c.literals = c.TextDocument.CodeAction.CodeActionLiteralSupport != nil
	return c
}

// chooseEncoding takes the first of the client's encodings that the server knows: the client lists them
// by preference. UTF-16 is what the protocol falls back on.
func chooseEncoding(offered []string) text.Encoding {
	for _, e := range offered {
		switch text.Encoding(e) {
		case text.UTF8, text.UTF16, text.UTF32:
			return text.Encoding(e)
		}
	}
	return text.UTF16
}

// neovim reports whether the client says that it is Neovim.
func (c *caps) neovim() bool { return c.name == "Neovim" }
