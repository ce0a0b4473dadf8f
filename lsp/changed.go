package lsp

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// changeQuiet is how long changes on disk are gathered before the client is told: a checkout brings many.
const changeQuiet = 100 * time.Millisecond

// methodChanged tells a client that shows lists which of them have changed: changedParams.
const methodChanged = "cape/changed"

// changes gathers what changed on disk until the client is told of it.
type changes struct {
	mu      sync.Mutex
	waiting bool
	what    changedParams
}

// changedParams are those of cape/changed: of which lists a client should ask again.
type changedParams struct {
	Skills   bool `json:"skills"`
	Tools    bool `json:"tools"`
	Editable bool `json:"editable"`
}

// filesChanged says that files on disk have changed. Their findings are made anew at once; clients that show
// lists of skills, tools and editable files are told soon.
func (s *server) filesChanged(paths []string) {
	s.ws.DiskChanged()
	s.forget(paths...)
	s.checks.all() // also what was shown for files that went with a folder
	s.changes.mu.Lock()
	for _, path := range paths {
		s.changes.what.note(path)
	}
	begin := !s.changes.waiting
	s.changes.waiting = true
	s.changes.mu.Unlock()
	if begin {
		s.background("changes", s.tellChanges)
	}
}

// forget drops what was remembered of the disk; of files other than these what was read is kept while their
// size and time are the same.
func (s *server) forget(paths ...string) {
	if a := s.analysis(); a != nil {
		a.Changed(paths)
		return
	}
	s.analyzer.Load().Forget()
}

// note adds a file that changed. What lies where is told by the names alone, since the file may be gone.
func (c *changedParams) note(path string) {
	c.Editable = true
	slashed := filepath.ToSlash(path)
	switch {
	case filepath.Base(path) == repo.AgentFile:
		c.Skills, c.Tools = true, true // other folders, other levels
	case strings.Contains(slashed, "/"+repo.SkillsDir+"/") || strings.HasSuffix(slashed, "/"+repo.SkillsDir):
		c.Skills = true
	case filepath.Ext(path) == ".py" || filepath.Ext(path) == "": // a script, or the folder of scripts
		c.Tools = true
	}
}

// tellChanges tells the client what changed, once changes have come to rest, and watches what is named now.
func (s *server) tellChanges(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(changeQuiet):
	}
	s.changes.mu.Lock()
	what := s.changes.what
	s.changes.what, s.changes.waiting = changedParams{}, false
	s.changes.mu.Unlock()
	if s.shows || s.showsRuns {
		if err := s.notify(methodChanged, what); err != nil {
			s.log.printf("%s: %v", methodChanged, err)
		}
	}
	s.refreshLenses()
	if s.watches() {
		s.watchRoots(nil)
	}
}
