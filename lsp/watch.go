package lsp

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// watcher is one pattern (LSP 3.17, RelativePattern): below base, or anywhere without one.
type watcher struct {
	base    string // absolute
	pattern string
}

// watchers are the files of a root whose coming and going the server wants to hear of. Each names its
// folder: a client that watches has no reason to walk into case folders, of which there may be
// thousands, and only the folder of skills is watched with what lies below it.
func watchers(root string) []watcher {
	return []watcher{
		{root, "{" + repo.AgentFile + "," + strings.Join(analysis.ControlNames, ",") + "}"},
		{filepath.Join(root, filepath.FromSlash(repo.SkillsDir)), "**"},
		{filepath.Join(root, "tools"), "*.py"},
	}
}

// anywhere is for clients that know no base: the same names, in any folder.
var anywhere = []watcher{
	{"", "**/{" + repo.AgentFile + "," + strings.Join(analysis.ControlNames, ",") + "}"},
	{"", "**/" + repo.SkillsDir + "/**"},
	{"", "**/tools/*.py"},
}

// registerWatchers asks the client to watch, where it can be asked (client/registerCapability).
func (s *server) registerWatchers() {
	can := s.caps.Workspace
	var regs []protocol.Registration
	if can.DidChangeConfiguration.DynamicRegistration {
		regs = append(regs, protocol.Registration{
			ID: "cape-settings", Method: protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: value(map[string]any{"section": "cape"}),
		})
	}
	switch {
	case !can.DidChangeWatchedFiles.DynamicRegistration:
	case !can.DidChangeWatchedFiles.RelativePatternSupport:
		regs = append(regs, s.watching("cape-files", anywhere))
	default:
		snap := s.ws.Snapshot()
		for _, folder := range snap.Folders() {
			regs = append(regs, s.newRoot(s.analyzer.Load().Root(snap, filepath.Join(folder, "x")))...)
		}
	}
	if len(regs) > 0 {
		s.ask(registerTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: regs}, nil)
	}
}

// newRoot returns the registration for a root that is not watched yet.
func (s *server) newRoot(root string) []protocol.Registration {
	s.watched.Lock()
	defer s.watched.Unlock()
	if s.watched.roots[root] {
		return nil
	}
	if s.watched.roots == nil {
		s.watched.roots = map[string]bool{}
	}
	s.watched.roots[root] = true
	return []protocol.Registration{s.watching("cape-files-"+strconv.Itoa(len(s.watched.roots)), watchers(root))}
}

// watchRootOf watches the repository of a document too, which may lie below a workspace folder.
func (s *server) watchRootOf(path string) {
	if w := s.caps.Workspace.DidChangeWatchedFiles; !w.DynamicRegistration || !w.RelativePatternSupport {
		return
	}
	s.background("watch", func(context.Context) {
		a, snap := s.analyzer.Load(), s.ws.Snapshot()
		if a.Kind(snap, path) == analysis.None {
			return
		}
		if regs := s.newRoot(a.Root(snap, path)); regs != nil {
			s.ask(registerTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: regs}, nil)
		}
	})
}

func (s *server) watching(id string, list []watcher) protocol.Registration {
	type relative struct {
		BaseURI uri.URI `json:"baseUri"`
		Pattern string  `json:"pattern"`
	}
	globs := make([]map[string]any, 0, len(list))
	for _, w := range list {
		if w.base == "" {
			globs = append(globs, map[string]any{"globPattern": w.pattern})
			continue
		}
		globs = append(globs, map[string]any{"globPattern": relative{s.spelling.uri(w.base), w.pattern}})
	}
	return protocol.Registration{
		ID: id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: value(map[string]any{"watchers": globs}),
	}
}

type watchedParams struct {
	Changes []struct {
		URI  string
		Type int
	}
}

// didChangeWatchedFiles implements workspace/didChangeWatchedFiles.
func (s *server) didChangeWatchedFiles(p *watchedParams) error {
	if len(p.Changes) == 0 {
		return nil
	}
	s.ws.DiskChanged()
	s.analyzer.Load().Forget()
	s.checks.all() // also what was shown for files that went with a folder
	return nil
}
