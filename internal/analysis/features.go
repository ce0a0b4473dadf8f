package analysis

import (
	"errors"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/skills"
)

// Complete returns proposals at an offset.
func (a *Analyzer) Complete(snap *repo.Snapshot, path string, offset int) []feature.Completion {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.Complete(f, offset, env)
	}
	if tree, env, ok := a.controlAt(snap, path); ok {
		return control.Complete(tree, env, offset)
	}
	if src, host, env, ok := a.matrixAt(snap, path); ok {
		return control.CompleteMatrix(src, host, env, offset)
	}
	return nil
}

// Hover returns what is known of the place, or nil.
func (a *Analyzer) Hover(snap *repo.Snapshot, path string, offset int) *feature.Hover {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.Hover(f, offset, env)
	}
	if tree, env, ok := a.controlAt(snap, path); ok {
		env.Fellows = a.fellows(snap, path)
		return control.Hover(tree, env, offset)
	}
	if src, host, env, ok := a.matrixAt(snap, path); ok {
		return control.HoverMatrix(src, host, env, offset)
	}
	return nil
}

// Symbols returns the parts of the file.
func (a *Analyzer) Symbols(snap *repo.Snapshot, path string) []feature.Symbol {
	if f, _, ok := a.skillAt(snap, path); ok {
		return skills.Symbols(f)
	}
	if tree, _, ok := a.jsonAt(snap, path); ok {
		return control.Symbols(tree)
	}
	if src, ok := a.yamlAt(snap, path); ok {
		return control.YAMLSymbols(src)
	}
	if s, ok := a.scriptAt(snap, path); ok {
		return skills.ToolSymbols(s)
	}
	return nil
}

// Folding returns what can be folded.
func (a *Analyzer) Folding(snap *repo.Snapshot, path string) []feature.Fold {
	if f, _, ok := a.skillAt(snap, path); ok {
		return skills.Folding(f)
	}
	if tree, _, ok := a.jsonAt(snap, path); ok {
		return control.Folding(tree)
	}
	if src, ok := a.yamlAt(snap, path); ok {
		return control.YAMLFolding(src)
	}
	return nil
}

// Selections returns the spans around an offset, from the innermost outwards.
func (a *Analyzer) Selections(snap *repo.Snapshot, path string, offset int) []text.Span {
	if f, _, ok := a.skillAt(snap, path); ok {
		return skills.SelectionRanges(f, offset)
	}
	if tree, _, ok := a.jsonAt(snap, path); ok {
		return control.Selections(tree, offset)
	}
	return nil
}

// Links returns the links of the file that lead somewhere.
func (a *Analyzer) Links(snap *repo.Snapshot, path string) []feature.Link {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.Links(f, env)
	}
	if tree, env, ok := a.jsonAt(snap, path); ok {
		return control.Links(tree, env)
	}
	return nil
}

// Definition returns where the thing at the offset is defined.
func (a *Analyzer) Definition(snap *repo.Snapshot, path string, offset int) []feature.Location {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.Definition(f, offset, env)
	}
	if tree, env, ok := a.namesAt(snap, path); ok {
		return control.Definition(tree, env, offset)
	}
	return nil
}

// References returns where the thing at the offset is named.
func (a *Analyzer) References(snap *repo.Snapshot, path string, offset int) []feature.Location {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.References(f, offset, env)
	}
	if tree, env, ok := a.namesAt(snap, path); ok {
		return control.References(tree, env, offset)
	}
	return nil
}

// PrepareRename returns the span of the name at the offset that can be renamed, and the name. The error
// says what can be renamed, or why this name cannot.
func (a *Analyzer) PrepareRename(snap *repo.Snapshot, path string, offset int) (text.Span, string, error) {
	if f, env, ok := a.skillAt(snap, path); ok {
		if span, name, ok := skills.PrepareRename(f, offset, env); ok {
			return span, name, nil
		}
		return text.Span{}, "", ErrNoRename
	}
	if tree, env, ok := a.namesAt(snap, path); ok {
		return control.PrepareRename(tree, env, offset)
	}
	return text.Span{}, "", errNoNames
}

// ErrNoRename says that there is nothing at the place that could have another name.
var ErrNoRename = errors.New("only the name of a skill can be changed here")

// errNoNames is ErrNoRename for files that have no names of their own.
var errNoNames = errors.New("nothing in this file has a name that can be changed")

// Rename returns the edits that give the thing at the offset another name, or why it cannot be.
func (a *Analyzer) Rename(snap *repo.Snapshot, path string, offset int, name string) (diag.Fix, error) {
	if f, env, ok := a.skillAt(snap, path); ok {
		return skills.Rename(f, offset, env, name)
	}
	if tree, env, ok := a.namesAt(snap, path); ok {
		return control.Rename(tree, env, offset, name)
	}
	return diag.Fix{}, errNoNames
}

