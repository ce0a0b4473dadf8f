package capejson

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Kind says what a Node is. A node whose text is faulty has the kind that the author meant: True is
// a Bool, 'x' a String, 01 a Number.
type Kind uint8

// The kinds. Missing is an empty place where a key or value must be; Included is JSONFile("...");
// Bad is text that is no value at all. NaN, Infinity and -Infinity are Numbers.
const (
	Missing Kind = iota
	Object
	Array
	String
	Number
	Bool
	Null
	Included
	Bad
)

var kindNames = [...]string{"missing", "object", "array", "string", "number", "bool", "null", "included", "bad"}

func (k Kind) String() string { return kindNames[k] }

// Tree is one parsed file. It is never nil and never changes after Parse.
type Tree struct {
	Src      []byte
	Root     *Node             // never nil; Missing in an empty file
	Problems []diag.Diagnostic // sorted by place
	Comments []Comment         // in the order of the file
	Includes []Include         // in the order of the file
	BOM      bool              // the file begins with a byte order mark
	text     string            // Src, for the texts of leaves
}

// Faulty reports whether there is an error in the file: CAPE cannot read it.
func (t *Tree) Faulty() bool {
	return slices.ContainsFunc(t.Problems, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// Comment is one // comment, without its line end. Faulty comments (#, /* */) are listed too.
type Comment struct {
	Span  text.Span
	Whole bool // nothing but blanks stands before it on its line
}

// IncludeKind tells the two ways to include a file apart.
type IncludeKind uint8

// JSONFile("x.json") needs a complete value in the file; "&include": "x.json" needs bare members.
const (
	JSONFile IncludeKind = iota
	AndInclude
)

// Include is one place where CAPE puts the text of another file.
type Include struct {
	Span     text.Span // the whole call, or key and value
	Name     string    // as written; relative to the folder that CAPE runs in
	NameSpan text.Span // without the quotes
	Kind     IncludeKind
}

// Node is one value or key.
type Node struct {
	Kind   Kind
	plain  bool // a text in double quotes without any backslash, as nearly all are
	Span   text.Span
	Parent *Node // the Object or Array around it; nil for the root
	*Branch
}

// Branch holds the entries of a container. All leaves of a file share one empty Branch: most nodes are
// leaves, and so they stay small.
type Branch struct {
	Members []Member // of an Object
	Items   []*Node  // of an Array; never nil entries
	tree    *Tree
}

// Text returns the source text of a leaf, quotes included; it is empty for Object, Array and Missing.
func (n *Node) Text() string {
	if n.Kind == Object || n.Kind == Array || n.Kind == Missing {
		return ""
	}
	return n.tree.text[n.Span.Start:n.Span.End]
}

// Member is one entry of an object. An include that stands alone has no key.
type Member struct {
	Key   *Node     // String or Missing; nil for a bare JSONFile("...") and for a value without a key
	Colon int       // offset of the colon, -1 when there is none
	Value *Node     // never nil; Missing when there is none
	Span  text.Span // from the key to the end of the value
}

// At returns the innermost node whose span holds offset or ends there, never nil. Between the
// entries of a container that is the container. A key counts as a node.
func (t *Tree) At(offset int) *Node {
	n := t.Root
	for {
		next := n.childAt(offset)
		if next == nil {
			return n
		}
		n = next
	}
}

func (n *Node) childAt(offset int) *Node {
	switch n.Kind {
	case Object:
		for i := n.memberFrom(offset); i < len(n.Members) && n.Members[i].Span.Start <= offset; i++ {
			m := n.Members[i]
			if m.Value.Span.Contains(offset) {
				return m.Value
			}
			if m.Key != nil && m.Key.Span.Contains(offset) {
				return m.Key
			}
		}
	case Array:
		i := sort.Search(len(n.Items), func(i int) bool { return n.Items[i].Span.End >= offset })
		if i < len(n.Items) && n.Items[i].Span.Contains(offset) {
			return n.Items[i]
		}
	}
	return nil
}

// memberFrom returns the index of the first member that ends at or after offset.
func (n *Node) memberFrom(offset int) int {
	return sort.Search(len(n.Members), func(i int) bool { return n.Members[i].Span.End >= offset })
}

// Member returns the entry of an object whose key or value this node is, or nil.
func (n *Node) Member() *Member {
	if n.Parent == nil || n.Parent.Kind != Object {
		return nil
	}
	for i := n.Parent.memberFrom(n.Span.Start); i < len(n.Parent.Members); i++ {
		m := &n.Parent.Members[i]
		if m.Key == n || m.Value == n {
			return m
		}
		if m.Span.Start > n.Span.End {
			break
		}
	}
	return nil
}

// Path returns the keys and list indices that lead from the root to the node. A key has the path of
// its value; a member without a key gives an empty step.
func (n *Node) Path() []string {
	var steps []string
	for ; n.Parent != nil; n = n.Parent {
		step := ""
		if m := n.Member(); m != nil {
			if m.Key != nil {
				step = m.Key.String()
			}
		} else {
			items := n.Parent.Items
			at := n.Span.Start
			step = strconv.Itoa(sort.Search(len(items), func(i int) bool { return items[i] == n || items[i].Span.Start > at }))
		}
		steps = append(steps, step)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

// Pointer returns Path as a JSON Pointer (RFC 6901).
func (n *Node) Pointer() string {
	var b strings.Builder
	for _, step := range n.Path() {
		b.WriteByte('/')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

// Get follows keys, and indices in decimal through lists, and returns the value there or nil. Of a
// key given twice it takes the last, as CAPE does. It is safe on a nil node.
func (n *Node) Get(keys ...string) *Node {
	for _, key := range keys {
		if n == nil {
			return nil
		}
		n = n.child(key)
	}
	return n
}

func (n *Node) child(key string) *Node {
	if n.Kind == Array {
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(n.Items) {
			return n.Items[i]
		}
		return nil
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if m := n.Members[i]; m.Key != nil && m.Key.Is(key) {
			return m.Value
		}
	}
	return nil
}
