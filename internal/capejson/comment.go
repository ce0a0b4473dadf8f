package capejson

import (
	"bytes"
	"sort"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// CAPE removes comments line by line with a pattern that pairs quotes and knows no escapes, and puts
// the quoted pieces back with Python's str.format. So a line that has //, a quoted piece and an
// unquoted brace fails or changes, and an escaped quote makes CAPE see the comment somewhere else.

// lineView is one line with // in it, as JSON has it and as CAPE has it. Offsets are in the line;
// -1 means there is no comment.
type lineView struct {
	cut     int  // where the comment begins for a reader that knows strings
	capeCut int  // where CAPE cuts
	open    bool // the line ends inside a string
	brace   int  // the first unquoted brace that CAPE formats, -1 if there is none
}

func viewLine(line []byte) lineView {
	v := lineView{cut: -1, capeCut: -1, brace: -1}
	for i := 0; i < len(line) && v.cut < 0; i++ {
		switch c := line[i]; {
		case c == '"':
			v.open = !v.open
		case c == '\\' && v.open:
			i++
		case c == '/' && !v.open && i+1 < len(line) && line[i+1] == '/':
			v.cut = i
		}
	}
	pieces := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '"':
			if end := bytes.IndexByte(line[i+1:], '"'); end >= 0 {
				pieces = true
				i += end + 1
			}
		case '/':
			if v.capeCut < 0 && i+1 < len(line) && line[i+1] == '/' {
				v.capeCut = i
			}
		case '{', '}':
			if v.brace < 0 && v.capeCut < 0 {
				v.brace = i
			}
		}
	}
	if !pieces {
		v.brace = -1
	}
	return v
}

// clean reports whether CAPE and a reader that knows strings see the line alike.
func (v lineView) clean() bool { return v.brace < 0 && v.cut == v.capeCut }

// checkLines looks at every line with // in it through CAPE's eyes.
func (p *parser) checkLines() {
	for at := 0; at < len(p.src); {
		i := bytes.Index(p.src[at:], []byte("//"))
		if i < 0 {
			return
		}
		start, end := p.lineStart(at+i), p.lineEnd(at+i)
		at = end
		line := p.src[start:end]
		if bytes.HasPrefix(pyStripLeft(line), []byte("//")) || p.inFaultyComment(start) {
			continue
		}
		v := viewLine(line)
		switch {
		case v.brace >= 0:
			p.oddLines++
			p.braceLine(start, end, v)
		case v.cut != v.capeCut && !v.open:
			p.oddLines++
			p.quoteLine(start, end, v)
		}
	}
}

func (p *parser) inFaultyComment(offset int) bool {
	i := sort.Search(len(p.faulty), func(i int) bool { return p.faulty[i].End > offset })
	return i < len(p.faulty) && p.faulty[i].Start <= offset
}

// braceLine reports a line on which CAPE's formatting meets a brace.
func (p *parser) braceLine(start, end int, v lineView) {
	span := text.Span{Start: start + v.brace, End: start + v.brace + 1}
	pr := problem{code: codeBrace, span: span,
		message: "there must be no brace outside quotes on a line with // and quotes: CAPE cannot read the whole file"}
	if _, err := StripComment(string(p.src[start:end])); err == nil {
		pr.message = "there must be no brace outside quotes on a line with // and quotes: CAPE reads this line differently"
	}
	if v.cut >= 0 {
		pr.related = related(text.Span{Start: start + v.cut, End: end}, "the comment")
	}
	p.report(pr, p.freeLine(start, end, v)...)
}

// quoteLine reports a line on which CAPE sees the comment at another place.
func (p *parser) quoteLine(start, end int, v lineView) {
	pr := problem{code: codeQuote}
	if v.capeCut >= 0 && (v.cut < 0 || v.capeCut < v.cut) {
		pr.span = text.Span{Start: start + v.capeCut, End: start + v.capeCut + 2}
		pr.message = `CAPE takes this // for a comment, because it does not know \" inside a string: write /\/`
	} else {
		pr.span = text.Span{Start: start + v.cut, End: end}
		pr.message = `CAPE does not see this comment, because it does not know \" inside a string: put it on a line of its own`
	}
	p.report(pr, p.freeLine(start, end, v)...)
}

