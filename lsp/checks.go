package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"os"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// relatedQuiet is the time without typing before the other open files are checked again: what is typed
// in one file can make a finding in another, but seldom does.
const relatedQuiet = 400 * time.Millisecond

// checks decides when a file is checked, and sends the findings from a goroutine of its own
// (LSP 3.18, textDocument/publishDiagnostics). A list is sent once it differs from the one before; a
// check whose text is no longer the newest is dropped, since a newer one is due.
type checks struct {
	s    *server
	seed maphash.Seed
	wake chan struct{}

	// telling is held from the decision to send a list until it is in the queue, so that lists reach the client in
	// the order of the decisions. It is taken before mu, and never by the reader.
	telling sync.Mutex

	mu   sync.Mutex
	due  map[string]time.Time // path -> when to check it
	sent map[string]uint64    // path -> hash of the findings that the client shows

	survey  survey
	waiting int             // requests that the client waits for; the survey has time
	asks    map[string]bool // paths of files that are not open and that the client asks about by itself

	pulled bool      // the client has asked for findings
	grace  time.Time // until when a client that can ask is waited for; zero: nothing was due yet
}

func newChecks(s *server) *checks {
	return &checks{
		s: s, seed: maphash.MakeSeed(), wake: make(chan struct{}, 1),
		due: map[string]time.Time{}, sent: map[string]uint64{}, asks: map[string]bool{},
	}
}

// typed says that the text of an open document changed.
func (c *checks) typed(path string) {
	quiet := c.s.settings.Load().Quiet
	now := time.Now()
	c.mu.Lock()
	c.due[path] = now.Add(quiet)
	c.related(path, now.Add(quiet+min(relatedQuiet, 3*quiet)))
	c.mu.Unlock()
	c.ring()
}

func (c *checks) opened(path string) {
	c.mu.Lock()
	delete(c.asks, path)
	c.mu.Unlock()
	c.saved(path)
}

// saved says that a document was opened or saved: somebody waits for the findings.
func (c *checks) saved(path string) {
	now := time.Now()
	c.mu.Lock()
	delete(c.due, path)
	c.due[path] = now
	c.related(path, now)
	c.mu.Unlock()
	c.ring()
}

// closed says that the disk counts again for path.
func (c *checks) closed(path string) {
	c.saved(path)
}

// all says that anything may have changed: settings, folders, files on disk.
func (c *checks) all() {
	now, snap := time.Now(), c.s.ws.Snapshot()
	c.mu.Lock()
	c.related("", now)
	for path := range c.sent {
		if snap.Document(path) != nil {
			c.due[path] = now
		}
	}
	c.survey.again(now, c.s.settings.Load().Quiet)
	c.mu.Unlock()
	c.ring()
	// A client that has not asked yet has nothing to ask anew, and VS Code then knows no such request.
	if c.s.caps.pull && c.s.caps.Workspace.Diagnostics.RefreshSupport && c.hasPulled() {
		c.s.background("refresh", func(context.Context) {
			c.s.ask(registerTime, protocol.MethodWorkspaceDiagnosticRefresh, nil, nil)
		})
	}
}

// related puts the other open documents on the list, for a time when they are not due anyway.
func (c *checks) related(path string, at time.Time) {
	for _, d := range c.s.ws.Snapshot().Documents() {
		if _, ok := c.due[d.Path]; !ok && d.Path != path {
			c.due[d.Path] = at
		}
	}
}

func (c *checks) ring() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// run checks what is due until the connection ends.
func (c *checks) run(ctx context.Context) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		path, wait, list := c.next(time.Now())
		if list {
			c.s.background("survey", c.list)
			continue
		}
		if path != "" {
			c.s.stream.out.room()
			c.checkSafely(path)
			continue
		}
		timer.Reset(wait)
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		case <-timer.C:
		}
	}
}

