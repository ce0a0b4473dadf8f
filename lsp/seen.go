package lsp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// defaultSeenTime is how long the new text of an edit is waited for. Most clients send it before they
// answer, Neovim 150 ms and eglot half a second later.
const defaultSeenTime = 750 * time.Millisecond

// arrivals lets goroutines wait for the next change of the open documents.
type arrivals struct {
	mu   sync.Mutex
	come chan struct{} // closed at the next change; nil while nobody waits
}

func (a *arrivals) next() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.come == nil {
		a.come = make(chan struct{})
	}
	return a.come
}

func (a *arrivals) tell() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.come != nil {
		close(a.come)
		a.come = nil
	}
}

// sight is what the text that an editor has sent says of an edit that it claims to have made.
type sight int

const (
	unseen  sight = iota // no other text has come, or the document was closed: the editor's word counts
	made                 // the text is the planned one, or that and what was typed elsewhere
	dropped              // the text has gone on without the edit
	unclear              // neither
)

// see looks whether an edit that the editor says it has made is there. Some editors say so of every edit,
// also of one that they dropped because the text had gone on (Neovim). The error is edits.ErrMoved when
// nothing was changed, else a *edits.Refusal.
func (d *door) see(ctx context.Context, c edits.Change, files []fileEdits) error {
	sights := d.watch(ctx, c, files)
	switch {
	case !slices.Contains(sights, dropped) && !slices.Contains(sights, unclear):
		return nil
	case !slices.ContainsFunc(sights, func(s sight) bool { return s != dropped }):
		return edits.ErrMoved
	}
	i := slices.IndexFunc(sights, func(s sight) bool { return s == dropped || s == unclear })
	err := &edits.Refusal{
		Kind:    edits.Failed,
		Message: fmt.Sprintf("the editor says that the edit is made, but the text of '%s' is not what was planned", c.Files[i].File),
		Detail:  "the edit may have been made in part, or together with what was typed; read the file before the next try",
	}
	d.s.warn("%v", err)
	return err
}

// watch returns the sight of every file, once all open ones are made or the time for it is over.
func (d *door) watch(ctx context.Context, c edits.Change, files []fileEdits) []sight {
	limit := time.NewTimer(d.s.opts.seenTime)
	defer limit.Stop()
	for {
		next := d.s.arrivals.next()
		sights, waiting := make([]sight, len(files)), false
		for i, f := range files {
			if c.Files[i].Version == nil {
				continue // not open: no text is sent
			}
			sights[i] = sightOf(f.doc, d.s.ws.Snapshot().Document(f.doc.Path), c.Files[i])
			waiting = waiting || sights[i] != made
		}
		if !waiting {
			return sights
		}
		select {
		case <-next:
		case <-limit.C:
			return sights
		case <-ctx.Done():
			return sights
		case <-d.s.peer.Done():
			return sights
		}
	}
}

// sightOf compares the document that an edit was made for with the one that the editor shows now.
func sightOf(base, now *repo.Document, f edits.FileChange) sight {
	if now == nil || now == base {
		return unseen
	}
	before, after := make([]text.Span, len(f.Edits)), make([]text.Span, len(f.Edits))
	shift := 0
	for i, e := range f.Edits {
		before[i] = e.Span
		after[i] = text.Span{Start: e.Span.Start + shift, End: e.Span.Start + shift + len(e.New)}
		shift += len(e.New) - e.Span.Len()
	}
	switch {
	case apart(f.Result, now.Text, after), bytes.Equal(pytext.Universal(f.Result), pytext.Universal(now.Text)):
		return made // some editors have one line end for the whole text
	case apart(base.Text, now.Text, before):
		return dropped
	}
	return unclear
}

// apart reports whether two texts differ in one stretch at most, and that touches none of the places in
// the first.
func apart(first, second []byte, places []text.Span) bool {
	if bytes.Equal(first, second) {
		return true
	}
	most := min(len(first), len(second))
	start := 0
	for start < most && first[start] == second[start] {
		start++
	}
	tail := 0
	for tail < most-start && first[len(first)-1-tail] == second[len(second)-1-tail] {
		tail++
	}
	end := len(first) - tail
	return !slices.ContainsFunc(places, func(p text.Span) bool { return p.Start <= end && start <= p.End })
}
