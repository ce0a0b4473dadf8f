package capejson

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

const (
	includeWord = "JSONFile"
	includeKey  = `"&include"`
)

// lexInclude reads JSONFile("x.json") from start. CAPE finds it with a pattern, so blanks and other
// quotes that look harmless make it miss the include. It reports whether a bracket follows the word; if not, it
// is a word like others.
func (p *parser) lexInclude(start int) bool {
	src := p.src
	at := start + len(includeWord)
	paren := at + indentLen(src[at:])
	if paren >= len(src) || src[paren] != '(' {
		return false
	}
	p.tok.kind = tokInclude
	if paren > at {
		blank := text.Span{Start: at, End: paren}
		p.report(problem{code: codeIncludeForm, span: blank, message: "there must be no space between JSONFile and (: CAPE does not see the include"},
			fix{title: "Delete the space", preferred: true, edits: remove(blank)})
	}
	at = paren + 1
	at += indentLen(src[at:])
	p.pos = at
	name := p.includeName(at)
	at = p.pos + indentLen(src[p.pos:])
	if at < len(src) && src[at] == ')' {
		if at > p.pos {
			blank := text.Span{Start: p.pos, End: at}
			p.report(problem{code: codeIncludeForm, span: blank, message: "there must be no space before ): CAPE leaves the ) in the text"},
				fix{title: "Delete the space", preferred: true, edits: remove(blank)})
		}
		p.pos = at + 1
	} else {
		p.unclosedCall(start)
	}
	p.tree.Includes = append(p.tree.Includes, Include{
		Span: text.Span{Start: start, End: p.pos}, Name: p.text[name.Start:name.End], NameSpan: name, Kind: JSONFile})
	return true
}

func (p *parser) unclosedCall(start int) {
	d := problem{code: codeIncludeForm, span: text.Span{Start: start, End: p.pos}, message: "JSONFile( must be closed by )"}
	p.report(d, fix{title: "Insert )", preferred: true, edits: insert(p.pos, ")")})
	last := &p.tree.Problems[len(p.tree.Problems)-1]
	if last.Code == codeIncludeForm {
		last.Severity = diag.Warning // CAPE's pattern does not need the bracket
	}
}

// includeName reads the name in the brackets and moves behind it.
func (p *parser) includeName(at int) text.Span {
	src := p.src
	if at >= len(src) || src[at] != '"' && src[at] != '\'' {
		end := at
		for end < len(src) && classes[src[end]]&(cLine|cBlank) == 0 && strings.IndexByte(`),}]"'`, src[end]) < 0 {
			end++
		}
		p.pos = end
		span := text.Span{Start: at, End: end}
		pr := problem{code: codeIncludeForm, span: span, message: "the name of the file must be in double quotes"}
		if span.Empty() {
			pr.message = "there must be the name of a file in double quotes here"
			p.report(pr)
		} else {
			p.report(pr, fix{title: "Put the name in double quotes", preferred: true, edits: replace(span, `"`+p.text[at:end]+`"`)})
		}
		return span
	}
	quoteChar := src[at]
	end := at + 1
	for end < len(src) && src[end] != quoteChar && classes[src[end]]&cLine == 0 {
		end++
	}
	span := text.Span{Start: at + 1, End: end}
	if end >= len(src) || src[end] != quoteChar {
		if i := strings.IndexAny(p.text[at+1:end], "),"); i >= 0 {
			end = at + 1 + i
		}
		end = at + 1 + trimmedLen(src[at+1:end])
		p.pos = end
		span.End = end
		p.report(problem{code: codeUnclosed, span: text.Span{Start: at, End: end}, message: "the name of the file must end with a double quote"},
			fix{title: "Insert the closing quote", preferred: true, edits: insert(end, string(quoteChar))})
		return span
	}
	p.pos = end + 1
	if quoteChar == '\'' {
		whole := text.Span{Start: at, End: end + 1}
		p.report(problem{code: codeIncludeForm, span: whole, message: "the name of the file must be in double quotes: CAPE does not see the include"},
			fix{title: "Write double quotes", preferred: true, edits: replace(whole, `"`+p.text[span.Start:span.End]+`"`)})
		return span
	}
	p.includePath(span)
	return span
}

// includePath reports a name that CAPE does not take.
func (p *parser) includePath(name text.Span) {
	s := p.text[name.Start:name.End]
	pr := problem{code: codeIncludePath, span: name}
	switch bad := strings.IndexFunc(s, func(r rune) bool { return !includeRune(r) }); {
	case s == "":
		pr.span = text.Span{Start: name.Start - 1, End: min(name.End+1, len(p.src))}
		pr.message = "there must be the name of a file here"
	case bad >= 0:
		_, size := utf8.DecodeRuneInString(s[bad:])
		pr.span = text.Span{Start: name.Start + bad, End: name.Start + bad + size}
		pr.message = `the name may have letters, digits, blanks and _ - . + = / \ only: CAPE does not see the include`
	case s[0] == '/':
		pr.message = "the name must be relative to the folder that CAPE runs in: CAPE does not read absolute names"
	default:
		return
	}
	p.report(pr)
}

