package control

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Complete returns what may stand at an offset: the options of the section, the values of the option, names
// defined elsewhere in the file, files.
func Complete(tree *capejson.Tree, env Env, offset int) []feature.Completion {
	p := newPass(tree, env)
	if inComment(tree, offset) {
		return nil
	}
	at := p.placeAt(offset)
	switch {
	case at.object == nil || at.class == nil:
		return nil
	case at.inKey || at.member == nil || at.member.Key == nil:
		return p.completeKeys(at, offset)
	}
	return p.completeValues(at, offset)
}

func inComment(tree *capejson.Tree, offset int) bool {
	return slices.ContainsFunc(tree.Comments, func(c capejson.Comment) bool {
		return c.Span.Start < offset && offset <= c.Span.End
	})
}

// completeKeys proposes the options that the section does not have yet, aliases only when they are begun.
func (p *pass) completeKeys(at place, offset int) []feature.Completion {
	var typed string
	replace, current := text.At(offset), ""
	hasColon := false
	if at.inKey {
		key := at.member.Key
		replace, current = key.Span, key.String()
		typed = string(text.Span{Start: min(key.InnerSpan().Start, offset), End: offset}.In(p.tree.Src))
		hasColon = at.member.Colon >= 0
	}
	s := p.section(at.object)
	have := func(full string) bool {
		e := s.entry(at.class, full)
		return e != nil && e.name != current
	}
	listed, _ := listedNames(s, at.class)
	known := append(slices.Clip(at.class.Names()), listed.list...)
	var out []feature.Completion
	add := func(name, full string) {
		c := feature.Completion{Label: name, Kind: feature.KindProperty, Replace: replace, New: quote(name)}
		if !hasColon {
			c.New += ": "
		}
		if opt := at.class.Options[full]; opt != nil {
			c.Detail = detail(opt)
			c.Doc = p.about(at.class, opt, name)
			if opt.Section != nil && !hasColon {
				c.Snippet = quote(name) + ": {\n\t$0\n}"
			}
		}
		out = append(out, c)
	}
	for _, name := range known {
		if !have(name) {
			add(name, name)
		}
	}
	if typed != "" {
		for alias, full := range at.class.Aliases {
			if _, dead := at.class.DeadAliases[alias]; !dead && strings.HasPrefix(alias, typed) && !have(full) {
				add(alias, full)
			}
		}
	}
	sortCompletions(out)
	return out
}

func sortCompletions(out []feature.Completion) {
	slices.SortFunc(out, func(a, b feature.Completion) int { return strings.Compare(a.Label, b.Label) })
}

// completeValues proposes values for an option.
func (p *pass) completeValues(at place, offset int) []feature.Completion {
	replace := text.At(offset)
	if at.leaf != nil && at.leaf.Kind != capejson.Missing && at.leaf.Kind != capejson.Object {
		replace = at.leaf.Span
	}
	var out []feature.Completion
	add := func(kind feature.CompletionKind, label, with, note string) {
		if !slices.ContainsFunc(out, func(c feature.Completion) bool { return c.Label == label }) {
			out = append(out, feature.Completion{Label: label, Kind: kind, Detail: note, Replace: replace, New: with})
		}
	}
	if opt := at.option; opt != nil {
		for _, v := range opt.Values {
			add(feature.KindEnum, strings.Trim(literal(v), `"`), literal(v), "")
		}
		if slices.Contains(opt.TypeNames(), "bool") || opt.Section != nil && opt.Section.Switch {
			add(feature.KindValue, "true", "true", "")
			add(feature.KindValue, "false", "false", "")
		}
		if opt.Default != nil && len(out) == 0 {
			add(feature.KindValue, literal(opt.Default), literal(opt.Default), "default")
		}
	}
	p.completeNames(at, func(name, note string) { add(feature.KindReference, name, quote(name), note) })
	for _, f := range p.completeFiles(at, offset) {
		f.Replace = replace
		out = append(out, f)
	}
	return out
}

// completeNames proposes names that are defined elsewhere in the file.
func (p *pass) completeNames(at place, add func(name, note string)) {
	if k := p.kindsOf(at); k != nil {
		for _, v := range k.Values() {
			add(v, "type")
		}
	}
	defs, class := p.definitions(at)
	if defs == nil {
		return
	}
	self := ""
	if m := at.object.Member(); m != nil && m.Key != nil {
		self = m.Key.String()
	}
	for _, e := range defs.entries {
		if class != nil && class.Options[class.Full(e.name)] != nil || e.name == self {
			continue
		}
		add(e.name, "")
	}
	if strings.HasSuffix(at.class.Name(), "SubfigOpts") && at.full == "Component" {
		for _, name := range p.components(p.section(p.tree.Root), p.classOf()).list {
			add(name, "component")
		}
	}
}

// kindsOf returns the kinds that Type or Parent tells apart in the section of a place.
func (p *pass) kindsOf(at place) *options.Kinds {
	if _, class := p.siblings(at); class != nil && class.Kinds.By == at.full {
		return class.Kinds
	}
	return nil
}

// maxFiles bounds how many files of a folder are proposed.
const maxFiles = 200

// completeFiles proposes the files of the folder that is begun.
func (p *pass) completeFiles(at place, offset int) []feature.Completion {
	if p.env.Files == nil || !holdsFile(at) {
		return nil
	}
	dir := ""
	if at.leaf != nil && at.leaf.Kind == capejson.String {
		typed := string(text.Span{Start: min(at.leaf.InnerSpan().Start, offset), End: offset}.In(p.tree.Src))
		dir = typed[:strings.LastIndexByte(typed, '/')+1]
	}
	if filepath.IsAbs(dir) {
		return nil
	}
	entries, err := p.env.Files.ReadDir(filepath.Join(p.env.Root, dir))
	if err != nil {
		return nil
	}
	var out []feature.Completion
	for _, e := range entries[:min(len(entries), maxFiles)] {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		c := feature.Completion{Label: path.Join(dir, e.Name()), Kind: feature.KindFile}
		if e.IsDir() {
			c.Label, c.Kind = c.Label+"/", feature.KindFolder
		}
		c.New = quote(c.Label)
		out = append(out, c)
	}
	return out
}

// holdsFile reports whether an option holds the name of a file.
func holdsFile(at place) bool {
	name := at.class.Name()
	switch {
	case name == "RunMatrixOpts":
		return at.full == "File"
	case name == "AgentOpts":
		return at.full == "ToolDir" || at.full == "EditAllowList"
	}
	return slices.ContainsFunc(fileOptions, func(f fileOption) bool {
		return f.option == at.full && (f.section == "" && name == "Options" || f.section+"Opts" == name)
	})
}
