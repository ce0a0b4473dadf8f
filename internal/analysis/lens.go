package analysis

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/skills"
)

// Lens is a command that the editor shows above a line.
type Lens struct {
	Span    text.Span
	Command Command // without a title: CountEditable makes it, when the lens comes into view
	Runs    bool    // it runs a program of the repository, which takes the user's trust
	Asks    bool    // it takes a client that asks the user for arguments
}

// Lenses returns the lenses of a file: "Run" on a tool, "Use skill" on a skill, and how many files may be
// edited on the allow-list. Nothing is listed for it but the scripts of a skill.
func (a *Analyzer) Lenses(snap *repo.Snapshot, path string) []Lens {
	switch a.Kind(snap, path) {
	case Tool:
		return a.toolLenses(snap, path)
	case Skill:
		return a.skillLenses(snap, path)
	case AgentOptions:
		tree, ok := a.json(snap, path)
		if !ok {
			return nil
		}
		if key := allowListKey(tree); key != nil {
			return []Lens{{Span: key.Span, Command: Command{Name: "cape.listEditableFiles", Args: []any{map[string]any{"fname": path}}}}}
		}
	}
	return nil
}

// toolLenses stand on the guard, where the script begins to run. A file that CAPE does not list has none.
func (a *Analyzer) toolLenses(snap *repo.Snapshot, path string) []Lens {
	s, ok := a.script(snap, path, Tool)
	if !ok || !s.Listed() || !s.Parses {
		return nil
	}
	args := []any{map[string]any{"name": strings.TrimSuffix(filepath.Base(path), ".py"), "fname": path}}
	return []Lens{
		{Span: s.GuardSpan, Runs: true, Command: Command{Title: "Run", Name: "cape.runTool", Args: args}},
		{Span: s.GuardSpan, Runs: true, Asks: true, Command: Command{Title: "Run with arguments...", Name: RunWithArguments, Args: args}},
	}
}

// RunWithArguments is the command of a client that asks for the arguments of a tool and runs it.
const RunWithArguments = "capeLs.runToolWithArguments"

// skillLenses stand on the first line.
func (a *Analyzer) skillLenses(snap *repo.Snapshot, path string) []Lens {
	f, ok := a.skill(snap, path)
	if !ok {
		return nil
	}
	var out []Lens
	add := func(title, command string, args map[string]any) {
		args["fname"] = path
		out = append(out, Lens{Span: f.FirstLine(), Command: Command{Title: title, Name: command, Args: []any{args}}})
	}
	cape := (skills.Env{Path: path, Root: a.Root(snap, path)}).Judge() == skills.ByCAPE
	switch name := nameIn(f); {
	case name == "":
	case cape:
		add("Use skill", "cape.useSkill", map[string]any{"name": name})
	default:
		add("Use skill", "cape.readSkill", map[string]any{})
	}
	if n := len(skills.Scripts(snap, path)); n > 0 {
		title := "1 script"
		if n > 1 {
			title = fmt.Sprintf("%d scripts", n)
		}
		add(title, "cape.openScripts", map[string]any{})
	}
	return out
}

// allowListKey returns the key of the allow-list in cape-agent.json.
func allowListKey(tree *capejson.Tree) *capejson.Node {
	if tree.Root == nil || tree.Root.Kind != capejson.Object {
		return nil
	}
	var key *capejson.Node
	for _, m := range tree.Root.Members {
		if m.Key != nil && m.Key.String() == "EditAllowList" {
			key = m.Key // the last one counts
		}
	}
	return key
}

// CountEditable says how many files the allow-list of a cape-agent.json names. What would take a walk is not
// counted: a pattern with wildcards in the name of a folder may mean thousands of case folders.
func (a *Analyzer) CountEditable(snap *repo.Snapshot, path string) string {
	root := a.Root(snap, path)
	seen := map[string]bool{}
	whole := true
	list, _ := agentOptions(snap, root).EditAllowList() // as it is typed, not as it was read before
	for _, p := range list {
		pattern, ok := p.(string)
		if !ok || pattern == "" {
			continue
		}
		names, all := countable(snap, root, pattern)
		whole = whole && all
		for _, name := range names {
			seen[name] = true
		}
	}
	n := fmt.Sprintf("%d files may be edited", len(seen))
	if len(seen) == 1 {
		n = "1 file may be edited"
	}
	switch {
	case whole:
		return n
	case len(seen) == 0:
		return "Files that may be edited"
	}
	return "At least " + n
}

// countable lists the files of a pattern that are found by their names, or in one folder.
func countable(snap *repo.Snapshot, root, pattern string) (files []string, all bool) {
	full := pattern
	if !filepath.IsAbs(full) {
		full = filepath.Join(root, filepath.FromSlash(pattern))
	}
	dir, base := filepath.Split(full)
	switch {
	case !allow.Magic(pattern):
		if isRegular(snap, full) {
			files = append(files, full)
		}
		return files, true
	case allow.Magic(filepath.ToSlash(strings.TrimPrefix(dir, root))) || base == "**":
		return nil, false
	}
	entries, err := snap.ReadDir(filepath.Clean(dir))
	if err != nil {
		return nil, true
	}
	for _, e := range entries {
		hidden := strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(base, ".")
		if hidden || !allow.Match(e.Name(), base) || e.IsDir() || !e.Type().IsRegular() && !isRegular(snap, filepath.Join(dir, e.Name())) {
			continue
		}
		files = append(files, filepath.Join(dir, e.Name()))
	}
	return files, true
}
