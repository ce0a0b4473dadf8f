package control

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// Found is one control file.
type Found struct {
	Solver string // "pyfun"; "cfdx" when nothing tells a solver
	Name   string // relative to the folder searched in
}

// defaultNames are looked at even when git does not know them, in this order.
var defaultNames = [...]string{"pyCart.json", "pyFun.json", "pyKes.json", "pyLCH.json", "pyLava.json", "pyOver.json", "cape.json"}

// defaultPattern is what `cape find-json` looks for without a pattern.
const defaultPattern = "*.json"

// findControl returns the control files in cwd, best first, as `cape find-json` does
// (cape.cfdx.manage.find_json_solver). Head holds the names of the files in git's HEAD below cwd, as `git
// ls-tree -r --name-only HEAD` prints them in cwd; names that git quotes are not found, as in CAPE. An
// empty pattern is "*.json". The error is an *options.Raised.
func findControl(files repo.Files, cwd string, head []string, pattern string) ([]Found, error) {
	if pattern == "" {
		pattern = defaultPattern
	}
	var names []string
	for _, name := range head {
		if allow.Match(name, pattern) {
			names = append(names, name)
		}
	}
	for _, name := range defaultNames {
		if isFile(files, filepath.Join(cwd, name)) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	type candidate struct {
		Found
		changed time.Time
	}
	var candidates []candidate
	for _, name := range names {
		solver, err := identify(files, cwd, name)
		if err != nil {
			return nil, err
		}
		if solver == "" {
			continue
		}
		var changed time.Time
		if info, err := files.Stat(filepath.Join(cwd, name)); err == nil {
			changed = info.ModTime()
		}
		candidates = append(candidates, candidate{Found{solver, name}, changed})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.changed.UnixNano(), a.changed.UnixNano()) })
	found := make([]Found, len(candidates))
	for i, c := range candidates {
		found[i] = c.Found
	}
	return linksFirst(cwd, found)
}

// linksFirst moves default names that are links to the front, one after the other.
func linksFirst(cwd string, found []Found) ([]Found, error) {
	for _, name := range defaultNames {
		if !isLink(cwd, name) {
			continue
		}
		i := slices.IndexFunc(found, func(f Found) bool { return f.Name == name })
		if i < 0 {
			return nil, &options.Raised{Class: "ValueError", Message: "'" + name + "' is not in list"}
		}
		f := found[i]
		found = slices.Insert(slices.Delete(found, i, i+1), 0, f)
	}
	return found, nil
}

// identify tells the solver of a file, empty when it is no control file.
func identify(files repo.Files, cwd, name string) (string, error) {
	path := filepath.Join(cwd, name)
	if !isFile(files, path) {
		return "", &options.Raised{Class: "CapeFileNotFoundError", Message: "No such file: '" + name + "'"}
	}
	src, err := files.ReadFile(path)
	if err != nil {
		return "", &options.Raised{Class: "OSError", Message: err.Error()}
	}
	if !utf8.Valid(src) {
		return "", &options.Raised{Class: "UnicodeDecodeError", Message: "'utf-8' codec can't decode the file"}
	}
	if !bytes.Contains(src, []byte(`"RunControl"`)) {
		return "", nil
	}
	values, err := readFile(files, cwd, name)
	if err != nil {
		return "", nil
	}
	root, ok := values.(options.Object)
	if !ok {
		return "", nil
	}
	return solverOf(valueLook{root}), nil
}

func isFile(files repo.Files, path string) bool {
	info, err := files.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// isLink reports whether a name in a folder is a link, dangling or not: it resolves to another place.
func isLink(dir, name string) bool {
	return repo.RealPath(filepath.Join(dir, name)) != filepath.Join(repo.RealPath(dir), name)
}
