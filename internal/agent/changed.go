package agent

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// mostCompared bounds how many files are compared before and after a run.
const mostCompared = 5000

// allowed are the files of the allow-list that a run may change.
type allowed struct {
	root     string
	patterns []string // absolute
	passed   []string // patterns as they are written that are not looked at
}

// allowed returns the patterns of the allow-list, as list_editable_files reads them. One that has signs in the
// names of folders is passed over: nobody walks through case folders for a run.
func (r *ToolRun) allowed() allowed {
	view := &Session{Config: r.c, registered: r.s.Registered()}
	a := allowed{root: repo.RealPath(r.c.Root)}
	for _, e := range view.allowList().Entries {
		switch folder := e.Pattern[:strings.LastIndexByte(e.Pattern, '/')+1]; {
		case e.NotText != "":
		case allow.Magic(folder) || strings.Contains(e.Pattern, "**"):
			a.passed = append(a.passed, e.Pattern)
		default:
			a.patterns = append(a.patterns, pythonJoin(a.root, e.Pattern))
		}
	}
	return a
}

// look notes what the files are like now.
func (a *allowed) look() toolrun.State {
	var names []string
	for i, pattern := range a.patterns {
		found := repo.GlobFiles(pattern)
		if len(names)+len(found) > mostCompared {
			for _, left := range a.patterns[i:] {
				a.passed = append(a.passed, repo.Relative(a.root, left))
			}
			a.patterns = a.patterns[:i]
			break
		}
		names = append(names, found...)
	}
	return toolrun.Look(names)
}

// changed names the files that are not as they were, relative to the root, sorted.
func (a *allowed) changed(before toolrun.State) []string {
	out := []string{}
	for _, name := range before.Changed(a.look()) {
		out = append(out, repo.Relative(a.root, name))
	}
	return out
}
