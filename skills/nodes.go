package skills

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/yaml11"
)

func tagOf(n *yaml11.Node) string {
	if n = n.Resolve(); n == nil {
		return ""
	}
	return n.Tag
}

// isText reports whether a value is text.
func isText(n *yaml11.Node) bool { return tagOf(n) == yaml11.TagStr }

// isNull reports whether a value is nothing: empty, ~ or null.
func isNull(n *yaml11.Node) bool { return tagOf(n) == yaml11.TagNull }

// textOf returns the text of a scalar.
func textOf(n *yaml11.Node) string {
	if n = n.Resolve(); n == nil {
		return ""
	}
	return n.Text
}

// blank reports whether a value is nothing, or text without a visible character.
func blank(n *yaml11.Node) bool {
	return isNull(n) || isText(n) && strings.TrimSpace(textOf(n)) == ""
}

// kindWord says what a value is, as a user would.
func kindWord(n *yaml11.Node) string {
	n = n.Resolve()
	if n == nil {
		return "nothing"
	}
	switch n.Tag {
	case yaml11.TagNull:
		return "nothing"
	case yaml11.TagBool:
		return "true or false"
	case yaml11.TagInt, yaml11.TagFloat:
		return "a number"
	case yaml11.TagTimestamp:
		return "a date"
	case yaml11.TagBinary:
		return "binary data"
	case yaml11.TagStr:
		return "text"
	}
	switch n.Kind {
	case yaml11.Sequence:
		return "a list"
	case yaml11.Mapping:
		return "a mapping"
	}
	return "a value of another type"
}