// includeRune reports whether CAPE's pattern takes the character in the name of a file.
func includeRune(r rune) bool {
	return pyWord(r) || strings.ContainsRune(`-.+= /\`, r)
}

// pyWord is what \w matches in Python: str.isalnum and the underscore.
func pyWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// checkIncludes looks at "&include" members, and at lines with two includes.
func (p *parser) checkIncludes() {
	p.findIncludeKeys()
	slices.SortStableFunc(p.tree.Includes, func(a, b Include) int { return a.Span.Start - b.Span.Start })
	for i := 0; i < len(p.tree.Includes); {
		end := i + 1
		for end < len(p.tree.Includes) && p.oneLine(p.tree.Includes[end-1].Span.End, p.tree.Includes[end].Span.Start) {
			end++
		}
		p.twoIncludes(p.tree.Includes[i:end])
		i = end
	}
}

// oneLine reports whether no line ends between two offsets.
func (p *parser) oneLine(from, to int) bool {
	return from > to || !bytes.ContainsAny(p.src[from:to], "\r\n")
}

// findIncludeKeys lists the "&include" members, which the text shows without a walk over the tree.
func (p *parser) findIncludeKeys() {
	if !strings.Contains(p.text, "&include") { // & is rare, and so this is faster than to look for a quote
		return
	}
	for from := 0; ; {
		i := strings.Index(p.text[from:], includeKey)
		if i < 0 {
			return
		}
		at := from + i
		from = at + len(includeKey)
		key := (&Tree{Root: p.root}).At(at + 1)
		m := key.Member()
		if m == nil || m.Key != key || key.Span.Start != at {
			continue
		}
		p.includeMember(m)
	}
}

func (p *parser) includeMember(m *Member) {
	value := m.Value
	if value.Kind != String || m.Colon < 0 || len(value.Text()) < 2 || value.Text()[0] != '"' {
		p.report(problem{code: codeIncludeKey, span: m.Key.Span, message: `"&include" must have the name of a file in double quotes`})
		return
	}
	in := Include{Span: m.Span, NameSpan: value.InnerSpan(), Kind: AndInclude}
	in.Name = p.text[in.NameSpan.Start:in.NameSpan.End]
	if m.Colon > m.Key.Span.End {
		blank := text.Span{Start: m.Key.Span.End, End: m.Colon}
		p.report(problem{code: codeIncludeKey, span: blank, message: `there must be no space between "&include" and the colon: CAPE takes it for an ordinary option`},
			fix{title: "Delete the space", preferred: true, edits: remove(blank)})
		return
	}
	if !p.oneLine(m.Key.Span.End, value.Span.Start) {
		p.report(problem{code: codeIncludeKey, span: m.Key.Span, message: `"&include" and the name of the file must be on one line: CAPE takes it for an ordinary option`})
		return
	}
	before := len(p.tree.Problems)
	p.includePath(in.NameSpan)
	if len(p.tree.Problems) > before && !p.capeSees(in) {
		p.tree.Problems[before].Severity = diag.Warning // an ordinary key then: the file can be read
	}
	p.tree.Includes = append(p.tree.Includes, in)
}

// capeSees reports whether CAPE's pattern finds the include.
func (p *parser) capeSees(in Include) bool {
	return nextInclude(p.text[in.Span.Start:in.Span.End]) != nil
}

// maxMoved bounds how many includes of one line a fix takes apart: each is looked for in the tree.
const maxMoved = 100

// twoIncludes reports a line on which CAPE sees more than one include.
func (p *parser) twoIncludes(line []Include) {
	line = slices.DeleteFunc(slices.Clone(line), func(in Include) bool { return !p.capeSees(in) })
	if len(line) < 2 {
		return
	}
	pr := problem{code: codeIncludeTwice, span: line[1].Span, message: "only one file may be included on one line: CAPE never ends reading this line",
		related: related(line[0].Span, "the other include")}
	if len(line) > maxMoved {
		p.report(pr)
		return
	}
	start := p.lineStart(line[0].Span.Start)
	begin := p.newline() + p.text[start:start+indentLen(p.src[start:])]
	var edits []diag.Edit
	for k, in := range line[1:] {
		at := in.Span.Start
		if m := (&Tree{Root: p.root}).At(at).Member(); m != nil {
			at = m.Span.Start
		}
		if at < line[k].Span.End {
			p.report(pr)
			return
		}
		edits = append(edits, insert(at, begin)...)
	}
	p.report(pr, fix{title: "Begin a new line for each", preferred: true, edits: edits})
}
