package control

import (
	"bytes"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// FormatOnType returns the edit that puts a closing bracket, which was typed just before an offset as the
// first on its line, below the line that the opening one stands in. Nothing else is ever moved: control
// files are aligned by hand, in columns and with comments, and no rule could keep that.
func FormatOnType(src []byte, offset int) []diag.Edit {
	if offset < 1 || offset > len(src) {
		return nil
	}
	line := bytes.LastIndexByte(src[:offset-1], '\n') + 1
	if len(bytes.Trim(src[line:offset-1], " \t")) > 0 {
		return nil
	}
	open := opening(src[:offset])
	if open < 0 {
		return nil
	}
	start := bytes.LastIndexByte(src[:open], '\n') + 1
	indent := src[start : start+len(src[start:open])-len(bytes.TrimLeft(src[start:open], " \t"))]
	if start == line || bytes.Equal(indent, src[line:offset-1]) {
		return nil
	}
	return []diag.Edit{{Span: text.Span{Start: line, End: offset - 1}, New: string(indent)}}
}

// opening returns the place of the bracket that the last byte closes, -1 when it closes none.
func opening(src []byte) int {
	pairs := map[byte]byte{'}': '{', ']': '['}
	var open []int
	for i := 0; i < len(src); i++ {
		switch c := src[i]; c {
		case '{', '[':
			open = append(open, i)
		case '}', ']':
			if len(open) == 0 {
				continue
			}
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if i == len(src)-1 && src[last] == pairs[c] {
				return last
			}
		case '"':
			i = endOfText(src, i)
		case '/':
			if i+1 < len(src) && src[i+1] == '/' {
				i = endOfLine(src, i)
			}
		}
	}
	return -1
}

// endOfText returns the place of the closing quote of a text, or of the end of its line.
func endOfText(src []byte, at int) int {
	for i := at + 1; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"', '\n':
			return i
		}
	}
	return len(src)
}

func endOfLine(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}
