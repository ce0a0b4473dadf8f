package pysource

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Outline is what an editor shows of a script. It is read from the tokens alone, so a script that does
// not parse has one too, up to where Python's tokenizer gives up. Spans are in bytes of the text as given.
type Outline struct {
	// Functions are the functions and classes of the top level, in the order of the text.
	Functions []Function
	// Options are what add_argument of argparse (or add_option of optparse) is called with, in the order
	// of the text, as far as it stands there as literals.
	Options []Option
	// NearGuard is the first test of __name__ against "__main__" that does not make the script a tool: it
	// stands inside a function or a block, or is part of a longer test; empty when there is none.
	NearGuard NearGuard
	// FirstStatement is where the first token stands; the length of the text when there is none.
	FirstStatement int
	// ReadsArguments tells that the script names sys.argv or calls add_argument.
	ReadsArguments bool
	// Acts tells that a statement of the top level prints, ends the program, or calls a function that stands
	// above it: the script does something when it is run.
	Acts bool
}

// Function is a function or a class of the top level.
type Function struct {
	Name     string
	NameSpan text.Span
	Span     text.Span // from its first decorator to the end of its block
	Class    bool
	Required int // parameters without a default; *args and **kwargs do not count
}

// NearGuard is a test of __name__ that CAPE does not take as a guard.
type NearGuard struct {
	Span     text.Span
	Indented bool
}

// Found tells whether there is one.
func (g NearGuard) Found() bool { return g.Span.End > 0 }

// Option is one argument of a script, read without running it.
type Option struct {
	Flags []string // "-n", "--name"; of a positional argument its one name
	Help  string   // empty when there is none, or it is no plain text
	// Action, Type, Default, Choices, Nargs and Metavar are as they stand in the script; texts without their
	// quotes. Empty: not given.
	Action, Type, Default, Choices, Nargs, Metavar string
	Required                                       bool
	Span                                           text.Span // of the call, from the name to its closing parenthesis
	NameSpan                                       text.Span // of the flags, or the name
}

// Positional tells whether the argument has no flag.
func (o Option) Positional() bool {
	return len(o.Flags) > 0 && o.Flags[0] != "" && o.Flags[0][0] != '-'
}

// Name is how people call the option: its last flag, which is the long one by custom.
func (o Option) Name() string {
	for _, f := range o.Flags {
		if len(f) > 2 && f[:2] == "--" {
			return f
		}
	}
	if len(o.Flags) == 0 {
		return ""
	}
	return o.Flags[len(o.Flags)-1]
}

// ReadOutline reads the outline of a script. It never fails: of a text that is not UTF-8, or holds a NUL,
// there is none.
func ReadOutline(src []byte) Outline {
	if !utf8.Valid(src) || bytes.IndexByte(src, 0) >= 0 {
		return Outline{FirstStatement: len(src)}
	}
	lines := normalize(src)
	tokens, _ := scan(lines)
	r := outliner{p: parser{src: lines, tokens: tokens}, place: newPlaces(src)}
	r.out.FirstStatement = len(src)
	r.walk()
	return r.out
}

// outliner walks over the tokens once.
type outliner struct {
	p     parser
	place places
	out   Outline

	depth     int // of blocks
	decorator int // start of the first decorator of what comes; -1: none
	open      int // index in out.Functions of the one whose block is being read; -1: none
}

func (r *outliner) walk() {
	r.decorator, r.open = -1, -1
	fresh := true // a statement begins here
	tokens := r.p.tokens
	lastEnd := 0
	for i, t := range tokens {
		switch t.kind {
		case kIndent:
			r.depth++
			continue
		case kDedent:
			r.depth--
			continue
		case kNewline:
			fresh = true
			continue
		case kEOF:
			r.close(lastEnd)
			return
		}
		if fresh {
			r.statement(i, lastEnd)
			fresh = false
		}
		r.names(i)
		lastEnd = int(t.end)
	}
}