// next takes the path that has been due for longest, else what the survey has to do; without anything it
// returns how long to wait.
func (c *checks) next(now time.Time) (path string, wait time.Duration, list bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var first time.Time
	for p, t := range c.due {
		if path == "" || t.Before(first) || t.Equal(first) && p < path {
			path, first = p, t
		}
	}
	if path != "" && !first.After(now) {
		delete(c.due, path)
		return path, 0, false
	}
	wait = time.Hour
	if path != "" {
		wait = first.Sub(now)
	}
	if c.waiting > 0 {
		return "", wait, false // the end of the last request rings
	}
	if c.survey.listing(now) {
		return "", 0, true
	}
	if rest := c.survey.take(); rest != "" {
		return rest, 0, false
	}
	return "", min(wait, c.survey.wait(now)), false
}

// asking says that the client waits for an answer, until the function that it returns is called.
func (c *checks) asking() (answered func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting++
	return func() {
		c.mu.Lock()
		c.waiting--
		last := c.waiting == 0
		c.mu.Unlock()
		if last {
			c.ring()
		}
	}
}

func (c *checks) checkSafely(path string) {
	defer c.s.recovered("check of " + path)
	c.check(path)
}

func (c *checks) check(path string) {
	s := c.s
	snap := s.ws.Snapshot()
	doc := snap.Document(path)
	if s.caps.pull && doc != nil && c.leaveToPull(path) {
		if c.hasPulled() {
			c.clear(path) // what was sent before it was opened
		}
		return
	}
	a := s.analyzer.Load()
	if a.Kind(snap, path) == analysis.None || doc == nil && !c.wantsClosed(path) {
		c.clear(path)
		return
	}
	v := s.view(snap)
	found := a.Check(snap, path)
	if doc == nil && len(found) == 0 {
		c.clear(path)
		return
	}
	shown := v.document(path)
	if shown == nil {
		c.clear(path) // deleted while it was checked
		return
	}
	list, err := protocol.Marshal(v.diagnostics(shown, found))
	if err != nil {
		s.log.printf("findings of %s: %v", path, err)
		return
	}
	if s.ws.Snapshot().Document(path) != doc {
		return // typed, opened or closed meanwhile
	}
	hash := maphash.Bytes(c.seed, list)
	if doc == nil {
		hash++ // a list without a version is another message
	}
	c.telling.Lock()
	defer c.telling.Unlock()
	if c.changed(path, doc, hash) {
		c.publish(path, doc, list)
	}
}

// wantsClosed reports whether findings of a file that is not open are sent.
func (c *checks) wantsClosed(path string) bool {
	c.mu.Lock()
	asks := c.asks[path]
	c.mu.Unlock()
	return !asks && c.s.settings.Load().Scope == scopeRepository && isFile(path)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// changed notes a list that is about to be sent, and reports whether it is another than the client shows.
func (c *checks) changed(path string, doc *repo.Document, hash uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if doc != nil && c.pulled || doc == nil && c.asks[path] {
		return false // asked for the first time while this check was under way
	}
	old, ok := c.sent[path]
	c.sent[path] = hash
	return !ok || old != hash
}

// clear takes away what the client shows for a file that is gone or means nothing to CAPE.
func (c *checks) clear(path string) {
	c.telling.Lock()
	defer c.telling.Unlock()
	c.mu.Lock()
	_, shown := c.sent[path]
	delete(c.sent, path)
	c.mu.Unlock()
	doc := c.s.ws.Snapshot().Document(path)
	if shown {
		c.publish(path, doc, []byte("[]"))
	}
}

// publish sends a list that is encoded already; a long one would take a while to encode again.
func (c *checks) publish(path string, doc *repo.Document, list []byte) {
	at := string(c.s.spelling.uri(path))
	version := ""
	if doc != nil {
		at, version = doc.URI, fmt.Sprintf(`"version":%d,`, doc.Version)
	}
	params := fmt.Appendf(make([]byte, 0, len(list)+len(at)+64), `{"uri":%s,%s"diagnostics":%s}`, value(at), version, list)
	if err := c.s.conn.Notify(c.s.ctx, protocol.MethodTextDocumentPublishDiagnostics, json.RawMessage(params)); err != nil {
		c.s.log.printf("findings of %s: %v", path, err)
	}
}
