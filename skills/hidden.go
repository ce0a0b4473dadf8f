package skills

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// hiddenKind sorts the characters that a reader cannot see by what they do.
type hiddenKind int

const (
	seen      hiddenKind = iota
	zeroWidth            // takes no room
	tagChar              // spells ASCII in secret
	selector             // picks a shape for the character before; in a row they can carry bytes
	override             // turns the direction of the text around it
	embedding            // opens or closes a stretch of another direction
	mark                 // a direction mark
	joiner               // joins or parts the letters around it
	control              // a control character
)

// hiddenRun is a run of characters of one kind that a reader cannot see.
type hiddenRun struct {
	text.Span
	kind    hiddenKind
	runes   []rune
	message string
}

// hiddenRuns finds what a reader cannot see in the text from offset from on. What belongs to visible
// writing is left out: joined emoji, flags, joiners in scripts that use them, and direction marks on
// lines with text that runs from right to left.
func hiddenRuns(src []byte, from int) []hiddenRun {
	var out []hiddenRun
	for at := from; at < len(src); {
		if c := src[at]; c < utf8.RuneSelf && (c >= ' ' && c != 0x7f || c == '\n' || c == '\t' || c == '\r' || c == '\f') {
			at++
			continue
		}
		r, size := utf8.DecodeRune(src[at:])
		kind := hiddenKindOf(r)
		if kind == seen || r == utf8.RuneError && size == 1 {
			at += size
			continue
		}
		run := hiddenRun{Span: text.Span{Start: at, End: at}, kind: kind}
		for run.End < len(src) {
			r, size = utf8.DecodeRune(src[run.End:])
			if hiddenKindOf(r) != kind {
				break
			}
			run.runes = append(run.runes, r)
			run.End += size
		}
		at = run.End
		if !belongs(src, run) {
			run.message = run.describe()
			out = append(out, run)
		}
	}
	return out
}

func hiddenKindOf(r rune) hiddenKind {
	switch {
	case r < 0x20 && r != '\n' && r != '\t' && r != '\r' && r != '\f', r >= 0x7f && r <= 0x9f:
		return control
	case r < 0xad:
		return seen
	case r == 0xad, r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x180e,
		r == 0x200b, r == 0x2028, r == 0x2029, r >= 0x2060 && r <= 0x2064, r >= 0x206a && r <= 0x206f,
		r == 0x3164, r == 0xfeff, r == 0xffa0, r >= 0xfff9 && r <= 0xfffb, r >= 0x1d173 && r <= 0x1d17a:
		return zeroWidth
	case r == 0x200c, r == 0x200d:
		return joiner
	case r == 0x200e, r == 0x200f, r == 0x061c:
		return mark
	case r == 0x202d, r == 0x202e:
		return override
	case r >= 0x202a && r <= 0x202c, r >= 0x2066 && r <= 0x2069:
		return embedding
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef:
		return selector
	case r >= 0xe0000 && r <= 0xe007f:
		return tagChar
	}
	return seen
}

// belongs reports whether a run is part of visible writing.
func belongs(src []byte, run hiddenRun) bool {
	before, _ := utf8.DecodeLastRune(src[:run.Start])
	after, _ := utf8.DecodeRune(src[run.End:])
	switch run.kind {
	case tagChar:
		return before == blackFlag && run.runes[len(run.runes)-1] == cancelTag
	case selector:
		return len(run.runes) == 1
	case joiner:
		if len(run.runes) > 1 {
			return false
		}
		return pictorial(before) && pictorial(after) || joiningScript(before)
	case mark, embedding:
		return hasRightToLeft(lineAround(src, run.Start))
	case zeroWidth:
		r := run.runes[0]
		if len(run.runes) > 1 {
			return false
		}
		// These scripts have no blanks; the character shows where a word may end.
		if r == 0x200b || r == 0x2060 {
			return blanklessScript(before) || blanklessScript(after)
		}
		return (r == 0x115f || r == 0x1160) && (unicode.Is(unicode.Hangul, before) || unicode.Is(unicode.Hangul, after))
	}
	return false
}

const (
	blackFlag = 0x1f3f4 // begins the flag of a region
	cancelTag = 0xe007f // ends it
)

