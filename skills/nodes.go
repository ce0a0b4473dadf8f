package skills

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Tags of values, as PyYAML resolves them.
const (
	tagPrefix    = "tag:yaml.org,2002:"
	tagNull      = tagPrefix + "null"
	tagBool      = tagPrefix + "bool"
	tagInt       = tagPrefix + "int"
	tagFloat     = tagPrefix + "float"
	tagBinary    = tagPrefix + "binary"
	tagTimestamp = tagPrefix + "timestamp"
	tagMap       = tagPrefix + "map"
	tagSeq       = tagPrefix + "seq"
	tagSet       = tagPrefix + "set"
)

func tagOf(n *yaml11.Node) string {
	if n = n.Resolve(); n == nil {
		return ""
	}
	return n.Tag
}

// isText reports whether a value is text.
func isText(n *yaml11.Node) bool { return tagOf(n) == tagStr }

// isNull reports whether a value is nothing: empty, ~ or null.
func isNull(n *yaml11.Node) bool { return tagOf(n) == tagNull }

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
	case tagNull:
		return "nothing"
	case tagBool:
		return "true or false"
	case tagInt, tagFloat:
		return "a number"
	case tagTimestamp:
		return "a date"
	case tagBinary:
		return "binary data"
	case tagStr:
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
