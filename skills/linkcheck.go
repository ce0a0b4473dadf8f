package skills

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// resolved is where a link of the body leads.
type resolved struct {
	path  string // absolute
	state linkState
	exact string // the target as it must be written, for wrongCase
}

type linkState int

const (
	foreign   linkState = iota // not a file of the repository: a web page, a place in this file, a placeholder
	found                      // there
	missing                    // not there
	wrongCase                  // there in other letter case
)

// resolve follows a link target from the folder of the file. Letter case is judged by what folders
// hold, so that a case-blind file system gives the same answer.
func (e Env) resolve(l Link, src []byte) resolved {
	written := unescape(l.Target.In(src))
	name, ok := fileTarget(written)
	if !ok || e.Path == "" {
		return resolved{state: foreign}
	}
	return e.lookUp(written, name)
}

func (e Env) lookUp(written, name string) resolved {
	known, ok := e.Files.(*folders)
	if !ok {
		return e.lookUpNow(written, name)
	}
	r, seen := known.paths[written]
	if !seen {
		r = e.lookUpNow(written, name)
		known.paths[written] = r
	}
	return r
}

func (e Env) lookUpNow(written, name string) resolved {
	dir := filepath.Dir(e.Path)
	path := filepath.Join(dir, filepath.FromSlash(name))
	if e.Files == nil {
		return resolved{path: path, state: found}
	}
	if _, err := e.Files.Stat(path); err != nil {
		if exact, ok := exactName(e.Files, dir, name); ok {
			return resolved{path: filepath.Join(dir, exact), state: wrongCase, exact: respell(written, name, exact)}
		}
		return resolved{path: path, state: missing}
	}
	if exact, ok := exactName(e.Files, dir, name); ok && exact != filepath.ToSlash(filepath.Clean(filepath.FromSlash(name))) {
		return resolved{path: filepath.Join(dir, exact), state: wrongCase, exact: respell(written, name, exact)}
	}
	return resolved{path: path, state: found}
}

// fileTarget returns the file name that a link target means, relative to the file with the link; ok is
// false for everything else: addresses, fragments, placeholders, absolute paths.
func fileTarget(written string) (name string, ok bool) {
	if written == "" || strings.ContainsAny(written, "{}<>$*|\n") || strings.Contains(written, "...") {
		return "", false
	}
	switch written[0] {
	case '#', '/', '\\', '~', '?', '%', '@':
		return "", false
	}
	if standsForOthers(written) {
		return "", false
	}
	if i := strings.IndexAny(written, ":/?#"); i >= 0 && written[i] == ':' {
		return "", false
	}
	if i := strings.IndexAny(written, "#?"); i >= 0 {
		written = written[:i]
	}
	name, err := url.PathUnescape(written)
	if err != nil {
		name = written
	}
	if name == "" || strings.ContainsRune(name, 0) {
		return "", false
	}
	return name, true
}

// standsForOthers reports whether a target is what a text about links writes in place of one.
func standsForOthers(target string) bool {
	switch strings.ToLower(target) {
	case "url", "link", "href", "path", "file", "target":
		return true
	}
	return strings.HasPrefix(strings.TrimPrefix(target, "./"), "path/to/") || strings.HasPrefix(target, "your-") || strings.Contains(target, "/your-")
}

// exactName walks a relative name down the folders and returns it as the folders spell it; ok is false
// when a part is in none of them. Parts that lead upwards are kept as they are.
func exactName(files repo.Files, dir, name string) (string, bool) {
	var parts []string
	for _, part := range strings.Split(filepath.ToSlash(filepath.Clean(filepath.FromSlash(name))), "/") {
		if part == "." {
			continue
		}
		if part != ".." {
			exact := ""
			if known, ok := files.(*folders); ok {
				exact = known.entry(dir, part)
			} else {
				exact, _ = entryOf(files, dir, part)
			}
			if exact == "" {
				return "", false
			}
			part = exact
		}
		parts = append(parts, part)
		dir = filepath.Join(dir, part)
	}
	if len(parts) == 0 {
		return ".", true // the folder itself
	}
	return strings.Join(parts, "/"), true
}

// entryOf finds a name in a folder: as it is, else in other letter case.
func entryOf(files repo.Files, dir, name string) (string, bool) {
	entries, err := files.ReadDir(dir)
	if err != nil {
		return "", false
	}
	folded := ""
	for _, entry := range entries {
		if entry.Name() == name {
			return name, true
		}
		if folded == "" && strings.EqualFold(entry.Name(), name) {
			folded = entry.Name()
		}
	}
	return folded, folded != ""
}

// respell puts the exact letters into a target, keeping its leading "./", percent-coding and fragment.
// Only letter case differs, so the letters are changed one by one.
func respell(written, name, exact string) string {
	clean := filepath.ToSlash(filepath.Clean(filepath.FromSlash(name)))
	if len(clean) != len(exact) {
		return ""
	}
	prefix := strings.Index(name, clean)
	if prefix < 0 || prefix+len(clean) > len(name) {
		return ""
	}
	end := strings.IndexAny(written, "#?")
	if end < 0 {
		end = len(written)
	}
	fixed := name[:prefix] + exact + name[prefix+len(clean):]
	if written[:end] == name {
		return fixed + written[end:]
	}
	escaped := (&url.URL{Path: fixed}).EscapedPath()
	return escaped + written[end:]
}
