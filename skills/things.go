package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// thingKind is what a word in a file can name.
type thingKind int

const (
	skillThing thingKind = iota + 1
	toolThing
	fileThing
	placeThing // a heading of this file
)

// thing is something named at a place of a file.
type thing struct {
	kind thingKind
	span text.Span // where it is named
	name string    // of a skill or tool; the fragment of a place or file
	path string    // of the file that is meant
}

// things lists all that a file names, in the order of the text.
func (f *File) things(env Env) []thing {
	var out []thing
	if e, ok := f.Field("name"); ok && e.Pair.Value != nil && isText(e.Pair.Value) && !e.Pair.Value.Broken {
		out = append(out, thing{skillThing, e.Pair.Value.Content, textOf(e.Pair.Value), env.Path})
	}
	if e, ok := f.Field("tools"); ok && e.Pair.Value != nil {
		if v := e.Pair.Value.Resolve(); v != nil && v.Kind == yaml11.Sequence {
			for _, item := range v.Items {
				if item != nil && isText(item) {
					out = append(out, f.tool(item.Content, textOf(item), env))
				}
			}
		}
	}
	for _, w := range f.Words {
		if t, ok := f.wordThing(w, env); ok {
			out = append(out, t)
		}
	}
	for _, l := range f.Links {
		if t, ok := linkThing(l, f.Src, env); ok {
			out = append(out, t)
		}
	}
	slices.SortStableFunc(out, func(a, b thing) int { return a.span.Start - b.span.Start })
	return out
}

func (f *File) tool(span text.Span, name string, env Env) thing {
	path, _ := env.toolPath(name)
	return thing{toolThing, span, strings.TrimSuffix(name, ".py"), path}
}

// wordThing says what a word in backquotes names.
func (f *File) wordThing(w Word, env Env) (thing, bool) {
	name := strings.TrimSuffix(w.Text, "()")
	span := text.Span{Start: w.Span.Start, End: w.Span.Start + len(name)}
	if path, ok := env.skillPath(f, name); ok {
		return thing{skillThing, span, name, path}, true
	}
	if env.toolKnown(name) {
		return f.tool(span, name, env), true
	}
	if bundled(w.Text) && env.Path != "" {
		return thing{kind: fileThing, span: w.Span, path: filepath.Join(filepath.Dir(env.Path), filepath.FromSlash(w.Text))}, true
	}
	return thing{}, false
}

// skillPath returns the file of the skill of a name; the path of a built-in one is empty.
func (e Env) skillPath(f *File, name string) (string, bool) {
	if own, ok := f.Field("name"); ok && isText(own.Pair.Value) && textOf(own.Pair.Value) == name {
		return e.Path, true
	}
	if i := slices.IndexFunc(e.Skills, func(o Other) bool { return o.Name == name }); i >= 0 {
		return e.Skills[i].Path, true
	}
	_, builtin := builtinOf(name)
	return "", builtin && e.Judge() == ByCAPE
}

func linkThing(l Link, src []byte, env Env) (thing, bool) {
	written := unescape(l.Target.In(src))
	_, fragment, _ := strings.Cut(written, "#")
	if strings.HasPrefix(written, "#") {
		return thing{placeThing, l.Target, fragment, env.Path}, true
	}
	r := env.resolve(l, src)
	if r.state == foreign {
		return thing{}, false
	}
	return thing{fileThing, l.Target, fragment, r.path}, true
}

// thingAt returns what is named at an offset.
func (f *File) thingAt(offset int, env Env) (thing, bool) {
	all := f.things(env)
	i := slices.IndexFunc(all, func(t thing) bool { return t.span.Contains(offset) })
	if i < 0 {
		// The text of a link leads where its target does.
		for _, l := range f.Links {
			if l.Span.Contains(offset) {
				return linkThing(l, f.Src, env)
			}
		}
		return thing{}, false
	}
	return all[i], true
}

// Links returns the links of the file that lead somewhere.
func Links(f *File, env Env) []feature.Link {
	var out []feature.Link
	for _, l := range f.Links {
		written := unescape(l.Target.In(f.Src))
		if strings.HasPrefix(written, "https://") || strings.HasPrefix(written, "http://") {
			out = append(out, feature.Link{Span: l.Target, URL: written})
			continue
		}
		if r := env.resolve(l, f.Src); r.state == found || r.state == wrongCase {
			out = append(out, feature.Link{Span: l.Target, Path: r.path})
		}
	}
	for _, w := range f.Words {
		if !bundled(w.Text) || env.Path == "" || env.Files == nil {
			continue
		}
		if r := env.lookUp(w.Text, w.Text); r.state == found || r.state == wrongCase {
			out = append(out, feature.Link{Span: w.Span, Path: r.path})
		}
	}
	slices.SortStableFunc(out, func(a, b feature.Link) int { return a.Span.Start - b.Span.Start })
	return out
}
