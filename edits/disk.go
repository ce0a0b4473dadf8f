package edits

import (
	"context"
	"errors"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// Disk is the door and the texts of files where no editor is: they are read from the disk and written with
// the crash-safe writer, all or none.
type Disk struct{ Writer *repo.Writer }

// Current reads a file.
func (d Disk) Current(_ context.Context, t Target) (Text, error) {
	src, err := d.Writer.ReadFile(t.Path)
	if err != nil {
		return Text{}, diskRefusal(t, err, "Could not read")
	}
	return Text{Target: t, Src: src}, nil
}

// Apply writes the files. It never writes one that an editor holds: the editor would not know.
func (d Disk) Apply(_ context.Context, c Change) (Applied, error) {
	var rs []repo.Replacement
	for _, f := range c.Files {
		if f.Version != nil {
			return Applied{}, refuse(Failed, "Could not write '%s': it is open in the editor", f.File)
		}
		rs = append(rs, repo.Replacement{Path: f.Path, Base: f.Base, New: f.Result})
	}
	if err := d.Writer.Replace(rs...); err != nil {
		var w *repo.WriteError
		if errors.As(err, &w) && w.Kind == repo.WriteMoved {
			return Applied{}, ErrMoved
		}
		return Applied{}, diskRefusal(targetOf(c, w), err, "Could not write")
	}
	return Applied{OK: true, Files: savedAll(len(rs))}, nil
}

func savedAll(n int) []AppliedFile {
	out := make([]AppliedFile, n)
	for i := range out {
		out[i].Saved = true
	}
	return out
}

// targetOf returns the file of a change that an error is about.
func targetOf(c Change, w *repo.WriteError) Target {
	for _, f := range c.Files {
		if w != nil && f.Path == w.Path {
			return f.Target
		}
	}
	return Target{}
}

// diskRefusal says what went wrong in CAPE's words, and the way out in ours.
func diskRefusal(t Target, err error, what string) *Refusal {
	r := refuse(Failed, "%s '%s': %v", what, t.File, err)
	var w *repo.WriteError
	if !errors.As(err, &w) {
		return r
	}
	r = refuse(Failed, "%s '%s'", what, t.File)
	r.Detail = w.Way
	if w.Err != nil {
		r.Message += ": " + w.Err.Error()
	}
	switch w.Kind {
	case repo.WriteMissing, repo.WriteNotRegular:
		r.Kind, r.Message = Unreadable, "No such file: '"+t.File+"'"
	case repo.WriteOutside:
		r.Kind, r.Message = Unresolved, "File '"+t.File+"' is outside the repo root folder"
	case repo.WriteNotText:
		r.Kind, r.Message, r.Offset = NotUTF8, "File '"+t.File+"' is not a valid text file", w.Offset
	}
	return r
}
