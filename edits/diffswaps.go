package edits

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

func hashOf(src []byte) Hash { return repo.HashOf(src) }

// run is an unbroken series of removed and added lines of a hunk, and the lines of the file it is about.
type run struct {
	hunk     Hunk
	from, to int
	removed  []HunkLine
	added    []HunkLine
}

// swaps turns the hunks, each in its place, into replacements.
func (p *patch) swaps() ([]swap, *Refusal) {
	runs := p.runs()
	slices.SortStableFunc(runs, func(a, b run) int {
		if a.from != b.from {
			return a.from - b.from
		}
		return a.to - b.to
	})
	var out []swap
	for i, r := range runs {
		if i > 0 {
			before := runs[i-1]
			if r.from < before.to || r.from == before.from && r.to == before.to {
				ref := refuse(HunkMisfit, "hunks %d and %d of the diff change the same lines of '%s'", min(before.hunk.Number, r.hunk.Number), max(before.hunk.Number, r.hunk.Number), p.t.File)
				ref.Hunk, ref.Lines = r.hunk.Number, []int{p.number(r.from)}
				return nil, ref
			}
		}
		s, ref := p.swapOf(r)
		if ref != nil {
			return nil, ref
		}
		out = append(out, s)
	}
	return out, nil
}

func (p *patch) runs() []run {
	var out []run
	for i, h := range p.hunks {
		at := p.places[i].at
		open := false
		for _, l := range h.Lines {
			if l.Sign == ' ' {
				at++
				open = false
				continue
			}
			if !open {
				out = append(out, run{hunk: h, from: at, to: at})
				open = true
			}
			r := &out[len(out)-1]
			if l.Sign == '-' {
				at++
				r.to = at
				r.removed = append(r.removed, l)
			} else {
				r.added = append(r.added, l)
			}
		}
	}
	return out
}

// swapOf writes the text of a run. The line ends are the planner's business, except at the end of the file.
func (p *patch) swapOf(r run) (swap, *Refusal) {
	end := len(p.t.Src)
	span := text.At(end)
	if r.from < len(p.lines) {
		span = text.At(p.lines[r.from].span.Start)
	}
	if r.to > r.from {
		span.End = p.lines[r.to-1].span.End
	}
	var with strings.Builder
	for i, l := range r.added {
		last := i == len(r.added)-1
		if l.NoEnd && !(last && r.to == len(p.lines)) {
			ref := refuse(HunkMisfit, "hunk %d of the diff does not fit '%s'", r.hunk.Number, p.t.File)
			ref.Hunk, ref.Expected, ref.Lines = r.hunk.Number, l.Text, []int{p.number(r.from)}
			ref.Detail = "it ends the text behind " + visible(l.Text) + ", but the text goes on"
			return swap{}, ref
		}
		with.WriteString(l.Text)
		switch {
		case last && r.to == len(p.lines) && p.unended(r, l):
		case l.Tail != "":
			with.WriteString(l.Tail)
		case l.NoEnd, l.Open:
			with.WriteString("\n")
		}
	}
	s := with.String()
	// Lines behind a last line without an end begin with the end that it lacked.
	if n := len(p.lines); span == text.At(end) && r.from == n && n > 0 && !p.lines[n-1].end {
		s = "\n" + s
	}
	return swap{span, s}, nil
}

// unended reports whether the added line l, the last of the file now, has no line end.
func (p *patch) unended(r run, l HunkLine) bool {
	if l.NoEnd {
		return true
	}
	if n := len(p.lines); n > 0 && !p.lines[n-1].end {
		// The file had none. A diff that knows this says so at the removed line, and means what it says at
		// the added one; else the mark was forgotten, and the file stays as it is.
		told := len(r.removed) > 0 && r.removed[len(r.removed)-1].NoEnd
		return !told || l.Open && p.exact
	}
	if !l.Open {
		return false
	}
	// The diff breaks off behind this line: CAPE's way to show that the text does. Other diffs have lost
	// their last line end on the way, unless this line end is all that they change.
	twin := len(r.removed) > 0 && r.removed[len(r.removed)-1].Text == l.Text
	return p.exact || twin
}
