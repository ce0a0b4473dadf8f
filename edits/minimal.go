package edits

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/cape-ls/cape-ls/internal/text"
)

// edits returns the noted parts as edits of only the bytes that change.
func (b *builder) edits() []Edit {
	var parts []pair
	for _, p := range b.pairs {
		for _, q := range b.refine(b.trim(p)) {
			if n := len(parts) - 1; n >= 0 && parts[n].a.End == q.a.Start {
				parts[n] = pair{parts[n].a.Cover(q.a), parts[n].b.Cover(q.b)}
			} else if q.a.Len() > 0 || q.b.Len() > 0 {
				parts = append(parts, q)
			}
		}
	}
	out := make([]Edit, 0, len(parts))
	for _, p := range parts {
		out = append(out, Edit{p.a, string(p.b.In(b.out))})
	}
	return out
}

// trim takes off what both sides begin and end with, in whole characters as a reader sees them.
func (b *builder) trim(p pair) pair {
	n := commonPrefix(string(p.a.In(b.src)), string(p.b.In(b.out)))
	for n > 0 && !(border(b.src, p.a.Start+n) && border(b.out, p.b.Start+n)) {
		n--
	}
	p.a.Start, p.b.Start = p.a.Start+n, p.b.Start+n
	n = commonSuffix(string(p.a.In(b.src)), string(p.b.In(b.out)))
	for n > 0 && !(border(b.src, p.a.End-n) && border(b.out, p.b.End-n)) {
		n--
	}
	p.a.End, p.b.End = p.a.End-n, p.b.End-n
	return p
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// refine splits the replacement of some lines by more or fewer ones, where a long piece inside stays:
// cursors and folds in it then survive. A replacement within one line stays one edit.
func (b *builder) refine(p pair) []pair {
	const mostBytes = 4000 // the comparison by characters takes the square of the change
	before, after := p.a.In(b.src), p.b.In(b.out)
	if len(before) == 0 || len(after) == 0 || len(before)+len(after) > mostBytes || !hasLineEnd(before) && !hasLineEnd(after) ||
		!utf8.Valid(before) || !utf8.Valid(after) {
		return []pair{p}
	}
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a time limit would make the answer depend on the machine
	var out []pair
	rest := p
	i, j := p.a.Start, p.b.Start
	for _, piece := range d.DiffCleanupSemantic(d.DiffMain(string(before), string(after), false)) {
		n := len(piece.Text)
		switch piece.Type {
		case diffmatchpatch.DiffDelete:
			i += n
		case diffmatchpatch.DiffInsert:
			j += n
		case diffmatchpatch.DiffEqual:
			if from, to, ok := b.anchor(i, j, n); ok {
				out = append(out, b.trim(pair{text.Span{Start: rest.a.Start, End: i + from}, text.Span{Start: rest.b.Start, End: j + from}}))
				rest.a.Start, rest.b.Start = i+to, j+to
			}
			i, j = i+n, j+n
		}
	}
	return append(out, b.trim(rest))
}

func hasLineEnd(b []byte) bool {
	for _, c := range b {
		if c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// anchor says which part of n equal bytes is worth keeping between two edits, in whole characters.
func (b *builder) anchor(i, j, n int) (from, to int, ok bool) {
	const least = 8
	to = n
	for from < to && !(border(b.src, i+from) && border(b.out, j+from)) {
		from++
	}
	for to > from && !(border(b.src, i+to) && border(b.out, j+to)) {
		to--
	}
	return from, to, to-from >= least && worded(b.src[i+from:i+to])
}

// worded reports whether a piece is more than blanks and signs, which agree by chance.
func worded(b []byte) bool {
	n := 0
	for _, c := range b {
		if c >= 0x80 || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			n++
		}
	}
	return n >= 4
}
