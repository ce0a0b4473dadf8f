package edits

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Nearest is the place that is most like a search text which was not found.
type Nearest struct {
	Line    int      // from 1: where it begins, or the first line that differs
	Found   string   // the text there, byte by byte: what the next search text should quote
	Differs []string // in what it differs from the search text, in words
	Only    bool     // it differs in nothing else
	say     string
}

func (n *Nearest) differences() []string { return append([]string{}, n.Differs...) }

// maxFound bounds, in bytes, the text of the file that a refusal carries.
const maxFound = 4000

func notFound(t Text, s search, old string) *Refusal {
	r := refuse(NotFound, "Search text not found in '%s'; read the file again and check for exact indentation", t.File)
	r.Nearest = nearest(s.text[s.from:], old)
	var say []string
	if t.Dirty && t.Saved != nil && bytes.Contains([]byte(foldText(string(t.Saved))), []byte(old)) {
		say = append(say, "the text is on disk but not in the open, unsaved document")
	}
	if r.Nearest != nil {
		r.Lines = []int{r.Nearest.Line}
		say = append(say, r.Nearest.say)
	} else if len(say) == 0 {
		say = append(say, "no line of the file is like it")
	}
	r.Detail = strings.Join(say, "; ")
	return r
}

// nearest looks for the place that was meant, from the likeliest mistakes of an agent to mere likeness.
// Every step passes over the text once.
func nearest(file, old string) *Nearest {
	if n := rewritten(file, old); n != nil {
		return n
	}
	there, wanted := strings.Split(file, "\n"), strings.Split(old, "\n")
	if n := lookalike(there, wanted); n != nil {
		return n
	}
	if n := padded(file, old); n != nil {
		return n
	}
	if n := mostLines(there, wanted); n != nil {
		return n
	}
	return likeliest(there, wanted)
}

var lineNumber = text.Pattern(`(?m)^[ \t]*\d+[ \t]*[:|\t→][ \t]?`)

// rewritten finds a search text that was escaped or numbered on its way.
func rewritten(file, old string) *Nearest {
	for _, try := range []struct{ name, advice, text string }{
		{"escaped characters", `it has \n, \t or \" written as two characters; send the characters themselves`, strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\"`, `"`, `\'`, `'`).Replace(old)},
		{"escaped characters", `the file has \n, \t or \" written as two characters; send both`, strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\t", `\t`, `"`, `\"`).Replace(old)},
		{"HTML entities", "it has characters written as HTML entities; send the characters themselves", html.UnescapeString(old)},
		{"line numbers", "it begins with line numbers, which are not part of the file", lineNumber().ReplaceAllString(old, "")},
	} {
		if n := instead(file, old, try.text, try.name, try.advice); n != nil {
			return n
		}
	}
	return nil
}

// padded finds a search text that has line ends around it: empty lines, or one at the end of the file.
func padded(file, old string) *Nearest {
	return instead(file, old, strings.Trim(old, "\n"), "line ends around it", "it has line ends at its start or end that the file does not have there")
}

// instead says that a text would be found in the place of old.
func instead(file, old, text, name, advice string) *Nearest {
	if text == old || text == "" {
		return nil
	}
	at := strings.Index(file, text)
	if at < 0 {
		return nil
	}
	n := strings.Count(file[:at], "\n") + 1
	return &Nearest{
		Line: n, Found: cutFound(text), Differs: []string{name}, Only: true,
		say: fmt.Sprintf("the search text would be found in line %d, but %s", n, advice),
	}
}

// lookalike finds a place that looks the same.
func lookalike(there, wanted []string) *Nearest {
	seen, look := blindAll(there, allTraits), blindAll(wanted, allTraits)
	if strings.Trim(look, "\n") == "" {
		return nil
	}
	at := strings.Index(seen, look)
	if at < 0 {
		return nil
	}
	first := strings.Count(seen[:at], "\n")
	part := there[first : first+len(wanted)]
	t, _ := differing(part, wanted, within)
	n := &Nearest{Line: first + 1, Found: cutFound(strings.Join(part, "\n")), Differs: t.names(), Only: true}
	at = firstDifference(part, wanted)
	n.Line += at
	n.say = fmt.Sprintf("line %d looks the same and differs only in %s: the file has %s", n.Line, inWords(n.Differs), visible(part[at]))
	if t&indentation != 0 {
		n.say += fmt.Sprintf(" (indented by %s, in the search text by %s)", indentOf(part[at]), indentOf(wanted[at]))
	}
	if t&composed != 0 {
		n.say += " (the accents are part of the letters in one text and characters of their own in the other)"
	}
	return n
}

// firstDifference returns the first line that a part of a text, which starts in the first line and ends
// in the last, does not share.
func firstDifference(there, wanted []string) int {
	for i := range wanted {
		same := there[i] == wanted[i]
		switch {
		case len(wanted) == 1:
			same = strings.Contains(there[i], wanted[i])
		case i == 0:
			same = strings.HasSuffix(there[i], wanted[i])
		case i == len(wanted)-1:
			same = strings.HasPrefix(there[i], wanted[i])
		}
		if !same {
			return i
		}
	}
	return 0
}

func inWords(names []string) string {
	if len(names) == 0 {
		return "blanks"
	}
	return strings.Join(names, " and ")
}

func indentOf(l string) string {
	lead := l[:len(l)-len(strings.TrimLeft(l, " \t"))]
	nt, nb := strings.Count(lead, "\t"), strings.Count(lead, " ")
	switch {
	case lead == "":
		return "nothing"
	case nt == 0:
		return counted(nb, "blank")
	case nb == 0:
		return counted(nt, "tab")
	}
	return counted(nt, "tab") + " and " + counted(nb, "blank")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func cutFound(s string) string {
	if len(s) <= maxFound {
		return s
	}
	return strings.ToValidUTF8(s[:maxFound], "")
}
