package capejson

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/text"
)

// tokenKind is the punctuation byte itself for { } [ ] : , and ; and one of these.
type tokenKind byte

const (
	tokEnd     tokenKind = 0
	tokString  tokenKind = '"' // double-quoted, perhaps with one quote missing
	tokSingle  tokenKind = '\''
	tokWord    tokenKind = 'w' // a run of anything else
	tokInclude tokenKind = 'J'
)

type token struct {
	kind       tokenKind
	start, end int
	line       int  // offset of the start of the line, to tell lines apart
	plain      bool // a closed string without any backslash
	first      bool // nothing stands before it on its line
}

func (t token) span() text.Span { return text.Span{Start: t.start, End: t.end} }

// Byte classes of the lexer. Line ends and blanks are skipped, stops end a word.
const (
	cBlank = 1 << iota
	cLine
	cStop
	cOdd // a control character, or the lead byte of a character outside ASCII
	cDigit
)

var classes = func() (c [256]byte) {
	c[' '], c['\t'] = cBlank|cStop, cBlank|cStop
	c['\n'], c['\r'] = cLine|cStop, cLine|cStop
	for _, b := range []byte("{}[]:,;\"#=") {
		c[b] = cStop
	}
	for b := 0; b < 256; b++ {
		if b >= utf8.RuneSelf || c[b] == 0 && (b < ' ' || b == 0x7F) {
			c[b] = cOdd
		}
	}
	for b := '0'; b <= '9'; b++ {
		c[b] |= cDigit
	}
	return c
}()

// next moves on to the next token; the faults within it are reported as it is read.
func (p *parser) next() {
	p.prev = p.tok
	if p.tok.kind != ',' {
		p.solid = p.tok
	}
	p.lexing = true
	p.tokens++
	p.skipBlanks()
	p.mark = len(p.tree.Problems)
	p.token()
	p.lexing = false
	if p.layout {
		p.noteLine()
	}
}

// token reads one token, which begins right here.
func (p *parser) token() {
	start := p.pos
	p.tok = token{start: start, line: p.line, first: p.line != p.prev.line || p.prev.end == 0}
	if start >= len(p.src) {
		p.tok.end = start
		return
	}
	switch c := p.src[start]; c {
	case '{', '}', '[', ']', ':', ',', ';':
		p.tok.kind = tokenKind(c)
		p.pos++
	case '"':
		p.tok.kind = tokString
		p.lexString()
	case '\'':
		p.tok.kind = tokSingle
		p.lexSingle()
	case '=':
		p.tok.kind = tokWord
		p.pos++
	default:
		p.lexWord()
	}
	if p.tok.end == 0 {
		p.tok.end = p.pos
	}
}

// skipBlanks passes over everything that stands between tokens, comments included.
func (p *parser) skipBlanks() {
	src := p.src
	for p.pos < len(src) {
		c := src[p.pos]
		switch class := classes[c]; {
		case class&cBlank != 0:
			p.pos += indentLen(src[p.pos:])
		case class&cLine != 0:
			p.pos++
			if c == '\r' && p.pos < len(src) && src[p.pos] == '\n' {
				p.pos++
			}
			p.line = p.pos
			p.row++
		case c == '/' && p.pos+1 < len(src) && src[p.pos+1] == '/':
			p.lineComment()
		case c == '/' && p.pos+1 < len(src) && src[p.pos+1] == '*':
			p.blockComment()
		case c == '#':
			p.hashComment()
		case class&cOdd != 0:
			size := oddBlank(src[p.pos:])
			if size == 0 {
				return
			}
			p.oddBlanks()
		default:
			return
		}
	}
}

// oddBlank returns the size of a blank or invisible character that JSON does not know, at the start
// of b, else 0.
func oddBlank(b []byte) int {
	if b[0] < utf8.RuneSelf {
		if classes[b[0]]&cOdd != 0 {
			return 1
		}
		return 0
	}
	r, size := utf8.DecodeRune(b)
	if unicode.IsSpace(r) || r >= 0x200B && r <= 0x200F || r == 0x2060 || r == 0xFEFF || r == 0x180E {
		return size
	}
	return 0
}

