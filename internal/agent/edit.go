package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// editor is the orchestrator of edits over this session.
func (s *Session) editor() *edits.Session {
	e := &edits.Session{
		Resolve: s.target, Texts: s, Door: s.Door, Confirm: s.Confirm, Save: s.Save, History: s.history, Now: s.Now,
	}
	if s.Analyzer != nil {
		e.Foresee = func(path string, before, after []byte) []string {
			return s.Analyzer.Foresee(s.Workspace.Snapshot(), path, before, after)
		}
	}
	return e
}

// target finds the file behind a name and checks that it may be edited: steps 3 and 4 of CAPE's edit_file.
// It implements edits.Resolver.
func (s *Session) target(_ context.Context, name string) (edits.Target, error) {
	r, bad, err := s.resolve(arguments{"fname": name}, "fname")
	if err != nil {
		return edits.Target{}, err
	}
	if bad != nil {
		return edits.Target{}, &edits.Refusal{Kind: edits.Unresolved, Message: bad["error"].(string), Detail: s.outside(name)}
	}
	list := s.allowList()
	v, err := list.Verdict(r.Rel)
	if err != nil {
		return edits.Target{}, &Raised{"TypeError", err.Error()}
	}
	if !v.Allowed {
		return edits.Target{}, &edits.Refusal{
			Kind: edits.Unresolved, Message: fmt.Sprintf("File '%s' is not in the edit allow-list", r.Rel),
			Detail: s.explain(list, r.Rel), Patterns: list.Patterns(),
		}
	}
	return edits.Target{Path: r.Path, File: r.Rel}, nil
}

// outside says where a name leads that is not in the root, links followed.
func (s *Session) outside(name string) string {
	if name == "" {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = s.Cwd + string(filepath.Separator) + name // not Join: see repo.Resolve
	}
	root, real := repo.RealPath(s.Root), repo.RealPath(name)
	if rel, err := filepath.Rel(root, real); err == nil {
		real = rel
	}
	return fmt.Sprintf("seen from the root folder %s, the name leads to %s", root, real)
}

// explain says why the list does not name a file, and what stands in the way of it naming more.
func (s *Session) explain(list allow.List, rel string) string {
	why := list.Explain(rel)
	if s.Unread {
		why = repo.AgentFile + " does not count until what is wrong in it is mended; " + why
	}
	return why
}

// Current reads the open document, else the disk. It implements edits.Texts.
func (s *Session) Current(_ context.Context, t edits.Target) (edits.Text, error) {
	snap := s.Workspace.Snapshot()
	r := repo.Resolved{Path: t.Path, Rel: t.File}
	if d := snap.OpenAs(t.Path); d != nil {
		out := edits.Text{Target: t, Src: d.Text, Version: &d.Version}
		if disk, err := repo.Disk.ReadFile(t.Path); err == nil {
			out.Saved, out.Dirty = disk, !sameText(disk, d.Text)
		} else {
			out.Dirty = true
		}
		return out, nil
	}
	if _, bad := regular(repo.Disk, r); bad != nil {
		return edits.Text{}, &edits.Refusal{Kind: edits.Unreadable, Message: bad["error"].(string)}
	}
	src, err := repo.Disk.ReadFile(t.Path)
	if err != nil {
		return edits.Text{}, &edits.Refusal{Kind: edits.Unreadable, Message: fmt.Sprintf("Could not read '%s': %s", t.File, osReason(err))}
	}
	return edits.Text{Target: t, Src: src}, nil
}

// sameText compares what the disk holds with a document. Most editors keep a byte order mark to themselves.
func sameText(disk, open []byte) bool {
	mark := []byte(text.BOM)
	return bytes.Equal(bytes.TrimPrefix(disk, mark), bytes.TrimPrefix(open, mark))
}

// editFile is cape.agent.skills.fileedit.edit_file.
func editFile(ctx context.Context, s *Session, a arguments) (Result, error) {
	req, bad := request(a)
	if bad != nil {
		return s.show(edits.Outcome{File: req.File, Refusal: bad}), nil
	}
	return s.one(ctx, req)
}

// request reads the arguments of one edit, in CAPE's order of checks.
func request(a arguments) (edits.Request, *edits.Refusal) {
	name, _ := a.text("fname")
	old, _ := a.text("old")
	if old == "" {
		return edits.Request{File: name}, &edits.Refusal{
			Kind: edits.OldEmpty, Message: "'old' must be a nonempty string",
			Detail: "to add text, quote a line that is there as 'old' and give it with the new text as 'new'",
		}
	}
	new, ok := a.text("new")
	if !ok {
		return edits.Request{File: name}, &edits.Refusal{
			Kind: edits.NewNotText, Message: "'new' must be a string", Detail: "to take text out, give an empty one",
		}
	}
	reason, _ := a.text("reason")
	return edits.Request{File: name, Old: old, New: new, All: a["replace_all"] == true, Reason: reason}, nil
}

