package skills

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Heading is a heading of the body.
type Heading struct {
	Level int
	Text  string
	Span  text.Span // the words, without the number signs
}

// CodeBlock is a fenced code block.
type CodeBlock struct {
	Open   text.Span // the opening run of backquotes or tildes
	Info   string    // the words after it
	Span   text.Span // from the opening run to the end of the closing line, or of the last line of code
	Closed bool
}

// Word is a code span of the body that holds one word.
type Word struct {
	Text string
	Span text.Span // the word, without the backquotes
}

// blocks reads the block structure of Markdown. Inline structure is read by our own scanner, since
// the library does not keep where a link's target stands.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// scanBody fills in everything that is read from the body.
func (f *File) scanBody(body text.Span) {
	src := body.In(f.Src)
	if len(bytes.TrimSpace(src)) == 0 {
		return
	}
	src = prepare(src)
	root := blocks().Parse(gmtext.NewReader(src))
	in := inline{f: f}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			f.addCodeBlock(n, src, body.Start)
		case *ast.CodeBlock:
		case *ast.HTMLBlock:
			if n.HTMLBlockType >= ast.HTMLBlockType6 { // those below are scripts, comments and the like
				in.html(n.Lines(), src, body.Start)
			}
		case *ast.Heading:
			f.addHeading(n, src, body.Start)
			in.block(n.Lines(), src, body.Start)
		case *ast.Paragraph, *ast.TextBlock:
			in.block(n.Lines(), src, body.Start)
		default:
			return ast.WalkContinue, nil
		}
		return ast.WalkSkipChildren, nil
	})
}

// prepare returns src as the Markdown library can take it, offsets unchanged: every CRLF and lone CR is one
// line end, and lines that nest deeper than any text does are blank, since the library's time grows with
// the square of the depth.
func prepare(src []byte) []byte {
	out := src
	change := func(span text.Span, to byte) {
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		for i := span.Start; i < span.End; i++ {
			out[i] = to
		}
	}
	for at := 0; at < len(src); {
		l := lineAt(src, at)
		if nesting(l.In(src)) > deepest {
			change(l.Span, ' ')
		}
		switch {
		case l.next == l.End+2:
			change(text.Span{Start: l.End, End: l.End + 1}, ' ')
		case l.next > l.End && src[l.End] == '\r':
			change(text.Span{Start: l.End, End: l.next}, '\n')
		}
		at = l.next
	}
	return out
}

// deepest is how many quotations and lists may stand in one another.
const deepest = 60

// nesting counts the marks of quotations and lists at the start of a line; four columns of indentation may
// stand for one.
func nesting(content []byte) int {
	depth, columns := 0, 0
	for i := 0; i < len(content); i++ {
		c := content[i]
		ends := i+1 == len(content) || content[i+1] == ' ' || content[i+1] == '\t'
		switch {
		case c == ' ':
			columns++
		case c == '\t':
			columns += 4
		case c == '>':
			depth++
		case (c == '-' || c == '*' || c == '+' || c == '.' || c == ')') && ends:
			depth++
		case '0' <= c && c <= '9':
		default:
			return depth + columns/4
		}
	}
	return depth + columns/4
}

func (f *File) addHeading(n *ast.Heading, src []byte, shift int) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	first, last := lines.At(0), lines.At(lines.Len()-1)
	span := text.Span{Start: first.Start, End: max(last.Stop, first.Start)}
	trimmed := bytes.TrimRight(src[span.Start:span.End], " \t\n")
	span.End = span.Start + len(trimmed)
	f.Headings = append(f.Headings, Heading{
		Level: n.Level,
		Text:  string(bytes.Join(bytes.Fields(trimmed), []byte{' '})),
		Span:  span.Shift(shift),
	})
}

func (f *File) addCodeBlock(n *ast.FencedCodeBlock, src []byte, shift int) {
	block := CodeBlock{}
	open := fenceLine(n, src)
	if open < 0 {
		return
	}
	run := open
	for run < len(src) && src[run] == src[open] {
		run++
	}
	block.Open = text.Span{Start: open, End: run}
	if n.Info != nil {
		block.Info = string(n.Info.Segment.Value(src))
	}
	end := lineAt(src, open).next
	if k := n.Lines().Len(); k > 0 {
		end = max(end, lineAt(src, n.Lines().At(k-1).Start).next)
	}
	block.Span = text.Span{Start: open, End: end}
	if l := lineAt(src, end); closesBlock(src[l.Start:l.End], src[open], block.Open.Len()) {
		block.Closed = true
		block.Span.End = l.End
	}
	block.Open, block.Span = block.Open.Shift(shift), block.Span.Shift(shift)
	f.Blocks = append(f.Blocks, block)
}

// fenceLine returns where the opening run of a fenced code block begins, or -1.
func fenceLine(n *ast.FencedCodeBlock, src []byte) int {
	for at := n.Pos(); at >= 0 && at < len(src) && src[at] != '\n'; at++ {
		if src[at] == '`' || src[at] == '~' {
			return at
		}
	}
	return -1
}

// closesBlock reports whether a line closes a fenced code block, marks of block quotes before it left
// out.
func closesBlock(content []byte, mark byte, least int) bool {
	content = bytes.TrimSpace(bytes.TrimLeft(content, " \t>"))
	return len(content) >= least && len(bytes.Trim(content, string(mark))) == 0
}
