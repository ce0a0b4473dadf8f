package repo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
)

// Glob lists what matches an absolute pattern, as Python's glob.glob(pattern, recursive=True) does:
// `*`, `?` and classes stay within one component, `**` as a whole component spans folders, names that
// begin with a dot are met only by a pattern that does, links to folders are followed. The result is
// sorted and has no duplicates; a folder that cannot be read is empty.
func Glob(pattern string) []string {
	g := &globber{left: maxEntries}
	out := g.expand(pattern, anything)
	slices.Sort(out)
	return slices.Compact(out)
}

// GlobFiles lists the regular files, links followed, that match an absolute pattern.
func GlobFiles(pattern string) []string {
	return slices.DeleteFunc(Glob(pattern), func(name string) bool {
		info, err := os.Stat(name)
		return err != nil || !info.Mode().IsRegular()
	})
}

// maxEntries bounds what `**` looks at: linked folders that lead back to their own parents have no end
// that a user would wait for.
const maxEntries = 100_000

// globber is one listing with what it may still look at.
type globber struct{ left int }

// want says which entries an inner step needs: only folders, when more of the pattern follows.
type want int

const (
	anything want = iota
	folders
)

func (g *globber) expand(pattern string, w want) []string {
	dir, base := split(pattern)
	if !allow.Magic(pattern) {
		if base == "" {
			return keep(pattern, isDir(dir))
		}
		_, err := os.Lstat(pattern)
		return keep(pattern, err == nil)
	}
	dirs := []string{dir}
	if dir != pattern && allow.Magic(dir) {
		dirs = g.expand(dir, folders)
	}
	var out []string
	for _, d := range dirs {
		for _, name := range g.names(d, base, w) {
			out = append(out, join(d, name))
		}
	}
	return out
}

func keep(name string, ok bool) []string {
	if ok {
		return []string{name}
	}
	return nil
}

// names returns what the last component of a pattern means in one folder.
func (g *globber) names(dir, base string, w want) []string {
	switch {
	case base == "**":
		return append(keep("", isDir(dir)), g.below(dir, "", w, 0)...)
	case !allow.Magic(base):
		if base == "" {
			return keep("", isDir(dir))
		}
		_, err := os.Lstat(join(dir, base))
		return keep(base, err == nil)
	}
	var out []string
	for _, name := range g.list(dir, w) {
		if (name[0] != '.' || base[0] == '.') && allow.Match(name, base) {
			out = append(out, name)
		}
	}
	return out
}

// maxLinks is where the system itself gives up following links, so a loop of linked folders ends.
const maxLinks = 40

// below lists everything under dir, names relative to it, hidden folders left out.
func (g *globber) below(dir, prefix string, w want, depth int) []string {
	if depth > maxLinks {
		return nil
	}
	var out []string
	for _, name := range g.list(dir, w) {
		if name[0] == '.' {
			continue
		}
		rel, full := join(prefix, name), join(dir, name)
		out = append(out, rel)
		info, err := os.Lstat(full)
		if err != nil {
			continue
		}
		next := depth
		if info.Mode()&os.ModeSymlink != 0 {
			next++
		}
		out = append(out, g.below(full, rel, w, next)...)
	}
	return out
}

func (g *globber) list(dir string, w want) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if g.left--; g.left < 0 {
			break
		}
		if w == anything || e.IsDir() || e.Type()&os.ModeSymlink != 0 && isDir(join(dir, e.Name())) {
			out = append(out, e.Name())
		}
	}
	return out
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// split cuts at the last "/", as os.path.split does: slashes at the end of the folder go, unless it is
// nothing but slashes.
func split(p string) (dir, base string) {
	i := strings.LastIndexByte(p, '/') + 1
	dir, base = p[:i], p[i:]
	if trimmed := strings.TrimRight(dir, "/"); trimmed != "" {
		dir = trimmed
	}
	return dir, base
}

func join(dir, name string) string {
	switch {
	case strings.HasPrefix(name, "/"), dir == "":
		return name
	case strings.HasSuffix(dir, "/"):
		return dir + name
	}
	return dir + "/" + name
}

// Relative is os.path.relpath with "/": the text of path seen from root, links not followed.
func Relative(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}