// pictorial reports whether a character can take part in a joined emoji: a picture, its skin colour,
// or the selector that makes it one.
func pictorial(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xfe0f || r == 0x3030 || r == 0x303d
}

func joiningScript(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsMark(r)) &&
		(r >= 0x0600 && r <= 0x109f || r >= 0x1700 && r <= 0x1cff || r >= 0xa800 && r <= 0xabff ||
			r >= 0xfb50 && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc || r >= 0x10a00 && r <= 0x11fff || r >= 0x1e800 && r <= 0x1e95f)
}

func blanklessScript(r rune) bool {
	return r >= 0x0e00 && r <= 0x109f || r >= 0x1780 && r <= 0x17ff || r >= 0x1950 && r <= 0x19ff || r >= 0x1a20 && r <= 0x1aaf ||
		unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)
}

func hasRightToLeft(line []byte) bool {
	return bytes.ContainsFunc(line, func(r rune) bool {
		return r >= 0x0590 && r <= 0x08ff && r != 0x061c || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfefc ||
			r >= 0x10800 && r <= 0x10fff || r >= 0x1e800 && r <= 0x1efff
	})
}

func lineAround(src []byte, at int) []byte {
	start := bytes.LastIndexAny(src[:at], "\r\n") + 1
	end := bytes.IndexAny(src[at:], "\r\n")
	if end < 0 {
		return src[start:]
	}
	return src[start : at+end]
}

// describe says what the run is and, where it spells something, what it says.
func (run hiddenRun) describe() string {
	first := run.runes[0]
	code := fmt.Sprintf("U+%04X", first)
	if name := hiddenNames[first]; name != "" {
		code += " (" + name + ")"
	}
	n := len(run.runes)
	switch {
	case run.kind == tagChar:
		return fmt.Sprintf("text must be visible: %s hidden here%s", count(n, "tag character", code), saying(run.spelled()))
	case run.kind == selector:
		return fmt.Sprintf("text must be visible: %s in a row hidden here%s", count(n, "variation selector", code), saying(run.spelled()))
	case run.kind == override || run.kind == embedding || run.kind == mark:
		return "text must be shown in the order it is read: " + count(n, "direction character", code) + " changes it here"
	}
	return fmt.Sprintf("text must be visible: %s cannot be seen", count(n, "character", code))
}

func count(n int, noun, code string) string {
	if n == 1 {
		return code
	}
	return fmt.Sprintf("%d %ss from %s", n, noun, code)
}

func saying(s string) string {
	if s == "" {
		return ""
	}
	const most = 200
	if r := []rune(s); len(r) > most {
		s = string(r[:most]) + "..."
	}
	return fmt.Sprintf(" say %q", s)
}

// spelled returns the text that tag characters or variation selectors carry; empty: none.
func (run hiddenRun) spelled() string {
	var b strings.Builder
	for _, r := range run.runes {
		switch {
		case r >= 0xe0020 && r <= 0xe007e:
			b.WriteByte(byte(r - 0xe0000))
		case r >= 0xfe00 && r <= 0xfe0f:
			b.WriteByte(byte(r - 0xfe00))
		case r >= 0xe0100 && r <= 0xe01ef:
			b.WriteByte(byte(r - 0xe0100 + 16))
		}
	}
	s := b.String()
	if !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' }) {
		return ""
	}
	return s
}

var hiddenNames = map[rune]string{
	0x00: "null", 0x07: "bell", 0x08: "backspace", 0x0b: "vertical tab", 0x1b: "escape", 0x7f: "delete", 0x85: "next line",
	0xad: "soft hyphen", 0x034f: "grapheme joiner", 0x061c: "Arabic letter mark", 0x180e: "Mongolian vowel separator",
	0x200b: "zero-width space", 0x200c: "zero-width non-joiner", 0x200d: "zero-width joiner",
	0x200e: "left-to-right mark", 0x200f: "right-to-left mark",
	0x2028: "line separator", 0x2029: "paragraph separator",
	0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "end of directional formatting",
	0x202d: "left-to-right override", 0x202e: "right-to-left override",
	0x2060: "word joiner", 0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate",
	0x2069: "end of directional isolate", 0x3164: "Hangul filler", 0xfeff: "byte order mark",
}
