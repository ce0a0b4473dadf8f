package control

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Links returns the names of files in a file that lead to one that exists.
func Links(tree *capejson.Tree, env Env) []feature.Link {
	p := newPass(tree, env)
	var out []feature.Link
	add := func(span text.Span, names ...string) {
		for _, name := range names {
			if path, ok := p.find(name); ok {
				out = append(out, feature.Link{Span: span, Path: path, Tooltip: "Open " + name})
				return
			}
		}
	}
	for _, inc := range tree.Includes {
		add(inc.NameSpan, inc.Name)
	}
	class := p.classOf()
	if class == nil || class == options.AgentClass() {
		return out
	}
	top := p.section(tree.Root)
	for _, r := range p.fileRefs(top, class) {
		add(r.node.InnerSpan(), r.names...)
	}
	m := p.runMatrix(top, class)
	if e := m.section.entry(m.class, "File"); e != nil && e.own == own && e.value.Kind == capejson.String {
		add(e.value.InnerSpan(), e.value.String())
	}
	for i := range top.entries {
		e := &top.entries[i]
		if opt := class.Options[class.Full(e.name)]; e.own == own && opt != nil && opt.Section != nil && e.value.Kind == capejson.String {
			add(e.value.InnerSpan(), e.value.String())
		}
	}
	return out
}

// Definition returns where the thing named at an offset is defined: a figure, a component, a model, a file,
// a function.
func Definition(tree *capejson.Tree, env Env, offset int) []feature.Location {
	p := newPass(tree, env)
	for _, link := range Links(tree, env) {
		if link.Span.Contains(offset) {
			return []feature.Location{{Path: link.Path}}
		}
	}
	all := p.mentions()
	if m := mentionAt(all, offset); m != nil {
		return defined(all, *m)
	}
	at := p.placeAt(offset)
	if at.leaf == nil || at.leaf.Kind != capejson.String || at.class == nil {
		return nil
	}
	if at.full == "InitFunction" || at.full == "CaseFunction" || at.full == "Function" {
		return p.functionPlace(at.leaf.String())
	}
	return nil
}

// functionPlace finds "module.function" in a module of the user's.
func (p *pass) functionPlace(name string) []feature.Location {
	module, function, ok := cutLast(name)
	class := p.classOf()
	if !ok || p.env.Files == nil || class == nil {
		return nil
	}
	dirs, _ := p.pythonPath(p.section(p.tree.Root), class)
	for _, dir := range dirs {
		path, ok := p.find(filepath.Join(dir, strings.ReplaceAll(module, ".", "/")+".py"))
		if !ok {
			continue
		}
		loc := feature.Location{Path: path}
		src, err := p.env.Files.ReadFile(path)
		if err == nil {
			def := regexp.MustCompile(`(?m)^(?:async\s+)?def\s+(` + regexp.QuoteMeta(function) + `)\b`)
			if at := def.FindSubmatchIndex(src); at != nil {
				loc.Span = text.Span{Start: at[2], End: at[3]}
			}
		}
		return []feature.Location{loc}
	}
	return nil
}
