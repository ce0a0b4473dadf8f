package analysis

import (
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// commands offers skills and tools in the files where a user looks for them. Each names the file it was
// offered in, which says what repository is meant.
func (a *Analyzer) commands(snap *repo.Snapshot, path string) []Action {
	root := a.Root(snap, path)
	switch a.Kind(snap, path) {
	case Skill:
		return append(a.inSkill(snap, root, path), a.runTools(snap, root, path)...)
	case Tool:
		var out []Action
		for _, t := range a.tools(snap, root).Tools {
			if t.File == filepath.Base(path) {
				out = append(out, runTool(t.Name, path))
			}
		}
		return out
	case Control, AgentOptions:
		var out []Action
		for _, o := range a.others(snap, root) {
			if o.Name != "" {
				out = append(out, useSkill(o.Name, path))
			}
		}
		out = append(out, newSkill(snap, root, path, "")...)
		if len(a.tools(snap, root).Tools) > 0 {
			out = append(out, offer("Open the scripts", "cape.openScripts", path))
		}
		out = append(out, offer(promptTitle, "cape.listPromptSkills", path))
		return append(out, a.runTools(snap, root, path)...)
	}
	return nil
}

const promptTitle = "List what the agent would see"

// inSkill offers what a SKILL.md is there for. Outside of CAPE's folder nothing of CAPE is offered.
func (a *Analyzer) inSkill(snap *repo.Snapshot, root, path string) []Action {
	f, ok := a.skill(snap, path)
	if !ok {
		return nil
	}
	cape := (skills.Env{Path: path, Root: root}).Judge() == skills.ByCAPE
	var out []Action
	name := nameIn(f)
	switch {
	case name != "" && cape:
		out = append(out, useSkill(name, path))
	case name != "":
		out = append(out, offer("Use skill "+name, "cape.readSkill", path))
	}
	out = append(out, newSkill(snap, root, path, path)...)
	if len(skills.Scripts(snap, path)) > 0 {
		out = append(out, offer("Open the scripts", "cape.openScripts", path))
	}
	if cape {
		out = append(out, offer(promptTitle, "cape.listPromptSkills", path))
	}
	return out
}

func (a *Analyzer) runTools(snap *repo.Snapshot, root, path string) []Action {
	var out []Action
	for _, t := range a.tools(snap, root).Tools {
		out = append(out, runTool(t.Name, path))
	}
	return out
}

// newSkill offers a new skill in the folder of skills that beside lies in, a SKILL.md, or in CAPE's.
func newSkill(snap *repo.Snapshot, root, path, beside string) []Action {
	d, err := skills.NewDraft(snap, skills.Collection(root, beside), "")
	if err != nil {
		return nil
	}
	action := offer("New skill here", "cape.draftSkill", path)
	action.Create = &d
	return []Action{action}
}

func useSkill(name, path string) Action {
	return offerNamed("Use skill "+name, "cape.useSkill", name, path)
}

func runTool(name, path string) Action {
	return offerNamed("Run tool "+name, "cape.runTool", name, path)
}

func offer(title, command, path string) Action {
	return source(title, command, map[string]any{"fname": path})
}

func offerNamed(title, command, name, path string) Action {
	return source(title, command, map[string]any{"name": name, "fname": path})
}

func source(title, command string, args map[string]any) Action {
	return Action{Title: title, Kind: Source, Command: &Command{Title: title, Name: command, Args: []any{args}}}
}
