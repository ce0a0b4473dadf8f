package lsp

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// sessions holds one agent session for each root: what was registered in one repository says nothing
// about another.
type sessions struct {
	mu     sync.Mutex
	byRoot map[string]*agentSession
}

// session returns the session of the repository that a call is about.
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

// rootOf returns the root of the repository that a call is about: of the first file it names by an absolute
// path, else of the first workspace folder whose root holds a file that it names, else of the first folder.
func (s *server) rootOf(ctx context.Context, args json.RawMessage) string {
	snap, names := s.snapshot(ctx), namedFiles(args)
	root := func(path string) string { return s.analyzer.Load().Root(snap, path) }
	for _, name := range names {
		if filepath.IsAbs(name) {
			return root(filepath.Clean(name))
		}
	}
	folders := snap.Folders()
	if len(folders) > 1 {
		for _, name := range names {
			for _, folder := range folders {
				at := root(filepath.Join(folder, "x"))
				if _, err := snap.Stat(filepath.Join(at, name)); err == nil {
					return at
				}
			}
		}
	}
	for _, folder := range folders {
		return root(filepath.Join(folder, "x"))
	}
	for _, d := range snap.Documents() {
		return root(d.Path)
	}
	return ""
}

// headerNames finds the names of files in the headers of a unified diff.
var headerNames = text.Pattern(`(?m)^(?:---|\+\+\+) (?:[ab]/)?([^\t\r\n]+)`)

// namedFiles returns the names of files in the arguments of a tool: its own, those of its edits, and those
// in the headers of diffs.
func namedFiles(args json.RawMessage) []string {
	type naming struct{ Fname, File, Diff any }
	var named struct {
		naming
		Edits []naming
	}
	_ = json.Unmarshal(args, &named) // what is no object names no file
	var out []string
	for _, n := range append([]naming{named.naming}, named.Edits...) {
		for _, v := range []any{n.Fname, n.File} {
			if name, ok := v.(string); ok && name != "" {
				out = append(out, name)
			}
		}
		if diff, ok := n.Diff.(string); ok {
			for _, m := range headerNames().FindAllStringSubmatch(diff, -1) {
				if m[1] != "/dev/null" {
					out = append(out, m[1])
				}
			}
		}
	}
	return out
}

func (s *server) newSession(root string) *agentSession {
	c := agent.Config{
		Root: root, Workspace: s.ws, Door: s.door, Detailed: true, Head: toolrun.GitHead,
		Python: s.python, Logs: s.opts.logs, RunEnv: toolrun.Unbuffered(os.Environ()),
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
	c.Unread = err != nil
	a.tell(err)
	settings := a.s.settings.Load()
	c.Confirm, c.Save = edits.ConfirmPolicy(settings.Confirm), edits.SavePolicy(settings.Save)
	c.Timeout = settings.Tools.Timeout
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