// one makes a single edit. What CAPE would fail with on the way to the file comes back as it is.
func (s *Session) one(ctx context.Context, ask edits.Ask) (Result, error) {
	var failed error
	e := s.editor()
	e.Resolve = func(ctx context.Context, name string) (edits.Target, error) {
		t, err := s.target(ctx, name)
		if r := (*Raised)(nil); errors.As(err, &r) {
			failed = r
		}
		return t, err
	}
	outcomes := e.Do(ctx, ask)
	if failed != nil {
		return nil, failed
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(outcomes) == 1 {
		return s.show(outcomes[0]), nil
	}
	return s.showAll(outcomes), nil
}

// show is the result dictionary of one outcome: CAPE's keys, and ours where the door wants them.
func (s *Session) show(o edits.Outcome) Result {
	out := Result(o.CAPE())
	switch {
	case s.Detailed:
		out = Result(o.Dict())
	case s.Note != nil && o.Refusal != nil && o.Refusal.Detail != "":
		s.Note(o.Refusal.Error())
	case s.Note != nil:
		for _, p := range o.NewProblems {
			s.Note("the edit adds a problem: " + p)
		}
	}
	if o.Refusal != nil && o.Refusal.Patterns != nil {
		out["allowed_patterns"] = o.Refusal.Patterns
	}
	return out
}

// showAll is the result of several edits made as one. Its error is that of the first edit that could not be
// made, not of one that was left out because of it.
func (s *Session) showAll(outcomes []edits.Outcome) Result {
	out := Result{"success": true}
	list := make([]any, len(outcomes))
	for i, o := range outcomes {
		one := s.show(o)
		if one.Failed() && o.Refusal.Kind != edits.Together && out["success"] == true {
			out["success"], out["error"] = false, one["error"]
		}
		list[i] = one
	}
	out["edits"] = list
	return out
}

// applyResult takes what CAPE's own agent answered after an edit_file of its own, or a unified diff from
// anywhere, and makes the edit here.
func applyResult(ctx context.Context, s *Session, a arguments) (Result, error) {
	ask, err := resultAsk(a)
	if err != nil {
		return nil, err
	}
	return s.one(ctx, ask)
}

// resultAsk reads the arguments of apply_edit_result. What says whether it succeeded is a result.
func resultAsk(a arguments) (edits.Ask, error) {
	reason, _ := a.text("reason")
	if diff, ok := a.text("diff"); ok && a["success"] == nil {
		if a["truncated"] == true {
			return edits.Result{Success: true, Truncated: true}, nil // which is refused
		}
		file, _ := a.text("file")
		return edits.Diff{Text: diff, File: file, Reason: reason}, nil
	}
	raw, err := json.Marshal(map[string]any(a))
	if err != nil {
		return nil, err
	}
	var r edits.Result
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, &CallError{"apply_edit_result: " + err.Error()}
	}
	r.Reason = reason
	return r, nil
}

// editFiles makes several edits as one: all of them, or none.
func editFiles(ctx context.Context, s *Session, a arguments) (Result, error) {
	list, _ := a["edits"].([]any)
	if len(list) == 0 {
		return failure("'edits' must be a nonempty list"), nil
	}
	var asks []edits.Ask
	for i, v := range list {
		one, ok := v.(map[string]any)
		if !ok {
			return failure("edit %d must be an object with fname, old and new, or a result with a diff", i+1), nil
		}
		ask, bad, err := listedAsk(one)
		if err != nil {
			return nil, &CallError{fmt.Sprintf("edit_files: edit %d: %v", i+1, err)}
		}
		if bad != nil {
			bad.Message = fmt.Sprintf("edit %d: %s", i+1, bad.Message)
			name, _ := arguments(one).text("fname")
			return s.show(edits.Outcome{File: name, Refusal: bad}), nil
		}
		asks = append(asks, ask)
	}
	outcomes := s.editor().Do(ctx, asks...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.showAll(outcomes), nil
}

// listedAsk reads one edit of several: what apply_edit_result takes where it has a diff or says whether it
// succeeded, else what edit_file takes.
func listedAsk(a arguments) (edits.Ask, *edits.Refusal, error) {
	name := "edit_file"
	if a["diff"] != nil || a["success"] != nil {
		name = "apply_edit_result"
	}
	tool, _ := Lookup(name)
	if err := tool.compare(a); err != nil {
		return nil, nil, err
	}
	if name == "edit_file" {
		req, bad := request(a)
		return req, bad, nil
	}
	ask, err := resultAsk(a)
	return ask, nil, err
}

// editHistory lists the edits of this session, the newest last.
func editHistory(_ context.Context, s *Session, _ arguments) (Result, error) {
	list := []any{}
	for _, e := range s.history.Entries() {
		parts := []any{}
		for _, p := range e.Edits {
			parts = append(parts, map[string]any{
				"file": p.File, "old": p.Old, "new": p.New, "reason": p.Reason, "outcome": p.Outcome.Dict(),
			})
		}
		list = append(list, map[string]any{
			"id": e.ID, "time": e.Time.UTC().Format(time.RFC3339), "title": e.Title, "reverted": e.Reverted, "edits": parts,
		})
	}
	return Result{"success": true, "history": list}, nil
}

func revertEdit(ctx context.Context, s *Session, a arguments) (Result, error) {
	n, err := a["id"].(json.Number).Int64() // the schema has seen to the type
	if err != nil {
		return failure("edit %s is not in the history of this session", a["id"]), nil
	}
	outcomes := s.editor().Revert(ctx, int(n))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(outcomes) == 1 {
		return s.show(outcomes[0]), nil
	}
	return s.showAll(outcomes), nil
}
