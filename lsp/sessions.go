package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"

	"github.com/cape-ls/cape-ls/internal/agent"
)

// session is what commands need of *agent.Session.
type session interface {
	Call(ctx context.Context, name string, args json.RawMessage) (agent.Result, error)
}

// sessions holds one agent session for each root: what was registered in one repository says nothing
// about another.
type sessions struct {
	mu     sync.Mutex
	byRoot map[string]session
}

// session returns the session of the repository that a call is about: that of the file it names by an
// absolute path, else of the first workspace folder.
func (s *server) session(ctx context.Context, args json.RawMessage) (session, error) {
	root := s.rootOf(ctx, args)
	if root == "" {
		return nil, invalid("no folder is open")
	}
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	if known, ok := s.sessions.byRoot[root]; ok {
		return known, nil
	}
	made, err := s.newSession(root)
	if err != nil {
		return nil, err
	}
	if s.sessions.byRoot == nil {
		s.sessions.byRoot = map[string]session{}
	}
	s.sessions.byRoot[root] = made
	return made, nil
}

func (s *server) rootOf(ctx context.Context, args json.RawMessage) string {
	var named struct{ Fname, File any }
	_ = json.Unmarshal(args, &named) // what is no object names no file
	snap := s.snapshot(ctx)
	for _, v := range []any{named.Fname, named.File} {
		if path, ok := v.(string); ok && filepath.IsAbs(path) {
			return s.analyzer.Load().Root(snap, filepath.Clean(path))
		}
	}
	for _, folder := range snap.Folders() {
		return s.analyzer.Load().Root(snap, filepath.Join(folder, "x"))
	}
	for _, d := range snap.Documents() {
		return s.analyzer.Load().Root(snap, d.Path)
	}
	return ""
}

func (s *server) newSession(root string) (session, error) {
	return agent.NewSession(agent.Config{Root: root, Workspace: s.ws, Door: s.door}), nil
}
