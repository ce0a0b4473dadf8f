package skills

import (
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// validName reports whether a name has the form that the format wants: lower-case letters, digits and
// single hyphens inside. Length is not judged.
func validName(name string) bool {
	if name == "" || strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-") || strings.Contains(name, "--") {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
	})
}

// fitName reports whether a skill can have the name: the form and the length are right.
func fitName(name string) bool { return validName(name) && len(name) <= NameMost }

// nameFrom makes a valid name out of any text; empty when nothing of it can be kept.
func nameFrom(s string) string {
	var b strings.Builder
	gap := false
	for i, r := range s {
		lower := r
		if 'A' <= r && r <= 'Z' {
			lower = r + 'a' - 'A'
			// The humps of camel case are words.
			gap = gap || i > 0 && 'a' <= s[i-1] && s[i-1] <= 'z'
		}
		if lower != '-' && ('a' <= lower && lower <= 'z' || '0' <= lower && lower <= '9') {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(lower)
		} else {
			gap = true
		}
	}
	name := b.String()
	if len(name) > NameMost {
		name = strings.TrimRight(name[:NameMost], "-")
	}
	return name
}

// plainName writes a valid name as YAML: in quotes where it would not be text without, as 2026 or on.
func plainName(name string) string {
	if root := yaml11.Parse([]byte(name)).Root; root != nil && root.Kind == yaml11.Scalar && root.Tag == yaml11.TagStr && root.Text == name {
		return name
	}
	return "'" + name + "'" // a valid name holds no quote
}

func runeCount(s string) int { return utf8.RuneCountInString(s) }
