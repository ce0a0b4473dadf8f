package edits

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"
)

// Session makes edits: it resolves, plans, foresees, applies and remembers. Everything that touches the
// world is handed in. Its fields must not change while it is used; it is safe for concurrent use.
type Session struct {
	Resolve Resolver
	Texts   Texts
	Door    Door
	Confirm ConfirmPolicy
	Save    SavePolicy
	History *History // may be nil: nothing is remembered
	Now     func() time.Time
	// Foresee returns the findings that an edit would add to a file, as sentences for the agent; may be nil.
	Foresee func(path string, before, after []byte) []string
}

// Do makes all that is asked in one step, or nothing. It returns one outcome for every file of every ask,
// in their order. Several asks for one file are made one after the other.
func (s *Session) Do(ctx context.Context, asks ...Ask) []Outcome {
	b := &batch{s: s}
	for _, a := range asks {
		b.add(ctx, a)
	}
	return b.run(ctx)
}

// task is a job in a batch and what became of it.
type task struct {
	job
	reason  string
	target  Target
	plan    Plan
	refusal *Refusal
}

// sheet is one file of a batch with all that is done to it.
type sheet struct {
	text     Text
	edits    []Edit // in terms of text
	result   []byte
	problems []string
	reason   string
	answer   AppliedFile
}

type batch struct {
	s      *Session
	label  string // the title of a change that is no edit_file; may be empty
	tasks  []*task
	sheets []*sheet
	byPath map[string]*sheet
}

func (b *batch) add(ctx context.Context, a Ask) {
	jobs, refusal := a.files()
	if refusal != nil {
		t := &task{refusal: refusal}
		if r, ok := a.(Result); ok {
			t.file = r.File
		}
		b.tasks = append(b.tasks, t)
		return
	}
	for _, j := range jobs {
		t := &task{job: j, reason: a.reason()}
		var err error
		if t.target, err = b.s.Resolve(ctx, j.file); err != nil {
			t.refusal = asRefusal(err, Unresolved)
		}
		b.tasks = append(b.tasks, t)
	}
}

// asRefusal makes a refusal of what a hook returned.
func asRefusal(err error, k Kind) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return &Refusal{Kind: k, Message: err.Error()}
}

func (b *batch) run(ctx context.Context) []Outcome {
	for try := 1; ; try++ {
		b.plan(ctx)
		if b.refused() {
			return b.outcomes(nil)
		}
		change := b.change()
		if len(change.Files) == 0 {
			return b.outcomes(nil)
		}
		b.foresee()
		applied, err := b.s.Door.Apply(ctx, change)
		moved := errors.Is(err, ErrMoved) || err == nil && !applied.OK && b.moved(ctx)
		switch {
		case moved && try == 1:
			continue // once, on the new text; the user may be typing, and this must end
		case moved:
			return b.fail(refuse(Moved, "the text changed while the edit was made, two times; nothing was edited, try again"))
		case err != nil:
			return b.fail(asRefusal(err, Failed))
		case !applied.OK:
			r := refuse(Declined, "the editor did not apply the edit; nothing was changed")
			r.Detail = applied.Reason
			return b.fail(r)
		}
		return b.outcomes(&applied)
	}
}

// plan plans every task on the current texts, each on what the tasks before it leave.
func (b *batch) plan(ctx context.Context) {
	b.sheets, b.byPath = nil, map[string]*sheet{}
	for _, t := range b.tasks {
		if t.refusal != nil {
			continue
		}
		sh, err := b.sheet(ctx, t.target)
		if err != nil {
			t.refusal = t.unreadable(err)
			continue
		}
		now := sh.text
		now.Src = sh.result
		t.plan, t.refusal = t.job.plan(now)
		if t.refusal != nil || len(t.plan.Edits) == 0 {
			continue
		}
		sh.edits = compose(sh.text.Src, sh.edits, t.plan.Edits)
		sh.result = t.plan.Result
		if t.reason != "" {
			sh.reason = t.reason
		}
	}
}

// unreadable refuses a file that cannot be read. It may be one that a diff is to make.
func (j job) unreadable(err error) *Refusal {
	r := asRefusal(err, Unreadable)
	if j.creates && r.Kind == Unreadable && r.Detail == "" {
		with := *r
		with.Detail = "the diff creates this file, which an edit never does; make it, empty, and try again"
		return &with
	}
	return r
}

