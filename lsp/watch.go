package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// watcher is one pattern (LSP 3.17, RelativePattern): below base, or anywhere without one.
type watcher struct {
	base    string // absolute
	pattern string
}

// watchers are the files of a root whose coming and going the server wants to hear of. Each names its
// folder, and none but that of the skills has a pattern for what lies deeper: a client that watches has no
// reason to walk into case folders, of which there may be thousands.
func watchers(f analysis.Followed) []watcher {
	byFolder := map[string][]string{}
	var folders []string
	for _, path := range f.Files {
		dir, name := filepath.Dir(path), filepath.Base(path)
		if strings.ContainsAny(name, "{},") || allow.Magic(name) {
			continue // a pattern of the protocol cannot name it
		}
		if byFolder[dir] == nil {
			folders = append(folders, dir)
		}
		byFolder[dir] = append(byFolder[dir], name)
	}
	var out []watcher
	for _, dir := range folders {
		pattern := byFolder[dir][0]
		if len(byFolder[dir]) > 1 {
			pattern = "{" + strings.Join(byFolder[dir], ",") + "}"
		}
		out = append(out, watcher{dir, pattern})
	}
	return append([]watcher{{f.Skills, "**"}, {f.Tools, "*.py"}}, out...)
}

// anywhere is for clients that know no base: the same names, in any folder.
func anywhere(tools []string) []watcher {
	out := []watcher{
		{"", "**/{" + repo.AgentFile + "," + strings.Join(analysis.ControlNames, ",") + "}"},
		{"", "**/" + repo.SkillsDir + "/**"},
	}
	for _, dir := range tools {
		out = append(out, watcher{"", "**/" + dir + "/*.py"})
	}
	return out
}

// watching is what the client watches for the server: the patterns by the id of their registration.
type watching struct {
	mu    sync.Mutex // held while the client is asked, so that changes reach it in order
	byKey map[string]registered
	last  int
}

type registered struct {
	id   string
	list []watcher
}

// watches reports whether the client can be asked to watch files.
func (s *server) watches() bool { return s.caps.Workspace.DidChangeWatchedFiles.DynamicRegistration }

// registerWatchers asks the client to watch, where it can be asked (client/registerCapability).
func (s *server) registerWatchers() {
	var regs []protocol.Registration
	if s.caps.Workspace.DidChangeConfiguration.DynamicRegistration {
		regs = append(regs, protocol.Registration{
			ID: "cape-settings", Method: protocol.MethodWorkspaceDidChangeConfiguration,
			RegisterOptions: value(map[string]any{"section": "cape"}),
		})
	}
	if s.caps.TextDocument.Formatting.DynamicRegistration {
		regs = append(regs, skillFormatting())
	}
	s.watchRoots(regs)
}

// watchRootOf watches the repository of a document too, which may lie below a workspace folder.
func (s *server) watchRootOf(path string) {
	if !s.watches() {
		return
	}
	s.background("watch", func(context.Context) {
		if s.analyzer.Load().Kind(s.ws.Snapshot(), path) != analysis.None {
			s.watchRoots(nil)
		}
	})
}

// watchRoots asks the client to watch the roots as they are now: what is new, or is not the same any more.
func (s *server) watchRoots(regs []protocol.Registration) {
	s.watched.mu.Lock()
	defer s.watched.mu.Unlock()
	var gone []protocol.Unregistration
	if s.watches() {
		more, old := s.watched.replace(s.wanted(), s.watching)
		regs, gone = append(regs, more...), old
	}
	if len(gone) > 0 {
		s.ask(registerTime, protocol.MethodClientUnregisterCapability, &protocol.UnregistrationParams{Unregisterations: gone}, nil)
	}
	if len(regs) > 0 {
		s.ask(registerTime, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: regs}, nil)
	}
}

// wanted returns what is to be watched, by root.
func (s *server) wanted() map[string][]watcher {
	snap, a := s.ws.Snapshot(), s.analyzer.Load()
	out := map[string][]watcher{}
	if !s.caps.Workspace.DidChangeWatchedFiles.RelativePatternSupport {
		tools := []string{"tools"}
		for _, root := range s.roots(snap) {
			if rel, err := filepath.Rel(root, s.follow(snap, root).Tools); err == nil && filepath.IsLocal(rel) && !slices.Contains(tools, filepath.ToSlash(rel)) {
				tools = append(tools, filepath.ToSlash(rel))
			}
		}
		return map[string][]watcher{"": anywhere(tools)}
	}
	for _, root := range s.roots(snap) {
		out[root] = watchers(s.follow(snap, root))
	}
	for _, d := range snap.Documents() {
		if a.Kind(snap, d.Path) != analysis.None {
			if root := a.Root(snap, d.Path); out[root] == nil {
				out[root] = watchers(s.follow(snap, root))
			}
		}
	}
	return out
}

// replace makes the registrations for what is not watched yet, and takes back those that watch something
// else than is wanted now. A root that nobody looks at any more stays watched.
func (w *watching) replace(wanted map[string][]watcher, registration func(string, []watcher) protocol.Registration) (regs []protocol.Registration, gone []protocol.Unregistration) {
	for key, list := range wanted {
		old, known := w.byKey[key]
		if known && slices.Equal(old.list, list) {
			continue
		}
		if known {
			gone = append(gone, protocol.Unregistration{ID: old.id, Method: protocol.MethodWorkspaceDidChangeWatchedFiles})
		}
		if w.byKey == nil {
			w.byKey = map[string]registered{}
		}
		w.last++
		id := "cape-files-" + strconv.Itoa(w.last)
		w.byKey[key] = registered{id, list}
		regs = append(regs, registration(id, list))
	}
	return regs, gone
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

// follow says what matters of a root.
func (s *server) follow(snap *repo.Snapshot, root string) analysis.Followed {
	if a := s.analysis(); a != nil {
		return a.Follow(snap, root)
	}
	f := analysis.Followed{Skills: filepath.Join(root, filepath.FromSlash(repo.SkillsDir)), Tools: filepath.Join(root, "tools")}
	for _, name := range append([]string{repo.AgentFile}, analysis.ControlNames...) {
		f.Files = append(f.Files, filepath.Join(root, name))
	}
	return f
}

// roots returns the roots of the workspace folders.
func (s *server) roots(snap *repo.Snapshot) []string {
	a := s.analyzer.Load()
	var out []string
	for _, folder := range snap.Folders() {
		if root := a.Root(snap, filepath.Join(folder, repo.AgentFile)); !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	return out
}

type watchedParams struct {
	Changes []struct {
		URI  string
		Type int
	}
}

// didChangeWatchedFiles implements workspace/didChangeWatchedFiles.
func (s *server) didChangeWatchedFiles(p *watchedParams) error {
	var paths []string
	for _, c := range p.Changes {
		if path, ok := pathOf(c.URI); ok {
			paths = append(paths, path)
		}
	}
	if len(p.Changes) > 0 {
		s.filesChanged(paths)
	}
	return nil
}
