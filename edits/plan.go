package edits

import (
	"bytes"
	"errors"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Edit replaces the bytes of one span.
type Edit struct {
	Span text.Span
	New  string
}

// Plan is what is to be done to one text.
type Plan struct {
	File           string // as the diff names it
	Base           Hash   // of the text that the plan was made for
	Edits          []Edit // sorted, apart from each other, only bytes that change
	Result         []byte // the text with the edits made
	Diff           string // CAPE's unified diff of the change, not cut
	AlreadyApplied bool   // a diff whose result the text holds already; there are no edits then
}

// ErrBase is returned for a text that is not the one the plan was made for.
var ErrBase = errors.New("the text is not the one that the edit was planned for")

// Apply makes the edits on src, which must be the text that the plan was made for.
func (p Plan) Apply(src []byte) ([]byte, error) {
	if hashOf(src) != p.Base {
		return nil, ErrBase
	}
	return applyEdits(src, p.Edits), nil
}

// applyEdits makes edits that are sorted and do not overlap.
func applyEdits(src []byte, edits []Edit) []byte {
	out := make([]byte, 0, len(src))
	at := 0
	for _, e := range edits {
		out = append(append(out, src[at:e.Span.Start]...), e.New...)
		at = e.Span.End
	}
	return append(out, src[at:]...)
}

// swap puts a text in the place of a span. Its line ends are LF or CRLF for "a line end as they are
// here"; a lone CR is meant as it is.
type swap struct {
	at   text.Span
	with string
}

// planSwaps makes the plan of replacements that are sorted, do not overlap, and split no CRLF.
func planSwaps(t Text, swaps []swap) Plan {
	b := builder{src: t.Src, lines: text.NewMapper(t.Src), bare: !bytes.ContainsAny(t.Src, "\r\n")}
	var shown strings.Builder // what CAPE, which reads every line end as LF, would have written
	at := 0
	for _, s := range swaps {
		shown.WriteString(foldText(string(t.Src[at:s.at.Start])))
		shown.WriteString(foldCRLF(s.with))
		at = s.at.End
		b.swap(s)
	}
	shown.WriteString(foldText(string(t.Src[at:])))
	b.keep(len(t.Src))
	return Plan{
		File: t.File, Base: hashOf(t.Src), Edits: b.edits(), Result: b.out,
		Diff: Unified(t.File, foldText(string(t.Src)), shown.String()),
	}
}

// pair is a part of the text before and the part of the text after that stands in its place.
type pair struct{ a, b text.Span }

// builder writes the text after, from left to right, and notes which parts are new.
type builder struct {
	src   []byte
	lines *text.Mapper
	bare  bool // src has no line end at all
	at    int  // how much of src is done
	out   []byte
	pairs []pair
	fresh bool // the last thing done was to put something in place
}

// keep copies src up to end. Where a removed part leaves a CR and a LF side by side that were two line
// ends, the CR becomes a CRLF, so that they stay two.
func (b *builder) keep(end int) {
	if end == b.at {
		return
	}
	if n := len(b.out); b.fresh && n > 0 && b.out[n-1] == '\r' && b.src[b.at] == '\n' {
		b.out = append(b.out, '\n')
		b.pairs[len(b.pairs)-1].b.End++
	}
	b.out = append(b.out, b.src[b.at:end]...)
	b.at, b.fresh = end, false
}

// put replaces src up to end.
func (b *builder) put(end int, s string) {
	start := len(b.out)
	if start > 0 && b.out[start-1] == '\r' && strings.HasPrefix(s, "\n") {
		b.out = append(b.out, '\r') // see keep: two line ends must not become one
	}
	b.out = append(b.out, s...)
	b.pairs = append(b.pairs, pair{text.Span{Start: b.at, End: end}, text.Span{Start: start, End: len(b.out)}})
	b.at, b.fresh = end, true
}

// swap makes one replacement line by line: lines that stay are not touched and keep their line ends.
func (b *builder) swap(s swap) {
	old, replacement := lines(string(s.at.In(b.src))), lines(s.with)
	b.keep(s.at.Start)
	i, at := 0, s.at.Start
	advance := func(to int) int {
		for ; i < to; i++ {
			at += len(old[i].text) + len(old[i].end)
		}
		return at
	}
	for _, r := range lineChanges(foldedLines(old), foldedLines(replacement)) {
		b.keep(advance(r.a1))
		fresh := b.ended(old[r.a1:r.a2], replacement[r.b1:r.b2])
		if len(fresh) != r.a2-r.a1 {
			b.put(advance(r.a2), strings.Join(fresh, ""))
			continue
		}
		for n, s := range together(old[r.a1:r.a2], fresh) {
			if s != nil {
				b.put(advance(r.a1+n+1), strings.Join(s, ""))
			}
		}
	}
	b.keep(s.at.End)
}

// together decides, for as many new lines as old ones, which become edits of their own: the answer holds,
// at the last line of each edit, its lines. Lines with little in common go with their neighbours, so that
// a rewritten paragraph is one edit to review.
func together(old []line, fresh []string) [][]string {
	out := make([][]string, len(fresh))
	from := 0
	for n, f := range fresh {
		was, f := old[n].text, strings.TrimRight(f, "\r\n")
		same := commonPrefix(was, f)
		same += commonSuffix(was[same:], f[same:])
		alike := 2*same >= min(len(was), len(f))
		if alike && n > from {
			out[n-1] = fresh[from:n]
			from = n
		}
		if alike || n == len(fresh)-1 {
			out[n] = fresh[from : n+1]
			from = n + 1
		}
	}
	return out
}

// ended returns the new lines with the line ends in force: that of the old line in the same place, else
// of the last line above it, else of the line that holds the place. A text without any line end takes
// them as they were sent.
func (b *builder) ended(old, fresh []line) []string {
	out := make([]string, len(fresh))
	force := b.lines.LineEnding(b.at)
	if b.at > 0 && (b.src[b.at-1] == '\n' || b.src[b.at-1] == '\r') {
		force = b.lines.LineEnding(b.at - 1)
	}
	for n, l := range fresh {
		if n < len(old) && old[n].end != "" {
			force = old[n].end
		}
		if (l.end == "\n" || l.end == "\r\n") && !b.bare {
			l.end = force
		}
		if n > 0 && l.text == "" && l.end == "\n" && strings.HasSuffix(out[n-1], "\r") {
			l.end = "\r\n" // see keep: two line ends must not become one
		}
		out[n] = l.text + l.end
	}
	return out
}

// lineChanges is changes for the planning of edits, where the lines that begin and end both texts may be
// taken off first. Texts too long to compare count as one change.
func lineChanges(a, b []string) []region {
	const most = 1 << 29 // pairs of lines
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	a, b = a[head:len(a)-tail], b[head:len(b)-tail]
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	rs := []region{{0, len(a), 0, len(b)}}
	if len(a) > 0 && len(b) > 0 && len(a)*len(b) <= most {
		rs = changes(a, b)
	}
	for i, r := range rs {
		rs[i] = region{r.a1 + head, r.a2 + head, r.b1 + head, r.b2 + head}
	}
	return rs
}
