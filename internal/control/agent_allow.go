package control

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// allowOption is the option that lists what an agent may edit.
const allowOption = "EditAllowList"

// PatternFor returns the pattern that matches one name and no other: characters with a meaning of their own
// are put into a class.
func PatternFor(name string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(name)
}

// Permits returns the pattern of EditAllowList that matches a name, relative to the root with slashes and
// links resolved; it is empty when none does. The list in included files is not looked at.
func Permits(tree *capejson.Tree, name string) string {
	list, _ := texts(allowList(tree))
	for _, n := range list {
		if allow.Match(name, n.String()) {
			return n.String()
		}
	}
	return ""
}

func allowList(tree *capejson.Tree) *capejson.Node {
	if tree.Root.Kind != capejson.Object {
		return nil
	}
	return tree.Root.Get(allowOption)
}

// NewAgentFile is the text of a cape-agent.json that permits one pattern.
func NewAgentFile(pattern string) string {
	return "{\n    // Files that the agent may change; everything else is read-only to it\n    " +
		quote(allowOption) + ": [\n        " + quote(pattern) + "\n    ]\n}\n"
}

// AllowEdits returns the edits that add a pattern to EditAllowList in cape-agent.json. Comments and layout stay as
// they are. The error says in the user's words why it cannot be done.
func AllowEdits(tree *capejson.Tree, pattern string) ([]diag.Edit, error) {
	if !utf8.ValidString(pattern) {
		return nil, errors.New("the name of the file must be UTF-8 text")
	}
	if len(strings.TrimSpace(string(tree.Src))) == 0 {
		return []diag.Edit{{Span: text.Span{End: len(tree.Src)}, New: NewAgentFile(pattern)}}, nil
	}
	if tree.Faulty() {
		return nil, fmt.Errorf("%s has an error in its syntax, which must be mended first", options.AgentFile)
	}
	if tree.Root.Kind != capejson.Object {
		return nil, fmt.Errorf("%s must hold an object", options.AgentFile)
	}
	edits, err := addPattern(tree, quote(pattern))
	if err != nil {
		return nil, err
	}
	// What is on the line may keep CAPE from reading it, such as a comment beside a brace.
	out, ok := diag.Apply(tree.Src, edits)
	if after := capejson.Parse(out); !ok || after.Faulty() || Permits(after, pattern) == "" && !allow.Magic(pattern) {
		return nil, fmt.Errorf("the layout of %s leaves no place for a pattern: put %s on lines of its own", options.AgentFile, allowOption)
	}
	return edits, nil
}

func addPattern(tree *capejson.Tree, quoted string) ([]diag.Edit, error) {
	list := allowList(tree)
	switch {
	case list == nil:
		return addList(tree, quoted), nil
	case list.Kind == capejson.Array:
		return addItem(tree, list, quoted), nil
	case list.Kind == capejson.String:
		return []diag.Edit{{Span: list.Span, New: "[" + list.Text() + ", " + quoted + "]"}}, nil
	case list.Kind == capejson.Included:
		return nil, fmt.Errorf("%s is in another file: %s", allowOption, list.Text())
	}
	return []diag.Edit{{Span: list.Span, New: "[" + quoted + "]"}}, nil
}

// addItem puts a pattern behind the last one of a list, on a line of its own if those are.
func addItem(tree *capejson.Tree, list *capejson.Node, quoted string) []diag.Edit {
	if len(list.Items) == 0 {
		return []diag.Edit{{Span: text.At(list.Span.Start + 1), New: quoted}}
	}
	last := list.Items[len(list.Items)-1]
	indent, alone := startsLine(tree.Src, last.Span.Start)
	if !alone {
		return []diag.Edit{{Span: text.At(last.Span.End), New: ", " + quoted}}
	}
	return onNextLine(tree, last.Span.End, indent, quoted)
}

// addList puts the whole option behind the last member of the file.
func addList(tree *capejson.Tree, quoted string) []diag.Edit {
	member := quote(allowOption) + ": [" + quoted + "]"
	root := tree.Root
	if len(root.Members) == 0 {
		eol := lineEnd(tree.Src)
		at := root.Span.Start + 1
		if strings.ContainsAny(string(tree.Src[at:root.Span.End]), "\r\n") {
			return []diag.Edit{{Span: text.At(at), New: eol + "    " + member}}
		}
		return []diag.Edit{{Span: text.At(at), New: eol + "    " + member + eol}}
	}
	last := root.Members[len(root.Members)-1]
	indent, alone := startsLine(tree.Src, last.Span.Start)
	if !alone {
		return []diag.Edit{{Span: text.At(last.Span.End), New: ", " + member}}
	}
	return onNextLine(tree, last.Span.End, indent, member)
}

// onNextLine puts an entry on a line of its own behind the entry that ends at end, and behind a comment on the same
// line.
func onNextLine(tree *capejson.Tree, end int, indent, entry string) []diag.Edit {
	added := lineEnd(tree.Src) + indent + entry
	for _, c := range tree.Comments {
		if c.Span.Start >= end && strings.Trim(string(tree.Src[end:c.Span.Start]), " \t") == "" {
			return []diag.Edit{{Span: text.At(end), New: ","}, {Span: text.At(c.Span.End), New: added}}
		}
	}
	return []diag.Edit{{Span: text.At(end), New: "," + added}}
}

// startsLine reports whether only blanks stand before an offset on its line, and returns them.
func startsLine(src []byte, offset int) (indent string, alone bool) {
	start := offset
	for start > 0 && (src[start-1] == ' ' || src[start-1] == '\t') {
		start--
	}
	return string(src[start:offset]), start == 0 || src[start-1] == '\n' || src[start-1] == '\r'
}

// lineEnd is the line end that a file uses.
func lineEnd(src []byte) string {
	if strings.Contains(string(src), "\r\n") {
		return "\r\n"
	}
	return "\n"
}
