package skills

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// errNotASkill says that there is no name of a skill at the place.
var errNotASkill = errors.New("only the name of a skill can be changed here")

// PrepareRename returns the span of the skill's name at an offset, and the name.
func PrepareRename(f *File, offset int, env Env) (text.Span, string, bool) {
	t, ok := f.thingAt(offset, env)
	if !ok || t.kind != skillThing || t.path == "" {
		return text.Span{}, "", false
	}
	return t.span, t.name, true
}

// Rename returns the edits that give the skill at an offset another name: in its front matter, wherever the
// name stands in backquotes, in links that lead into its folder, and the folder itself. The error says why
// it cannot be.
func Rename(f *File, offset int, env Env, name string) (diag.Fix, error) {
	t, ok := f.thingAt(offset, env)
	if !ok || t.kind != skillThing || t.path == "" {
		return diag.Fix{}, errNotASkill
	}
	if !fitName(name) {
		return diag.Fix{}, badName(name)
	}
	dir := filepath.Dir(t.path)
	newDir := filepath.Join(filepath.Dir(dir), name)
	if slices.ContainsFunc(env.Skills, func(o Other) bool { return o.Name == name && o.Path != t.path }) {
		return diag.Fix{}, fmt.Errorf("there is a skill %s already", name)
	}
	moves := dir != newDir && dir != env.Root
	if moves && env.Files != nil {
		if _, err := env.Files.Stat(newDir); err == nil {
			return diag.Fix{}, fmt.Errorf("there is a folder %s already", name)
		}
	}
	fix := diag.Fix{Title: fmt.Sprintf("Rename the skill %s to %s", t.name, name)}
	env.eachSkill(f, func(file *File, at Env) {
		for _, e := range renameEdits(file, at, t, dir, name) {
			if at.Path != env.Path {
				e.Path = at.Path
			}
			fix.Edits = append(fix.Edits, e)
		}
	})
	if moves {
		fix.Renames = []diag.Rename{{Old: dir, New: newDir}}
	}
	return fix, nil
}

// renameEdits returns the edits in one file.
func renameEdits(f *File, env Env, old thing, dir, name string) []diag.Edit {
	var out []diag.Edit
	for _, t := range f.things(env) {
		switch {
		case t.kind == skillThing && same(old, t):
			with := name
			if e, ok := f.Field("name"); ok && e.Pair.Value != nil && t.span == e.Pair.Value.Content && e.Pair.Value.Span == t.span {
				with = plainName(name)
			}
			out = append(out, diag.Edit{Span: t.span, New: with})
		case t.kind == fileThing && (t.path == dir || strings.HasPrefix(t.path, dir+string(filepath.Separator))):
			if e, ok := folderEdit(f, t, filepath.Base(dir), name); ok {
				out = append(out, e)
			}
		}
	}
	return out
}

// folderEdit changes the part of a link target that is the folder's name. A target that does not pass
// through the folder by name, as from a file inside it, needs no change.
func folderEdit(f *File, t thing, folder, name string) (diag.Edit, bool) {
	written := string(t.span.In(f.Src))
	at := 0
	for _, part := range strings.Split(written, "/") {
		plain, err := url.PathUnescape(part)
		if err == nil && plain == folder {
			start := t.span.Start + at
			return diag.Edit{Span: text.Span{Start: start, End: start + len(part)}, New: name}, true
		}
		at += len(part) + 1
	}
	return diag.Edit{}, false
}
