package edits

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/text"
)

// fileLine is one line of the text that a diff is applied to.
type fileLine struct {
	text string
	end  bool // it has a line end
	span text.Span
}

// patch is the work of applying the hunks of one file to one text.
type patch struct {
	t      Text
	hunks  []Hunk
	exact  bool // the diff is CAPE's own, byte by byte
	body   int  // where the text begins: behind the byte order mark
	lines  []fileLine
	places []place
}

// place is where a hunk may go: the number of the first line, from 0, of each fit of its old and of its
// new lines.
type place struct {
	old, new []int
	at       int // the chosen one of old, or -1
}

// planReadings tries both ways to read a diff, the likelier one first.
func planReadings(t Text, byName func([]FileDiff) *FileDiff, diff string, exact bool) (Plan, *Refusal) {
	var first *Refusal
	for _, how := range readings(diff, exact) {
		files, r := parseDiff(diff, how)
		if r == nil {
			if f := byName(files); f != nil {
				var p Plan
				if p, r = planHunks(t, f.Hunks, how, exact); r == nil {
					return p, nil
				}
			}
		}
		if first == nil {
			first = r
		}
	}
	return Plan{}, first
}

// readings says how a diff may be meant, the likelier way first. CAPE's own has one meaning. Of others,
// only one with characters that end lines in Python alone can be read in two ways; the counts of its
// headers then tell which is right.
func readings(diff string, exact bool) []reading {
	if exact {
		return []reading{byPython}
	}
	if !strings.ContainsAny(strings.ReplaceAll(diff, "\r\n", "\n"), "\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029") {
		return []reading{byLF}
	}
	if trust(diff, byPython) > trust(diff, byLF) {
		return []reading{byPython, byLF}
	}
	return []reading{byLF, byPython}
}

// trust says how well the counts of a diff agree with its lines: 2 wholly, 1 but for lines that CAPE has
// joined, 0 not.
func trust(diff string, how reading) int {
	files, r := parseDiff(diff, how)
	if r != nil {
		return 0
	}
	best := 2
	for _, f := range files {
		for _, h := range f.Hunks {
			switch {
			case h.Exact:
			case h.joined():
				best = min(best, 1)
			default:
				return 0
			}
		}
	}
	return best
}

// joined reports whether the counts are right if a removed and an added line stand in one, see unjoin.
func (h Hunk) joined() bool {
	at := h.lastRemoved()
	return at >= 0 && strings.Contains(h.Lines[at].Text, "+") && h.OldCount == len(h.side('+')) && h.NewCount == len(h.side('-'))+1
}

// lastRemoved is the number of the removed line that only added ones follow, or -1.
func (h Hunk) lastRemoved() int {
	at := len(h.Lines) - 1
	for at >= 0 && h.Lines[at].Sign == '+' {
		at--
	}
	if at < 0 || h.Lines[at].Sign != '-' {
		return -1
	}
	return at
}

func planHunks(t Text, hunks []Hunk, how reading, exact bool) (Plan, *Refusal) {
	if r := checkText(t); r != nil {
		return Plan{}, r
	}
	p := patch{t: t, exact: exact, hunks: slices.Clone(hunks), body: markLength(t.Src)}
	p.lines = fileLines(t.Src, p.body, how)
	for i := range p.hunks {
		p.hunks[i] = p.unjoin(p.hunks[i])
	}
	p.fit()
	if r := p.choose(); r != nil {
		return Plan{}, r
	}
	if p.done() {
		return Plan{File: t.File, Base: hashOf(t.Src), Result: t.Src, AlreadyApplied: true}, nil
	}
	swaps, r := p.swaps()
	if r != nil {
		return Plan{}, r
	}
	plan := planSwaps(t, swaps)
	plan.AlreadyApplied = len(plan.Edits) == 0
	return plan, nil
}

// fileLines cuts a text as the diff was cut.
func fileLines(src []byte, from int, how reading) []fileLine {
	var out []fileLine
	s := string(src[from:])
	at := from
	add := func(body string, size int, end bool) {
		out = append(out, fileLine{body, end, text.Span{Start: at, End: at + size}})
		at += size
	}
	if how == byLF {
		for _, l := range lines(s) {
			add(l.text, len(l.text)+len(l.end), l.end != "")
		}
		return out
	}
	for _, l := range pytext.Lines(s) {
		body := strings.TrimSuffix(strings.TrimSuffix(l, "\n"), "\r")
		add(body, len(l), len(body) < len(l) || contentLength(l) < len(l))
	}
	return out
}

// unjoin takes apart a deleted last line without an end and the added line that follows it: CAPE's diff
// shows them as one, "-old+new". The text of the file proves where the border is.
func (p *patch) unjoin(h Hunk) Hunk {
	at := h.lastRemoved()
	if h.Exact || at < 0 || len(p.lines) == 0 {
		return h
	}
	l := h.Lines[at]
	var border int
	last := p.lines[len(p.lines)-1]
	later := len(h.Lines) - 1 - at
	switch {
	case !last.end && strings.HasPrefix(l.Text, last.text+"+"):
		border = len(last.text)
	case len(p.lines) > later && strings.HasSuffix(l.Text, "+"+p.lines[len(p.lines)-1-later].text):
		border = len(l.Text) - len(p.lines[len(p.lines)-1-later].text) - 1 // the result is there already
	default:
		return h
	}
	apart := []HunkLine{{Sign: '-', Text: l.Text[:border], NoEnd: true}, {Sign: '+', Text: l.Text[border+1:], Tail: l.Tail, Open: l.Open}}
	joined := h
	joined.Lines = slices.Concat(h.Lines[:at], apart, h.Lines[at+1:])
	joined.Exact = h.OldCount == len(joined.side('+')) && h.NewCount == len(joined.side('-'))
	if h.OldCount >= 0 && !joined.Exact {
		return h
	}
	return joined
}

// side returns the lines of the hunk without those of one sign: '+' for the text before, '-' for the text
// after.
func (h Hunk) side(without byte) []HunkLine {
	var out []HunkLine
	for _, l := range h.Lines {
		if l.Sign != without {
			out = append(out, l)
		}
	}
	return out
}

// fit finds every place of both sides of every hunk.
func (p *patch) fit() {
	number := map[string]int{}
	ids := make([]int, len(p.lines))
	for i, l := range p.lines {
		n, ok := number[l.text]
		if !ok {
			n = len(number)
			number[l.text] = n
		}
		ids[i] = n
	}
	p.places = make([]place, len(p.hunks))
	for i, h := range p.hunks {
		p.places[i] = place{old: p.fits(h.side('+'), ids, number), new: p.fits(h.side('-'), ids, number), at: -1}
	}
}

func (p *patch) fits(side []HunkLine, ids []int, number map[string]int) []int {
	if len(side) == 0 {
		if len(p.lines) == 0 {
			return []int{0}
		}
		return nil
	}
	want := make([]int, len(side))
	for i, l := range side {
		n, ok := number[l.Text]
		if !ok {
			return nil
		}
		want[i] = n
	}
	var out []int
	overlapping(ids, want, 0, func(at int) {
		for i, l := range side {
			if l.NoEnd && p.lines[at+i].end {
				return
			}
		}
		out = append(out, at)
	})
	return out
}