// Inlays returns notes for the lines of a span, when the user wants them.
func (a *Analyzer) Inlays(snap *repo.Snapshot, path string, span text.Span) []feature.Inlay {
	f, _, ok := a.skillAt(snap, path)
	if !ok || !a.Settings.Inlay {
		return nil
	}
	var out []feature.Inlay
	for _, i := range skills.InlayHints(f) {
		if span.Contains(i.Offset) {
			out = append(out, i)
		}
	}
	return out
}

// Tokens returns the coloured parts, sorted, none over two lines.
func (a *Analyzer) Tokens(snap *repo.Snapshot, path string) []feature.Token {
	if f, _, ok := a.skillAt(snap, path); ok {
		return skills.Tokens(f)
	}
	return nil
}

// Colors returns the colours that are written in the file.
func (a *Analyzer) Colors(snap *repo.Snapshot, path string) []feature.Color {
	if a.Kind(snap, path) == Skill {
		return nil
	}
	if tree, env, ok := a.controlAt(snap, path); ok {
		return control.Colors(tree, env)
	}
	return nil
}

// ColorForms returns how a colour can be written in place of the text of a span.
func (a *Analyzer) ColorForms(snap *repo.Snapshot, path string, to feature.Color) []string {
	tree, _, ok := a.controlAt(snap, path)
	if !ok {
		return nil
	}
	return control.ColorForms(string(to.Span.Clamp(len(tree.Src)).In(tree.Src)), to)
}

// Format returns the edits that put the file in order.
func (a *Analyzer) Format(snap *repo.Snapshot, path string) []diag.Edit {
	if f, _, ok := a.skillAt(snap, path); ok {
		return skills.Format(f)
	}
	return nil
}

// FormatOnType returns the edits that put a bracket in its place that was typed just before an offset.
func (a *Analyzer) FormatOnType(snap *repo.Snapshot, path string, offset int) []diag.Edit {
	tree, _, ok := a.jsonAt(snap, path)
	if !ok {
		return nil
	}
	return control.FormatOnType(tree.Src, offset)
}

// skillAt returns the parsed SKILL.md and where it stands; ok is false for every other kind of file.
func (a *Analyzer) skillAt(snap *repo.Snapshot, path string) (*skills.File, skills.Env, bool) {
	if a.Kind(snap, path) != Skill {
		return nil, skills.Env{}, false
	}
	f, ok := a.skill(snap, path)
	return f, a.skillEnv(snap, path), ok
}

// scriptAt returns the script at path; ok is false for every other kind of file.
func (a *Analyzer) scriptAt(snap *repo.Snapshot, path string) (*skills.Script, bool) {
	kind := a.Kind(snap, path)
	if kind != Tool && kind != DeepTool {
		return nil, false
	}
	return a.script(snap, path, kind)
}

// jsonAt returns the parsed JSON file and where it stands; ok is false for every other kind of file.
func (a *Analyzer) jsonAt(snap *repo.Snapshot, path string) (*capejson.Tree, control.Env, bool) {
	kind := a.Kind(snap, path)
	if kind == Part {
		return a.partAt(snap, path)
	}
	if kind != Control && kind != AgentOptions && kind != Data {
		return nil, control.Env{}, false
	}
	tree, ok := a.json(snap, path)
	return tree, a.controlEnv(snap, path), ok
}

// controlAt is jsonAt for the files whose keys have a meaning to CAPE.
func (a *Analyzer) controlAt(snap *repo.Snapshot, path string) (*capejson.Tree, control.Env, bool) {
	if a.Kind(snap, path) == Data {
		return nil, control.Env{}, false
	}
	return a.jsonAt(snap, path)
}

// namesAt is controlAt with the other control files that may know the same names, and for run matrices,
// which have names at the heads of their columns.
func (a *Analyzer) namesAt(snap *repo.Snapshot, path string) (*capejson.Tree, control.Env, bool) {
	if src, _, env, ok := a.matrixAt(snap, path); ok {
		env.Path = path
		env.Fellows = a.fellows(snap, path)
		return &capejson.Tree{Src: src, Root: noJSON.Root}, env, true
	}
	tree, env, ok := a.controlAt(snap, path)
	if ok {
		env.Fellows = a.fellows(snap, path)
	}
	return tree, env, ok
}

// noJSON is the tree of a text that is not JSON.
var noJSON = capejson.Parse(nil)

// maxFellows bounds how many control files are looked at for one name.
const maxFellows = 16

// fellows returns the control files that name a run matrix or an included file; for a control file, the
// others that are known, since they may share such files.
func (a *Analyzer) fellows(snap *repo.Snapshot, path string) []control.Fellow {
	root := a.Root(snap, path)
	var hosts []string
	switch kind := a.Kind(snap, path); kind {
	case Matrix, Part:
		hosts, _ = a.hosts(snap, root, path)
	case Control:
		hosts = a.controlFiles(snap, root, path)
	}
	var out []control.Fellow
	for _, host := range hosts {
		if tree, ok := a.json(snap, host); ok && host != path && len(out) < maxFellows {
			out = append(out, control.Fellow{Tree: tree, Env: a.controlEnv(snap, host)})
		}
	}
	return out
}
