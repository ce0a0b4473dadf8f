package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// The values of cape.diagnostics.scope.
const (
	scopeRepository = "repository"
	scopeOpenFiles  = "openFiles"
)

// survey is the check of files that are not open: what CAPE's agent reads of the root of each workspace
// folder when it starts. It is done when no open document waits for its findings, and again when anything
// may have changed. Guarded by checks.mu.
type survey struct {
	begun bool      // the client has said that it is initialized
	at    time.Time // when to list the files; zero: not to be listed
	busy  bool      // the files are being listed
	rest  []string  // files still to check
}

// firstQuestions is how long the questions of an editor that starts, and its open files, come first.
const firstQuestions = 250 * time.Millisecond

// begin starts the survey: now messages may be sent. It has time: what nobody has open is not waited for.
func (c *checks) begin() {
	c.mu.Lock()
	c.survey.begun = true
	c.survey.at = time.Now().Add(min(firstQuestions, 2*c.s.settings.Load().Quiet))
	c.mu.Unlock()
	c.ring()
}

// again has the files listed anew, once changes have come to rest: a checkout tells of many files, one
// after the other. The lock is held.
func (v *survey) again(now time.Time, quiet time.Duration) {
	if v.begun {
		v.at = now.Add(min(relatedQuiet, 3*quiet))
	}
}

// listing reports whether the files are to be listed now, and takes the order off.
func (v *survey) listing(now time.Time) bool {
	if v.busy || v.at.IsZero() || v.at.After(now) {
		return false
	}
	v.at, v.busy = time.Time{}, true
	return true
}

// wait returns how long there is nothing to list.
func (v *survey) wait(now time.Time) time.Duration {
	if v.busy || v.at.IsZero() {
		return time.Hour
	}
	return v.at.Sub(now)
}

// take returns the next file to check, or "".
func (v *survey) take() string {
	if len(v.rest) == 0 {
		return ""
	}
	path := v.rest[0]
	v.rest = v.rest[1:]
	return path
}

// list finds the files of the survey, away from the checks: a shared file system may take seconds.
func (c *checks) list(context.Context) {
	var files []string
	defer func() {
		c.mu.Lock()
		c.survey.rest, c.survey.busy = files, false
		c.mu.Unlock()
		c.ring()
	}()
	snap := c.s.ws.Snapshot()
	if c.s.settings.Load().Scope == scopeRepository {
		files = c.startFiles(snap)
	}
	c.mu.Lock()
	files = slices.AppendSeq(files, maps.Keys(c.sent)) // what is shown may be gone
	c.mu.Unlock()
	slices.Sort(files)
	files = slices.DeleteFunc(slices.Compact(files), func(path string) bool { return snap.Document(path) != nil })
}

func (c *checks) startFiles(snap *repo.Snapshot) []string {
	a := c.s.analyzer.Load()
	var roots, files []string
	for _, folder := range snap.Folders() {
		root := a.Root(snap, filepath.Join(folder, repo.AgentFile))
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
			files = append(files, a.StartFiles(snap, root)...)
		}
	}
	return files
}
