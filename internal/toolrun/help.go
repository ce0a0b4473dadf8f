package toolrun

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/text"
)

// HelpOption is one argument that a script names in its help.
type HelpOption struct {
	Flags    []string `json:"flags"`             // as they are given: "-n", "--number"; none for a positional argument
	Metavar  string   `json:"metavar,omitempty"` // how the value is called; of a positional argument its name
	Help     string   `json:"help,omitempty"`    // one line
	Required bool     `json:"required,omitempty"`
}

// The bounds of what is read of a help text.
const (
	maxHelpText    = 256 << 10 // bytes
	maxHelpOptions = 400
)

// ParseHelp reads the options out of a help text as Python's argparse prints it. Texts of the same shape (of
// click, optparse and writers by hand: a usage line, and sections with one indented entry for each option) are
// read as far as they go; what is of another shape gives no options. Nothing is run.
func ParseHelp(text string) []HelpOption {
	if len(text) > maxHelpText {
		text = text[:maxHelpText]
	}
	r := helpReader{usage: map[string]bool{}}
	for line := range strings.Lines(Plain(text)) {
		r.line(strings.TrimRight(line, " \t\r\n"))
	}
	r.finish()
	for i := range r.options {
		o := &r.options[i]
		for _, word := range append([]string{o.Metavar}, o.Flags...) {
			o.Required = o.Required || r.usage[word] && (len(o.Flags) == 0 || word != o.Metavar)
		}
	}
	return r.options
}

// helpReader reads a help text line by line.
type helpReader struct {
	inUsage    bool
	usageDone  bool
	depth      int             // of brackets in the usage
	usage      map[string]bool // word of the usage -> it must be given
	section    string          // the title above, in lower case
	open       *HelpOption     // the entry that further lines belong to
	indent     int             // of that entry
	subcommand bool            // what follows tells of the commands of {a,b}
	options    []HelpOption
}

func (r *helpReader) line(line string) {
	words := strings.TrimLeft(line, " \t")
	indent := len(line) - len(words)
	switch {
	case words == "":
		r.inUsage = false
		r.finish()
	case !r.usageDone && len(words) >= 6 && strings.EqualFold(words[:6], "usage:"):
		r.inUsage, r.usageDone = true, true
		r.readUsage(words[6:], true)
	case r.inUsage && indent > 0:
		r.readUsage(words, false)
	case indent == 0:
		r.inUsage = false
		r.finish()
		r.section = strings.ToLower(strings.TrimSuffix(words, ":"))
	case r.open != nil && indent > r.indent:
		r.more(words, indent)
	default:
		r.finish()
		r.entry(words, indent)
	}
}

// readUsage notes which words of a usage line stand in brackets, which means that they may be left out. The
// first word of all is the name of the program. One of a group in parentheses must be given, but none of them
// by itself.
func (r *helpReader) readUsage(line string, first bool) {
	for _, word := range strings.Fields(line) {
		if first {
			first = false
			continue
		}
		bare := strings.Trim(word, "[]()")
		start := r.depth + strings.Count(word[:strings.Index(word, bare)], "[") + strings.Count(word[:strings.Index(word, bare)], "(")
		if _, known := r.usage[bare]; bare != "" && !known {
			r.usage[bare] = start == 0
		}
		r.depth = max(0, r.depth+strings.Count(word, "[")+strings.Count(word, "(")-strings.Count(word, "]")-strings.Count(word, ")"))
	}
}

var (
	helpGap   = text.Pattern(`\s{2,}|\t`)
	helpFlags = text.Pattern(`^-{1,2}[^\s,=\[-][^\s,=\[]*`)
)

// entry begins an entry, if the line is one.
func (r *helpReader) entry(line string, indent int) {
	invocation, help := line, ""
	if at := helpGap().FindStringIndex(line); at != nil {
		invocation, help = line[:at[0]], line[at[1]:]
	}
	o := HelpOption{Flags: []string{}}
	switch {
	case helpFlags().MatchString(invocation):
		o.Flags, o.Metavar = splitInvocation(invocation)
	case r.positional(invocation):
		o.Metavar = invocation
	default:
		return
	}
	o.Help = strings.TrimSpace(help)
	r.open, r.indent = &o, indent
}

// positional reports whether an entry without a dash is an argument and no sentence of a description.
func (r *helpReader) positional(invocation string) bool {
	_, inUsage := r.usage[invocation]
	return inUsage || (r.section == "positional arguments" || r.section == "arguments") && !strings.Contains(invocation, " ")
}

// splitInvocation takes "-f FOO, --foo FOO", "-f, --foo FOO" and "--foo=FOO" apart.
func splitInvocation(invocation string) (flags []string, metavar string) {
	for _, part := range strings.Split(invocation, ", ") {
		flag := helpFlags().FindString(part)
		if flag == "" {
			metavar += ", " + part // of a name with a comma in it
			continue
		}
		flags = append(flags, flag)
		metavar = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(part[len(flag):]), "="))
	}
	return flags, strings.TrimPrefix(metavar, ", ")
}

// more takes a line that belongs to the open entry. Below the entry of sub-commands, {a,b}, each of them has
// an entry of its own, a little to the right; they are no options.
func (r *helpReader) more(words string, indent int) {
	if strings.HasPrefix(r.open.Metavar, "{") && len(r.open.Flags) == 0 && indent == r.indent+2 {
		r.subcommand = true
	}
	if !r.subcommand {
		r.open.Help = strings.TrimSpace(r.open.Help + " " + words)
	}
}

var requiredMark = text.Pattern(`(?i)\s*[\[(]required[\])]\.?$`)

func (r *helpReader) finish() {
	if r.open == nil {
		return
	}
	if mark := requiredMark().FindStringIndex(r.open.Help); mark != nil {
		r.open.Required, r.open.Help = true, r.open.Help[:mark[0]]
	}
	if len(r.options) < maxHelpOptions {
		r.options = append(r.options, *r.open)
	}
	r.open, r.subcommand = nil, false
}
