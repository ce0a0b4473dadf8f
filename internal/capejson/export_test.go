package capejson

import (
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Mends is mends for a tree of a complete file.
func (t *Tree) Mends(i int, f diag.Fix) bool {
	good, _ := mends(t, i, f, wholeFile)
	return good
}

// Work returns what Parse spends on a file, as parser.work measures it.
func Work(src []byte) int {
	p := parseOnce(src, wholeFile)
	p.prove(wholeFile)
	return p.spent
}

// Tokens reads a file as the lexer sees it when nothing is known of what may stand where.
func Tokens(src []byte) ([]text.Span, *Tree) {
	p := newParser(src)
	p.start()
	var out []text.Span
	for p.next(); p.tok.kind != tokEnd; p.next() {
		out = append(out, p.tok.span())
	}
	return out, p.tree
}
