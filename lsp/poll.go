package lsp

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

// How often the server looks for itself where the client cannot watch files. On a file system that answers
// slowly it looks less often, so that looking takes a twentieth of the time at most, and less often too when
// the client has been silent for a while.
const (
	pollEach   = 700 * time.Millisecond
	pollMost   = 30 * time.Second
	pollShare  = 20
	pollBudget = 30 * time.Millisecond // of one look; what is left is looked at next time
	pollCalls  = 4000                  // files of one look, however fast it goes
	pollIdle   = time.Minute           // without a message of the client
	pollLazy   = 5 * time.Second       // between two looks then
)

// racy is how young a folder is too young for its time of change to say that nothing else happened: some
// file systems count whole seconds.
const racy = 2 * time.Second

// poller finds out what changed in the places of a root by asking for the size and the time of each. It never
// lists a folder but those of the skills and the tools, and those only when they changed.
type poller struct {
	stat    func(string) (fs.FileInfo, error)
	readDir func(string) ([]fs.DirEntry, error)
	now     func() time.Time

	seen    map[string]stamp
	listed  map[string][]string // folder -> what in it is looked at
	listing map[string]listing
	next    int // where the last look ran out of time
	left    int // how many files it left; 0: none
}

// listing is when a folder was listed, and what it looked like then.
type listing struct {
	stamp
	when time.Time
}

// stamp is what is remembered of a file.
type stamp struct {
	exists bool
	size   int64
	at     time.Time
	dir    bool
}

func newPoller() *poller {
	return &poller{stat: os.Stat, readDir: os.ReadDir, now: time.Now, seen: map[string]stamp{}, listed: map[string][]string{}, listing: map[string]listing{}}
}

// look returns the paths that changed since the last look, in what is followed. It ends when its time is up;
// whole is false then. What is seen for the first time has not changed.
func (p *poller) look(follow []analysis.Followed, budget time.Duration) (changed []string, whole bool) {
	end := p.now().Add(budget)
	var paths []string
	for _, f := range follow {
		for _, dir := range []string{f.Skills, f.Tools} {
			if p.touched(dir) {
				changed = append(changed, dir)
			}
		}
		changed = append(changed, p.list(f.Skills, skillEntry)...)
		changed = append(changed, p.list(f.Tools, toolEntry)...)
		paths = append(append(append(paths, f.Files...), p.listed[f.Skills]...), p.listed[f.Tools]...)
	}
	if p.left == 0 {
		p.next, p.left = 0, len(paths)
	}
	left := min(p.left, len(paths))
	for n := range left {
		path := paths[(p.next+n)%len(paths)]
		if p.touched(path) {
			changed = append(changed, path)
		}
		if n+1 < left && (n+1 == pollCalls || n%16 == 15 && p.now().After(end)) {
			p.next, p.left = (p.next+n+1)%len(paths), left-n-1
			return changed, false
		}
	}
	p.left = 0
	return changed, true
}

// touched looks at one place and reports whether it is another than before.
func (p *poller) touched(path string) bool {
	var now stamp
	if info, err := p.stat(path); err == nil {
		now = stamp{true, info.Size(), info.ModTime(), info.IsDir()}
	}
	old, known := p.seen[path]
	p.seen[path] = now
	return known && !old.same(now)
}

func (s stamp) same(o stamp) bool {
	return s.exists == o.exists && s.size == o.size && s.at.Equal(o.at) && s.dir == o.dir
}

// list lists a folder anew when it may have changed since, and returns what is new in it or gone.
func (p *poller) list(dir string, entry func(dir string, e fs.DirEntry) string) (changed []string) {
	s := p.seen[dir]
	last, known := p.listing[dir]
	if known && last.same(s) && !s.at.After(last.when.Add(-racy)) {
		return nil
	}
	p.listing[dir] = listing{s, p.now()}
	var now []string
	if s.exists && s.dir {
		now = []string{}
		entries, _ := p.readDir(dir) // what cannot be listed has no entries
		for _, e := range entries {
			if path := entry(dir, e); path != "" {
				now = append(now, path)
			}
		}
	}
	old := p.listed[dir]
	p.listed[dir] = now
	if !known {
		return nil
	}
	for _, path := range now {
		if !slices.Contains(old, path) {
			changed = append(changed, path)
			p.touched(path) // what is there by now; a folder comes before what is written into it
		}
	}
	for _, path := range old {
		if !slices.Contains(now, path) {
			changed = append(changed, path)
			delete(p.seen, path)
		}
	}
	return changed
}

// skillEntry is the SKILL.md in a folder of the folder of skills.
func skillEntry(dir string, e fs.DirEntry) string {
	if strings.HasPrefix(e.Name(), ".") || e.Type().IsRegular() {
		return ""
	}
	return filepath.Join(dir, e.Name(), "SKILL.md")
}

func toolEntry(dir string, e fs.DirEntry) string {
	if strings.HasPrefix(e.Name(), ".") || !strings.HasSuffix(e.Name(), ".py") || e.IsDir() {
		return ""
	}
	return filepath.Join(dir, e.Name())
}

// polling is the poller at work.
type polling struct {
	heard atomic.Int64 // when the client last sent anything, in nanoseconds
	wake  chan struct{}
}

func newPolling() polling { return polling{wake: make(chan struct{}, 1)} }

// hear notes that the client sent something: somebody is at work.
func (p *polling) hear() {
	now := time.Now().UnixNano()
	if before := p.heard.Swap(now); time.Duration(now-before) > pollIdle {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	}
}

// poll looks for changes on disk until the connection ends, for a client that does not watch files.
func (s *server) poll(ctx context.Context) {
	if s.watches() {
		return
	}
	p := newPoller()
	var follow []analysis.Followed
	known := uint64(0)
	var by *analyzerBox
	wait := time.Duration(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.polling.wake:
		case <-time.After(wait):
		}
		begun := time.Now()
		// With other documents, folders, files or settings other places may matter.
		if snap, a := s.ws.Snapshot(), s.analyzer.Load(); follow == nil || snap.ID != known || a != by {
			known, by, follow = snap.ID, a, s.followed()
		}
		changed, _ := p.look(follow, pollBudget)
		if len(changed) > 0 {
			s.filesChanged(changed)
		}
		wait = s.pause(time.Since(begun))
	}
}

// pause returns how long to wait after a look that took so long.
func (s *server) pause(took time.Duration) time.Duration {
	wait := min(max(s.opts.pollEach, pollShare*took), pollMost)
	if time.Since(time.Unix(0, s.polling.heard.Load())) > pollIdle {
		wait = max(wait, min(pollLazy, 8*s.opts.pollEach))
	}
	return wait
}

// followed is what matters of all roots that somebody looks at.
func (s *server) followed() []analysis.Followed {
	snap, a := s.ws.Snapshot(), s.analyzer.Load()
	roots := s.roots(snap)
	for _, d := range snap.Documents() {
		if a.Kind(snap, d.Path) == analysis.None {
			continue
		}
		if root := a.Root(snap, d.Path); !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	out := make([]analysis.Followed, len(roots))
	for i, root := range roots {
		out[i] = s.follow(snap, root)
	}
	return out
}
