package lsp

import (
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// place is a document that a request is about, and where in it.
type place struct {
	*view
	doc    *repo.Document
	offset int
	a      analyzer
}

// find returns the document that a URI names, open or on disk; nil when there is none, or when it is
// nothing to CAPE.
func (v *view) find(raw string) *repo.Document {
	path, ok := pathOf(raw)
	if !ok || v.s.analyzer.Load().Kind(v.snap, path) == analysis.None {
		return nil
	}
	return v.document(path)
}

// at returns the place that a request is about; ok is false when there is nothing to say about it.
func (v *view) at(p *positionParams) (pl place, ok bool) {
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return place{}, false
	}
	return place{view: v, doc: doc, offset: v.offset(doc, p.Position), a: v.s.analyzer.Load()}, true
}
