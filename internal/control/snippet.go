package control

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
)

// snippetText writes plain text in the syntax of LSP's snippets.
func snippetText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`).Replace(s)
}

func quoteSnippet(s string) string { return snippetText(quote(s)) }

// choice writes alternatives to choose from.
func choice(words []string) string {
	escape := strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`, ",", `\,`, "|", `\|`)
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = escape.Replace(w)
	}
	return "${1|" + strings.Join(out, ",") + "|}"
}

// maxChoices is how many values an editor can show in a line to choose from.
const maxChoices = 24

// valueSnippet writes a value of an option with what has to be filled in.
func valueSnippet(opt *options.Option) string {
	accepts := func(name string) bool { return slices.Contains(opt.TypeNames(), name) }
	if opt.Section != nil || objectClass(opt) != nil && !accepts("str") {
		return "{\n\t$0\n}"
	}
	var words []string
	for _, v := range opt.Values {
		words = append(words, literal(v))
	}
	switch list, isList := opt.Default.([]any); {
	case len(words) > 0 && len(words) <= maxChoices && opt.ListDepth == 0:
		if opt.Default != nil {
			if def := literal(opt.Default); slices.Contains(words, def) {
				words = append([]string{def}, slices.DeleteFunc(words, func(w string) bool { return w == def })...)
			}
		}
		return choice(words)
	case len(opt.Types) == 1 && accepts("bool") && opt.ListDepth == 0:
		if opt.Default == true {
			return choice([]string{"false", "true"})
		}
		return choice([]string{"true", "false"})
	case isList && len(list) > 0:
		inner := literal(opt.Default)
		return "[${1:" + snippetText(strings.TrimSuffix(strings.TrimPrefix(inner, "["), "]")) + "}]"
	case opt.ListDepth > 0 && accepts("str"):
		return `["$1"]`
	case opt.ListDepth > 0, opt.Name == "PhaseSequence", opt.Name == "PhaseIters":
		return "[$1]"
	case accepts("str"):
		if text, ok := opt.Default.(string); ok && text != "" {
			inner := quote(text)
			return `"${1:` + snippetText(inner[1:len(inner)-1]) + `}"`
		}
		if len(opt.Types) == 1 {
			return `"$1"`
		}
	case opt.Default != nil:
		if _, ok := opt.Default.(json.Number); ok {
			return "${1:" + literal(opt.Default) + "}"
		}
	}
	return "$1"
}

// objectClass returns the options of the object that may stand in place of a plain value.
func objectClass(opt *options.Option) *options.Class {
	for _, t := range opt.Types {
		if t.Class != nil {
			return t.Class
		}
	}
	return nil
}
