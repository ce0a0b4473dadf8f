// Package text holds what every room needs to talk about places in a file: byte spans, and the
// mapping between byte offsets and the line and column numbers that an editor counts.
//
// It promises that a conversion never leaves the text and never lands inside a code point or between
// the CR and the LF of one line end. It knows nothing of files, encodings other than UTF-8, or rules.
package text

// BOM is the UTF-8 encoding of the byte order mark U+FEFF.
const BOM = "\xef\xbb\xbf"

// Span is a half-open range of byte offsets in a text: Start is inside, End is not.
type Span struct {
	Start, End int
}

// At returns the empty span at offset.
func At(offset int) Span { return Span{offset, offset} }

// Len returns the number of bytes in the span.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether the span covers no byte.
func (s Span) Empty() bool { return s.End <= s.Start }

// Contains reports whether offset is inside the span or at its end, as a cursor would be.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset <= s.End }

// Overlaps reports whether the two spans share a byte or touch.
func (s Span) Overlaps(o Span) bool { return s.Start <= o.End && o.Start <= s.End }

// Shift returns the span moved by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Cover returns the smallest span that holds both.
func (s Span) Cover(o Span) Span { return Span{min(s.Start, o.Start), max(s.End, o.End)} }

// In returns the bytes of src that the span covers.
func (s Span) In(src []byte) []byte { return src[s.Start:s.End] }

// Clamp returns the span cut to a text of n bytes.
func (s Span) Clamp(n int) Span {
	start := min(max(s.Start, 0), n)
	return Span{start, min(max(s.End, start), n)}
}
