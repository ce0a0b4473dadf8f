package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// completion implements textDocument/completion.
func (s *server) completion(ctx context.Context, p *positionParams) (any, error) {
	v := s.view(s.snapshot(ctx))
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	at, ok := v.at(p)
	if !ok {
		return list, nil
	}
	for _, c := range at.a.Complete(v.snap, at.doc.Path, at.offset) {
		list.Items = append(list.Items, v.completionItem(at.doc, c, at.offset))
	}
	return list, nil
}

func (v *view) completionItem(d *repo.Document, c feature.Completion, cursor int) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label:    c.Label,
		Kind:     protocol.CompletionItemKind(c.Kind),
		TextEdit: &protocol.TextEdit{Range: v.rangeOf(d, c.Replace), NewText: c.New},
	}
	if c.Snippet != "" && v.s.caps.snippets() {
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
		item.TextEdit = &protocol.TextEdit{Range: v.rangeOf(d, c.Replace), NewText: c.Snippet}
	}
	for _, more := range c.Also {
		item.AdditionalTextEdits = append(item.AdditionalTextEdits,
			protocol.TextEdit{Range: v.rangeOf(d, text.At(more.Offset)), NewText: more.New})
	}
	// Clients compare the typed text, from the start of the range, with the label; a quote that was
	// typed already would match no label.
	if typed := string((text.Span{Start: c.Replace.Start, End: max(cursor, c.Replace.Start)}).Clamp(len(d.Text)).In(d.Text)); typed != "" && !v.s.comparesInserted() {
		item.FilterText = protocol.NewOptional(filterText(typed, c))
	}
	if c.Detail != "" {
		item.Detail = protocol.NewOptional(c.Detail)
	}
	if c.Sort != "" {
		item.SortText = protocol.NewOptional(c.Sort)
	}
	if c.Doc != "" {
		item.Documentation = v.s.marked(c.Doc, markup(v.s.caps.TextDocument.Completion.CompletionItem.DocumentationFormat))
	}
	return item
}

// comparesInserted tells Neovim up to 0.9, the versions without snippets. Its own completion compares what is
// typed with the text that is put in, and only if there is nothing else to compare with.
func (s *server) comparesInserted() bool { return s.caps.neovim() && !s.caps.snippets() }

func filterText(typed string, c feature.Completion) string {
	if c.New != "" && c.New[0] == typed[0] {
		return c.New
	}
	return c.Label
}
