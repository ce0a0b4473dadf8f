package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Complete returns what may stand at an offset: the options of the section, the values of the option, names
// of things that the file has, files. A proposal leaves the text around it in order: it brings quotes, a
// colon, and the commas that are missing.
func Complete(tree *capejson.Tree, env Env, offset int) []feature.Completion {
	p := newPass(tree, env)
	if inComment(tree, offset) {
		return nil
	}
	c := &completer{pass: p, offset: offset}
	if files, ok := c.includes(); ok {
		return inThisOrder(files)
	}
	c.at = c.place()
	switch {
	case c.at.object == nil:
		c.emptyFile()
	case c.at.class == nil && c.at.inside == "" || c.behind():
		return nil
	case c.at.inKey || c.at.member == nil || c.at.member.Key == nil:
		c.keyPlace()
		c.keys()
	case c.at.member.Colon < 0 || offset <= c.at.member.Colon:
		return nil
	default:
		c.valuePlace()
		c.values()
	}
	return inThisOrder(c.out)
}

// place is placeAt, and behind the end of a file that lacks brackets the place that they would close.
func (c *completer) place() place {
	root := c.tree.Root
	if root.Kind != capejson.Object || c.offset <= root.Span.End || c.closed(root) {
		return c.placeAt(c.offset)
	}
	at := c.placeAt(root.Span.End)
	if at.inKey || at.leaf != nil && at.leaf.Kind != capejson.Missing {
		at.inKey, at.leaf = false, nil
		if !at.list {
			at.member = nil
		}
	}
	return at
}

// behind reports whether the cursor is behind a key or value that is complete, or before an object or list,
// where nothing can stand.
func (c *completer) behind() bool {
	n := c.at.leaf
	if c.at.inKey {
		n = c.at.member.Key
	}
	if n == nil {
		return false
	}
	switch n.Kind {
	case capejson.Missing:
		return false
	case capejson.String:
		return !n.Span.Contains(c.offset) || c.closed(n) && c.offset == n.Span.End
	case capejson.Object, capejson.Array:
		return true
	}
	return !n.Span.Contains(c.offset)
}

// inThisOrder makes an editor show the proposals in their order where they fit equally well.
func inThisOrder(out []feature.Completion) []feature.Completion {
	slices.SortStableFunc(out, func(a, b feature.Completion) int { return strings.Compare(a.Sort, b.Sort) })
	for i := range out {
		out[i].Sort = fmt.Sprintf("%04d", i)
	}
	return out
}

// emptyFile proposes the sections that every control file has.
func (c *completer) emptyFile() {
	class := c.classOf()
	if class == nil || c.guest() || class == options.AgentClass() || c.tree.Root.Kind != capejson.Missing {
		return
	}
	c.replace = text.At(c.offset)
	c.add(feature.Completion{Label: "{}", Kind: feature.KindSnippet, Detail: "control file", Doc: "The sections that a control file begins with."},
		"{}", emptyControl)
}

const emptyControl = `{
	"RunControl": {
		"PhaseSequence": [0],
		"PhaseIters": [${1:1000}],
		"nIter": ${2:1000}
	},
	"RunMatrix": {
		"File": "${3:matrix.csv}",
		"Keys": ["mach", "alpha"$4]
	},
	$0
}`

// completer gathers the proposals at one place.
type completer struct {
	*pass
	at     place
	offset int
	all    []mention // made when it is needed

	replace text.Span
	before  string // what is put before each proposal
	after   string // what is put behind it
	also    []feature.Insertion
	typed   string // what stands from the start of the name to the cursor
	out     []feature.Completion
	seen    map[string]bool // labels in out
}

func inComment(tree *capejson.Tree, offset int) bool {
	return slices.ContainsFunc(tree.Comments, func(c capejson.Comment) bool {
		return c.Span.Start < offset && offset <= c.Span.End
	})
}

// names returns all mentions in the file.
func (c *completer) names() []mention {
	if c.all == nil {
		c.all = c.namesHere()
	}
	return c.all
}

// add adds a proposal once. The text is what is put in, the snippet the same with places to fill in.
func (c *completer) add(one feature.Completion, with, snippet string) {
	if c.seen[one.Label] {
		return
	}
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[one.Label] = true
	one.Replace, one.Also = c.replace, c.also
	one.New = c.before + with + c.after
	if snippet != "" {
		one.Snippet = snippetText(c.before) + snippet + snippetText(c.after)
	}
	c.out = append(c.out, one)
}

// typedIn returns what of a text stands before the cursor, without its quote.
func (c *completer) typedIn(n *capejson.Node) string {
	start := min(n.InnerSpan().Start, c.offset)
	return string(text.Span{Start: start, End: c.offset}.In(c.tree.Src))
}

// span returns what a proposal replaces in place of a text or word: all of it, but of a text without its
// closing quote only what is on the line up to the next mark, since the rest belongs to what follows.
func (c *completer) span(n *capejson.Node) text.Span {
	if n.Kind != capejson.String || c.closed(n) || c.tree.Src[n.Span.Start] != '"' {
		return n.Span
	}
	end := c.offset
	if stop := strings.IndexAny(string(c.tree.Src[c.offset:n.Span.End]), ",:]}/ \t\r\n"); stop >= 0 {
		end += stop
	} else {
		end = n.Span.End
	}
	return text.Span{Start: n.Span.Start, End: end}
}

// nextByte returns the first byte from an offset on that is neither blank nor in a comment; 0 at the end.
func (c *completer) nextByte(offset int) byte {
	for offset < len(c.tree.Src) {
		if i := slices.IndexFunc(c.tree.Comments, func(m capejson.Comment) bool { return m.Span.Contains(offset) && offset < m.Span.End }); i >= 0 {
			offset = c.tree.Comments[i].Span.End
			continue
		}
		switch b := c.tree.Src[offset]; b {
		case ' ', '\t', '\r', '\n':
			offset++
		default:
			return b
		}
	}
	return 0
}

// begins reports whether a byte begins an entry.
func begins(b byte) bool {
	switch b {
	case 0, ',', '}', ']', ':':
		return false
	}
	return true
}

// commaBefore adds the comma that is missing behind the entry before the cursor.
func (c *completer) commaBefore(end int) {
	for at := end; at < c.replace.Start; at++ {
		if c.tree.Src[at] == ',' && !inComment(c.tree, at) {
			return
		}
	}
	c.also = append(c.also, feature.Insertion{Offset: end, New: ","})
}
