package yaml11

import (
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Parse reads a text as PyYAML's safe_load reads a str. It never fails: it returns the tree as far as PyYAML
// would read it, what PyYAML says (Err nil when it accepts), and what could be recovered.
func Parse(src []byte) *Document {
	d := &Document{}
	readable, forbidden := sanitize(src)
	c := newComposer(readable, mark{})
	root := c.document()
	d.Comments = c.comments
	d.Problems = append(forbidden, c.noted...)
	d.Recovered = len(d.Problems) > 0 || c.fault != nil
	if c.fault != nil {
		p := c.fault.report()
		d.Problems = append(d.Problems, p)
	}
	if root != nil {
		b := builder{src: readable}
		b.run(root)
		if c.fault == nil {
			d.Problems = append(d.Problems, b.problems...)
		}
	}
	d.Root = root
	if len(d.Problems) > 0 {
		d.Err = &d.Problems[0]
	}
	return d
}

func newComposer(src string, at mark) *composer {
	return &composer{scanner: newScanner(src, at), anchors: map[string]*Node{}}
}

// report makes a problem of the fault.
func (f *fault) report() Problem {
	p := Problem{Kind: f.kind, Raises: f.raises, Context: f.context, Problem: f.problem, Span: text.At(f.at.pos)}
	p.mark(f.from, f.at)
	return p
}

func (p *Problem) mark(from *mark, at mark) {
	p.Line, p.Column, p.Position = at.line, at.column, at.index
	p.ContextLine, p.ContextColumn = -1, -1
	if from != nil {
		p.ContextLine, p.ContextColumn = from.line, from.column
	}
}

// sanitize finds the characters that PyYAML forbids. The text it returns has an ordinary character in place
// of each byte zero, so that reading can go on.
func sanitize(src []byte) (string, []Problem) {
	s := string(src)
	var problems []Problem
	at := cursor{src: s}
	for i := 0; i < len(s); {
		if c := s[i]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if allowed(r, size) {
			i += size
			continue
		}
		_ = at
		problems = append(problems, Problem{Kind: Reader, Raises: "ReaderError", Cause: ForbiddenCharacter,
			Problem: "special characters are not allowed", Position: utf8.RuneCountInString(s[:i]), Character: r,
			Span: text.Span{Start: i, End: i + size}})
		i += size
		break
	}
	return s, problems
}

// allowed is PyYAML's set of printable characters.
func allowed(r rune, size int) bool {
	switch {
	case r == utf8.RuneError && size == 1:
		return false
	case r == 0x85, r >= 0xA0 && r <= 0xD7FF, r >= 0xE000 && r <= 0xFFFD, r >= 0x10000:
		return true
	}
	return r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0x7e
}

// Value returns the value of the node as PyYAML constructs it, NoValue for a broken node. An alias has the
// value of what it names.
func (n *Node) Value() Value {
	n = n.Resolve()
	if n == nil {
		return Value{}
	}
	return n.value
}
