package edits

import (
	"fmt"

	"github.com/cape-ls/cape-ls/internal/text"
)

func (p *patch) several(i int, why string) *Refusal {
	h, pl := p.hunks[i], p.places[i]
	r := refuse(HunkAmbiguous, "hunk %d of the diff does not fit '%s' in exactly one place", h.Number, p.t.File)
	r.Hunk, r.Count = h.Number, len(pl.old)
	for _, at := range pl.old[:min(len(pl.old), maxPlaces)] {
		r.Lines = append(r.Lines, p.number(at))
	}
	r.Detail = why
	if len(r.Lines) > 1 {
		r.Detail += "; it fits at " + linesText(r.Lines)
	}
	return r
}

// number is the number, from 1, that an editor gives to a line.
func (p *patch) number(at int) int {
	m := text.NewMapper(p.t.Src)
	if at >= len(p.lines) {
		return m.LineCount()
	}
	return m.LineOf(p.lines[at].span.Start) + 1
}

// misfit says which line of a hunk is not what the hunk expects.
func (p *patch) misfit(i int) *Refusal {
	h, pl := p.hunks[i], p.places[i]
	side := h.side('+')
	if len(pl.old) > 1 {
		return p.several(i, "its lines are not at the line that it names")
	}
	if len(side) == 0 {
		r := p.several(i, "it has no lines around the change, so nothing shows where it belongs; ask for the edit itself")
		return r
	}
	there, wanted := make([]string, len(p.lines)), make([]string, len(side))
	for j, l := range p.lines {
		there[j] = l.text
	}
	for j, l := range side {
		wanted[j] = l.Text
	}
	own := h.own()
	from := align(there, wanted, own)
	if from < 0 {
		from = max(own, 0)
	}
	r := refuse(HunkMisfit, "hunk %d of the diff does not fit '%s'", h.Number, p.t.File)
	r.Hunk = h.Number
	at := 0
	for at < len(side)-1 && from+at < len(there) && there[from+at] == wanted[at] && !(side[at].NoEnd && p.lines[from+at].end) {
		at++
	}
	r.Expected = wanted[at]
	where := "the file"
	if p.t.Dirty {
		where = "the open, unsaved document"
	}
	what := "context"
	if side[at].Sign == '-' {
		what = "removed line"
	}
	if from+at >= len(there) {
		r.Lines = []int{p.number(len(p.lines))}
		r.Detail = fmt.Sprintf("%s %s is behind the end of %s", what, visible(r.Expected), where)
		return r
	}
	r.Found, r.Lines = there[from+at], []int{p.number(from + at)}
	r.Detail = fmt.Sprintf("%s %s is %s in line %d of %s", what, visible(r.Expected), visible(r.Found), r.Lines[0], where)
	if r.Expected == r.Found {
		r.Detail = fmt.Sprintf("%s %s ends the text in the diff, but not in line %d of %s", what, visible(r.Expected), r.Lines[0], where)
	} else if t, ok := differing([]string{r.Found}, []string{r.Expected}, whole); ok && t != 0 {
		r.Detail += "; it differs in " + inWords(t.names())
	}
	if p.newPlace(i) >= 0 {
		r.Detail += "; the change of this hunk has been made already, that of others has not"
	}
	return r
}
