// Package feature holds what the rooms that know a language hand to an editor, as plain data in byte
// spans: completions, hovers, symbols, links, places, tokens.
//
// It promises no protocol type and no meaning; it exists so that skills and control speak one language
// upwards.
package feature

import "github.com/cape-ls/cape-ls/internal/text"

// Completion is one proposal at the cursor.
type Completion struct {
	Label   string
	Kind    CompletionKind
	Detail  string    // one short line beside the label
	Doc     string    // Markdown
	Replace text.Span // what the proposal replaces
	New     string    // plain text
	Snippet string    // the same with LSP snippet syntax, empty: none
	Sort    string    // empty: the label
	// Also is what is put in elsewhere at the same time, such as a comma after the entry before.
	Also []Insertion
}

// Insertion is text that is put in at a place.
type Insertion struct {
	Offset int
	New    string
}

// CompletionKind says how to draw a proposal; the numbers are those of LSP's CompletionItemKind.
type CompletionKind int

// The kinds in use.
const (
	KindText      CompletionKind = 1
	KindFunction  CompletionKind = 3
	KindModule    CompletionKind = 9
	KindProperty  CompletionKind = 10
	KindValue     CompletionKind = 12
	KindEnum      CompletionKind = 13
	KindSnippet   CompletionKind = 15
	KindFile      CompletionKind = 17
	KindReference CompletionKind = 18
	KindFolder    CompletionKind = 19
)

// Hover is what is known of the place under the cursor.
type Hover struct {
	Span     text.Span
	Markdown string
}

// Symbol is a named part of a file; its children lie inside it.
type Symbol struct {
	Name     string
	Detail   string
	Kind     SymbolKind
	Span     text.Span // all of it
	Select   text.Span // its name, inside Span
	Children []Symbol
}

// SymbolKind says how to draw a symbol; the numbers are those of LSP's SymbolKind.
type SymbolKind int

// The kinds in use.
const (
	SymbolFile     SymbolKind = 1
	SymbolModule   SymbolKind = 2
	SymbolProperty SymbolKind = 7
	SymbolFunction SymbolKind = 12
	SymbolString   SymbolKind = 15
	SymbolNumber   SymbolKind = 16
	SymbolBoolean  SymbolKind = 17
	SymbolArray    SymbolKind = 18
	SymbolObject   SymbolKind = 19
	SymbolKey      SymbolKind = 20
	SymbolNull     SymbolKind = 21
)

// Fold is a part of a file that can be folded away, from the line of Start to the line of End.
type Fold struct {
	Span    text.Span
	Comment bool
}

// Link is a place that opens a file or a web page.
type Link struct {
	Span    text.Span
	Path    string // absolute; empty for a web page
	URL     string
	Tooltip string
}

// Location is a place in a file.
type Location struct {
	Path string // absolute; empty: the file asked about
	Span text.Span
	// Declaration: the place is where the thing is made known.
	Declaration bool
}

// Color is a colour that is written somewhere; its parts are between 0 and 1.
type Color struct {
	Span                    text.Span
	Red, Green, Blue, Alpha float64
}

// Token is a coloured part of a line.
type Token struct {
	Span text.Span
	Type TokenType
}

// TokenType is an LSP semantic token type.
type TokenType string

// The types in use; all of them are of LSP's standard list.
const (
	TokenProperty TokenType = "property"
	TokenString   TokenType = "string"
	TokenNumber   TokenType = "number"
	TokenKeyword  TokenType = "keyword"
	TokenComment  TokenType = "comment"
	TokenOperator TokenType = "operator"
	TokenFunction TokenType = "function"
)

// Inlay is a note that the editor draws after a place.
type Inlay struct {
	Offset  int
	Label   string
	Tooltip string
}
