package lsp

import (
	"bytes"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// didOpen implements textDocument/didOpen: from now on the client's text counts, not the disk's.
func (s *server) didOpen(raw []byte) (any, error) {
	p, err := decodeDidOpen(raw)
	if err != nil {
		return nil, err
	}
	d := p.TextDocument
	path, ok := pathOf(d.URI)
	if !ok {
		return nil, nil
	}
	s.spelling.open(path, d.URI)
	s.ws.Put(repo.NewDocument(path, d.URI, version32(d.Version), []byte(*d.Text)))
	s.arrivals.tell()
	s.checks.opened(path)
	s.watchRootOf(path)
	return nil, nil
}

// didChange implements textDocument/didChange. Each change is made on the result of the one before.
func (s *server) didChange(raw []byte) (any, error) {
	p, err := decodeDidChange(raw)
	if err != nil {
		return nil, err
	}
	path, ok := pathOf(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	doc := s.ws.Snapshot().Document(path)
	if doc == nil {
		return nil, invalid("%s is not open", p.TextDocument.URI)
	}
	src := changed(doc, p.ContentChanges, s.enc)
	s.ws.Put(repo.NewDocument(path, doc.URI, version32(p.TextDocument.Version), src))
	s.arrivals.tell()
	s.checks.typed(path)
	return nil, nil
}

// didClose implements textDocument/didClose: the disk counts again.
func (s *server) didClose(p *documentParams) error {
	path, ok := pathOf(p.TextDocument.URI)
	if !ok {
		return nil
	}
	s.ws.Close(path)
	s.arrivals.tell()
	s.checks.closed(path)
	return nil
}

// didSave implements textDocument/didSave: other files may be judged by what is on disk.
func (s *server) didSave(p *documentParams) error {
	if path, ok := pathOf(p.TextDocument.URI); ok {
		s.ws.DiskChanged()
		s.forget(path)
		s.checks.saved(path)
	}
	return nil
}

// change is a replacement in the bytes of a text.
type change struct {
	span text.Span
	new  string
}

// changed returns the text of doc after the changes. Runs of changes that go upwards in the text, as
// several cursors send them, are made in one copy: what lies above a change is not moved by it.
func changed(doc *repo.Document, changes []contentChange, enc text.Encoding) []byte {
	src, mapper := doc.Text, doc.Mapper
	var run []change // from the last to the first in the text
	top := 0         // the first line that the run touches
	flush := func() {
		if len(run) > 0 {
			src = spliced(src, run)
			mapper, run = text.NewMapper(src), nil
		}
	}
	for _, c := range changes {
		if c.Range == nil {
			src, run = []byte(*c.Text), nil
			mapper = text.NewMapper(src)
			continue
		}
		start, end := c.Range.Start.position(), c.Range.End.position()
		if start.Line > end.Line {
			start, end = end, start
		}
		if len(run) > 0 && end.Line >= top {
			flush()
		}
		from, to := mapper.Offset(start, enc), mapper.Offset(end, enc)
		run = append(run, change{text.Span{Start: min(from, to), End: max(from, to)}, *c.Text})
		top = min(start.Line, mapper.LineOf(from)) // a line past the end is the last one
	}
	flush()
	return src
}

// spliced returns a copy of src with the changes made, which go from the last to the first.
func spliced(src []byte, run []change) []byte {
	size := len(src)
	for _, c := range run {
		size += len(c.new) - c.span.Len()
	}
	var out bytes.Buffer
	out.Grow(size)
	at := 0
	for i := len(run) - 1; i >= 0; i-- {
		out.Write(src[at:run[i].span.Start])
		out.WriteString(run[i].new)
		at = run[i].span.End
	}
	out.Write(src[at:])
	return out.Bytes()
}
