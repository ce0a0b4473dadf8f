package repo

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
)

// Resolved is a file name as CAPE's agent tools see it: absolute with every link followed, and relative
// to the root with "/".
type Resolved struct {
	Root string // the root with links followed
	Path string
	Rel  string
}

// NameError is a file name that no tool accepts; its text is CAPE's.
type NameError struct {
	Text   string
	Raises string // the Python class, where CAPE fails instead of answering
}

func (e *NameError) Error() string { return e.Text }

// Resolve is the path rule of CAPE's read_file, edit_file, register_editable_file and validate_json: a
// relative name counts from cwd, links are followed component by component, and the result must be root
// or below it. The file need not exist. Err is a *NameError.
func Resolve(root, cwd, fname string) (Resolved, error) {
	if fname == "" {
		return Resolved{}, &NameError{Text: "'fname' must be a nonempty string"}
	}
	if strings.ContainsRune(fname, 0) {
		return Resolved{}, &NameError{Text: "embedded null byte", Raises: "ValueError"}
	}
	given := fname
	if !filepath.IsAbs(fname) {
		fname = cwd + string(filepath.Separator) + fname // not Join: ".." must not be resolved as text
	}
	real, base := RealPath(fname), RealPath(root)
	rel, err := filepath.Rel(base, real)
	if err != nil || !Inside(base, real) {
		return Resolved{}, &NameError{Text: fmt.Sprintf("File '%s' is outside the repo root folder", given)}
	}
	return Resolved{Root: base, Path: real, Rel: filepath.ToSlash(rel)}, nil
}

// RealPath is Python's os.path.realpath, not strict: a component that does not exist is kept as text, ".."
// goes to the parent of what was resolved so far, and a loop of links stops the resolution.
func RealPath(name string) string {
	w := walker{seen: map[string]string{}}
	path, ok := w.join(string(filepath.Separator), name)
	if !ok {
		return allow.Normalize(path)
	}
	return path
}

type walker struct {
	seen map[string]string // link -> where it leads, "" while it is being followed
}

// join resolves rest, seen from the resolved path base. ok is false when a loop was met; the rest is then
// appended as text.
func (w *walker) join(base, rest string) (path string, ok bool) {
	path = base
	if strings.HasPrefix(rest, "/") {
		path = "/"
	}
	for rest != "" {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		switch name {
		case "", ".":
			continue
		case "..":
			path = filepath.Dir(path)
			continue
		}
		next := strings.TrimSuffix(path, "/") + "/" + name
		target, err := os.Readlink(next)
		if err != nil {
			path = next
			continue
		}
		if known, met := w.seen[next]; met {
			if known == "" {
				return join(next, rest), false
			}
			path = known
			continue
		}
		w.seen[next] = ""
		if path, ok = w.join(path, target); !ok {
			return join(path, rest), false
		}
		w.seen[next] = path
	}
	return path, true
}
