package lsp

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"go.lsp.dev/protocol"
)

// leaveToPull reports whether the client asks for the findings of path by itself. Some announce that they
// can ask and never do: they are sent the findings once pullGrace has passed without a question.
func (c *checks) leaveToPull(path string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pulled {
		return true
	}
	now := time.Now()
	if c.grace.IsZero() {
		c.grace = now.Add(c.s.opts.pullGrace)
	}
	if now.Before(c.grace) {
		c.due[path] = c.grace
		return true
	}
	return false
}

// pull says that the client asks; what it was sent before is taken away, or it would show all twice.
func (c *checks) pull() {
	c.mu.Lock()
	first := !c.pulled
	c.pulled = true
	sent := slices.Collect(maps.Keys(c.sent))
	c.mu.Unlock()
	if !first {
		return
	}
	snap := c.s.ws.Snapshot()
	for _, path := range sent {
		if snap.Document(path) != nil {
			c.clear(path)
		}
	}
}

// asked says that the client asks about a file that is not open, as some do for tabs that were not shown
// yet: it is not sent what it has.
func (c *checks) asked(path string) {
	c.mu.Lock()
	c.asks[path] = true
	c.mu.Unlock()
	c.clear(path)
}

func (c *checks) hasPulled() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pulled
}

type pullParams struct {
	documentParams
	PreviousResultID string
}

type fullReport struct {
	Kind     string          `json:"kind"`
	ResultID string          `json:"resultId,omitempty"`
	Items    json.RawMessage `json:"items,omitempty"`
}

// pullDiagnostics implements textDocument/diagnostic.
func (s *server) pullDiagnostics(ctx context.Context, p *pullParams) (any, error) {
	s.checks.pull()
	v := s.view(s.snapshot(ctx))
	doc := v.find(p.TextDocument.URI)
	if doc == nil {
		return encoded(fullReport{Kind: "full", Items: []byte("[]")})
	}
	if v.snap.Document(doc.Path) == nil {
		s.checks.asked(doc.Path)
	}
	found := s.analyzer.Load().Check(v.snap, doc.Path)
	list, err := protocol.Marshal(v.diagnostics(doc, found))
	if err != nil {
		return nil, err
	}
	id := time.Duration(maphash.Bytes(s.checks.seed, list)).String()
	if id == p.PreviousResultID {
		return encoded(fullReport{Kind: "unchanged", ResultID: id})
	}
	return encoded(fullReport{Kind: "full", ResultID: id, Items: list})
}
