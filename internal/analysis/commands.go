package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// The kinds of what is offered, beside fixes. That of one tool or skill has its name at the end.
const (
	SourceCape  = "source.cape"
	SourceTool  = "source.cape.tool"
	SourceSkill = "source.cape.skill"
)

// The commands by which the user chooses among more than fit into a menu.
const (
	ChooseTool  = "cape.chooseTool"
	ChooseSkill = "cape.chooseSkill"
)

// mostOffered is how many tools, and how many skills, a menu names.
const mostOffered = 10

// commands offers skills and tools in the files where a user looks for them. Each names the file it was
// offered in, which says what repository is meant.
func (a *Analyzer) commands(snap *repo.Snapshot, path string, only []string) []Action {
	o := offers{a: a, snap: snap, path: path, root: a.Root(snap, path), only: only}
	switch a.Kind(snap, path) {
	case Skill:
		o.inSkill()
		o.tools()
	case Tool:
		if t, ok := a.toolAt(snap, path); ok {
			o.add(runTool(t.Name, path))
		}
		o.prompt()
	case Control, AgentOptions:
		o.skills()
		o.newSkill("")
		o.scripts(len(a.tools(snap, o.root).Tools) > 0)
		o.prompt()
		o.tools()
	case Data:
		o.tools()
	}
	return o.out
}

// offers collects what is offered in one file.
type offers struct {
	a          *Analyzer
	snap       *repo.Snapshot
	path, root string
	only       []string // the kinds asked for; empty: all
	out        []Action
}

func (o *offers) add(list ...Action) {
	for _, action := range list {
		if Wanted(action.Kind, o.only) {
			o.out = append(o.out, action)
		}
	}
}

const promptTitle = "List what the agent would see"

func (o *offers) prompt() { o.add(offer(promptTitle, "cape.listPromptSkills", o.path)) }

// scripts offers to open scripts, when there are any.
func (o *offers) scripts(any bool) {
	if any {
		o.add(offer("Open the scripts", "cape.openScripts", o.path))
	}
}

// inSkill offers what a SKILL.md is there for. Outside of CAPE's folder nothing of CAPE is offered.
func (o *offers) inSkill() {
	f, ok := o.a.skill(o.snap, o.path)
	if !ok {
		return
	}
	cape := (skills.Env{Path: o.path, Root: o.root}).Judge() == skills.ByCAPE
	name := nameIn(f)
	switch {
	case name != "" && cape:
		o.add(useSkill(name, o.path))
	case name != "":
		o.add(source(SourceSkill+"."+kindName(name), "Use skill "+name, "cape.readSkill", map[string]any{"fname": o.path}))
	}
	o.newSkill(o.path)
	o.scripts(len(skills.Scripts(o.snap, o.path)) > 0)
	if cape {
		o.prompt()
	}
}

// newSkill offers a new skill in the folder of skills that beside lies in, a SKILL.md, or in CAPE's.
func (o *offers) newSkill(beside string) {
	if !Wanted(SourceCape, o.only) {
		return
	}
	d, err := skills.NewDraft(o.snap, skills.Collection(o.root, beside), "")
	if err != nil {
		return
	}
	action := offer("New skill here", "cape.draftSkill", o.path)
	action.Create = &d
	o.add(action)
}

// skills offers the skills of the repository, those first that have to do with the file.
func (o *offers) skills() {
	if !reaches(SourceSkill, o.only) {
		return
	}
	known := o.a.knownSkills(o.snap, o.root)
	list := make([]candidate, 0, len(known))
	for i, s := range o.a.others(o.snap, o.root) { // the same skills, under their names of now
		if s.Name != "" {
			list = append(list, candidate{s.Name, known[i].Description})
		}
	}
	o.best(list, SourceSkill, useSkill, "Use another skill...", ChooseSkill)
}

// tools offers to run the tools of the repository, those first that have to do with the file.
func (o *offers) tools() {
	if !reaches(SourceTool, o.only) {
		return
	}
	tools := o.a.tools(o.snap, o.root).Tools
	list := make([]candidate, len(tools))
	for i := range tools {
		list[i] = candidate{tools[i].Name, tools[i].Script.Docstring}
	}
	o.best(list, SourceTool, runTool, "Run another tool...", ChooseTool)
}

// candidate is a tool or a skill that may be offered.
type candidate struct{ name, about string }

// best offers those that fit the file best, and how to choose among the rest. Who asks for one by its kind
// gets it, however many there are.
func (o *offers) best(list []candidate, kind string, use func(name, path string) Action, more, choose string) {
	if !Wanted(kind, o.only) {
		for _, c := range list {
			o.add(use(c.name, o.path))
		}
		return
	}
	for _, c := range o.words().best(list, mostOffered) {
		o.add(use(c.name, o.path))
	}
	if len(list) > mostOffered {
		another := source(kind, more, choose, map[string]any{"fname": o.path})
		another.Runs = kind == SourceTool
		o.add(another)
	}
}

// reaches reports whether a kind, or one below it, was asked for.
func reaches(kind string, only []string) bool {
	return Wanted(kind, only) || slices.ContainsFunc(only, func(o string) bool { return strings.HasPrefix(o, kind+".") })
}

// toolAt returns the tool whose script is at path.
func (a *Analyzer) toolAt(snap *repo.Snapshot, path string) (skills.Tool, bool) {
	for _, t := range a.tools(snap, a.Root(snap, path)).Tools {
		if t.File == filepath.Base(path) {
			return t, true
		}
	}
	return skills.Tool{}, false
}

func useSkill(name, path string) Action {
	return source(SourceSkill+"."+kindName(name), "Use skill "+name, "cape.useSkill", map[string]any{"name": name, "fname": path})
}

func runTool(name, path string) Action {
	a := source(SourceTool+"."+kindName(name), "Run tool "+name, "cape.runTool", map[string]any{"name": name, "fname": path})
	a.Runs = true
	return a
}

func offer(title, command, path string) Action {
	return source(SourceCape, title, command, map[string]any{"fname": path})
}

func source(kind, title, command string, args map[string]any) Action {
	return Action{Title: title, Kind: kind, Command: &Command{Title: title, Name: command, Args: []any{args}}}
}

// kindName makes of a name one part of the kind of a code action: dots divide the parts, and clients take
// letters, digits and the two signs only (LSP 3.18, CodeActionKind).
func kindName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, name)
	if clean == "" {
		return "-"
	}
	return clean
}
