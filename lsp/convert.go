package lsp

import (
	"bytes"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// source is the name of the server in the list of problems.
const source = "cape"

// view is a snapshot seen through the client's eyes: it turns spans into ranges in the encoding of the
// connection. It serves one request, on one goroutine.
type view struct {
	s    *server
	snap *repo.Snapshot
	read map[string]*repo.Document // of files that are not open
}

func (s *server) view(snap *repo.Snapshot) *view {
	return &view{s: s, snap: snap, read: map[string]*repo.Document{}}
}

// document returns the open document of path, or the file as on disk; nil when there is none.
func (v *view) document(path string) *repo.Document {
	if d := v.snap.Document(path); d != nil {
		return d
	}
	if d, ok := v.read[path]; ok {
		return d
	}
	var d *repo.Document
	if src, err := v.snap.ReadFile(path); err == nil {
		d = repo.NewDocument(path, string(v.s.spelling.uri(path)), 0, src)
		d.Mapper = text.NewMapper(bytes.TrimPrefix(src, bom))
	}
	v.read[path] = d
	return d
}

var bom = []byte(text.BOM)

// hidden returns how many bytes at the start of a document the client does not count: an editor takes
// the byte order mark of a file away when it opens it. An open document is what the client sent.
func (v *view) hidden(d *repo.Document) int {
	if v.snap.Document(d.Path) == d || !bytes.HasPrefix(d.Text, bom) {
		return 0
	}
	return len(bom)
}

func (v *view) rangeOf(d *repo.Document, span text.Span) protocol.Range {
	if d == nil {
		return protocol.Range{}
	}
	start, end := d.Mapper.Range(span.Clamp(len(d.Text)).Shift(-v.hidden(d)), v.s.enc)
	return protocol.Range{Start: position(start), End: position(end)}
}

func position(p text.Position) protocol.Position {
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
}

func (v *view) location(path string, span text.Span) protocol.Location {
	return protocol.Location{URI: v.s.spelling.uri(path), Range: v.rangeOf(v.document(path), span)}
}

// offset returns the byte offset of a position; one outside the text is moved to its nearer end.
func (v *view) offset(d *repo.Document, p wirePosition) int {
	return d.Mapper.Offset(p.position(), v.s.enc) + v.hidden(d)
}

func (v *view) span(d *repo.Document, r wireRange) text.Span {
	a, b := v.offset(d, r.Start), v.offset(d, r.End)
	return text.Span{Start: min(a, b), End: max(a, b)}
}

// diagnostics converts the findings in d.
func (v *view) diagnostics(d *repo.Document, found []diag.Diagnostic) []protocol.Diagnostic {
	out := make([]protocol.Diagnostic, 0, len(found))
	for _, f := range found {
		out = append(out, v.diagnostic(d, f))
	}
	return out
}

func (v *view) diagnostic(d *repo.Document, f diag.Diagnostic) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range:    v.rangeOf(d, f.Span),
		Severity: protocol.DiagnosticSeverity(f.Severity),
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(source),
		Message:  protocol.String(f.Message),
	}
	can := &v.s.caps.TextDocument.PublishDiagnostics
	if can.CodeDescriptionSupport {
		out.CodeDescription.Href = uri.URI(analysis.RulesPage + "#" + string(f.Code))
	}
	for _, t := range f.Tags {
		if knows(can.TagSupport.ValueSet, int(t)) {
			out.Tags.Set(append(out.Tags.Slice(), protocol.DiagnosticTag(t)))
		}
	}
	if can.RelatedInformation {
		for _, r := range f.Related {
			path := r.Path
			if path == "" {
				path = d.Path
			}
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: v.location(path, r.Span), Message: r.Message,
			})
		}
	}
	return out
}

func knows(set []int, n int) bool {
	for _, v := range set {
		if v == n {
			return true
		}
	}
	return false
}

// value encodes a plain Go value as the protocol's "any".
func value(v any) protocol.LSPAny {
	b, err := json.Marshal(v)
	if err != nil { // channels, functions, NaN: not among our values
		return protocol.LSPAny("null")
	}
	return b
}
