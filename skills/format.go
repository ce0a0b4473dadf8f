package skills

import (
	"bytes"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Format returns the edits that put the front matter in order: no blanks at line ends, one blank after the
// colon of a key, a line end at the end of the file. YAML is never written anew, so values, quotes,
// comments and line ends stay as they are. The body is the author's.
func Format(f *File) []diag.Edit {
	if f.Fences.Open.Empty() || f.Fences.Close.Empty() || f.YAML.Err != nil {
		return nil
	}
	kept := keptLines(f.YAML.Root, f.Src)
	var out []diag.Edit
	block := f.frontBlock()
	for at := block.Start; at < block.End; {
		l := lineAt(f.Src, at)
		end := l.Start + len(bytes.TrimRight(l.In(f.Src), " \t"))
		if end < l.End && !within(kept, text.Span{Start: end, End: l.End}) {
			out = append(out, diag.Edit{Span: text.Span{Start: end, End: l.End}})
		}
		at = max(l.next, at+1)
	}
	for _, e := range f.entries {
		out = append(out, oneBlank(f.Src, e.Pair)...)
	}
	if n := len(f.Src); n > 0 && f.Src[n-1] != '\n' && f.Src[n-1] != '\r' && f.Fences.Body.Start < n {
		out = append(out, diag.Edit{Span: text.At(n), New: f.mapper.LineEnding(n)})
	}
	return out
}

// keptLines lists the spans in which blanks at line ends are text: literal and folded values, and quoted
// ones over several lines.
func keptLines(n *yaml11.Node, src []byte) []text.Span {
	if n == nil {
		return nil
	}
	var out []text.Span
	if n.Kind == yaml11.Scalar && (n.Style == yaml11.Literal || n.Style == yaml11.Folded || bytes.ContainsAny(n.Span.In(src), "\r\n")) {
		span := n.Span
		// The blank line after a literal text may be part of it.
		span.End = len(src)
		if n.Style != yaml11.Literal && n.Style != yaml11.Folded {
			span.End = n.Span.End
		} else if next := nextText(src, n.Span.End); next < span.End {
			span.End = next
		}
		out = append(out, span)
	}
	for _, item := range n.Items {
		out = append(out, keptLines(item, src)...)
	}
	for _, p := range n.Pairs {
		out = append(append(out, keptLines(p.Key, src)...), keptLines(p.Value, src)...)
	}
	return out
}

// nextText returns the start of the next line with text after an offset.
func nextText(src []byte, at int) int {
	for at < len(src) {
		l := lineAt(src, at)
		if l.Start > 0 && (src[l.Start-1] == '\n' || src[l.Start-1] == '\r') && len(bytes.TrimSpace(l.In(src))) > 0 {
			return l.Start
		}
		at = l.next
	}
	return len(src)
}

func within(spans []text.Span, s text.Span) bool {
	for _, kept := range spans {
		if kept.Start < s.End && s.Start < kept.End {
			return true
		}
	}
	return false
}

// oneBlank takes out all but one of the blanks between a colon and a value on the same line.
func oneBlank(src []byte, p yaml11.Pair) []diag.Edit {
	if p.Value == nil || p.Value.Span.Empty() || p.Key == nil || p.Key.Kind != yaml11.Scalar {
		return nil
	}
	gap := text.Span{Start: p.Key.Span.End, End: p.Value.Span.Start}
	if gap.End <= gap.Start {
		return nil
	}
	between := gap.In(src)
	colon := bytes.IndexByte(between, ':')
	if colon < 0 || len(between)-colon-1 < 2 || len(bytes.Trim(between[colon+1:], " ")) > 0 {
		return nil
	}
	return []diag.Edit{{Span: text.Span{Start: gap.Start + colon + 2, End: gap.End}}}
}
