package yaml11

import (
	"sort"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Parse reads a text as PyYAML's safe_load reads a str. It never fails: it returns the tree as far as PyYAML
// would read it, what PyYAML says (Err nil when it accepts), and what could be recovered.
func Parse(src []byte) *Document {
	readable, forbidden := sanitize(src)
	c := newComposer(readable, mark{})
	d := &Document{Root: c.document(), Comments: c.comments}
	d.add(readable, forbidden)
	d.add(readable, c.noted)
	if c.fault != nil {
		d.recover(readable, c)
	}
	d.Recovered = len(d.Problems) > 0
	if d.Root != nil {
		b := builder{src: readable}
		b.run(d.Root)
		d.add(readable, b.problems)
	}
	if len(d.Problems) > 0 {
		d.Err = &d.Problems[0]
		rest := d.Problems[1:]
		sort.SliceStable(rest, func(i, k int) bool { return rest[i].Span.Start < rest[k].Span.Start })
	}
	return d
}

func newComposer(src string, at mark) *composer {
	return &composer{scanner: newScanner(src, at), anchors: map[string]*Node{}}
}

// recover reads on after the fault that ended c.
func (d *Document) recover(src string, c *composer) {
	r := recovery{src: src, walk: cursor{src: src}}
	r.recoverFrom(c, d.Root)
	d.Root, d.Comments = r.root, r.comments
	for i := range r.findings {
		d.Problems = append(d.Problems, r.findings[i].Problem)
	}
}

// add appends problems and finds the values they lie in.
func (d *Document) add(src string, problems []Problem) {
	for _, p := range problems {
		if len(d.Problems) < 4*mostProblems {
			if p.Span.Empty() {
				p.Span = wordAt(src, p.Span.Start)
			}
			f := finding{Problem: p, own: findOwner(src, p.Span.Start)}
			f.setValue(src)
			d.Problems = append(d.Problems, f.Problem)
		}
	}
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
	p.at = at
	if from != nil {
		p.from = *from
		p.ContextLine, p.ContextColumn = from.line, from.column
	}
}

// sanitize finds the characters that PyYAML forbids, a run of them as one problem. In the text it returns no
// byte is zero, so that reading can go on.
func sanitize(src []byte) (string, []Problem) {
	var problems []Problem
	var clean []byte
	at := cursor{src: string(src)}
	for i := 0; i < len(src); {
		if c := src[i]; c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(src[i:])
		if allowed(r, size) {
			i += size
			continue
		}
		if src[i] == 0 {
			if clean == nil {
				clean = append(clean, src...)
			}
			clean[i] = 1
		}
		if n := len(problems); n > 0 && problems[n-1].Span.End == i {
			problems[n-1].Span.End += size
		} else if n < mostProblems {
			at.moveOver(i)
			problems = append(problems, forbidden(src, r, size, at.mark))
		}
		i += size
	}
	if clean != nil {
		return string(clean), problems
	}
	return at.src, problems
}

// moveOver moves to offset end, over lines.
func (c *cursor) moveOver(end int) {
	for c.pos < end {
		n := 0
		for c.pos+n < end && c.breakLen(n) == 0 {
			n++
		}
		c.skip(n)
		if c.pos < end {
			c.lineBreak()
		}
	}
}

// forbidden is the problem with one character. For a byte that is not UTF-8 the words are those of Python's
// decoder and the position counts bytes, as in PyYAML's answer to bytes.
func forbidden(src []byte, r rune, size int, at mark) Problem {
	p := Problem{Kind: Reader, Raises: "ReaderError", Cause: ForbiddenCharacter, Character: r,
		Problem: "special characters are not allowed", Span: text.Span{Start: at.pos, End: at.pos + size}}
	p.mark(nil, at)
	if r == utf8.RuneError && size == 1 {
		bad := pytext.Invalid(src[at.pos:])
		p.Problem, p.Character, p.Position = bad.Reason, rune(bad.First), at.pos
		p.Span.End = at.pos + bad.End
	}
	return p
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
