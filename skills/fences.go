package skills

import (
	"bytes"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Fences says where the front matter begins and ends, in the format's reading: it begins at a first
// line of three dashes and ends at the first later line of exactly three dashes, blanks at the end of
// the line allowed.
//
// Where that reading finds nothing, looser ones are tried, so that a file with one wrong dash still
// gets its keys checked; OpenExact and CloseExact tell.
type Fences struct {
	Open  text.Span // the dashes of the opening line; empty: the file does not begin with a fence
	Close text.Span // the dashes of the closing line; empty: there is none
	Front text.Span // the YAML between, without the fence lines
	Body  text.Span // everything after the closing line

	OpenExact, CloseExact bool // the line holds three dashes and nothing else

	// Late is the closing line's counterpart in a file whose first line is no fence: the dashes of a
	// fence further down that does open a front matter.
	Late text.Span
	// Cut is the place where CAPE ends the front matter: the dashes after the first line end that is
	// followed by three of them (read_skillfile). Empty: there is none.
	Cut text.Span
}

// line is one line of a text: the span of its text, and where the next line begins.
type line struct {
	text.Span
	next int
}

// lineAt returns the line that begins at offset at. Lines end at LF, CRLF and lone CR.
func lineAt(src []byte, at int) line {
	for i := at; i < len(src); i++ {
		switch src[i] {
		case '\n':
			return line{text.Span{Start: at, End: i}, i + 1}
		case '\r':
			next := i + 1
			if next < len(src) && src[next] == '\n' {
				next++
			}
			return line{text.Span{Start: at, End: i}, next}
		}
	}
	return line{text.Span{Start: at, End: len(src)}, len(src)}
}

// dashes returns the span of the run of dashes at the start of a line, and whether it is a fence:
// exactly three and then nothing but blanks.
func dashes(src []byte, l line) (run text.Span, exact bool) {
	end := l.Start
	for end < l.End && src[end] == '-' {
		end++
	}
	run = text.Span{Start: l.Start, End: end}
	rest := bytes.TrimRight(src[end:l.End], " \t")
	return run, run.Len() == 3 && len(rest) == 0
}

func splitFences(src []byte, start int) Fences {
	fs := Fences{Body: text.Span{Start: start, End: len(src)}}
	first := lineAt(src, start)
	run, exact := dashes(src, first)
	if run.Len() < 3 {
		fs.findLate(src, first)
		return fs
	}
	fs.Open, fs.OpenExact = run, exact
	fs.Front = text.Span{Start: first.next, End: len(src)}
	if len(bytes.TrimSpace(src[run.End:first.End])) > 0 {
		// CAPE takes text on the opening line as YAML.
		fs.Front.Start = run.End
		for src[fs.Front.Start] == ' ' {
			fs.Front.Start++
		}
	}
	fs.findCut(src, first.next)
	fs.findClose(src, first.next)
	return fs
}

// findCut looks for the place where CAPE ends the front matter.
func (fs *Fences) findCut(src []byte, from int) {
	for at := from; at < len(src); {
		l := lineAt(src, at)
		if run, _ := dashes(src, l); run.Len() >= 3 {
			fs.Cut = run
			return
		}
		at = l.next
	}
}

// findClose looks for the closing line: one of nothing but dashes, three of them or, since such a line
// can be no YAML, more; else the one CAPE takes; else the front matter runs as far as the lines look
// like one.
func (fs *Fences) findClose(src []byte, from int) {
	for at := from; at < len(src); {
		l := lineAt(src, at)
		run, exact := dashes(src, l)
		if only := len(bytes.TrimRight(src[run.End:l.End], " \t")) == 0; run.Len() >= 3 && only {
			fs.close(src, run, l.next)
			fs.CloseExact = exact
			return
		}
		at = l.next
	}
	if !fs.Cut.Empty() {
		fs.close(src, fs.Cut, lineAt(src, fs.Cut.Start).next)
		return
	}
	end := guessEnd(src, from)
	fs.Front.End = max(end, fs.Front.Start)
	fs.Body.Start = fs.Front.End
}

func (fs *Fences) close(src []byte, run text.Span, next int) {
	fs.Close = run
	fs.Front.Start = min(fs.Front.Start, run.Start)
	fs.Front.End = run.Start
	fs.Body.Start = next
}

// guessEnd returns where a front matter without a closing line ends: at the first line that cannot
// belong to it, blank lines before that left out.
func guessEnd(src []byte, from int) int {
	end := from
	for at := from; at < len(src); {
		l := lineAt(src, at)
		switch content := src[l.Start:l.End]; {
		case len(bytes.TrimSpace(content)) == 0:
		case looksLikeFront(content):
			end = l.next
		default:
			return end
		}
		at = l.next
	}
	return end
}

// looksLikeFront reports whether a line may stand in a front matter: a key, or something below one.
func looksLikeFront(content []byte) bool {
	switch content[0] {
	case ' ', '\t':
		return true
	case '-':
		return len(content) > 1 && content[1] == ' '
	}
	return keyLength(content) > 0
}

// keyLength returns the length of a plain key at the start of a line, such as name in "name: x"; 0:
// there is none.
func keyLength(content []byte) int {
	for i, c := range content {
		switch {
		case c == ':':
			if i+1 == len(content) || content[i+1] == ' ' || content[i+1] == '\t' {
				return i
			}
			return 0
		case c == '-' || c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
		default:
			return 0
		}
	}
	return 0
}

// lateLines is how far down a front matter that begins too late is looked for: licence headers are
// shorter, and a rule further down is a rule.
const lateLines = 40

// findLate looks for a front matter below other text: a fence, then keys with name or description
// among them, then a fence.
func (fs *Fences) findLate(src []byte, first line) {
	at := first.Start
	for n := 0; n < lateLines && at < len(src); n++ {
		l := lineAt(src, at)
		trimmed := l
		for trimmed.Start < trimmed.End && (src[trimmed.Start] == ' ' || src[trimmed.Start] == '\t') {
			trimmed.Start++
		}
		if run, exact := dashes(src, trimmed); exact {
			if front, end, ok := frontBelow(src, l.next); ok {
				fs.Late, fs.Front = run, front
				fs.Close, fs.CloseExact = end.Span, true
				fs.Body.Start = end.next
			}
			return
		}
		at = l.next
	}
}

// frontBelow reads the lines from at to the next fence; ok says whether they are a front matter.
func frontBelow(src []byte, from int) (front text.Span, end line, ok bool) {
	for at := from; at < len(src); {
		l := lineAt(src, at)
		if run, exact := dashes(src, l); exact {
			return text.Span{Start: from, End: l.Start}, line{run, l.next}, ok
		}
		content := src[l.Start:l.End]
		if n := keyLength(content); n > 0 {
			key := string(content[:n])
			ok = ok || key == "name" || key == "description"
		} else if len(content) > 0 && !looksLikeFront(content) && content[0] != '#' {
			return front, end, false
		}
		at = l.next
	}
	return front, end, false
}
