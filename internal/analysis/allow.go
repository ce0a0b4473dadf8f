package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// AllowEditing is the command that lets the agent change one more file.
const AllowEditing = "cape.allowEditing"

// Permission is what lets the agent change one more file: edits of cape-agent.json, or its whole text where there is
// none yet.
type Permission struct {
	File    string // relative to the root, links resolved: the file that is meant
	Pattern string // what is added to EditAllowList
	Agent   string // cape-agent.json, absolute
	Edits   []diag.Edit
	New     string // the text of a file to be made; empty when there is one
}

// Permission says what to change so that the agent may edit the file at path, or all files of a folder. The error
// says in the user's words why nothing is to be changed.
func (a *Analyzer) Permission(snap *repo.Snapshot, path string) (Permission, error) {
	root := a.Root(snap, path)
	rel, err := permissible(snap, root, path)
	if err != nil {
		return Permission{}, err
	}
	p := Permission{File: rel, Pattern: control.PatternFor(rel), Agent: filepath.Join(root, repo.AgentFile)}
	if info, err := snap.Stat(path); err == nil && info.IsDir() {
		p.Pattern += "/*"
	}
	src, err := snap.ReadFile(p.Agent)
	if errors.Is(err, fs.ErrNotExist) {
		p.New = control.NewAgentFile(p.Pattern)
		return p, nil
	}
	if err != nil {
		return Permission{}, err
	}
	tree := capejson.Parse(src)
	if by := control.Permits(tree, rel); by != "" {
		return Permission{}, fmt.Errorf("%s may be edited already: the pattern %q permits it", rel, by)
	}
	p.Edits, err = control.AllowEdits(tree, p.Pattern)
	return p, err
}

// permissible returns the name by which CAPE knows a file, or why it can have no pattern.
func permissible(files repo.Files, root, path string) (string, error) {
	real := repo.RealPath(root)
	at := repo.RealPath(path)
	switch {
	case at == real:
		return "", errors.New("the whole repository cannot be opened to the agent: name a file or a folder in it")
	case !repo.Inside(real, at):
		return "", fmt.Errorf("%s is outside of %s: files outside the root folder cannot be edited", at, real)
	}
	rel := repo.Relative(real, at)
	if rel == repo.AgentFile {
		return "", fmt.Errorf("%s says what may be edited, so the agent must not: add it by hand if you mean it", repo.AgentFile)
	}
	if _, err := files.Stat(path); err != nil {
		return "", fmt.Errorf("there is no file %s", rel)
	}
	return rel, nil
}

// maxAllowed is how many files a menu in cape-agent.json names.
const maxAllowed = 10

// allowActions offers to let the agent change the file at path; in cape-agent.json, the files that are open.
func (a *Analyzer) allowActions(snap *repo.Snapshot, path string, only []string) []Action {
	if !Wanted(SourceCape, only) || !usesCAPE(snap, a.Root(snap, path)) {
		return nil
	}
	paths := []string{path}
	if a.Kind(snap, path) == AgentOptions {
		paths = nil
		for _, d := range snap.Documents() {
			if a.Root(snap, d.Path) == filepath.Dir(path) {
				paths = append(paths, d.Path)
			}
		}
		slices.Sort(paths)
	}
	var out []Action
	for _, p := range paths {
		if len(out) == maxAllowed || a.onlyControl(snap, p) {
			continue
		}
		if perm, err := a.Permission(snap, p); err == nil {
			title := "Allow the agent to edit " + perm.File
			out = append(out, source(SourceCape, title, AllowEditing, map[string]any{"fname": p}))
		}
	}
	return out
}

// usesCAPE reports whether a root has options of CAPE's agent or a control file: elsewhere nobody wants to make such
// a file.
func usesCAPE(files repo.Files, root string) bool {
	return slices.ContainsFunc(append([]string{repo.AgentFile}, ControlNames...), func(name string) bool {
		_, err := files.Stat(filepath.Join(root, name))
		return err == nil
	})
}

// onlyControl reports whether a file is the one control file of its root, which the agent may change anyway.
func (a *Analyzer) onlyControl(snap *repo.Snapshot, path string) bool {
	root := a.Root(snap, path)
	if filepath.Dir(path) != root || !slices.Contains(ControlNames, filepath.Base(path)) {
		return false
	}
	return !slices.ContainsFunc(ControlNames, func(name string) bool {
		if name == filepath.Base(path) {
			return false
		}
		_, err := snap.Stat(filepath.Join(root, name))
		return err == nil
	})
}
