package agent

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/skills"
)

// What detailed answers hold beside CAPE's keys: what an editor needs to show lists of skills, tools and
// editable files.

// problems counts the findings in files by severity, several files at once; an element is nil where nothing
// can be counted.
func (s *Session) problems(paths []string) []map[string]any {
	out := make([]map[string]any, len(paths))
	if s.Analyzer == nil {
		return out
	}
	snap := s.Workspace.Snapshot().Remembering()
	analysis.AtOnce(len(paths), analysis.FewAtOnce, func(i int) {
		n := map[diag.Severity]int{}
		for _, d := range s.Analyzer.Check(snap, paths[i]) {
			n[d.Severity]++
		}
		out[i] = map[string]any{
			"errors": n[diag.Error], "warnings": n[diag.Warning], "information": n[diag.Information], "hints": n[diag.Hint],
		}
	})
	return out
}

// detailSkills adds to the lists of skills where each is, what it comes with and what is wrong with it; to
// those that are skipped, the ones whose names others have taken; and CAPE's own skills.
func (s *Session) detailSkills(out Result, found skills.Registry) {
	files := s.Workspace.Snapshot()
	var paths []string
	for _, e := range found.Entries {
		paths = append(paths, e.Skill.Path)
	}
	counts := s.problems(paths)
	names := map[string]bool{}
	for i, row := range dicts(out["skills"]) {
		row["path"], row["builtin"], row["scripts"] = paths[i], false, append([]string{}, skills.Scripts(files, paths[i])...)
		if counts[i] != nil {
			row["problems"] = counts[i]
		}
		if name, ok := row["name"].(string); ok {
			names[name] = true
			row["replacesBuiltin"] = slices.ContainsFunc(skills.Builtins(), func(b skills.Builtin) bool { return b.Name == name })
		}
	}
	skipped, _ := out["skipped"].([]any)
	known := slices.Clone(paths)
	for _, row := range dicts(skipped) {
		row["path"] = row["file"]
		known = append(known, row["file"].(string))
	}
	for _, path := range skills.SkillFiles(files, s.Root) {
		if !slices.Contains(known, path) {
			skipped = append(skipped, map[string]any{"file": path, "path": path, "error": "another skill of the same name counts in its place"})
		}
	}
	out["skipped"] = skipped
	builtin := []any{}
	for _, b := range skills.Builtins() {
		builtin = append(builtin, map[string]any{"name": b.Name, "description": b.Doc, "tools": b.Tools, "builtin": true, "replaced": names[b.Name]})
	}
	out["root"], out["builtin"] = s.Root, builtin
}

// dicts are the rows of a list.
func dicts(list any) []map[string]any {
	all, _ := list.([]any)
	out := make([]map[string]any, len(all))
	for i, v := range all {
		out[i], _ = v.(map[string]any)
	}
	return out
}

// detailTools adds to the list of tools where each is, its docstring, its arguments as far as they stand in
// it, and what is wrong with it; and the scripts that CAPE passes over, with the reason. No script is run.
func (s *Session) detailTools(out Result, set skills.ToolSet) {
	files := s.Workspace.Snapshot()
	paths := make([]string, len(set.Tools))
	for i, t := range set.Tools {
		paths[i] = t.Path
	}
	arguments := make([][]any, len(paths))
	analysis.AtOnce(len(paths), analysis.FewAtOnce, func(i int) {
		if src, err := files.ReadFile(paths[i]); err == nil {
			arguments[i] = toolOptions(src)
		}
	})
	counts := s.problems(paths)
	for i, row := range dicts(out["tools"]) {
		t := set.Tools[i]
		row["path"], row["docstring"], row["parses"] = t.Path, t.Script.Docstring, t.Script.Parses
		row["options"] = arguments[i]
		if counts[i] != nil {
			row["problems"] = counts[i]
		}
	}
	skipped := []any{}
	for _, p := range set.Passed {
		skipped = append(skipped, map[string]any{"file": p.File, "path": p.Path, "reason": p.Reason})
	}
	out["root"], out["skipped"] = s.Root, skipped
}

// toolOptions are the arguments of a script that argparse is told of in literals.
func toolOptions(src []byte) []any {
	out := []any{}
	m := text.NewMapper(src)
	for _, o := range pysource.ReadOutline(src).Options {
		row := map[string]any{
			"name": o.Name(), "names": o.Flags, "positional": o.Positional(), "required": o.Required || o.Positional() && o.Nargs != "?" && o.Nargs != "*",
			"line": m.LineOf(o.NameSpan.Start) + 1, "flag": strings.HasPrefix(o.Action, "store_true") || strings.HasPrefix(o.Action, "store_false") || o.Action == "count",
		}
		for key, v := range map[string]string{"help": o.Help, "type": o.Type, "default": o.Default, "nargs": o.Nargs, "metavar": o.Metavar, "action": o.Action} {
			if v != "" {
				row[key] = v
			}
		}
		if list := choices(o.Choices); list != nil {
			row["choices"] = list
		}
		out = append(out, row)
	}
	return out
}

// choices are the texts and numbers of a list as it stands in a script; nil when it is something else.
func choices(written string) []string {
	if len(written) < 2 || !strings.ContainsRune("[({", rune(written[0])) {
		return nil
	}
	var out []string
	for _, part := range strings.Split(written[1:len(written)-1], ",") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
			continue
		case len(part) > 1 && (part[0] == '"' || part[0] == '\'') && part[len(part)-1] == part[0]:
			out = append(out, part[1:len(part)-1])
		case strings.Trim(part, "+-.0123456789eE") == "":
			out = append(out, part)
		default:
			return nil
		}
	}
	return out
}

// detailEditable adds to the list of editable files which pattern of which source brings each, and which of
// those that are listed cannot be edited all the same.
func (s *Session) detailEditable(out Result, list allow.List, byEntry [][]string) {
	entries := []any{}
	for i, e := range list.Entries {
		files := []any{}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(byEntry[i]))) {
			rel := repo.Relative(s.rootReal(), name)
			row := map[string]any{"file": rel, "path": filepath.Clean(name), "why": "pattern " + e.Pattern + ", " + string(e.Source)}
			if why := s.notEditable(list, name); why != "" {
				row["editable"], row["why"] = false, why
			} else {
				row["editable"] = true
			}
			files = append(files, row)
		}
		entries = append(entries, map[string]any{"pattern": e.Pattern, "source": string(e.Source), "files": files})
	}
	out["root"], out["entries"] = s.Root, entries
}

func (s *Session) rootReal() string { return repo.RealPath(s.Root) }

// notEditable says why a file that a pattern lists cannot be edited; empty: it can. CAPE lists by names and
// edits by where links lead.
func (s *Session) notEditable(list allow.List, name string) string {
	r, err := repo.Resolve(s.Root, s.Root, name)
	if err != nil {
		return err.Error()
	}
	if v, err := list.Verdict(r.Rel); err != nil || !v.Allowed {
		return "listed, but it may not be edited: it is " + r.Rel + ", which no pattern matches"
	}
	return ""
}