// statement looks at the first token of a statement.
func (r *outliner) statement(i, lastEnd int) {
	t := r.p.tokens[i]
	if r.out.FirstStatement == r.place.size {
		r.out.FirstStatement = r.place.of(int(t.start))
	}
	if r.depth > 0 {
		return
	}
	r.close(lastEnd)
	k := t.kind
	if k == kName && r.acts(i) {
		r.out.Acts = true
	}
	if k == kAt {
		if r.decorator < 0 {
			r.decorator = int(t.start)
		}
		return
	}
	start := int(t.start)
	if r.decorator >= 0 {
		start, r.decorator = r.decorator, -1
	}
	if k == kAsync && i+1 < len(r.p.tokens) {
		i++
		k = r.p.tokens[i].kind
	}
	if k != kDef && k != kClass || r.p.tokens[i+1].kind != kName {
		return
	}
	name := r.p.tokens[i+1]
	r.open = len(r.out.Functions)
	f := Function{
		Name:     string(r.p.src[name.start:name.end]),
		NameSpan: r.span(int(name.start), int(name.end)), Span: r.span(start, int(name.end)), Class: k == kClass,
	}
	if !f.Class {
		f.Required = r.required(i + 2)
	}
	r.out.Functions = append(r.out.Functions, f)
}

// acts tells whether the statement at token i is the call of something that is no preparation.
func (r *outliner) acts(i int) bool {
	t := r.p.tokens[i]
	name := string(r.p.src[t.start:t.end])
	if name == "sys" && r.p.tokens[i+1].kind == kDot {
		i += 2
		return string(r.p.src[r.p.tokens[i].start:r.p.tokens[i].end]) == "exit"
	}
	if r.p.tokens[i+1].kind != kLParen {
		return false
	}
	return name == "print" || name == "exit" || slices.ContainsFunc(r.out.Functions, func(f Function) bool { return f.Name == name && !f.Class })
}

// close ends the function whose block is being read.
func (r *outliner) close(end int) {
	if r.open >= 0 {
		f := &r.out.Functions[r.open]
		f.Span.End = max(f.Span.End, r.place.of(end))
		r.open = -1
	}
}

func (r *outliner) span(start, end int) text.Span {
	return text.Span{Start: r.place.of(start), End: r.place.of(end)}
}

// required counts the parameters without a default in the parentheses that open at token i.
func (r *outliner) required(i int) int {
	n := 0
	if r.p.tokens[i].kind != kLParen {
		return 0
	}
	for _, part := range r.parts(i) {
		if len(part) == 0 || part[0].kind != kName || slices.ContainsFunc(part, func(t token) bool { return t.kind == kAssign }) {
			continue
		}
		n++
	}
	return n
}

// names looks for what counts wherever it stands: calls of add_argument, sys.argv, tests of __name__.
func (r *outliner) names(i int) {
	t := r.p.tokens[i]
	switch {
	case t.kind == kName:
		word := string(r.p.src[t.start:t.end])
		switch {
		case (word == "add_argument" || word == "add_option") && i > 0 && r.p.tokens[i-1].kind == kDot && r.p.tokens[i+1].kind == kLParen:
			r.out.ReadsArguments = true
			r.option(i)
		case word == "argv" && i > 0 && r.p.tokens[i-1].kind == kDot:
			r.out.ReadsArguments = true
		}
	case t.kind == kEqual && i > 0:
		r.test(i)
	}
}

// test remembers a comparison of __name__ with "__main__".
func (r *outliner) test(i int) {
	left, right := r.p.tokens[i-1], r.p.tokens[i+1]
	if right.kind == kName {
		left, right = right, left
	}
	if r.out.NearGuard.Found() || left.kind != kName || right.kind != kString || !r.p.isModuleName(left) {
		return
	}
	if value, ok := r.text([]token{right}); !ok || value != "__main__" {
		return
	}
	first, last := r.p.tokens[i-1], r.p.tokens[i+1]
	r.out.NearGuard = NearGuard{Span: r.span(int(first.start), int(last.end)), Indented: r.depth > 0}
}

