package lsp

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

var (
	mdLink  = text.Pattern(`\[([^\]]*)\]\(([^)]*)\)`)
	mdFence = text.Pattern("(?m)^```.*\n?")
	mdMarks = strings.NewReplacer("**", "", "`", "")
)

// plain takes the marks of our own Markdown out of a text, for clients that show it as it is.
func plain(markdown string) string {
	s := mdFence().ReplaceAllString(markdown, "")
	s = mdLink().ReplaceAllString(s, "$1 ($2)")
	return mdMarks.Replace(s)
}
