package skills

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	gmtext "github.com/yuin/goldmark/text"

	"github.com/cape-ls/cape-ls/internal/text"
)

// inline scans the text of one block after the other. The block's lines are joined, since a link may run
// over two of them; spans are mapped back to the file.
type inline struct {
	text  []byte
	join  []byte // the room for joined lines
	start []int  // of each line, in text
	shift []int  // what leads from text to the file, for each line
	f     *File

	brackets []int // places of the open square brackets; an image's is the complement of its mark's

	// What has no end further down has none for a later start either; remembering it keeps the scan
	// linear.
	noEnd     map[int]bool // lengths of backquote runs without a counterpart
	noComment bool
}

// block scans the lines of one block.
func (in *inline) block(lines *gmtext.Segments, src []byte, shift int) {
	if lines.Len() == 0 {
		return
	}
	in.take(lines, src, shift)
	if bytes.IndexByte(in.text, '`') < 0 && bytes.IndexByte(in.text, ']') < 0 && bytes.IndexByte(in.text, '<') < 0 {
		return
	}
	in.scan(in.definitions())
}

// html scans the lines of a block of HTML: there is no Markdown in it.
func (in *inline) html(lines *gmtext.Segments, src []byte, shift int) {
	in.take(lines, src, shift)
	for at := 0; ; {
		i := bytes.IndexByte(in.text[at:], '<')
		if i < 0 {
			return
		}
		at = in.tag(at + i)
	}
}

// take joins the lines of the next block.
func (in *inline) take(lines *gmtext.Segments, src []byte, shift int) {
	*in = inline{f: in.f, join: in.join[:0], start: in.start[:0], shift: in.shift[:0], brackets: in.brackets[:0]}
	for i := range lines.Len() {
		seg := lines.At(i)
		in.start = append(in.start, len(in.join))
		in.shift = append(in.shift, seg.Start+shift-len(in.join))
		in.join = append(in.join, src[seg.Start:seg.Stop]...)
	}
	in.text = in.join
}

// span maps a span of the joined text to the file.
func (in *inline) span(start, end int) text.Span {
	last := max(end-1, start)
	return text.Span{Start: in.offset(start, start), End: in.offset(end, last)}
}

// offset maps one place, seen from the line that holds line.
func (in *inline) offset(at, line int) int {
	n := sort.SearchInts(in.start, line+1) - 1
	return at + in.shift[max(n, 0)]
}

func (in *inline) peek(at int) byte {
	if at < len(in.text) {
		return in.text[at]
	}
	return 0
}

// blanks skips blanks and tabs, space skips these and line ends.
func (in *inline) blanks(at int) int {
	for at < len(in.text) && (in.text[at] == ' ' || in.text[at] == '\t') {
		at++
	}
	return at
}

func (in *inline) space(at int) int {
	for at < len(in.text) && strings.IndexByte(" \t\n", in.text[at]) >= 0 {
		at++
	}
	return at
}

func (in *inline) lineEnd(at int) int {
	if i := bytes.IndexByte(in.text[min(at, len(in.text)):], '\n'); i >= 0 {
		return at + i
	}
	return len(in.text)
}

// scan walks over the text: code spans, escapes, tags and comments hide what is in them.
func (in *inline) scan(at int) {
	for at < len(in.text) {
		switch in.text[at] {
		case '\\':
			at += 2
		case '`':
			at = in.code(at)
		case '<':
			at = in.tag(at)
		case '[':
			open := at
			if at > 0 && in.text[at-1] == '!' && !in.escaped(at-1) {
				open = ^(at - 1)
			}
			in.brackets = append(in.brackets, open)
			at++
		case ']':
			at = in.link(at)
		default:
			at++
		}
	}
}

func (in *inline) escaped(at int) bool {
	n := 0
	for at-1-n >= 0 && in.text[at-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// code skips a code span, or the run of backquotes where there is none.
func (in *inline) code(at int) int {
	run := at
	for run < len(in.text) && in.text[run] == '`' {
		run++
	}
	for end := run; end < len(in.text) && !in.noEnd[run-at]; {
		if in.text[end] != '`' {
			end++
			continue
		}
		stop := end
		for stop < len(in.text) && in.text[stop] == '`' {
			stop++
		}
		if stop-end == run-at {
			in.word(run, end)
			return stop
		}
		end = stop
	}
	if in.noEnd == nil {
		in.noEnd = map[int]bool{}
	}
	in.noEnd[run-at] = true
	return run
}

// word keeps a code span that holds one word.
func (in *inline) word(start, end int) {
	content := in.text[start:end]
	trimmed := bytes.TrimSpace(content)
	if len(trimmed) == 0 || bytes.ContainsAny(trimmed, " \t\n") {
		return
	}
	start += bytes.Index(content, trimmed)
	in.f.Words = append(in.f.Words, Word{Text: string(trimmed), Span: in.span(start, start+len(trimmed))})
}

// tag skips an HTML tag, a comment or an address in angle brackets.
func (in *inline) tag(at int) int {
	rest := in.text[at:]
	if bytes.HasPrefix(rest, []byte("<!--")) {
		if in.noComment {
			return at + 1
		}
		if i := bytes.Index(rest[4:], []byte("-->")); i >= 0 {
			return at + 4 + i + 3
		}
		in.noComment = true
		return at + 1
	}
	c := in.peek(at + 1)
	if c != '/' && c != '!' && c != '?' && (c|0x20 < 'a' || c|0x20 > 'z') {
		return at + 1
	}
	var quote byte
	for i, c := range rest[1:] {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			if i > 0 && rest[i] == '=' {
				quote = c
			}
		case c == '>':
			in.attributes(at, at+i+2)
			return at + i + 2
		case c == '<' || c == '`':
			return at + 1
		}
	}
	return at + 1
}

// attributes keeps where the tag from start to end leads.
func (in *inline) attributes(start, end int) {
	for _, m := range leading().FindAllSubmatchIndex(in.text[start:end], -1) {
		if from, to := start+m[2], start+m[3]; bytes.IndexByte(in.text[from:to], '&') < 0 {
			in.f.Links = append(in.f.Links, Link{Kind: HTML, Span: in.span(start, end), Target: in.span(from, to)})
		}
	}
}

// leading finds the attributes of HTML that lead to a file. One with a character reference in it is not understood here.
var leading = text.Pattern(`(?i)\s(?:href|src)\s*=\s*["']([^"'\n]+)["']`)

// runeAt decodes the character at offset; size is at least one inside the text.
func runeAt(src []byte, at int) (rune, int) {
	if at >= len(src) {
		return 0, 0
	}
	return utf8.DecodeRune(src[at:])
}
