package lsp

import (
	"regexp"
	"strings"
)

var (
	mdLink  = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	mdFence = regexp.MustCompile("(?m)^```.*\n?")
	mdMarks = strings.NewReplacer("**", "", "`", "")
)

// plain takes the marks of our own Markdown out of a text, for clients that show it as it is.
func plain(markdown string) string {
	s := mdFence.ReplaceAllString(markdown, "")
	s = mdLink.ReplaceAllString(s, "$1 ($2)")
	return mdMarks.Replace(s)
}
