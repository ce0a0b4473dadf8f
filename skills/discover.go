package skills

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Raised is a Python exception that CAPE lets through: its agent stops with it.
type Raised struct {
	Class, Message string
}

func (e *Raised) Error() string { return e.Message }

// Registry is what CAPE knows its skills by: a Python dict from names to skills, in its order.
type Registry struct {
	Entries []Registered
	Skipped []Skipped
}

// Registered is one skill under the name it was first seen with. A later skill of an equal name takes the
// place of an earlier one, which keeps its position and its key.
type Registered struct {
	Key   yaml11.Value
	Skill Skill
}

// Skipped is a file that CAPE passes over with a warning.
type Skipped struct {
	Path string
	Err  error // a *ReadError, or what the file system said
}

// Warning is the line that CAPE prints.
func (s Skipped) Warning() string {
	return fmt.Sprintf("Warning: skipping skill file '%s': %s", s.Path, s.Err)
}

// Discover finds the skills of a repository as CAPE's discover_user_skills does: one folder deep below
// .agents/skills, hidden folders passed over, in the order of the whole path. The error is a *Raised: a name
// that cannot be a key ends the whole discovery.
func Discover(files repo.Files, root string) (Registry, error) {
	var r Registry
	for _, path := range SkillFiles(files, root) {
		src, err := files.ReadFile(path)
		if err != nil {
			r.Skipped = append(r.Skipped, Skipped{path, err})
			continue
		}
		skill, refused := Read(src, path)
		if refused != nil {
			r.Skipped = append(r.Skipped, Skipped{path, refused})
			continue
		}
		if !skill.Name.Hashable() {
			return Registry{}, &Raised{"TypeError", fmt.Sprintf("unhashable type: '%s'", pythonType(skill.Name))}
		}
		r.set(skill.Name, skill)
	}
	return r, nil
}

// SkillFiles lists the files in which CAPE looks for skills, in its order. The spelling of the root is kept.
func SkillFiles(files repo.Files, root string) []string {
	return slices.DeleteFunc(SkillPlaces(files, root), func(path string) bool {
		_, err := files.Stat(path)
		return err != nil && errors.Is(err, fs.ErrNotExist) && !listed(files, path)
	})
}

// SkillPlaces is SkillFiles for a caller that reads the files anyhow: there may be no file at a place.
func SkillPlaces(files repo.Files, root string) []string {
	dir := filepath.Join(root, filepath.FromSlash(repo.SkillsDir))
	entries, err := files.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), ".") && !entry.Type().IsRegular() {
			out = append(out, filepath.Join(dir, entry.Name(), "SKILL.md"))
		}
	}
	slices.Sort(out)
	return out
}

// Scripts lists the files in the scripts folder beside a SKILL.md, absolute and sorted; hidden ones are
// left out, and so are folders.
func Scripts(files repo.Files, skill string) []string {
	dir := filepath.Join(filepath.Dir(skill), "scripts")
	entries, err := files.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, entry := range entries {
		path := filepath.Join(dir, entry.Name())
		if info, err := files.Stat(path); err == nil && info.Mode().IsRegular() && !strings.HasPrefix(entry.Name(), ".") {
			out = append(out, path)
		}
	}
	return out
}

// listed reports whether a folder names the file, though there may be nothing behind the name.
func listed(files repo.Files, path string) bool {
	entries, err := files.ReadDir(filepath.Dir(path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == filepath.Base(path) })
}

// set puts a skill under a name, as assignment to a Python dict does.
func (r *Registry) set(key yaml11.Value, skill Skill) {
	if i := r.find(key); i >= 0 {
		r.Entries[i].Skill = skill
		return
	}
	r.Entries = append(r.Entries, Registered{key, skill})
}

func (r *Registry) find(key yaml11.Value) int {
	return slices.IndexFunc(r.Entries, func(e Registered) bool { return e.Key.Equal(key) })
}

// Keys returns the names in the order of the registry.
func (r *Registry) Keys() []yaml11.Value {
	out := make([]yaml11.Value, len(r.Entries))
	for i, e := range r.Entries {
		out[i] = e.Key
	}
	return out
}

// inOrder returns the names as Python sorts them. The error is the *Raised with which it gives up on names
// that cannot be compared.
func inOrder(keys []yaml11.Value) ([]yaml11.Value, error) {
	out := slices.Clone(keys)
	run, err := ascending(out)
	if err != nil {
		return nil, err
	}
	// Insertion by halving, as list.sort does with short lists: which pair fails first depends on it.
	for i := run; i < len(out); i++ {
		low, high := 0, i
		for low < high {
			mid := (low + high) / 2
			less, err := lessThan(out[i], out[mid])
			if err != nil {
				return nil, err
			}
			if less {
				high = mid
			} else {
				low = mid + 1
			}
		}
		v := out[i]
		copy(out[low+1:i+1], out[low:i])
		out[low] = v
	}
	return out, nil
}

// ascending puts the run at the start in ascending order and returns its length.
func ascending(v []yaml11.Value) (int, error) {
	if len(v) < 2 {
		return len(v), nil
	}
	down, err := lessThan(v[1], v[0])
	if err != nil {
		return 0, err
	}
	n := 2
	for n < len(v) {
		less, err := lessThan(v[n], v[n-1])
		if err != nil {
			return 0, err
		}
		if less != down {
			break
		}
		n++
	}
	if down {
		slices.Reverse(v[:n])
	}
	return n, nil
}

// lessThan is Python's a < b.
func lessThan(a, b yaml11.Value) (bool, error) {
	x, xIs := numberOf(a)
	y, yIs := numberOf(b)
	switch {
	case xIs && yIs:
		return x < y, nil
	case a.Kind == yaml11.Str && b.Kind == yaml11.Str, a.Kind == yaml11.Bytes && b.Kind == yaml11.Bytes:
		return a.Text() < b.Text(), nil
	case a.Kind == b.Kind && (a.Kind == yaml11.Date || a.Kind == yaml11.DateTime):
		return a.String() < b.String(), nil
	}
	return false, &Raised{"TypeError",
		fmt.Sprintf("'<' not supported between instances of '%s' and '%s'", pythonType(a), pythonType(b))}
}

func numberOf(v yaml11.Value) (float64, bool) {
	switch v.Kind {
	case yaml11.Bool:
		if v.Bool() {
			return 1, true
		}
		return 0, true
	case yaml11.Int:
		f, _ := v.Int().Float64()
		return f, true
	case yaml11.Float:
		return v.Float(), true
	}
	return 0, false
}