func (b *batch) sheet(ctx context.Context, t Target) (*sheet, error) {
	if sh := b.byPath[t.Path]; sh != nil {
		return sh, nil
	}
	now, err := b.s.Texts.Current(ctx, t)
	if err != nil {
		return nil, err
	}
	now.Target = t
	sh := &sheet{text: now, result: now.Src}
	b.byPath[t.Path] = sh
	b.sheets = append(b.sheets, sh)
	return sh, nil
}

func (b *batch) refused() bool {
	for _, t := range b.tasks {
		if t.refusal != nil {
			return true
		}
	}
	return false
}

// moved reports whether a text is no longer the one that was planned on.
func (b *batch) moved(ctx context.Context) bool {
	for _, sh := range b.sheets {
		now, err := b.s.Texts.Current(ctx, sh.text.Target)
		if err != nil || (now.Version == nil) != (sh.text.Version == nil) || hashOf(now.Src) != hashOf(sh.text.Src) ||
			now.Version != nil && *now.Version != *sh.text.Version {
			return true
		}
	}
	return false
}

func (b *batch) change() Change {
	c := Change{Label: b.title()}
	for _, sh := range b.sheets {
		if len(sh.edits) == 0 {
			continue
		}
		label := sh.reason
		if label == "" {
			label = b.titleOf(sh.text.File)
		}
		c.Files = append(c.Files, FileChange{
			Target: sh.text.Target, Version: sh.text.Version, Base: hashOf(sh.text.Src), Edits: sh.edits, Result: sh.result,
			Label: label, Confirm: b.s.Confirm.Needs(sh.text), Save: b.s.Save.Wants(sh.text),
		})
	}
	return c
}

func (b *batch) titleOf(file string) string {
	if b.label != "" {
		return b.label
	}
	return "edit_file " + path.Base(file)
}

// title names the undo step.
func (b *batch) title() string {
	edited := 0
	name := ""
	for _, sh := range b.sheets {
		if len(sh.edits) > 0 {
			edited++
			name = sh.text.File
		}
	}
	if edited == 1 || b.label != "" {
		return b.titleOf(name)
	}
	return fmt.Sprintf("edit_file in %d files", edited)
}

func (b *batch) foresee() {
	if b.s.Foresee == nil {
		return
	}
	for _, sh := range b.sheets {
		if len(sh.edits) > 0 {
			sh.problems = b.s.Foresee(sh.text.Path, sh.text.Src, sh.result)
		}
	}
}

func (b *batch) fail(r *Refusal) []Outcome {
	for _, t := range b.tasks {
		t.refusal = r
	}
	return b.outcomes(nil)
}

// outcomes tells what became of every task. Applied is nil when no door was passed.
func (b *batch) outcomes(applied *Applied) []Outcome {
	refused := ""
	for _, t := range b.tasks {
		if t.refusal != nil {
			refused = t.refusal.Message
			break
		}
	}
	id := 0
	if applied != nil {
		n := 0
		for _, sh := range b.sheets {
			if len(sh.edits) > 0 && n < len(applied.Files) {
				sh.answer = applied.Files[n]
				n++
			}
		}
		id = b.remember()
	}
	out := make([]Outcome, len(b.tasks))
	for i, t := range b.tasks {
		out[i] = b.outcome(t, refused, id)
	}
	return out
}

func (b *batch) outcome(t *task, refused string, id int) Outcome {
	o := Outcome{File: t.target.File, Refusal: t.refusal}
	if o.File == "" {
		o.File = t.file
	}
	if refused != "" {
		if o.Refusal == nil {
			o.Refusal = refuse(Together, "nothing was edited, because another edit of the same call was refused")
			o.Refusal.Detail = refused
		}
		return o
	}
	sh := b.byPath[t.target.Path]
	o.Success, o.AlreadyApplied = true, t.plan.AlreadyApplied
	o.Diff, o.Truncated = Truncate(t.plan.Diff)
	if len(t.plan.Edits) == 0 || len(sh.edits) == 0 { // the latter: another edit has taken it back
		o.Version, o.Saved = sh.text.Version, !sh.text.Dirty
		return o
	}
	o.Applied, o.ID, o.NewProblems = true, id, sh.problems
	o.Saved, o.Version = sh.answer.Saved, sh.answer.Version
	return o
}
