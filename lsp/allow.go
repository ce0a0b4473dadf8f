package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// actedOn returns the document that actions are asked for: also an open one that is nothing to CAPE, which the agent
// may be allowed to change.
func (v *view) actedOn(raw string) *repo.Document {
	if doc := v.find(raw); doc != nil {
		return doc
	}
	path, ok := pathOf(raw)
	if !ok {
		return nil
	}
	return v.snap.Document(path)
}

// permitter is an analyzer that knows what an agent may edit; stand-ins do not.
type permitter interface {
	Permission(snap *repo.Snapshot, path string) (analysis.Permission, error)
}

// allowEditing lets the agent change one more file, by an edit of cape-agent.json that the user can undo. The answer
// says why not when there is nothing to do.
func (s *server) allowEditing(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(analysis.AllowEditing); err != nil {
		return nil, err
	}
	v := s.view(s.snapshot(ctx))
	by, ok := s.analyzer.Load().analyzer.(permitter)
	if !ok {
		return nil, invalid("there is no command %q", analysis.AllowEditing)
	}
	p, err := by.Permission(v.snap, f.Fname)
	if err != nil {
		return encoded(agent.Result{"success": false, "error": err.Error()})
	}
	title := "Allow the agent to edit " + p.File
	edit, why := v.permissionEdit(title, p)
	if why != "" {
		return encoded(agent.Result{"success": false, "error": why})
	}
	if err := s.applyEdit(ctx, title, edit, s.opts.AnswerTime); err != nil {
		return encoded(agent.Result{"success": false, "error": err.Error()})
	}
	return encoded(agent.Result{"success": true, "file": p.File, "pattern": p.Pattern, "path": p.Agent, "created": p.New != ""})
}

// permissionEdit is the edit of cape-agent.json, or the edit that makes it; why says why there can be none.
func (v *view) permissionEdit(title string, p analysis.Permission) (edit *protocol.WorkspaceEdit, why string) {
	if p.New != "" {
		if !v.s.caps.createsFiles() {
			return nil, "there is no " + repo.AgentFile + ", and this editor does not let the server make files"
		}
		return v.newFile(filepath.Clean(p.Agent), p.New), ""
	}
	doc := v.document(p.Agent)
	if doc == nil {
		return nil, p.Agent + " cannot be read"
	}
	return v.edit([]fileEdits{{doc: doc, edits: p.Edits, note: &protocol.ChangeAnnotation{Label: title}}}, nil), ""
}
