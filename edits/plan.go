package edits

import "github.com/cape-ls/cape-ls/internal/text"

// Edit replaces the bytes of one span.
type Edit struct {
	Span text.Span
	New  string
}

// Plan is what is to be done to one text.
type Plan struct {
	File           string // as the diff names it
	Base           Hash   // of the text that the plan was made for
	Edits          []Edit // sorted, apart from each other, only bytes that change
	Result         []byte // the text with the edits made
	Diff           string // CAPE's unified diff of the change, whole
	AlreadyApplied bool   // a diff that the text holds already
}
type job struct{}
type Nearest struct {
	Line  int
	Found string
}

func (n *Nearest) differences() []string { return nil }
