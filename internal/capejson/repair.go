package capejson

import (
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// closing takes the bracket that closes the innermost container.
func (p *parser) closing(f *frame) {
	p.settle(f)
	p.noteIndent(f)
	if f.line != p.tok.line {
		p.ownLine--
		if p.tok.first {
			p.ownLine += 2
		}
	}
	end := p.tok.end
	p.shut(end)
	p.next()
	if len(p.stack) == 0 {
		p.root.Span.End = max(p.root.Span.End, end)
	}
}

// settle reports what a container lacks when it closes: the value of the last key, or an entry
// behind the last comma.
func (p *parser) settle(f *frame) {
	switch f.state {
	case wantColon:
		m := &p.members[len(p.members)-1]
		p.noColon(m, nil)
		p.missingValue(m, m.Span.End)
	case wantValue:
		p.noValue(&p.members[len(p.members)-1])
	case wantEntry:
		if len(f.commas) == 0 {
			return
		}
		if p.entries(f) == 0 {
			p.reportCommas(codeExtraComma, f.commas, "there must be no comma except between two entries")
		} else {
			p.reportCommas(codeTrailing, f.commas, "no comma may follow the last entry")
		}
		f.commas = f.commas[:0]
	}
}

// noteIndent remembers the first container whose closing bracket begins a line with another indent
// than the line of its opening bracket: if brackets turn out to be missing at the end of the file,
// this is where to look.
func (p *parser) noteIndent(f *frame) {
	if !p.suspect.Empty() || f.bare || p.layout || !p.tok.first {
		return
	}
	at := p.tok.start
	open, line := f.node.Span.Start, f.line
	if line == p.tok.line {
		return
	}
	if string(p.src[line:line+indentLen(p.src[line:])]) != string(p.src[p.tok.line:at]) {
		p.suspect = text.Span{Start: open, End: open + 1}
	}
}

func indentLen(b []byte) int {
	n := 0
	for n < len(b) && classes[b[n]]&cBlank != 0 {
		n++
	}
	return n
}

func (p *parser) lineStart(offset int) int {
	for offset > 0 && classes[p.src[offset-1]]&cLine == 0 {
		offset--
	}
	return offset
}

// lineAt returns the line that holds an offset, without its line end, and whether it has // in it. It keeps the
// last answer, for lines with very many faults.
func (p *parser) lineAt(offset int) (line text.Span, slashes bool) {
	if p.around.End == 0 || offset < p.around.Start || offset > p.around.End {
		p.around = text.Span{Start: p.lineStart(offset), End: p.lineEnd(offset)}
		p.slashes = strings.Contains(p.text[p.around.Start:p.around.End], "//")
	}
	return p.around, p.slashes
}

// endOfFile closes everything that is still open: one finding for all of it.
func (p *parser) endOfFile() {
	if p.deep {
		p.shutAll(len(p.src))
		return
	}
	inner := p.top()
	bare := len(p.stack) == 1 && inner.bare
	if bare {
		p.settle(inner)
		p.endBare(p.prev.end, true)
		p.shut(p.prev.end)
		return
	}
	p.unbalanced = true
	p.settle(inner)
	var closers strings.Builder
	var related []diag.Related
	for i := len(p.stack) - 1; i >= 0; i-- {
		f := &p.stack[i]
		if f.bare {
			p.endBare(p.prev.end, true)
			continue
		}
		closers.WriteByte(closerOf(f.opener()))
		if i < len(p.stack)-1 && len(related) < 8 {
			related = append(related, diag.Related{Span: text.Span{Start: f.node.Span.Start, End: f.node.Span.Start + 1}, Message: "also still open at the end of the file"})
		}
	}
	end := p.prev.end
	p.more += closers.Len() - 1
	pr := p.unclosedAt(inner, p.solid)
	sure := true
	if !p.suspect.Empty() {
		pr = problem{code: codeUnclosedBracket, span: p.suspect}
		opener := p.src[p.suspect.Start]
		pr.message = quoteByte(opener) + " must be closed by " + quoteByte(closerOf(opener))
		related, sure = nil, false
	}
	pr.related = append(pr.related, related...)
	pr.related = append(pr.related, diag.Related{Span: text.At(end), Message: "the file ends here"})
	var fixes []fix
	if (inner.state == wantComma || inner.state == wantEntry) && !p.faultyEnd(end) {
		fixes = p.closersFix(end, closers.String(), " at the end", len(p.src))
		if p.layout && !p.stack[0].bare && len(fixes) > 0 {
			fixes[0].edits = p.layoutFix(0, end, closers.String())[0].edits
		}
		for i := range fixes {
			fixes[i].preferred = sure && closers.Len() == 1
		}
	}
	p.report(pr, fixes...)
	p.shutAll(end)
}

func (p *parser) shutAll(end int) {
	for len(p.stack) > 0 {
		p.shut(end)
	}
}

// faultyEnd reports whether another finding is about the very end of the text: then it is not clear
// what stands there.
func (p *parser) faultyEnd(end int) bool {
	return slices.ContainsFunc(p.tree.Problems, func(d diag.Diagnostic) bool {
		return d.Span.End >= end && (d.Code == codeUnclosed || d.Code == codeExtra)
	})
}

// endBare completes the finding about a file without braces.
func (p *parser) endBare(end int, addCloser bool) {
	if p.bareProblem < 0 {
		return
	}
	d := &p.tree.Problems[p.bareProblem]
	p.bareProblem = -1
	start := p.lineStart(d.Span.Start)
	if start+indentLen(p.src[start:]) < d.Span.Start { // a byte order mark or stray text comes first
		start = d.Span.Start
	}
	edits := insert(start, "{"+p.newline())
	title := "Insert { at the start"
	if addCloser {
		title = "Put { } around the file"
		at := p.lineEnd(end)
		edits = append(edits, diag.Edit{Span: text.At(at), New: p.newline() + "}"})
	}
	d.Fixes = []diag.Fix{{Title: title, Edits: edits}}
}

// mismatch takes a closing bracket that does not fit the innermost container. Three things may have
// happened; the one after which the rest of the file fits best is taken.
func (p *parser) mismatch() {
	p.unbalanced = true
	c := byte(p.tok.kind)
	f := p.top()
	want := byte(']')
	if f.object {
		want = '}'
	}
	outer := p.outerFor(c)
	swapped := p.fits(p.tok.end, len(p.stack)-1)
	surplus := p.fits(p.tok.end, len(p.stack))
	unclosed := -1
	if outer >= 0 {
		unclosed = p.fits(p.tok.end, outer)
	}
	span := p.tok.span()
	openAt := text.Span{Start: f.node.Span.Start, End: min(f.node.Span.Start+1, len(p.src))}
	switch {
	case outer >= 0 && unclosed >= swapped && unclosed >= surplus:
		p.leftOpen(outer)
	case swapped >= surplus && !f.bare:
		p.settle(f)
		p.report(problem{code: codeMismatch, span: span, message: quoteByte(want) + " must close this, not " + quoteByte(c),
			related: []diag.Related{{Span: openAt, Message: "opened here"}}},
			p.bracketFix(span, want)...)
		p.shut(p.tok.end)
		p.next()
	default:
		p.report(problem{code: codeMismatch, span: span, message: quoteByte(c) + " closes nothing here"},
			fix{title: "Delete " + string(c), edits: remove(span)})
		p.next()
	}
}

// outerFor returns the index of the nearest open container that c closes, or -1.
func (p *parser) outerFor(c byte) int {
	for i := len(p.stack) - 2; i >= 0 && i >= len(p.stack)-64; i-- {
		if p.stack[i].object == (c == '}') {
			return i
		}
	}
	return -1
}

// leftOpen closes the containers above stack[outer], which a closing bracket of that one shows to
// be unclosed, with one finding.
func (p *parser) leftOpen(outer int) {
	p.settle(p.top())
	inner := p.top()
	var closers strings.Builder
	var related []diag.Related
	for i := len(p.stack) - 1; i > outer; i-- {
		at := p.stack[i].node.Span.Start
		closers.WriteByte(closerOf(p.stack[i].opener()))
		if i < len(p.stack)-1 && len(related) < 8 {
			related = append(related, diag.Related{Span: text.Span{Start: at, End: at + 1}, Message: "also left open"})
		}
	}
	related = append(related, diag.Related{Span: p.tok.span(), Message: "this closes " + quoteByte(p.stack[outer].opener()) + " of an outer level"})
	end := p.prev.end
	p.more += closers.Len() - 1
	pr := p.unclosedAt(inner, p.solid)
	pr.related = append(pr.related, related...)
	p.report(pr, p.closersFix(end, closers.String(), "", p.tok.start)...)
	for len(p.stack) > outer+1 {
		p.shut(end)
	}
}

// closersFix inserts closing brackets behind the text that ends at end, before the offset limit. On a
// line with // a brace would keep CAPE from reading the file, so there they go to the next line.
func (p *parser) closersFix(end int, closers, where string, limit int) []fix {
	f := fix{title: "Insert " + short(closers) + where, preferred: true, edits: insert(end, closers)}
	if p.full() {
		return nil
	}
	if line, slashes := p.lineAt(end); slashes && strings.Contains(closers, "}") {
		if line.End > limit {
			return nil
		}
		indent := p.text[line.Start : line.Start+indentLen(p.src[line.Start:])]
		f.edits = insert(line.End, p.newline()+indent+closers)
	}
	return []fix{f}
}

// bracketFix writes another bracket in the place of a wrong one.
func (p *parser) bracketFix(span text.Span, want byte) []fix {
	if p.full() {
		return nil
	}
	if _, slashes := p.lineAt(span.Start); slashes && want == '}' {
		return nil
	}
	return []fix{{title: "Write " + string(want), preferred: true, edits: replace(span, string(want))}}
}

// listLeftOpen closes a list whose next line is a member of the object around it.
func (p *parser) listLeftOpen() {
	p.unbalanced = true
	inner := p.top().node
	open := text.Span{Start: inner.Span.Start, End: inner.Span.Start + 1}
	end := p.prev.end
	p.report(problem{code: codeUnclosedBracket, span: open, message: "`[` must be closed by `]`",
		related: []diag.Related{{Span: p.tok.span(), Message: "a member of the object around it begins here"}}},
		fix{title: "Insert ],", edits: insert(end, "],")})
	p.shut(end)
	p.top().quiet = true
}

// fits returns how far into the text from offset the brackets fit when the lowest depth containers
// of the stack are open: the offset of the first bracket that does not, or past the end of the text
// when all are closed there. It gives up when too much has been looked at already.
func (p *parser) fits(from, depth int) int {
	if p.lookahead < 0 {
		return from
	}
	open := make([]byte, 0, 32)
	left := depth
	for i := from; i < len(p.src); i++ {
		p.lookahead--
		switch c := p.src[i]; c {
		case '{', '[':
			open = append(open, c)
		case '}', ']':
			var opener byte
			if n := len(open); n > 0 {
				opener, open = open[n-1], open[:n-1]
			} else if left > 0 {
				left--
				opener = '['
				if p.stack[left].object {
					opener = '{'
				}
			}
			if opener == 0 || closerOf(opener) != c {
				return i
			}
		case '"', '/':
			i = p.lookPast(i)
		}
	}
	if left == 0 && len(open) == 0 {
		return len(p.src) + 1
	}
	return len(p.src)
}
