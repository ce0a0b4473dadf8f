// Package pysource reads Python scripts without Python: whether Python 3.11 would parse one, whether it
// has an if __name__ == "__main__" at its top level, and what its docstring says.
//
// It promises the verdict of Python's parser, not of its compiler: "return" outside a function is fine,
// an assignment to a call is not. It builds no syntax tree and knows nothing of what a script means. The
// limits of Python's parser that are about memory (some thousand operators or "elif" in one chain, for
// which Python gives up) are not imitated; this parser has a limit of its own for nested expressions.
package pysource

import (
	"bytes"
	"sync"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Script is what Read found. Spans and offsets are in bytes of the text as it was given.
type Script struct {
	// Parses tells whether Python 3.11 accepts the text.
	Parses bool
	// NotText tells that the bytes are not UTF-8; nothing else is known then.
	NotText bool
	// Guard tells whether CAPE takes the script as one to be run: it tests at its top level whether
	// __name__ is "__main__", or it does not parse and has such a test anywhere in its text.
	Guard bool
	// GuardSpan covers the test from "if" to the colon, or the text that passed as one.
	GuardSpan text.Span
	// Docstring is the value of the text at the start of the script, line ends as LF. A lone
	// surrogate in it is U+FFFD.
	Docstring    string
	HasDocstring bool
	// DocstringSpan covers the text at the start, with its quotes.
	DocstringSpan text.Span
	// Description is the line that CAPE shows for the script, from the docstring; it may be empty.
	Description string
	// Problem is why the script does not parse; nil if it does, or is not text.
	Problem *Problem
}

// Problem is a place in a text and, in plain words, what must be there.
type Problem struct {
	Offset  int // in bytes
	Message string
}

// Read reads a script. It never fails: a text that is no Python is one that does not parse.
func Read(src []byte) Script {
	if !utf8.Valid(src) {
		return Script{NotText: true}
	}
	room := rooms.Get().(*[]token)
	defer rooms.Put(room)
	p, o := parse(src, *room)
	*room = p.tokens
	if p.problem != nil {
		s := Script{Problem: &Problem{back(src, p.problem.Offset), p.problem.Message}}
		s.GuardSpan, s.Guard = findGuard(src)
		return s
	}
	s := Script{Parses: true, Guard: o.hasGuard}
	if o.hasGuard {
		s.GuardSpan = text.Span{Start: back(src, o.guard.Start), End: back(src, o.guard.End)}
	}
	if o.docstring.texts > 0 {
		s.HasDocstring = true
		s.Docstring = p.textValue(o.docstring)
		first, last := p.tokens[o.docstring.text], p.tokens[o.docstring.text+o.docstring.texts-1]
		s.DocstringSpan = text.Span{Start: back(src, int(first.start)), End: back(src, int(last.end))}
		s.Description = describe(s.Docstring)
	}
	return s
}

// rooms are for the tokens of one script after the other: those of hundreds would be the most of what a start takes
// of memory.
var rooms = sync.Pool{New: func() any { return new([]token) }}

// parse reads a script; the tokens are put into the room.
func parse(src []byte, room []token) (parser, outline) {
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return parser{tokens: room, problem: &Problem{i, "a script must not hold a NUL character"}}, outline{}
	}
	lines := normalize(src)
	tokens, broken := scanInto(room, lines)
	p := parser{src: lines, tokens: tokens}
	o := p.file()
	// What stopped the scanner is the true cause, unless the parser had stumbled before.
	if broken != nil && (p.problem == nil || p.problem.Offset >= broken.Offset || p.atEnd()) {
		p.problem = broken
	}
	return p, o
}

// atEnd tells whether the problem lies at the end of the tokens.
func (p *parser) atEnd() bool {
	return p.problem.Offset >= int(p.tokens[len(p.tokens)-1].start)
}

// normalize returns the text with LF as the only line end and one at the end: itself, where it is like that.
func normalize(src []byte) []byte {
	if bytes.IndexByte(src, '\r') < 0 && bytes.HasSuffix(src, []byte("\n")) {
		return src
	}
	out := make([]byte, 0, len(src)+1)
	for {
		i := bytes.IndexByte(src, '\r')
		if i < 0 {
			break
		}
		out = append(append(out, src[:i]...), '\n')
		src = src[i+1:]
		if len(src) > 0 && src[0] == '\n' {
			src = src[1:]
		}
	}
	out = append(out, src...)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return out
}

// back turns an offset in the normalized text into one in the text as it was given.
func back(src []byte, offset int) int {
	folded := 0
	for from := 0; ; {
		i := bytes.Index(src[from:], []byte("\r\n"))
		if i < 0 || from+i-folded >= offset {
			return min(offset+folded, len(src))
		}
		folded++
		from += i + 2
	}
}
