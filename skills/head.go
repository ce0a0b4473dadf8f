package skills

import "github.com/cape-ls/cape-ls/internal/text"

// Head is what a list shows of a SKILL.md: its instructions are not read.
type Head struct {
	Name        string // as NameIn
	Description string // as it stands in the file; empty when there is none
	NameSpan    text.Span
}

// ReadHead reads the head of a SKILL.md. Of a file that CAPE refuses it says what stands there.
func ReadHead(src []byte) Head {
	if h, plain := plainHead(src); plain {
		return h
	}
	return readHead(src)
}

func readHead(src []byte) Head {
	f := parseHead(src)
	h := Head{NameSpan: text.At(f.BOM)}
	if e, ok := f.Field("name"); ok && e.Pair.Value != nil {
		h.NameSpan = e.Pair.Value.Content.Clamp(len(src))
		if v := e.Pair.Value; isText(v) && !v.Broken {
			h.Name = textOf(v)
		}
	}
	if h.Name == "" { // what YAML reads as a number or a date, or what only CAPE finds
		h.Name = NameIn(src)
	}
	if e, ok := f.Field("description"); ok && e.Pair.Value != nil {
		h.Description = e.Pair.Value.Text
	}
	return h
}

// FirstLine is the line in which the file begins: that of the first fence, where there is one.
func (f *File) FirstLine() text.Span { return lineAt(f.Src, f.BOM).Span }
