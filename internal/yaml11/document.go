package yaml11

import "github.com/cape-ls/cape-ls/internal/text"

// Document is what Parse found in a text.
type Document struct {
	// Root is the top node, nil for an empty stream. For a text that PyYAML refuses it holds what could be
	// read, see Recovered.
	Root *Node
	// Err is PyYAML's verdict: its first error, nil when safe_load accepts the text.
	Err *Problem
	// Problems holds Err first, then one problem for each further independent cause, in source order.
	Problems []Problem
	// Recovered tells that Root is not the tree PyYAML composed but one pieced together around faults.
	Recovered bool
	// Comments are the spans of the comments, each from its # to the end of the line.
	Comments []text.Span
}

// Kind says which part of PyYAML refused a text.
type Kind uint8

// The parts of PyYAML. ValueError stands for an error that is no YAMLError: a Python exception while a value was
// built (month 13), or the recursion limit.
const (
	Reader Kind = iota + 1
	Scanner
	Parser
	Composer
	Constructor
	ValueError
)

// Cause names what an author did to bring about a problem, so that a rule can say it in plain words.
type Cause uint8

// The causes. Other stands for everything without plain words of its own.
const (
	Other Cause = iota
	// UnquotedColon is a colon with a blank after it (or at the end) inside a plain value.
	UnquotedColon
	// LeadingIndicator is a value that begins with one of * @ ` % & ! | > , ? - without being what that means.
	LeadingIndicator
	// FlowBracket is a value that begins with a bracket or brace and goes on after its end.
	FlowBracket
	// UnclosedBracket is a bracket or brace that is never closed, or is left open up to a later key.
	UnclosedBracket
	// Tab is a tab where YAML allows only blanks.
	Tab
	// UnclosedQuote is a quoted value that is never closed, or is closed by a later value's quote.
	UnclosedQuote
	// TextAfterQuote is a quoted value with text after its closing quote.
	TextAfterQuote
	// BadEscape is a backslash sequence that a double-quoted value does not know.
	BadEscape
	// Indentation is a line that is indented to a column where nothing can begin.
	Indentation
	// MissingColon is a line that ought to be a key and has no colon.
	MissingColon
	// MissingBlank is a key whose colon has no blank after it.
	MissingBlank
	// ForbiddenCharacter is a control character, or a byte that is not UTF-8.
	ForbiddenCharacter
	// DuplicateAnchor is an anchor name given twice.
	DuplicateAnchor
	// UndefinedAlias is an alias without an anchor before it.
	UndefinedAlias
	// UnknownTag is a tag that safe_load does not know, or a plain = or << as a value.
	UnknownTag
	// BadValue is a text that cannot be the value its form or tag announces, as month 13.
	BadValue
	// Unhashable is a list or mapping as a key, as in {{ name }}.
	Unhashable
	// SecondDocument is content after the end of the document.
	SecondDocument
	// TooDeep is nesting beyond what Python's recursion limit allows.
	TooDeep
)

// Problem is one fault in a text.
type Problem struct {
	Kind Kind
	// Raises is the Python class, as ScannerError or ValueError.
	Raises string
	// Problem and Context are PyYAML's words; for a ValueError problem the text of the exception. Context is
	// empty where PyYAML has none.
	Problem, Context string
	// Line and Column are PyYAML's problem mark, in code points from zero. Reader and ValueError problems have no
	// mark in PyYAML: here they are the place of the character and the start of the value.
	Line, Column int
	// Position is the same place as a count of code points from the start of the text.
	Position int
	// ContextLine and ContextColumn are PyYAML's context mark, -1 when there is none.
	ContextLine, ContextColumn int
	// Character is the character a Reader problem is about; a byte that is not UTF-8 stands for itself.
	Character rune
	// Span is the faulty place in bytes, not empty where the text allows.
	Span  text.Span
	Cause Cause
	// Key and Value are set when the fault lies in the value of a `key: value` line: the key, and the whole
	// text of the value as it would have to be quoted, without comments and blanks around it.
	Key, Value text.Span
	// Related is a second place that matters, as the first of two anchors; empty when there is none.
	Related text.Span

	at, from mark
}

// NodeKind is the form of a node.
type NodeKind uint8

// The forms of nodes.
const (
	Scalar NodeKind = iota + 1
	Sequence
	Mapping
	Alias
)

// Style is how a node is written.
type Style uint8

// The styles. Flow and Block are for sequences and mappings.
const (
	Plain Style = iota + 1
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Flow
	Block
)

// Node is one node of the tree.
type Node struct {
	Kind NodeKind
	// Tag is the full tag after resolving, such as TagInt; empty for an alias.
	Tag string
	// Span covers the node with its anchor and tag. A literal or folded text ends before its last line end,
	// a block collection at the end of its last child. An empty value has the empty span after its colon.
	Span text.Span
	// Content is the span inside quotes, brackets, or below the header of a literal or folded text; without
	// anchor and tag; else as Span.
	Content text.Span
	Style   Style
	// Text is the content of a scalar after folding and escapes. A lone surrogate from an escape is held as
	// the three bytes that UTF-8 would have for it. For a broken scalar it is the raw text.
	Text string
	// Items are the children of a sequence.
	Items []*Node
	// Pairs are the pairs of a mapping in source order, duplicates and merge keys kept.
	Pairs []Pair
	// Anchor is the name after & or, for an alias, after *.
	Anchor string
	// Target is the node that an alias names, nil when it names none.
	Target *Node
	// Broken marks a node that PyYAML could not read. A broken collection may hold what came before the fault.
	Broken bool

	start mark
	value Value
	built bool
	tag   string // the tag as the constructor sees it: reading a mapping changes that of a plain = key
	flat  []Pair // the pairs after merging
	state uint8
}

// Pair is one key with its value.
type Pair struct {
	Key, Value *Node
}

// Resolve returns the node itself or, for an alias, the node it names (nil for one that names none).
func (n *Node) Resolve() *Node {
	if n != nil && n.Kind == Alias {
		return n.Target
	}
	return n
}

// Get returns the last pair whose key is the string name, which is the one that wins. The key and value are
// nil when there is none. Pairs that come in by a merge key are not seen.
func (n *Node) Get(name string) (key, value *Node) {
	if n == nil {
		return nil, nil
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		k := n.Pairs[i].Key.Resolve()
		if k != nil && k.Kind == Scalar && k.Text == name && (k.Tag == TagStr || k.Broken) {
			return n.Pairs[i].Key, n.Pairs[i].Value
		}
	}
	return nil, nil
}
