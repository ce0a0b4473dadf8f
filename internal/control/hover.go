package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
)

// Hover says what is known of the option whose key is at an offset: what it does, the types and values it
// takes, its default and its other names. It is nil elsewhere.
func Hover(tree *capejson.Tree, env Env, offset int) *feature.Hover {
	p := newPass(tree, env)
	at := p.placeAt(offset)
	if !at.inKey || at.class == nil || at.option == nil {
		return nil
	}
	return &feature.Hover{Span: at.member.Key.Span, Markdown: p.about(at.class, at.option, at.member.Key.String())}
}

// detail is one line on an option.
func detail(opt *options.Option) string {
	if opt.Section != nil {
		return "section"
	}
	line := strings.Join(opt.TypeNames(), " | ")
	if opt.Default != nil {
		if line != "" {
			line += ", "
		}
		line += "default " + clip(literal(opt.Default))
	}
	return line
}

// about is what is known of an option, as Markdown.
func (p *pass) about(class *options.Class, opt *options.Option, name string) string {
	lines := []string{"**" + opt.Name + "**"}
	if name != opt.Name {
		lines[0] = fmt.Sprintf("**%s** (another name of **%s**)", name, opt.Name)
	}
	if said := wordsFor(class, opt.Name); said != "" {
		lines = append(lines, said)
	}
	switch {
	case opt.Section != nil && opt.Section.Switch:
		lines = append(lines, "A section; `true` or `false` switches it on or off.")
	case opt.Section != nil:
		lines = append(lines, "A section.")
	case len(opt.Types) > 0:
		line := "Holds " + saidTypes(opt)
		switch {
		case opt.ListDepth > 0:
			line += ", or a list of them"
		case !strings.HasPrefix(class.ID, "agent."):
			line += "; a list has one value for each phase"
		}
		lines = append(lines, line+".")
	}
	if len(opt.Values) > 0 {
		words := make([]string, len(opt.Values))
		for i, v := range opt.Values {
			words[i] = "`" + literal(v) + "`"
		}
		lines = append(lines, "Values: "+strings.Join(words, ", ")+".")
	}
	if opt.Default != nil {
		lines = append(lines, "Default: `"+literal(opt.Default)+"`.")
	}
	if opt.Fallback != "" && opt.Fallback != ".." {
		lines = append(lines, "What is missing is taken from "+opt.Fallback+".")
	}
	if others := slices.DeleteFunc(slices.Clone(opt.Aliases), func(a string) bool { return a == name }); len(others) > 0 {
		lines = append(lines, "Other names: "+strings.Join(others, ", ")+".")
	}
	return strings.Join(lines, "\n\n")
}
