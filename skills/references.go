package skills

import (
	"cmp"
	"slices"

	"github.com/cape-ls/cape-ls/internal/feature"
)

// References returns where the thing at an offset is named, in this file and in the other skills: a skill
// by its name or by a link to its file, a tool by its name, a file by links.
func References(f *File, offset int, env Env) []feature.Location {
	t, ok := f.thingAt(offset, env)
	if !ok {
		return nil
	}
	var out []feature.Location
	env.eachSkill(f, func(file *File, at Env) {
		for _, other := range file.things(at) {
			if same(t, other) {
				out = append(out, feature.Location{Path: at.Path, Span: other.span})
			}
		}
	})
	slices.SortStableFunc(out, func(a, b feature.Location) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

// same reports whether two words name one thing.
func same(a, b thing) bool {
	if a.kind == skillThing && b.kind == fileThing || a.kind == fileThing && b.kind == skillThing {
		return a.path != "" && a.path == b.path
	}
	if a.kind != b.kind {
		return false
	}
	if a.kind == skillThing || a.kind == toolThing {
		return a.name == b.name
	}
	return a.path == b.path && (a.kind != placeThing || a.name == b.name)
}

// eachSkill calls visit for this file and for each other skill of the repository, with where it stands.
func (e Env) eachSkill(f *File, visit func(*File, Env)) {
	visit(f, e)
	own := Other{Path: e.Path}
	if entry, ok := f.Field("name"); ok && isText(entry.Pair.Value) {
		own.Name = textOf(entry.Pair.Value)
	}
	for i, o := range e.Skills {
		if o.Path == "" || o.Path == e.Path {
			continue
		}
		file, ok := e.open(o.Path)
		if !ok {
			continue
		}
		at := e
		at.Path = o.Path
		at.Skills = append(slices.Delete(slices.Clone(e.Skills), i, i+1), own)
		visit(file, at)
	}
}
