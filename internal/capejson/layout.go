package capejson

import (
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Where brackets do not fit together, many places would mend them, and the first one that a reader from
// left to right comes to is seldom the one the author forgot. People indent their files, so a file whose
// brackets do not fit is read a second time, and then the indentation of the lines says where a bracket is
// missing or too many. The reading with fewer faults is kept.

// manyFaults is how many are taken for rubbish: no width of the tab makes sense of it.
const manyFaults = 100

// parseOnce reads a file, twice where its brackets need the layout. It proves no fixes.
func parseOnce(src []byte, form shape) *parser {
	p := newParser(src)
	p.run(form)
	p.spent = p.work()
	if !p.unbalanced {
		return p
	}
	best, spent := p, p.spent
	for _, tab := range tabWidths(p.text) {
		q := newParser(src)
		q.layout, q.tab, q.ownLine = true, tab, p.ownLine
		q.run(form)
		spent += q.work()
		if n := q.faults(); n > 0 && (n < best.faults() || n == best.faults() && best == p) {
			best = q
		}
		if best.faults() > manyFaults {
			break
		}
	}
	best.spent = spent
	return best
}

// tabWidths returns how wide a tab may be: where only tabs or only spaces indent, it does not matter.
func tabWidths(src string) []int {
	if strings.Contains(src, "\n\t") && strings.Contains(src, "\n ") {
		return []int{4, 8, 2}
	}
	return []int{8}
}

// faults counts what is wrong: the errors, but every bracket that is missing by itself.
func (p *parser) faults() int {
	n := p.more
	for i := range p.tree.Problems {
		if p.tree.Problems[i].Severity == diag.Error {
			n++
		}
	}
	return n
}

// noteLine measures the indentation of the line that the current token begins.
func (p *parser) noteLine() {
	if !p.tok.first {
		return
	}
	p.indent = p.width(p.tok.line, p.tok.start)
	if len(p.stack) > 0 && p.tok.kind != '}' && p.tok.kind != ']' && p.tok.kind != ',' {
		if f := p.top(); f.inner < 0 && f.line != p.tok.line {
			f.inner = p.indent
		}
	}
}

// width is how far a line is indented by the blanks between two offsets.
func (p *parser) width(from, to int) int {
	n := 0
	for _, c := range p.src[from:to] {
		if c == '\t' {
			n = n/p.tab*p.tab + p.tab
		} else {
			n++
		}
	}
	return n
}

// byLayout handles the current token where the layout contradicts the brackets, and reports whether it did.
func (p *parser) byLayout() bool {
	if len(p.stack) == 0 {
		return false
	}
	f := p.top()
	switch p.tok.kind {
	case tokEnd:
		return false
	case '}', ']':
		return p.closerTooFar(f) || p.closerTooMany(f)
	case '{':
		if f.object && f.state == wantEntry && p.prev.kind == '{' && p.prev.end == p.tok.start {
			p.tooMany(p.tok.span())
			p.next()
			return true
		}
	}
	return p.entryTooFar(f) || p.openerMissing(f)
}

// maxLeft bounds how many containers one line may leave.
const maxLeft = 64

// entryTooFar closes the containers that a line leaves by being indented less than their entries.
func (p *parser) entryTooFar(f *frame) bool {
	if !p.tok.first || f.bare || f.line == p.tok.line || p.indent > f.indent || !p.opensEntry() {
		return false
	}
	depth := len(p.stack) - 1
	for depth > max(0, len(p.stack)-maxLeft) {
		g := &p.stack[depth-1]
		if g.bare || g.line == p.tok.line || p.indent > g.indent {
			break
		}
		depth--
	}
	if depth == 0 || p.stack[depth-1].inner >= 0 && p.stack[depth-1].inner != p.indent && p.tok.kind != ',' {
		return false
	}
	if g := &p.stack[depth-1]; p.tok.kind != ',' && g.object != p.beginsMember() {
		return false
	}
	p.closeByLayout(depth)
	return true
}

// opensEntry reports whether the token may begin an entry of a container, or part two of them.
func (p *parser) opensEntry() bool {
	switch p.tok.kind {
	case tokString, tokSingle, tokWord, tokInclude, '{', '[', ',':
		return true
	}
	return false
}

// beginsMember reports whether the token is a key, or an include that may stand for members.
func (p *parser) beginsMember() bool {
	if p.tok.kind == tokInclude {
		return p.peek(p.tok.end) != ':' && len(p.stack) > 0
	}
	return p.tok.kind != '{' && p.tok.kind != '[' && p.peek(p.tok.end) == ':'
}

// closerTooFar closes the containers within the one that a bracket at the start of a line belongs to.
func (p *parser) closerTooFar(f *frame) bool {
	if !p.tok.first || f.bare || f.line == p.tok.line || p.indent >= f.indent {
		return false
	}
	for depth := len(p.stack) - 1; depth > max(0, len(p.stack)-maxLeft); depth-- {
		g := &p.stack[depth-1]
		switch {
		case g.bare || g.line == p.tok.line || g.indent < p.indent:
			return false
		case g.indent == p.indent && g.object == (p.tok.kind == '}') && (depth < 2 || p.stack[depth-2].indent < p.indent):
			p.closeByLayout(depth)
			return true
		}
	}
	return false
}

// closeByLayout closes what is open above the lowest depth containers, with one finding at the place where
// the closing brackets belong.
func (p *parser) closeByLayout(depth int) {
	f := p.top()
	comma := f.state == wantEntry && len(f.commas) > 0 && p.entries(f) > 0
	if comma {
		f.commas = f.commas[:0]
	}
	p.settle(f)
	if open := f.node.Span; !f.object && depth == len(p.stack)-1 && p.entries(f) == 1 && p.items[f.base].Kind == Array && p.items[f.base].Span.Start == open.Start+1 {
		p.tooMany(text.Span{Start: open.Start, End: open.Start + 1}) // "[[" around one list
	} else {
		after := ""
		if !comma && p.opensEntry() && p.tok.kind != ',' {
			after = ","
		}
		p.unclosed(depth, after)
	}
	for len(p.stack) > depth {
		p.shut(max(p.solid.end, p.top().node.Span.End))
	}
	g := p.top()
	switch {
	case comma && p.tok.kind != ',' && p.tok.kind != '}' && p.tok.kind != ']':
		g.state = wantEntry
	case g.state == wantComma:
		g.quiet = true
	}
}

// unclosed reports that the containers above the lowest depth ones are not closed behind the last entry.
// What is missing behind the brackets, too, is after.
func (p *parser) unclosed(depth int, after string) {
	inner, end := p.top(), p.solid.end
	var closers strings.Builder
	var related []diag.Related
	for i := len(p.stack) - 1; i >= depth; i-- {
		at := p.stack[i].node.Span.Start
		closers.WriteByte(closerOf(p.stack[i].opener()))
		if i < len(p.stack)-1 && len(related) < 8 {
			related = append(related, diag.Related{Span: text.Span{Start: at, End: at + 1}, Message: "also left open"})
		}
	}
	p.more += closers.Len() - 1
	pr := p.unclosedAt(inner, p.solid)
	pr.related = append(pr.related, related...)
	fixes := p.layoutFix(depth, end, closers.String())
	if len(fixes) > 0 && after != "" {
		fixes[0].title += after
		fixes[0].edits[0].New += after
	}
	p.report(pr, fixes...)
}

// unclosedAt is the finding about a container that is not closed behind the token last. It stands where the
// bracket opens, or, when that is on another line, where the closing bracket belongs.
func (p *parser) unclosedAt(f *frame, last token) problem {
	open := text.Span{Start: f.node.Span.Start, End: f.node.Span.Start + 1}
	if last.line == f.line || last.end <= open.End {
		return problem{code: codeUnclosedBracket, span: open, message: quoteByte(f.opener()) + " must be closed by " + quoteByte(closerOf(f.opener()))}
	}
	return problem{code: codeUnclosedBracket, span: last.span(), related: related(open, "opened here"),
		message: quoteByte(closerOf(f.opener())) + " must follow here: it closes the " + quoteByte(f.opener()) + " of line " + strconv.Itoa(f.row+1)}
}

// opener is the bracket that opens the container, or would if it were there.
func (f *frame) opener() byte {
	if f.object {
		return '{'
	}
	return '['
}

// layoutFix writes the closing brackets in the way of the file: at the start of a line of their own where the
// container opens at the end of one.
func (p *parser) layoutFix(depth, end int, closers string) []fix {
	if p.full() {
		return nil
	}
	var b strings.Builder
	for i := len(p.stack) - 1; i >= depth; i-- {
		f := &p.stack[i]
		if f.inner >= 0 && p.ownLine >= 0 {
			b.WriteString(p.newline() + p.text[f.line:f.line+indentLen(p.src[f.line:])])
		}
		b.WriteByte(closers[len(p.stack)-1-i])
	}
	at := end
	inserted := b.String()
	if line, slashes := p.lineAt(end); slashes {
		if i := line.End; i <= p.tok.start && strings.HasPrefix(inserted, p.newline()) && !strings.HasPrefix(p.text[end:], ",") {
			at = i
		}
	}
	return []fix{{title: "Insert " + short(closers), preferred: true, edits: insert(at, inserted)}}
}

// closerTooMany drops a closing bracket when the next line shows that its container goes on.
func (p *parser) closerTooMany(f *frame) bool {
	if f.bare || f.line == p.tok.line {
		return false
	}
	if p.tok.first && p.indent <= f.indent {
		return false
	}
	at := p.skipTo(p.tok.end)
	if at < len(p.src) && p.src[at] == ',' {
		at = p.skipTo(at + 1)
	}
	if at == len(p.src) || p.oneLine(p.tok.end, at) {
		return false
	}
	line := p.lineStart(at)
	if line+indentLen(p.src[line:]) != at {
		return false
	}
	indent := p.width(line, at)
	switch c := p.src[at]; {
	case c == '}' || c == ']':
		if indent != f.indent || f.object != (c == '}') || len(p.stack) > 1 && p.stack[len(p.stack)-2].indent >= indent {
			return false
		}
	case indent != f.inner || f.inner <= f.indent:
		return false
	}
	p.tooMany(p.tok.span())
	p.next()
	return true
}

// tooMany reports a bracket that nothing fits.
func (p *parser) tooMany(span text.Span) {
	if p.full() {
		return // rubbish, where even the words cost time
	}
	c := p.src[span.Start]
	code, message := codeMismatch, quoteByte(c)+" closes nothing here"
	if c == '{' || c == '[' {
		message = "one " + quoteByte(c) + " is enough"
	}
	p.report(problem{code: code, span: span, message: message},
		fix{title: "Delete " + string(c), preferred: true, edits: remove(span)})
}
