package skills

import (
	"bytes"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// plainHead reads what most SKILL.md files begin with, without a YAML parser: between two fences, lines of a key, a
// colon, a blank, and a value that stands as it is, or in quotes with nothing escaped. Of anything else it says
// that it is not plain. A repository with hundreds of skills opens that much sooner.
func plainHead(src []byte) (h Head, plain bool) {
	const fence = "---"
	at := len(fence) + 1
	if !bytes.HasPrefix(src, []byte(fence+"\n")) {
		return Head{}, false
	}
	var described bool
	for {
		n := bytes.IndexByte(src[at:], '\n')
		if n < 0 {
			return h, string(src[at:]) == fence && h.Name != "" && described
		}
		line := src[at : at+n]
		if string(line) == fence {
			return h, h.Name != "" && described
		}
		key, value := plainLine(line)
		if value.Empty() {
			return Head{}, false
		}
		switch string(line[:key]) { // the last of two counts
		case "name":
			if !yaml11.IsText(string(value.In(line))) {
				return Head{}, false
			}
			h.Name, h.NameSpan = string(value.In(line)), value.Shift(at)
		case "description":
			h.Description, described = string(value.In(line)), true
		}
		at += n + 1
	}
}

// mostPlainKey is well below the length at which YAML takes no key any more.
const mostPlainKey = 64

// plainLine returns the length of the key of a line, and its value without quotes; an empty span: the line is
// not plain.
func plainLine(line []byte) (key int, value text.Span) {
	for key < min(len(line), mostPlainKey) && (isLetter(line[key]) || key > 0 && (line[key] == '-' || line[key] == '_')) {
		key++
	}
	start := key + len(": ")
	if start >= len(line) || string(line[key:start]) != ": " || !yaml11.IsText(string(line[:key])) {
		return 0, text.Span{}
	}
	value = text.Span{Start: start, End: len(line)}
	first, last := line[start], line[len(line)-1]
	switch {
	case first == '"' || first == '\'':
		value = text.Span{Start: start + 1, End: len(line) - 1}
		if value.Len() < 1 || last != first || bytes.IndexByte(value.In(line), first) >= 0 || bytes.IndexByte(value.In(line), '\\') >= 0 {
			return 0, text.Span{}
		}
	case !isLetter(first) && (first < '0' || first > '9') || last == ' ' || last == ':' ||
		bytes.Contains(line[start:], []byte(": ")) || bytes.Contains(line[start:], []byte(" #")):
		return 0, text.Span{}
	}
	if !plainCharacters(value.In(line)) {
		return 0, text.Span{}
	}
	return key, value
}

// plainCharacters reports whether a text holds only characters that mean nothing to YAML by themselves.
func plainCharacters(src []byte) bool {
	for i := 0; i < len(src); {
		if c := src[i]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(src[i:])
		if r < 0xA0 || r == '\u2028' || r == '\u2029' || r >= 0xD800 { // line ends, a byte-order mark, no UTF-8
			return false
		}
		i += size
	}
	return true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
