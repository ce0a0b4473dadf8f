package control

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
)

// Hover says what is known of the place at an offset: of an option what it does, the types and values it
// takes, its default and its other names; of a name what it stands for; of a list of values which phase
// gets what; of the name of a file what is in it. It is nil elsewhere.
func Hover(tree *capejson.Tree, env Env, offset int) *feature.Hover {
	p := newPass(tree, env)
	if inComment(tree, offset) {
		return nil
	}
	for _, inc := range tree.Includes {
		if inc.NameSpan.Contains(offset) {
			return p.fileHover(inc.NameSpan, inc.Name, "")
		}
	}
	if all, m := p.named(offset); m != nil {
		if said := p.describe(all, *m); said != "" {
			return &feature.Hover{Span: m.whole(), Markdown: said}
		}
	}
	at := p.placeAt(offset)
	switch {
	case at.inKey && at.class != nil && at.option != nil:
		return &feature.Hover{Span: at.member.Key.Span, Markdown: p.aboutHere(at)}
	case at.inKey:
		return p.ruleHover(at)
	case at.leaf != nil:
		return p.valueHover(at)
	}
	return nil
}

// aboutHere is about, with the section that the option stands in.
func (p *pass) aboutHere(at place) string {
	head, rest, _ := strings.Cut(p.about(at.class, at.option, at.member.Key.String()), "\n\n")
	if path := at.object.Path(); len(path) > 0 {
		head += " in " + strings.Join(path, " / ")
	}
	if rest == "" {
		return head
	}
	return head + "\n\n" + rest
}

// ruleHover says what the keys of a rule for a value do.
func (p *pass) ruleHover(at place) *feature.Hover {
	if at.object == nil || !isRule(at.object) {
		return nil
	}
	for _, r := range ruleWords {
		if r.key == at.member.Key.String() {
			return &feature.Hover{Span: at.member.Key.Span, Markdown: "**" + r.key + "**: " + r.said + "."}
		}
	}
	return nil
}

// valueHover says what a value means.
func (p *pass) valueHover(at place) *feature.Hover {
	if at.leaf.Kind == capejson.String && at.class != nil {
		if at.id() == agentPatterns {
			return p.patternHover(at.leaf)
		}
		if said := p.kindWords(at); said != "" {
			return &feature.Hover{Span: at.leaf.Span, Markdown: said}
		}
		_, isFile := pathsFor(at.id())
		if isFile || at.option != nil && at.option.Section != nil {
			return p.fileHover(at.leaf.Span, at.leaf.String(), p.below(at))
		}
	}
	if said := p.phases(at); said != "" {
		return &feature.Hover{Span: at.member.Value.Span, Markdown: said}
	}
	return nil
}

// kindWords says what a kind is, where a value tells the kind of a section.
func (p *pass) kindWords(at place) string {
	up := at.above
	if up == nil || up.class == nil || up.class.Kinds == nil || up.class.Kinds.By != at.full {
		return ""
	}
	kind := at.leaf.String()
	if _, known := up.class.Kinds.For(kind); !known {
		return ""
	}
	if full := up.class.Kinds.TypeAliases[kind]; full != "" {
		kind = full
	}
	said := fmt.Sprintf("**%s** is a type of %s", kind, sectionNames[up.class.Name()])
	if words := kindSaid[kind]; words != "" {
		said += ": " + words
	}
	return said + "."
}

// detail is one line on an option.
func detail(opt *options.Option) string {
	if opt.Section != nil {
		return "section"
	}
	line := strings.Join(opt.TypeNames(), " | ")
	for _, t := range opt.Types {
		if t.Class != nil {
			line = "section"
		}
	}
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
	if said := OptionWords(class, opt.Name); said != "" {
		lines = append(lines, said)
	}
	if opt.Desc != "" {
		lines = append(lines, "CAPE: "+markdownOf(opt.Desc))
	}
	lines = append(lines, typeLines(class, opt)...)
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
	others := slices.DeleteFunc(slices.Clone(opt.Aliases), func(a string) bool {
		_, dead := class.DeadAliases[a]
		return a == name || dead
	})
	if len(others) > 0 {
		lines = append(lines, "Other names: "+strings.Join(others, ", ")+".")
	}
	if !ofAgent(class) {
		lines = append(lines, "From "+p.factsFrom()+".")
	}
	return strings.Join(lines, "\n\n")
}

// factsFrom says where what is known of options comes from, as Markdown.
func (p *pass) factsFrom() string {
	facts := p.env.Options
	if facts.Installed() {
		return strings.TrimSpace("CAPE "+facts.Version()) + " in `" + facts.Path() + "`"
	}
	return facts.Source()
}

// typeLines says what an option holds.
func typeLines(class *options.Class, opt *options.Option) []string {
	switch {
	case opt.Section != nil && opt.Section.Switch:
		return []string{"A section; `true` or `false` switches it on or off."}
	case opt.Section != nil:
		return []string{"A section."}
	case len(opt.Types) == 1 && objectClass(opt) != nil:
		return []string{"A section."}
	case len(opt.Types) == 0:
		return nil
	}
	line := "Holds " + saidTypes(opt)
	switch {
	case opt.ListDepth > 0:
		line += ", or a list of them"
	case phased(class, opt.Name):
		line += "; a list has one value for each phase"
	}
	return []string{line + "."}
}