// oddBlanks reports one run of such characters, up to the next token. One at the start of a line that
// holds only a comment does no harm: CAPE looks past it.
func (p *parser) oddBlanks() {
	start, end := p.pos, p.pos
	for p.pos < len(p.src) {
		if classes[p.src[p.pos]]&cBlank != 0 {
			p.pos++
			continue
		}
		size := oddBlank(p.src[p.pos:])
		if size == 0 {
			break
		}
		p.pos += size
		end = p.pos
	}
	if bytes.HasPrefix(p.src[p.pos:], []byte("//")) && len(pyStripLeft(p.src[p.line:p.pos])) == 0 {
		return
	}
	span := text.Span{Start: start, End: end}
	p.report(problem{code: codeBlank, span: span, message: "there must be only spaces, tabs and line ends between values, not " + nameChar(p.src[start:])},
		fix{title: "Replace with a space", preferred: true, edits: replace(span, " ")})
}

// lineEnd returns the offset where the line that holds from ends, without its line end.
func (p *parser) lineEnd(from int) int {
	end := len(p.src)
	if i := bytes.IndexByte(p.src[from:], '\n'); i >= 0 {
		end = from + i
	}
	if i := bytes.IndexByte(p.src[from:end], '\r'); i >= 0 {
		end = from + i
	}
	return end
}

// lineComment reads a // comment.
func (p *parser) lineComment() {
	start := p.pos
	p.pos = p.lineEnd(start)
	p.comment(start, p.pos)
}

func (p *parser) comment(start, end int) {
	whole := len(pyStripLeft(p.src[p.line:start])) == 0
	p.tree.Comments = append(p.tree.Comments, Comment{Span: text.Span{Start: start, End: end}, Whole: whole})
}

// lexWord reads a run of characters that are neither blank nor punctuation. JSONFile( begins an
// include.
func (p *parser) lexWord() {
	p.tok.kind = tokWord
	start := p.pos
	if bytes.HasPrefix(p.src[start:], []byte(includeWord)) && p.lexInclude(start) {
		return
	}
	p.pos = wordEnd(p.src, start)
	if p.pos == start { // a lone slash or other stop that nothing else took
		_, size := utf8.DecodeRune(p.src[start:])
		p.pos += size
	}
	if strings.HasPrefix(p.text[p.pos:], "://") {
		rest := p.src[p.pos:min(len(p.src), p.pos+longLine)]
		if end := bytes.IndexAny(rest, "\"\r\n"); end >= 0 && rest[end] == '"' {
			p.pos += end // the address lacks its opening quote
		}
	}
	if p.pos < len(p.src) && p.src[p.pos] == '"' && p.oddQuotes(p.pos) {
		p.openingQuoteMissing(start)
	}
}

// wordEnd returns where the word that begins at start ends.
func wordEnd(src []byte, start int) int {
	for i := start; i < len(src); i++ {
		c := src[i]
		switch class := classes[c]; {
		case class&cStop != 0:
			return i
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*' && i == start):
			return i // inside a word, /* is more likely part of a pattern of files
		case class&cOdd != 0:
			if oddBlank(src[i:]) > 0 {
				return i
			}
		}
	}
	return len(src)
}

// peek returns the first byte at or after pos that is not blank and not in a // comment, or 0.
func (p *parser) peek(pos int) byte {
	if pos = p.skipTo(pos); pos < len(p.src) {
		return p.src[pos]
	}
	return 0
}

// skipTo returns the offset of that byte, or of the end of the text.
func (p *parser) skipTo(pos int) int {
	for pos < len(p.src) {
		c := p.src[pos]
		switch {
		case classes[c]&(cBlank|cLine) != 0:
			pos++
		case c == '/' && pos+1 < len(p.src) && p.src[pos+1] == '/':
			pos = p.lineEnd(pos)
		default:
			return pos
		}
	}
	return pos
}
