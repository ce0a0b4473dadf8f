package lsp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// confirmTime is how long a user may look at an edit before deciding.
const confirmTime = 10 * time.Minute

// errNotApplied is the client's "no" to an edit; the text is the client's own.
type errNotApplied struct{ reason string }

func (e *errNotApplied) Error() string {
	if e.reason == "" {
		return "the editor did not make the edit and gave no reason"
	}
	return "the editor did not make the edit: " + e.reason
}

var (
	errCannotApply = errors.New("this editor does not let the server make edits (workspace/applyEdit)")
	errNoAnswer    = errors.New("the editor did not answer in time; the edit may or may not have been made")
)

// applyEdit sends a workspace edit and waits for the client's answer (LSP 3.18, workspace/applyEdit).
// The error is an *errNotApplied when the client said no.
func (s *server) applyEdit(ctx context.Context, label string, edit *protocol.WorkspaceEdit, limit time.Duration) error {
	if !s.caps.Workspace.ApplyEdit {
		return errCannotApply
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer context.AfterFunc(s.peer, cancel)()
	res, err := s.client.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: *edit})
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errNoAnswer
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &errNotApplied{err.Error()}
	case res == nil:
		return &errNotApplied{"the answer was empty"}
	case !res.Applied:
		if res.FailureReason == nil {
			return &errNotApplied{}
		}
		return &errNotApplied{*res.FailureReason}
	}
	return nil
}

// door makes an agent's edits through the editor, where they can be reviewed and undone. It implements
// edits.Door: the disk is never written here, not even when the editor says no.
type door struct{ s *server }

// Apply implements edits.Door.
func (d *door) Apply(ctx context.Context, c edits.Change) (edits.Applied, error) {
	v := d.s.view(d.s.ws.Snapshot())
	var files []fileEdits
	confirm := false
	for _, f := range c.Files {
		doc, err := v.base(f)
		if err != nil {
			return edits.Applied{}, err
		}
		one := fileEdits{doc: doc, note: &protocol.ChangeAnnotation{Label: cmp.Or(f.Label, c.Label)}}
		for _, e := range f.Edits {
			one.edits = append(one.edits, diag.Edit{Span: e.Span, New: e.New})
		}
		files = append(files, one)
		confirm = confirm || f.Confirm
	}
	limit := d.s.opts.AnswerTime
	if confirm && d.s.caps.annotates() {
		limit = max(limit, confirmTime)
		for _, f := range files { // all of them: the user is to decide about the change as a whole
			f.note.NeedsConfirmation = new(true)
		}
	}
	err := d.s.applyEdit(ctx, c.Label, v.edit(files, nil), limit)
	if err != nil {
		return d.refused(ctx, v, files, err)
	}
	if err := d.see(ctx, c, files); err != nil {
		return edits.Applied{}, err
	}
	return edits.Applied{OK: true, Files: d.after(ctx, v, c, files)}, nil
}

// base returns the document that the edits of f were planned for, or edits.ErrMoved.
func (v *view) base(f edits.FileChange) (*repo.Document, error) {
	doc := v.snap.OpenAs(f.Path)
	if doc == nil {
		if f.Version != nil {
			return nil, edits.ErrMoved // closed meanwhile
		}
		doc = v.document(f.Path)
	} else if f.Version == nil || *f.Version != doc.Version {
		return nil, edits.ErrMoved
	}
	if doc == nil || repo.HashOf(doc.Text) != f.Base {
		return nil, edits.ErrMoved
	}
	return doc, nil
}

// refused turns the failure of an edit into the answer of the door. A document that went on while the
// client was asked is the usual cause of a "no", and is worth another plan.
func (d *door) refused(ctx context.Context, v *view, files []fileEdits, err error) (edits.Applied, error) {
	var no *errNotApplied
	switch {
	case ctx.Err() != nil:
		return edits.Applied{}, ctx.Err()
	case !errors.As(err, &no): // not known to be a "no", so never a reason for a second try
		d.s.warn("%v", err)
		return edits.Applied{}, err
	}
	for _, f := range files {
		if now := d.s.ws.Snapshot().Document(f.doc.Path); v.snap.Document(f.doc.Path) != now {
			return edits.Applied{}, edits.ErrMoved
		}
	}
	d.s.warn("%v", err)
	return edits.Applied{Reason: no.reason}, nil
}

// after has the documents saved that are to be, and looks what became of each file.
func (d *door) after(ctx context.Context, v *view, c edits.Change, files []fileEdits) []edits.AppliedFile {
	saved := d.save(ctx, v, c, files)
	out := make([]edits.AppliedFile, 0, len(files))
	for i, f := range files {
		one := edits.AppliedFile{Saved: saved[i] || onDisk(f.doc.Path, c.Files[i].Base, c.Files[i].Result)}
		if now := d.s.ws.Snapshot().Document(f.doc.Path); now != nil && now != f.doc {
			version := now.Version
			one.Version = &version
		}
		out = append(out, one)
	}
	return out
}

// methodSave is a request of our own, which our VS Code client answers: LSP has no way to ask for a
// document to be saved.
const methodSave = "cape/saveDocuments"

func (d *door) save(ctx context.Context, v *view, c edits.Change, files []fileEdits) []bool {
	saved := make([]bool, len(files))
	if !d.s.saves {
		return saved
	}
	var uris []string
	var which []int
	for i, f := range files {
		if c.Files[i].Save {
			uris, which = append(uris, string(v.uriOf(f.doc))), append(which, i)
		}
	}
	if len(uris) == 0 || ctx.Err() != nil {
		return saved
	}
	params, _ := encoded(map[string]any{"uris": uris}) // a list of texts always encodes
	var answer struct {
		Saved []bool `json:"saved"`
	}
	if !d.s.ask(d.s.opts.AnswerTime, methodSave, params, &answer) {
		return saved
	}
	for k, i := range which {
		saved[i] = k < len(answer.Saved) && answer.Saved[k]
	}
	return saved
}

// onDisk reports whether the file holds the new text. Some editors write a file that was not open at
// once, others keep it in a document without saving it. A byte order mark does not count: the editor
// keeps it apart from the text.
func onDisk(path string, base edits.Hash, result []byte) bool {
	src, err := repo.Disk.ReadFile(path)
	return err == nil && repo.HashOf(src) != base && bytes.Equal(bytes.TrimPrefix(src, bom), bytes.TrimPrefix(result, bom))
}

// applyFix makes the fix of a finding, for clients whose code actions are commands only.
func (s *server) applyFix(ctx context.Context, data *actionData) (any, error) {
	v := s.view(s.snapshot(ctx))
	doc, action, err := v.fixAgain(*data)
	if err != nil {
		return nil, err
	}
	edit, why := v.workspaceEdit(doc, *action.Fix)
	if why != "" {
		return nil, fmt.Errorf("%s", why)
	}
	if err := s.applyEdit(ctx, action.Title, edit, s.opts.AnswerTime); err != nil {
		if ctx.Err() == nil {
			s.warn("%s: %v", action.Title, err)
		}
		return nil, err
	}
	return encoded(map[string]any{"applied": true, "title": action.Title})
}
