package edits

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/text"
)

// FileDiff is the part of a unified diff that is about one file.
type FileDiff struct {
	Old, New string // the names in the headers without a/ and b/; empty for /dev/null or none
	Kind     string // what it does besides changing text: "creates", "deletes", "renames", "is binary"; or empty
	Hunks    []Hunk
}

// Hunk is one block of changes. Numbers that the header does not give are -1.
type Hunk struct {
	Number             int // from 1, in its file
	OldStart, OldCount int // from 1, as written
	NewStart, NewCount int
	Lines              []HunkLine
	Exact              bool // the counts of the header are those of the lines
}

// HunkLine is one line of a hunk.
type HunkLine struct {
	Sign byte   // ' ', '-' or '+'
	Text string // without the sign and the line end
	Tail string // the line end, LF or CRLF; empty when the diff ends here or the line has another end
	// NoEnd says that the line ends its file without a line end ("\ No newline at end of file").
	NoEnd bool
	// Open says that the diff itself ends here without a line end.
	Open bool
}

// reading is a way to cut a diff into lines. Diffs by git and most others end lines at LF. CAPE's end them
// where Python does, form feeds and U+2028 included, and show them raw.
type reading int

const (
	byLF reading = iota
	byPython
)

type diffLine struct {
	text, tail string
	open       bool
}

type diffParser struct {
	lines []diffLine
	at    int
	out   []FileDiff
}

