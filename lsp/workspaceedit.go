package lsp

import (
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// annotationID is the change annotation of an edit. Where files have annotations of their own, the others
// are numbered: "cape2".
const annotationID = "cape"

// fileEdits are the edits of one document.
type fileEdits struct {
	doc   *repo.Document
	edits []diag.Edit
	note  *protocol.ChangeAnnotation // what is shown beside them; may be nil
}

// workspaceEdit turns a fix, made for the document d, into what the client can apply; why says why it
// cannot be.
func (v *view) workspaceEdit(d *repo.Document, fix diag.Fix) (edit *protocol.WorkspaceEdit, why string) {
	if len(fix.Renames) > 0 && !v.s.caps.renamesFiles() {
		return nil, "the editor cannot rename files as part of an edit"
	}
	var files []fileEdits
	index := map[string]int{}
	for _, e := range fix.Edits {
		path := e.Path
		if path == "" {
			path = d.Path
		}
		i, ok := index[path]
		if !ok {
			doc := v.document(path)
			if doc == nil {
				return nil, path + " cannot be read"
			}
			i = len(files)
			index[path] = i
			files = append(files, fileEdits{doc: doc})
		}
		files[i].edits = append(files[i].edits, e)
	}
	return v.edit(files, fix.Renames), ""
}

// edit builds a workspace edit: with document versions where the client takes them, else as the plain
// list of the protocol's first days.
func (v *view) edit(files []fileEdits, renames []diag.Rename) *protocol.WorkspaceEdit {
	out := &protocol.WorkspaceEdit{}
	if !v.s.caps.versionsEdits() {
		out.Changes = map[uri.URI][]protocol.TextEdit{}
		for _, f := range files {
			out.Changes[v.uriOf(f.doc)] = v.textEdits(f)
		}
		return out
	}
	for _, f := range files {
		one := &protocol.TextDocumentEdit{TextDocument: v.versioned(f.doc), Edits: []protocol.TextDocumentEditElement{}}
		note := v.annotate(out, f.note)
		for _, e := range v.textEdits(f) {
			if note != "" {
				one.Edits = append(one.Edits, &protocol.AnnotatedTextEdit{TextEdit: e, AnnotationID: note})
				continue
			}
			one.Edits = append(one.Edits, &e)
		}
		out.DocumentChanges = append(out.DocumentChanges, one)
	}
	for _, r := range renames {
		out.DocumentChanges = append(out.DocumentChanges, &protocol.RenameFile{
			Kind: "rename", OldURI: v.s.spelling.uri(r.Old), NewURI: v.s.spelling.uri(r.New),
		})
	}
	return out
}

// annotate puts a note into the edit and returns its name there; "" for a client that shows none.
func (v *view) annotate(edit *protocol.WorkspaceEdit, note *protocol.ChangeAnnotation) protocol.ChangeAnnotationIdentifier {
	if note == nil || !v.s.caps.annotates() {
		return ""
	}
	if edit.ChangeAnnotations == nil {
		edit.ChangeAnnotations = map[protocol.ChangeAnnotationIdentifier]protocol.ChangeAnnotation{}
	}
	id := protocol.ChangeAnnotationIdentifier(annotationID)
	if n := len(edit.ChangeAnnotations); n > 0 {
		id += protocol.ChangeAnnotationIdentifier(strconv.Itoa(n + 1))
	}
	edit.ChangeAnnotations[id] = *note
	return id
}

func (v *view) textEdits(f fileEdits) []protocol.TextEdit {
	out := make([]protocol.TextEdit, 0, len(f.edits))
	for i := range f.edits {
		e := f.edits[i]
		if v.s.caps.neovim() {
			e = beforeLastEnd(f.doc.Text, f.edits, i)
		}
		out = append(out, protocol.TextEdit{Range: v.rangeOf(f.doc, e.Span), NewText: e.New})
	}
	return out
}

// beforeLastEnd returns the edit i, in other words where it adds lines behind the last line end: they go before
// it, with a line end in front in place of one behind. The text comes out the same; but Neovim (0.10.4) has no line
// there to put them on, and adds an empty one to the file.
func beforeLastEnd(src []byte, all []diag.Edit, i int) diag.Edit {
	e := all[i]
	if e.Span.Start != len(src) || e.New == "" {
		return e
	}
	end := lastEnd(string(src[max(0, len(src)-2):]))
	body, same := strings.CutSuffix(e.New, end)
	if end == "" || !same || lastEnd(e.New) != end || end != "\r" && strings.HasSuffix(body, "\r") {
		return e // the last: a CR that comes to stand before an LF
	}
	at := len(src) - len(end)
	for k, other := range all {
		if k != i && other.Span.End > at {
			return e
		}
	}
	e.Span, e.New = text.At(at), end+body
	return e
}

// lastEnd is the line end at the end of a text, if there is one.
func lastEnd(s string) string {
	for _, end := range []string{"\r\n", "\n", "\r"} {
		if strings.HasSuffix(s, end) {
			return end
		}
	}
	return ""
}

// versioned names a document with the version that the positions are for; a file that is not open has
// none.
func (v *view) versioned(d *repo.Document) protocol.OptionalVersionedTextDocumentIdentifier {
	id := protocol.OptionalVersionedTextDocumentIdentifier{}
	id.URI = v.uriOf(d)
	if v.snap.Document(d.Path) == d {
		version := d.Version
		id.Version = &version
	}
	return id
}

func (v *view) uriOf(d *repo.Document) uri.URI { return uri.URI(d.URI) }

// newFile is an edit that brings a file into being. An empty file has an empty line in Neovim, which would stay
// below the text: there it is replaced.
func (v *view) newFile(path, text string) *protocol.WorkspaceEdit {
	uri := v.s.spelling.uri(path)
	whole := &protocol.TextEdit{NewText: text}
	if v.s.caps.neovim() {
		whole.Range.End.Line = 1
	}
	content := &protocol.TextDocumentEdit{Edits: []protocol.TextDocumentEditElement{whole}}
	content.TextDocument.URI = uri
	edit := &protocol.WorkspaceEdit{}
	edit.DocumentChanges = append(edit.DocumentChanges, &protocol.CreateFile{Kind: "create", URI: uri}, content)
	return edit
}
