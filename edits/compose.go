package edits

import "github.com/cape-ls/cape-ls/internal/text"

// compose returns one list of edits of src that does what the two lists do one after the other: the first
// in terms of src, the second in terms of the text that the first leaves.
func compose(src []byte, first, second []Edit) []Edit {
	if len(first) == 0 {
		return second
	}
	between := pieces(src, first)
	var after []piece
	rest := between
	at := 0
	for _, e := range second {
		var kept []piece
		kept, rest = cut(rest, e.Span.Start-at)
		_, rest = cut(rest, e.Span.Len())
		at = e.Span.End
		after = append(append(after, kept...), piece{with: e.New})
	}
	after = append(after, rest...)
	var out []Edit
	done, with := 0, ""
	flush := func(to int) {
		if to > done || with != "" {
			out = append(out, Edit{text.Span{Start: done, End: to}, with})
		}
		with = ""
	}
	for _, p := range after {
		if p.span.Empty() {
			with += p.with
			continue
		}
		flush(p.span.Start)
		done = p.span.End
	}
	flush(len(src))
	return shortest(src, out)
}

// shortest takes off the edits what they only put back: a later edit may undo an earlier one.
func shortest(src []byte, list []Edit) []Edit {
	b := builder{src: src, out: applyEdits(src, list)}
	shift := 0
	for _, e := range list {
		start := e.Span.Start + shift
		b.pairs = append(b.pairs, pair{e.Span, text.Span{Start: start, End: start + len(e.New)}})
		shift += len(e.New) - e.Span.Len()
	}
	return b.edits()
}

// piece is a part of src that stays, or a text that is new.
type piece struct {
	span text.Span
	with string
}

func (p piece) len() int { return max(p.span.Len(), len(p.with)) }

func pieces(src []byte, edits []Edit) []piece {
	var out []piece
	at := 0
	for _, e := range edits {
		out = append(out, piece{span: text.Span{Start: at, End: e.Span.Start}}, piece{with: e.New})
		at = e.Span.End
	}
	return append(out, piece{span: text.Span{Start: at, End: len(src)}})
}

// cut splits pieces after n bytes. It takes ps to itself.
func cut(ps []piece, n int) (head, rest []piece) {
	for i, p := range ps {
		if n < p.len() {
			if n > 0 {
				if p.with != "" {
					head = append(head, piece{with: p.with[:n]})
					p.with = p.with[n:]
				} else {
					head = append(head, piece{span: text.Span{Start: p.span.Start, End: p.span.Start + n}})
					p.span.Start += n
				}
			}
			ps[i] = p
			return head, ps[i:]
		}
		head = append(head, p)
		n -= p.len()
	}
	return head, nil
}
