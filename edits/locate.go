package edits

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// places are where a text was found.
type places struct {
	Spans []text.Span // the first of them, at most maxPlaces, in order
	Count int         // all of them, those that overlap others included
}

// maxPlaces bounds what a refusal lists; nobody reads more.
const maxPlaces = 20

// search is a text ready to be searched.
type search struct {
	fold
	from int // where the searched text begins: behind the byte order mark
}

func newSearch(src []byte) search {
	return search{fold: newFold(src), from: markLength(src)}
}

// markLength is the number of bytes of the byte order mark that src begins with.
func markLength(src []byte) int {
	if bytes.HasPrefix(src, []byte(text.BOM)) {
		return len(text.BOM)
	}
	return 0
}

// locate finds every place of old, whose line ends are folded, in a text, places that overlap included; it lists most
// of them at the most. The byte order mark at the start of the text is not searched. An empty old is only found in an
// empty text.
func locate(s search, old string, most int) places {
	if old == "" {
		if len(s.text) == s.from {
			return places{Spans: []text.Span{text.At(s.from)}, Count: 1}
		}
		return places{}
	}
	first := strings.Index(s.text[s.from:], old)
	if first < 0 {
		return places{}
	}
	p := places{}
	add := func(at int) {
		if p.Count++; p.Count <= most {
			p.Spans = append(p.Spans, s.span(at, at+len(old)))
		}
	}
	first += s.from
	add(first)
	if strings.Contains(s.text[first+1:], old) {
		overlapping([]byte(s.text), []byte(old), first+1, add)
	}
	return p
}

// overlapping calls found for every place of old in s from the offset on, in linear time (Knuth, Morris,
// Pratt): thousands of places that overlap must not cost their square. Old is not empty.
func overlapping[E comparable](s, old []E, from int, found func(at int)) {
	border := make([]int, len(old)+1) // of each prefix: its longest proper prefix that is also its end
	border[0] = -1
	for i, k := 0, -1; i < len(old); {
		for k >= 0 && old[k] != old[i] {
			k = border[k]
		}
		i, k = i+1, k+1
		border[i] = k
	}
	for i, k := from, 0; i < len(s); i++ {
		for k >= 0 && (k == len(old) || old[k] != s[i]) {
			k = border[k]
		}
		if k++; k == len(old) {
			found(i + 1 - k)
		}
	}
}

// apart returns the places of old that a replacement of all takes: from left to right, without overlap.
func apart(s search, old string) []text.Span {
	var spans []text.Span
	for at := s.from; ; at += len(old) {
		n := strings.Index(s.text[at:], old)
		if n < 0 {
			return spans
		}
		at += n
		spans = append(spans, s.span(at, at+len(old)))
	}
}

// PlanRequest plans one search and replace on a text. Its refusals are OldEmpty, NotUTF8, NotFound and
// Ambiguous.
func PlanRequest(t Text, r Request) (Plan, *Refusal) {
	if refusal := checkText(t); refusal != nil {
		return Plan{}, refusal
	}
	for _, sent := range []string{r.Old, r.New} {
		if at := text.InvalidByte([]byte(sent)); at >= 0 {
			ref := refuse(NotUTF8, "the texts of the edit must be valid UTF-8")
			ref.Offset = at
			return Plan{}, ref
		}
	}
	s := newSearch(t.Src)
	if r.Old == "" && len(s.text) > s.from {
		ref := refuse(OldEmpty, "'old' must be a nonempty string")
		ref.Detail = "an empty search text names no place; repeat a line of the file in old and in new"
		return Plan{}, ref
	}
	if swaps, ok := quotedMark(s, r); ok {
		return planSwaps(t, swaps), nil
	}
	old := foldText(r.Old)
	if r.All && old != "" {
		spans := apart(s, old)
		if len(spans) == 0 {
			return Plan{}, notFound(t, s, old)
		}
		return planSwaps(t, swapsOf(spans, r.New)), nil
	}
	p := locate(s, old, maxPlaces)
	switch p.Count {
	case 0:
		return Plan{}, notFound(t, s, old)
	case 1:
		return planSwaps(t, swapsOf(p.Spans, r.New)), nil
	}
	return Plan{}, ambiguous(t, p)
}

func swapsOf(spans []text.Span, replacement string) []swap {
	out := make([]swap, len(spans))
	for i, s := range spans {
		out[i] = swap{s, replacement}
	}
	return out
}

// quotedMark serves an old that begins with the byte order mark, as an agent that was shown the bytes
// may send it. It names the start of the file; the mark itself is not part of the text and stays.
func quotedMark(s search, r Request) ([]swap, bool) {
	old, quoted := strings.CutPrefix(r.Old, text.BOM)
	old = foldText(old)
	if !quoted || old == "" || !strings.HasPrefix(s.text[s.from:], old) {
		return nil, false
	}
	return []swap{{s.span(s.from, s.from+len(old)), strings.TrimPrefix(r.New, text.BOM)}}, true
}

func ambiguous(t Text, p places) *Refusal {
	r := refuse(Ambiguous, "Search text occurs %d times in '%s'; include more surrounding context to make it unique", p.Count, t.File)
	r.Count = p.Count
	m := text.NewMapper(t.Src)
	for _, s := range p.Spans {
		if n := m.LineOf(s.Start) + 1; len(r.Lines) == 0 || r.Lines[len(r.Lines)-1] != n {
			r.Lines = append(r.Lines, n)
		}
	}
	more := ""
	if p.Count > len(p.Spans) {
		more = " and further on"
	}
	r.Detail = "the places begin in " + linesText(r.Lines) + more
	return r
}

// linesText writes line numbers for a sentence.
func linesText(ns []int) string {
	words := make([]string, len(ns))
	for i, n := range ns {
		words[i] = strconv.Itoa(n)
	}
	if len(words) == 1 {
		return "line " + words[0]
	}
	return "lines " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// checkText refuses a text that is not UTF-8: what cannot be read cannot be kept.
func checkText(t Text) *Refusal {
	at := text.InvalidByte(t.Src)
	if at < 0 {
		return nil
	}
	r := refuse(NotUTF8, "File '%s' is not a valid text file", t.File)
	r.Offset = at
	r.Detail = fmt.Sprintf("byte %d (counted from 0) is the first that is not UTF-8; save the file as UTF-8 and try again", at)
	return r
}