// option reads the call whose name is token i.
func (r *outliner) option(i int) {
	name := r.p.tokens[i]
	o := Option{}
	end := int(name.end)
	for _, part := range r.parts(i + 1) {
		if len(part) == 0 {
			continue
		}
		end = int(part[len(part)-1].end)
		if len(part) > 2 && part[0].kind == kName && part[1].kind == kAssign {
			r.keyword(&o, string(r.p.src[part[0].start:part[0].end]), part[2:])
			continue
		}
		flag, ok := r.text(part)
		if !ok || flag == "" {
			continue
		}
		if len(o.Flags) == 0 {
			o.NameSpan = r.span(int(part[0].start), int(part[len(part)-1].end))
		}
		o.NameSpan.End = r.place.of(int(part[len(part)-1].end))
		o.Flags = append(o.Flags, flag)
	}
	if len(o.Flags) == 0 {
		return // what is computed has no name to show
	}
	o.Span = r.span(int(name.start), end)
	r.out.Options = append(r.out.Options, o)
}

func (r *outliner) keyword(o *Option, name string, value []token) {
	written := r.written(value)
	switch name {
	case "help":
		o.Help, _ = r.text(value)
	case "action":
		o.Action = written
	case "type":
		o.Type = written
	case "default":
		o.Default = written
	case "choices":
		o.Choices = string(r.p.src[value[0].start:value[len(value)-1].end])
	case "nargs":
		o.Nargs = written
	case "metavar":
		o.Metavar = written
	case "required":
		o.Required = written == "True"
	}
}

// written is a value as it stands in the script; a text is without its quotes.
func (r *outliner) written(value []token) string {
	if s, ok := r.text(value); ok {
		return s
	}
	return string(r.p.src[value[0].start:value[len(value)-1].end])
}

// text is the value of tokens that are nothing but plain texts, perhaps in parentheses.
func (r *outliner) text(value []token) (string, bool) {
	for len(value) > 2 && value[0].kind == kLParen && value[len(value)-1].kind == kRParen {
		value = value[1 : len(value)-1]
	}
	var out []byte
	for _, t := range value {
		if t.kind != kString {
			return "", false
		}
		l := cutLiteral(r.p.src, t)
		switch {
		case l.isBytes || l.isFormat:
			return "", false
		case l.raw:
			out = append(out, l.body...)
		default:
			out, _ = unescape(out, l.body, l.start)
		}
	}
	return string(out), len(value) > 0
}

// parts cuts what stands in the brackets that open at token i at its commas. Brackets that are never closed
// end with the text.
func (r *outliner) parts(i int) [][]token {
	var out [][]token
	depth, from := 0, i+1
	for j := i; j < len(r.p.tokens); j++ {
		switch r.p.tokens[j].kind {
		case kLParen, kLBracket, kLBrace:
			depth++
		case kRParen, kRBracket, kRBrace:
			depth--
		case kComma:
			if depth == 1 {
				out = append(out, r.p.tokens[from:j])
				from = j + 1
			}
		case kEOF:
			depth = 0
		}
		if depth == 0 {
			return append(out, r.p.tokens[from:j])
		}
	}
	return out
}

// places turns offsets in the normalized text into such in the text as it was given.
type places struct {
	folded []int // where in the normalized text a CRLF was folded, in order
	size   int
}

func newPlaces(src []byte) places {
	p := places{size: len(src)}
	for from := 0; ; {
		i := bytes.Index(src[from:], []byte("\r\n"))
		if i < 0 {
			return p
		}
		p.folded = append(p.folded, from+i-len(p.folded))
		from += i + 2
	}
}

func (p places) of(offset int) int {
	return min(offset+sort.SearchInts(p.folded, offset), p.size)
}
