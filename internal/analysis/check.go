package analysis

import (
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// RulesPage is where the rules are described, each under its code.
const RulesPage = "https://github.com/cape-ls/cape-ls/blob/main/docs/rules.md"

// Rules returns the rows of every rule, in the order of the rooms that own them.
func Rules() []diag.Rule {
	var rows []diag.Rule
	for _, r := range skills.Rules {
		rows = append(rows, r.Rule)
	}
	for _, r := range skills.ToolRules {
		rows = append(rows, r.Rule)
	}
	rows = append(rows, capejson.Rules...)
	return append(rows, control.Rules...)
}

// Check returns the findings in a file, sorted. A file that cannot be read has none.
func (a *Analyzer) Check(snap *repo.Snapshot, path string) []diag.Diagnostic {
	kind := a.Kind(snap, path)
	if kind == None {
		return nil
	}
	if kind == Tool || kind == DeepTool {
		s, ok := a.script(snap, path, kind)
		if !ok {
			return nil
		}
		return a.settle(skills.CheckTool(s))
	}
	if kind == Skill {
		f, ok := a.skill(snap, path)
		if !ok {
			return nil
		}
		return a.settle(skills.Check(f, a.skillEnv(snap, path)))
	}
	if kind == YAMLControl {
		src, err := snap.ReadFile(path)
		if err != nil {
			return nil
		}
		return a.settle(control.CheckYAML(src))
	}
	if kind == Matrix || kind == Part {
		return a.settle(a.checkCompanion(snap, path, kind))
	}
	tree, ok := a.json(snap, path)
	if !ok {
		return nil
	}
	found := slices.Clone(tree.Problems)
	env := a.controlEnv(snap, path)
	switch {
	case kind == AgentOptions:
		found = append(found, control.CheckAgent(tree, env)...)
	case kind == Control || control.IsControl(tree, filepath.Base(path)):
		found = append(found, control.Check(tree, env)...)
	}
	return a.settle(found)
}

// controlEnv says where a control file, or cape-agent.json, stands.
func (a *Analyzer) controlEnv(snap *repo.Snapshot, path string) control.Env {
	return control.Env{
		Path: path, Root: a.Root(snap, path), Files: snap, Options: a.Settings.Options,
		Ignore: a.Settings.IgnoreFiles, Settle: a.settle, Known: &a.beside,
		NoWalk: a.Settings.WalkForOpen && snap.Document(path) == nil,
	}
}

// skillEnv says where a SKILL.md stands.
func (a *Analyzer) skillEnv(snap *repo.Snapshot, path string) skills.Env {
	root := a.Root(snap, path)
	env := skills.Env{
		Path: path, Root: root, Files: snap, ToolDir: a.toolDir(snap, root),
		ExtraKeys: skills.ExtraKeys(a.Settings.ExtraKeys), Known: a.Settings.KnownKeys,
	}
	env.Skills = a.others(snap, root)
	for _, t := range a.tools(snap, root).Tools {
		env.Tools = append(env.Tools, t.Name)
	}
	return env
}

// settle applies the user's severities and sorts.
func (a *Analyzer) settle(found []diag.Diagnostic) []diag.Diagnostic {
	if len(a.Settings.Rules) > 0 {
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return a.Settings.Rules[d.Code] == diag.Off && a.overridden(d.Code) })
		for i := range found {
			if a.overridden(found[i].Code) {
				found[i].Severity = a.Settings.Rules[found[i].Code]
			}
		}
	}
	diag.Sort(found)
	return found
}

func (a *Analyzer) overridden(code diag.Code) bool {
	_, ok := a.Settings.Rules[code]
	return ok
}
