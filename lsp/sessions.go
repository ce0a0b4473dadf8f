package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// sessions holds one agent session for each root: what was registered in one repository says nothing
// about another.
type sessions struct {
	mu     sync.Mutex
	byRoot map[string]*agentSession
}

// session returns the session of the repository that a call is about: that of the file it names by an
// absolute path, else of the first workspace folder.
func (s *server) session(ctx context.Context, args json.RawMessage) (*agentSession, error) {
	root := s.rootOf(ctx, args)
	if root == "" {
		return nil, invalid("no folder is open")
	}
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	if known, ok := s.sessions.byRoot[root]; ok {
		return known, nil
	}
	made := s.newSession(root)
	if s.sessions.byRoot == nil {
		s.sessions.byRoot = map[string]*agentSession{}
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

func (s *server) newSession(root string) *agentSession {
	c := agent.Config{
		Root: root, Workspace: s.ws, Door: s.door, Detailed: true, Head: toolrun.GitHead,
		Python: func() (string, error) {
			found, err := toolrun.FindPython(s.settings.Load().Python, toolrun.Machine())
			return found.Path, err
		},
	}
	return &agentSession{s: s, Session: agent.NewSession(c)}
}

// agentSession is a session whose options follow the settings and cape-agent.json: a server lives for
// days, and the user expects a new pattern of the allow-list to count at once.
type agentSession struct {
	s *server
	*agent.Session

	options sync.RWMutex // held for reading by calls: the options of a session must not change meanwhile
	warned  string       // the last fault of cape-agent.json that was told
}

// Call calls a tool.
func (a *agentSession) Call(ctx context.Context, name string, args json.RawMessage) (agent.Result, error) {
	if a.options.TryLock() { // else a call is under way, and what was read before it holds on
		a.refresh()
		a.options.Unlock()
	}
	a.options.RLock()
	defer a.options.RUnlock()
	return a.Session.Call(ctx, name, args)
}

// refresh reads the options anew. With faults in cape-agent.json CAPE's agent would not start; here the
// rest goes on without what cannot be read, and the user is told once.
func (a *agentSession) refresh() {
	c := &a.Session.Config
	opts, _, err := control.ReadAgentFile(a.s.ws.Snapshot(), a.Root, repo.AgentFile)
	if err != nil {
		opts = options.Agent{}
	}
	if bad := c.Start(opts); err == nil {
		err = bad
	}
	a.tell(err)
	settings := a.s.settings.Load()
	c.Confirm, c.Save = edits.ConfirmPolicy(settings.Confirm), edits.SavePolicy(settings.Save)
	c.Analyzer, _ = a.s.analyzer.Load().analyzer.(*analysis.Analyzer)
}

func (a *agentSession) tell(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text == a.warned {
		return
	}
	if a.warned = text; text != "" {
		a.s.warn("%s: %s; what is in it does not count until this is mended", filepath.Join(a.Root, repo.AgentFile), text)
	}
}