// freeLine makes the fix that leaves no // on the line: the comment goes to a line of its own above,
// and // inside a text is written /\/, which JSON reads the same.
func (p *parser) freeLine(start, end int, v lineView) []fix {
	code := end
	var edits []diag.Edit
	title := `Write /\/ for // in the text`
	if v.open {
		return nil
	}
	if v.cut >= 0 {
		code = start + v.cut
		title = "Move the comment to a line of its own"
		edits = p.moveAbove(start, code, end, string(p.src[code:end]))
	}
	inString := false
	for i := start; i < code; i++ {
		if p.src[i] == '/' && i > start && p.src[i-1] == '/' {
			edits = append(edits, diag.Edit{Span: text.At(i), New: `\`})
			inString = true
		}
	}
	if v.cut >= 0 && inString {
		title += ` and write /\/ for // in the text`
	}
	return []fix{{title: title, preferred: true, edits: edits}}
}

// moveAbove takes the bytes from code to end off the line and puts comment on a new line above it.
func (p *parser) moveAbove(start, code, end int, comment string) []diag.Edit {
	for code > start && classes[p.src[code-1]]&cBlank != 0 {
		code--
	}
	at := start
	if start == 0 && p.tree.BOM {
		at = len(text.BOM)
	}
	indent := string(p.src[at : at+indentLen(p.src[at:])])
	return []diag.Edit{
		{Span: text.At(at), New: indent + comment + p.newline()},
		{Span: text.Span{Start: code, End: end}},
	}
}

// newline returns the line end that the file uses: its first.
func (p *parser) newline() string {
	if p.eol == "" {
		p.eol = "\n"
		if i := bytes.IndexAny(p.src, "\r\n"); i >= 0 && p.src[i] == '\r' {
			p.eol = "\r"
			if i+1 < len(p.src) && p.src[i+1] == '\n' {
				p.eol = "\r\n"
			}
		}
	}
	return p.eol
}

// hashComment reads a # comment, which CAPE does not know.
func (p *parser) hashComment() {
	start, end := p.pos, p.lineEnd(p.pos)
	p.pos = end
	p.comment(start, end)
	p.faulty = append(p.faulty, text.Span{Start: start, End: end})
	if start-p.line > longLine {
		p.commentKind(start, end, nil)
		return
	}
	rest := strings.TrimLeft(p.text[start:end], "#")
	p.foreignComment(start, end, end, "//"+rest)
}

// blockComment reads a /* */ comment, which CAPE does not know either. One that is never closed ends
// with its line, so that it hides nothing.
func (p *parser) blockComment() {
	start := p.pos
	inner := -1
	if !p.noBlockEnd {
		inner = strings.Index(p.text[start+2:], "*/")
		p.noBlockEnd = inner < 0
	}
	end := inner + start + 4
	if inner < 0 {
		end = p.lineEnd(start)
		inner = end
	} else {
		inner += start + 2
	}
	p.comment(start, end)
	p.faulty = append(p.faulty, text.Span{Start: start, End: end})
	if bytes.ContainsAny(p.src[start:end], "\r\n") {
		p.commentKind(start, end, p.lineByLine(start, inner, end))
		p.skipLines(end)
		return
	}
	p.pos = end
	right := "//" + strings.TrimRight(p.text[start+2:inner], " \t")
	after := end + indentLen(p.src[end:])
	switch {
	case start-p.line > longLine: // too much to copy for a fix
		p.commentKind(start, end, nil)
	case after == len(p.src) || classes[p.src[after]]&cLine != 0:
		p.foreignComment(start, end, after, right)
	default:
		edits := p.moveAbove(p.line, start, end, right)
		edits[1].Span.Start = start
		p.commentKind(start, end, edits)
	}
}

// longLine bounds the lines for which a comment is moved: a fix copies what stands before it.
const longLine = 4096

// skipLines moves to end and keeps count of the lines on the way.
func (p *parser) skipLines(end int) {
	for ; p.pos < end; p.pos++ {
		if c := p.src[p.pos]; classes[c]&cLine != 0 && !(c == '\r' && p.pos+1 < len(p.src) && p.src[p.pos+1] == '\n') {
			p.line = p.pos + 1
			p.row++
		}
	}
}

// lineByLine turns a block comment of several lines into // lines; nil when code follows it or
// stands before it.
func (p *parser) lineByLine(start, inner, end int) []diag.Edit {
	after := end + indentLen(p.src[end:])
	if len(pyStripLeft(p.src[p.line:start])) > 0 || after < len(p.src) && classes[p.src[after]]&cLine == 0 {
		return nil
	}
	edits := replace(text.Span{Start: start, End: start + 2}, "//")
	for i := start; i < inner; i++ {
		if p.src[i] == '\n' || p.src[i] == '\r' && p.src[i+1] != '\n' {
			at := i + 1
			at += indentLen(p.src[at:inner])
			edits = append(edits, diag.Edit{Span: text.At(at), New: "// "})
		}
	}
	return append(edits, diag.Edit{Span: text.Span{Start: inner, End: end}})
}

// foreignComment reports a comment of another language and offers // instead, on a line of its own
// where CAPE could not read it at the end of the line.
func (p *parser) foreignComment(start, end, lineEnd int, right string) {
	code := p.src[p.line:start]
	changed := append(append([]byte(nil), code...), right...)
	edits := replace(text.Span{Start: start, End: end}, right)
	if !bytes.HasPrefix(pyStripLeft(changed), []byte("//")) && !viewLine(changed).clean() {
		edits = p.moveAbove(p.line, start, lineEnd, right)
		if bytes.Contains(code, []byte("//")) {
			edits = nil
		}
	}
	p.commentKind(start, end, edits)
}

func (p *parser) commentKind(start, end int, edits []diag.Edit) {
	pr := problem{code: codeCommentKind, span: text.Span{Start: start, End: end}, message: "a comment must begin with //: CAPE knows no other comments"}
	if edits == nil {
		p.report(pr)
		return
	}
	p.report(pr, fix{title: "Write a // comment", preferred: true, edits: edits})
}

// judgeOddFile asks CAPE's own reading about files with odd comment lines: if CAPE accepts what it
// makes of them, nothing in the file is worse than a warning.
func (p *parser) judgeOddFile() {
	if p.oddLines == 0 || len(p.tree.Includes) > 0 {
		return
	}
	if Reads(p.src) != nil {
		return
	}
	for i := range p.tree.Problems {
		p.tree.Problems[i].Severity = max(p.tree.Problems[i].Severity, diag.Warning)
	}
}