// parseDiff reads a unified diff, which may have prose around it, code fences, missing or wrong counts,
// the headers of git, timestamps, quoted names, and empty context lines without their blank. Its refusals
// are DiffCut and DiffBroken.
func parseDiff(diff string, how reading) ([]FileDiff, *Refusal) {
	p := diffParser{lines: diffLines(diff, how)}
	for p.at < len(p.lines) {
		if r := p.step(); r != nil {
			return nil, r
		}
	}
	out := p.out[:0]
	for _, f := range p.out {
		if len(f.Hunks) > 0 || f.Kind != "" {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, refuse(DiffBroken, "the diff must have at least one hunk that begins with '@@ -line,count +line,count @@'")
	}
	return out, nil
}

// diffLines cuts a diff into lines without their ends. Ends that are part of the line stay in the text.
func diffLines(diff string, how reading) []diffLine {
	var out []diffLine
	for len(diff) > 0 {
		n := strings.IndexByte(diff, '\n') + 1
		if how == byPython {
			n = pytext.LineLength(diff)
		} else if n == 0 {
			n = len(diff)
		}
		out = append(out, cutTail(diff[:n], n == len(diff), how))
		diff = diff[n:]
	}
	return out
}

func cutTail(l string, last bool, how reading) diffLine {
	for _, tail := range []string{"\r\n", "\n", "\r"} {
		if body, ok := strings.CutSuffix(l, tail); ok && (tail != "\r" || how == byPython) {
			return diffLine{text: body, tail: tail}
		}
	}
	return diffLine{text: l, open: last && len(l) == contentLength(l)}
}

// contentLength is the length of a line without an end that only Python knows.
func contentLength(l string) int {
	for _, end := range []string{"\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"} {
		if strings.HasSuffix(l, end) {
			return len(l) - len(end)
		}
	}
	return len(l)
}

func (p *diffParser) peek(n int) string {
	if p.at+n < len(p.lines) {
		return p.lines[p.at+n].text
	}
	return ""
}

// file returns the part that is being read.
func (p *diffParser) file() *FileDiff {
	if len(p.out) == 0 {
		p.out = append(p.out, FileDiff{})
	}
	return &p.out[len(p.out)-1]
}

var gitKinds = []struct{ prefix, kind string }{
	{"new file mode", "creates"}, {"deleted file mode", "deletes"}, {"rename from", "renames"}, {"rename to", "renames"},
	{"copy from", "copies"}, {"copy to", "copies"}, {"Binary files ", "is binary"}, {"GIT binary patch", "is binary"},
}

// step reads one line outside of hunks, or a whole hunk.
func (p *diffParser) step() *Refusal {
	l := p.peek(0)
	switch {
	case isCut(l):
		return cutRefusal()
	case strings.HasPrefix(l, "diff --git "):
		p.out = append(p.out, FileDiff{})
	case p.atHeader():
		p.header()
		if next := p.peek(0); p.at < len(p.lines) && !strings.HasPrefix(next, "@@") && next != "" && strings.ContainsRune(" +-", rune(next[0])) && !p.atHeader() {
			return p.hunk(Hunk{OldStart: -1, OldCount: -1, NewStart: -1, NewCount: -1})
		}
		return nil
	case strings.HasPrefix(l, "@@@"):
		return refuse(DiffBroken, "a diff of a merge (line %d) cannot be applied; send a diff against one text", p.at+1)
	case strings.HasPrefix(l, "@@"):
		h := hunkHeader(l)
		p.at++
		return p.hunk(h)
	case strings.HasPrefix(l, "*** Begin Patch"), strings.HasPrefix(l, "*************"):
		return refuse(DiffBroken, "only unified diffs can be applied (line %d is of another form)", p.at+1)
	default:
		for _, k := range gitKinds {
			if strings.HasPrefix(l, k.prefix) && len(p.out) > 0 && len(p.file().Hunks) == 0 {
				p.file().Kind = k.kind
			}
		}
	}
	p.at++
	return nil
}

// isCut recognizes CAPE's mark of a diff that it has cut.
func isCut(l string) bool { return strings.TrimRight(l, " \r") == strings.TrimPrefix(CutMarker, "\n") }

func cutRefusal() *Refusal {
	r := refuse(DiffCut, "the diff is cut, ask for the edit itself")
	r.Detail = "CAPE cuts diffs after 12000 characters; send file, old and new instead of the result"
	return r
}

// hunk reads the lines of a hunk, by its counts if they are right, else up to what is clearly no line of it.
func (p *diffParser) hunk(h Hunk) *Refusal {
	start := p.at
	if h.OldCount >= 0 && p.counted(&h) {
		h.Exact = true
	} else {
		p.at, h.Lines = start, nil
		if r := p.uncounted(&h); r != nil {
			return r
		}
	}
	if len(h.Lines) == 0 {
		return nil
	}
	stripMarks(&h)
	f := p.file()
	h.Number = len(f.Hunks) + 1
	f.Hunks = append(f.Hunks, h)
	return nil
}

// counted reads as many lines as the header says and reports whether they are all and the hunk ends there.
func (p *diffParser) counted(h *Hunk) bool {
	for before, after := h.OldCount, h.NewCount; before > 0 || after > 0; p.at++ {
		l, ok := p.line()
		if !ok {
			return false
		}
		if l.Sign != '+' {
			before--
		}
		if l.Sign != '-' {
			after--
		}
		if before < 0 || after < 0 {
			return false
		}
		h.Lines = append(h.Lines, l)
		p.noEnd(h)
	}
	next := p.peek(0)
	return next == "" || next == "-- " || p.atHeader() || !strings.ContainsRune(" +-", rune(next[0]))
}

// line returns the current line as a line of a hunk. A context line may have lost its blank if it had
// nothing else.
func (p *diffParser) line() (HunkLine, bool) {
	if p.at >= len(p.lines) {
		return HunkLine{}, false
	}
	l := p.lines[p.at]
	if l.text == "" {
		return HunkLine{Sign: ' ', Tail: l.tail, Open: l.open}, true
	}
	if !strings.ContainsRune(" +-", rune(l.text[0])) {
		return HunkLine{}, false
	}
	return HunkLine{Sign: l.text[0], Text: l.text[1:], Tail: l.tail, Open: l.open}, true
}

// noEnd takes up the marker line that may follow the line just read.
func (p *diffParser) noEnd(h *Hunk) {
	if strings.HasPrefix(p.peek(1), `\`) {
		h.Lines[len(h.Lines)-1].NoEnd = true
		p.at++
	}
}

// uncounted reads a hunk whose counts are missing or wrong. What follows it must be clear: a line that
// belongs to no hunk, with changes after it, would mean that part of the edit is lost.
func (p *diffParser) uncounted(h *Hunk) *Refusal {
	bare := 0 // empty lines at the end, which are context or merely follow the hunk
	for ; p.at < len(p.lines) && !p.atHeader() && p.peek(0) != "-- "; p.at++ {
		l, ok := p.line()
		if !ok {
			break
		}
		if bare++; p.peek(0) != "" {
			bare = 0
		}
		h.Lines = append(h.Lines, l)
		p.noEnd(h)
	}
	h.Lines = h.Lines[:len(h.Lines)-bare]
	for n := 0; p.at+n < len(p.lines); n++ {
		l := p.peek(n)
		switch {
		case isCut(l):
			return cutRefusal()
		case strings.HasPrefix(l, "@@"), strings.HasPrefix(l, "diff "), strings.HasPrefix(l, "--- "), strings.HasPrefix(l, "Index: "), l == "-- ":
			return nil
		case strings.HasPrefix(l, "+"), strings.HasPrefix(l, "-"):
			return refuse(DiffBroken, "line %d of the diff must begin with ' ', '+' or '-', as every line of a hunk does", p.at+1)
		}
	}
	return nil
}

// stripMarks takes the byte order mark off the first line of a file, where it is no text.
func stripMarks(h *Hunk) {
	if h.OldStart > 1 {
		return
	}
	seen := map[byte]bool{}
	for i := range h.Lines {
		l := &h.Lines[i]
		if !seen[l.Sign] && !seen[' '] {
			l.Text = strings.TrimPrefix(l.Text, text.BOM)
		}
		seen[l.Sign] = true
	}
}
