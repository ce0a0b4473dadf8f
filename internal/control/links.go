package control

import (
	"path/filepath"
	"regexp"
	"slices"
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
			path, ok := p.find(name)
			if ok && isFile(p.env.Files, path) && !slices.ContainsFunc(out, func(l feature.Link) bool { return l.Span == span }) {
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
	w := &walk{pass: p}
	w.object(tree.Root, level{section: p.section(tree.Root), class: class}, nil)
	for _, r := range w.paths {
		add(r.node.InnerSpan(), r.names...)
	}
	slices.SortStableFunc(out, func(a, b feature.Link) int { return a.Span.Start - b.Span.Start })
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
	if all, m := p.named(offset); m != nil {
		return defined(all, *m)
	}
	at := p.placeAt(offset)
	if at.leaf == nil || at.leaf.Kind != capejson.String || at.class == nil {
		return nil
	}
	switch {
	case slices.Contains(functionHolders, at.full):
		return p.functionPlace(at.leaf.String())
	case at.full == "Modules":
		if path, ok := p.module(at.leaf.String()); ok {
			return []feature.Location{{Path: path}}
		}
	}
	return nil
}

// module finds the file of a module of the user's.
func (p *pass) module(name string) (path string, ok bool) {
	top, class := p.whole()
	if p.env.Files == nil || class == nil || name == "" {
		return "", false
	}
	dirs, _ := p.pythonPath(top, class)
	file := strings.ReplaceAll(name, ".", "/")
	for _, dir := range dirs {
		for _, form := range []string{file + ".py", file + "/__init__.py"} {
			if path, ok := p.find(filepath.Join(dir, form)); ok {
				return path, true
			}
		}
	}
	return "", false
}

// functionPlace finds "module.function" in a module of the user's.
func (p *pass) functionPlace(name string) []feature.Location {
	module, function, ok := cutLast(name)
	if !ok {
		return nil
	}
	path, ok := p.module(module)
	if !ok {
		return nil
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
