package control

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

var (
	restLiteral = text.Pattern("``([^`]+)``")
	restRole    = text.Pattern(":[a-zA-Z:+-]+:`([^`]*)`")
	restLink    = text.Pattern("`([^`<]+?)\\s*<(https?://[^>]+)>`__?")
	restTarget  = text.Pattern(`^([^<]*?)\s*<[^>]*>$`)
	restDefault = text.Pattern("`([^`]+)`")
)

// markdownOf writes a short text in reStructuredText, as the descriptions of options are, in Markdown: code,
// links, and the names in roles such as :class:`dict`. Emphasis is the same in both.
func markdownOf(rest string) string {
	var kept []string
	keep := func(s string) string {
		kept = append(kept, s)
		return "\x00" + string(rune(len(kept)-1+0xE000)) + "\x00"
	}
	s := strings.Join(strings.Fields(rest), " ")
	s = restLiteral().ReplaceAllStringFunc(s, func(m string) string { return keep("`" + m[2:len(m)-2] + "`") })
	s = restRole().ReplaceAllStringFunc(s, func(m string) string {
		name := restRole().FindStringSubmatch(m)[1]
		if t := restTarget().FindStringSubmatch(name); t != nil && t[1] != "" {
			return keep(t[1])
		}
		return keep("`" + strings.TrimLeft(name, "~!") + "`")
	})
	s = restLink().ReplaceAllStringFunc(s, func(m string) string {
		t := restLink().FindStringSubmatch(m)
		return keep("[" + t[1] + "](" + t[2] + ")")
	})
	s = restDefault().ReplaceAllStringFunc(s, func(m string) string { return keep(m) })
	s = strings.NewReplacer("<", `\<`, "[", `\[`, "_", `\_`, `\*`, `\*`).Replace(s)
	for i, k := range kept {
		s = strings.ReplaceAll(s, "\x00"+string(rune(i+0xE000))+"\x00", k)
	}
	return s
}
