package edits

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/text"
)

// History remembers the edits of a session, the newest mostEntries of them. The zero value is ready; it is
// safe for concurrent use.
type History struct {
	mu      sync.Mutex
	last    int
	entries []Entry
}

const mostEntries = 500

// Entry is one step of the history: what one call changed.
type Entry struct {
	ID       int // from 1
	Time     time.Time
	Title    string
	Edits    []EntryEdit
	Reverted bool
	backward []backward
}

// EntryEdit is one edit of a step.
type EntryEdit struct {
	File, Old, New string // old and new of a request; empty for a diff
	Reason         string
	Outcome        Outcome
}

// backward is how to take back what was done to one file.
type backward struct {
	target Target
	after  Hash   // of the text that the edit left
	edits  []Edit // in terms of that text
	hunks  []Hunk // the same with the lines around, for a text that has gone on
}

// Entries returns the steps, the newest last.
func (h *History) Entries() []Entry {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.entries)
}

func (h *History) add(e Entry) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	e.ID = h.last
	h.entries = append(h.entries, e)
	if len(h.entries) > mostEntries {
		h.entries = slices.Delete(h.entries, 0, 1)
	}
	return e.ID
}

func (h *History) find(id int) (Entry, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.entries, func(e Entry) bool { return e.ID == id })
	if i < 0 {
		return Entry{}, false
	}
	return h.entries[i], true
}

// set changes one entry.
func (h *History) set(id int, f func(*Entry)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.entries, func(e Entry) bool { return e.ID == id }); i >= 0 {
		f(&h.entries[i])
	}
}

// Revert takes back one step by reverse edits, through the same door. Where a text has changed since, the
// lines of the edit and those around it must be there exactly once; else it is refused, for all files.
func (s *Session) Revert(ctx context.Context, id int) []Outcome {
	var e Entry
	ok := false
	if s.History != nil {
		e, ok = s.History.find(id)
	}
	b := &batch{s: s, label: fmt.Sprintf("revert edit %d", id)}
	switch {
	case !ok:
		b.tasks = []*task{{refusal: refuse(NotReversible, "edit %d is not in the history of this session", id)}}
	case e.Reverted:
		b.tasks = []*task{{refusal: refuse(NotReversible, "edit %d has been reverted already", id)}}
	}
	for _, back := range e.backward {
		if e.Reverted {
			break
		}
		t := &task{job: job{file: back.target.File, plan: back.plan}, target: back.target}
		// Whether an agent may edit the file is asked again: the list may have changed.
		if _, err := s.Resolve(ctx, back.target.Path); err != nil {
			t.refusal = asRefusal(err, Unresolved)
		}
		b.tasks = append(b.tasks, t)
	}
	out := b.run(ctx)
	if len(out) > 0 && !slices.ContainsFunc(out, func(o Outcome) bool { return !o.Success }) {
		s.History.set(id, func(e *Entry) { e.Reverted = true })
	}
	return out
}

func (b backward) plan(t Text) (Plan, *Refusal) {
	if hashOf(t.Src) == b.after {
		result := applyEdits(t.Src, b.edits)
		return Plan{
			File: t.File, Base: b.after, Edits: b.edits, Result: result,
			Diff: Unified(t.File, foldText(string(t.Src)), foldText(string(result))),
		}, nil
	}
	p, r := planHunks(t, b.hunks, byLF, false)
	if r != nil {
		r.Kind, r.Message = NotReversible, fmt.Sprintf("the edit of '%s' cannot be reverted, because the text has changed there", t.File)
	}
	return p, r
}

// remember puts what was applied into the history and returns its number.
func (b *batch) remember() int {
	h := b.s.History
	if h == nil {
		return 0
	}
	e := Entry{Title: b.title()}
	if b.s.Now != nil {
		e.Time = b.s.Now()
	}
	for _, sh := range b.sheets {
		if len(sh.edits) > 0 {
			e.backward = append(e.backward, backwardOf(sh.text, sh.edits, sh.result))
		}
	}
	id := h.add(e)
	var done []EntryEdit
	for _, t := range b.tasks {
		done = append(done, EntryEdit{File: t.target.File, Old: t.old, New: t.new, Reason: t.reason, Outcome: b.outcome(t, "", id)})
	}
	h.set(id, func(e *Entry) { e.Edits = done })
	return id
}

func backwardOf(t Text, edits []Edit, result []byte) backward {
	back := backward{target: t.Target, after: hashOf(result), hunks: hunksOf(bare(result), bare(t.Src))}
	shift := 0
	for _, e := range edits {
		start := e.Span.Start + shift
		back.edits = append(back.edits, Edit{text.Span{Start: start, End: start + len(e.New)}, string(e.Span.In(t.Src))})
		shift += len(e.New) - e.Span.Len()
	}
	return back
}

// bare is a text without its byte order mark.
func bare(src []byte) string { return string(src[markLength(src):]) }

// hunksOf returns the hunks that turn one text into the other, without line numbers: where they belong,
// their lines must show.
func hunksOf(before, after string) []Hunk {
	a, b := lines(before), lines(after)
	var out []Hunk
	for n, group := range hunkGroups(lineChanges(foldedLines(a), foldedLines(b))) {
		first, last := group[0], group[len(group)-1]
		h := Hunk{Number: n + 1, OldStart: -1, OldCount: -1, NewStart: -1, NewCount: -1, Exact: true}
		at := max(first.a1-around, 0)
		for _, c := range group {
			h.add(' ', a[at:c.a1])
			h.add('-', a[c.a1:c.a2])
			h.add('+', b[c.b1:c.b2])
			at = c.a2
		}
		h.add(' ', a[at:min(last.a2+around, len(a))])
		out = append(out, h)
	}
	return out
}

func (h *Hunk) add(sign byte, ls []line) {
	for _, l := range ls {
		h.Lines = append(h.Lines, HunkLine{Sign: sign, Text: l.text, Tail: l.end, NoEnd: l.end == ""})
	}
}
