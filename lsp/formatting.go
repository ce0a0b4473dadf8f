package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// skillFormatting registers textDocument/formatting for skills alone: a second formatter for all JSON files
// would make some editors ask the user at each save which one is meant.
func skillFormatting() protocol.Registration {
	selector := []map[string]any{{"scheme": "file", "pattern": "**/{SKILL,skill}.md"}}
	return protocol.Registration{
		ID: "cape-formatting", Method: protocol.MethodTextDocumentFormatting,
		RegisterOptions: value(map[string]any{"documentSelector": selector}),
	}
}

// formatting implements textDocument/formatting. The options of the client are not used: the layout is
// that of the file, only its faults are mended.
func (s *server) formatting(ctx context.Context, p *documentParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return nil, nil
	}
	return v.textEdits(fileEdits{doc: doc, edits: s.analyzer.Load().Format(v.snap, doc.Path)}), nil
}

// formattingOnType implements textDocument/onTypeFormatting: a closing bracket that was typed.
func (s *server) formattingOnType(ctx context.Context, p *positionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	at, ok := v.at(p)
	if !ok {
		return nil, nil
	}
	return v.textEdits(fileEdits{doc: at.doc, edits: at.a.FormatOnType(v.snap, at.doc.Path, at.offset)}), nil
}
