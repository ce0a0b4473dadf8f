package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// DefaultToolDir is where CAPE looks for scripts when the option ToolDir is not set.
const DefaultToolDir = "tools"

// Tool is a script that CAPE's agent may run.
type Tool struct {
	Name        string // without .py
	File        string // the name of the file, without its folder
	Description string // one line from the docstring, may be empty
	Path        string // absolute, where the file was found; links are not resolved
	Script      pysource.Script
}

// ToolSet is what discover_user_tools (cape.agent.skills.usertools) found, sorted by name in the order of
// the characters. It serves as CAPE's registry too: an empty one means that nothing was looked for yet.
type ToolSet struct {
	Dir   string // the tools folder, as CAPE spells it: not cleaned, links not resolved
	Found bool   // whether Dir is a folder
	Tools []Tool
}

// Lookup returns the tool of a name, which must be exact and without .py.
func (s ToolSet) Lookup(name string) (Tool, bool) {
	i, ok := slices.BinarySearchFunc(s.Tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return Tool{}, false
	}
	return s.Tools[i], true
}

// Names returns the names of all tools, sorted.
func (s ToolSet) Names() []string {
	names := make([]string, len(s.Tools))
	for i, t := range s.Tools {
		names[i] = t.Name
	}
	return names
}

// Without returns the set less the tool of a name; the set itself stays as it is.
func (s ToolSet) Without(name string) ToolSet {
	s.Tools = slices.DeleteFunc(slices.Clone(s.Tools), func(t Tool) bool { return t.Name == name })
	return s
}

// ToolFolder returns the folder of the scripts as CAPE spells it (os.path.join): an absolute toolDir
// stands for itself, an empty one for the root with a slash.
func ToolFolder(root, toolDir string) string {
	switch {
	case strings.HasPrefix(toolDir, "/"), filepath.IsAbs(toolDir):
		return toolDir
	case root == "" || strings.HasSuffix(root, "/"):
		return root + toolDir
	}
	return root + "/" + toolDir
}

// DiscoverTools finds the scripts that have a guard in the tools folder, one level deep. Hidden files, names
// that begin with an underscore and files that cannot be read are passed over; links to anywhere count.
// The name of the folder is a pattern too, as CAPE hands it to glob.
func DiscoverTools(files repo.Files, root, toolDir string) ToolSet {
	set := ToolSet{Dir: ToolFolder(root, toolDir)}
	if info, err := files.Stat(set.Dir); err != nil || !info.IsDir() {
		return set
	}
	set.Found = true
	for _, path := range scriptFiles(files, set.Dir) {
		src, ok := readScript(files, path)
		if !ok {
			continue
		}
		script := pysource.Read(src)
		if !script.Guard {
			continue
		}
		file := path[strings.LastIndexByte(path, '/')+1:]
		set.Tools = append(set.Tools, Tool{
			Name: strings.TrimSuffix(file, ".py"), File: file, Description: script.Description, Path: path, Script: script,
		})
	}
	set.Tools = sortedTools(set.Tools)
	return set
}

// sortedTools sorts by name. Of two tools of one name, which a folder name that is a pattern can bring, the
// later one counts.
func sortedTools(tools []Tool) []Tool {
	slices.Reverse(tools)
	slices.SortStableFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(tools, func(a, b Tool) bool { return a.Name == b.Name })
}

func readScript(files repo.Files, path string) ([]byte, bool) {
	// A named pipe would never answer.
	if info, err := files.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	src, err := files.ReadFile(path)
	return src, err == nil
}

// scriptFiles lists the files that discover_user_tools looks into, sorted by path: *.py in each folder that
// dir means as a pattern, less the hidden and the private ones.
func scriptFiles(files repo.Files, dir string) []string {
	var out []string
	for _, folder := range scriptFolders(files, dir) {
		for _, name := range scriptNames(files, folder, "*.py") {
			if name[0] != '_' {
				out = append(out, scriptJoin(folder, name))
			}
		}
	}
	slices.Sort(out)
	return out
}

// scriptFolders expands the signs of a pattern in a folder name.
func scriptFolders(files repo.Files, dir string) []string {
	if !allow.Magic(dir) {
		return []string{dir}
	}
	i := strings.LastIndexByte(dir, '/')
	if i < 0 {
		return nil
	}
	parent, base := dir[:max(i, 1)], dir[i+1:]
	var out []string
	for _, folder := range scriptFolders(files, parent) {
		names := []string{base}
		if allow.Magic(base) {
			names = scriptNames(files, folder, base)
		}
		for _, name := range names {
			path := scriptJoin(folder, name)
			if info, err := files.Stat(path); err == nil && info.IsDir() {
				out = append(out, path)
			}
		}
	}
	return out
}

// scriptNames lists what matches a pattern in one folder; only a pattern with a dot meets hidden names.
func scriptNames(files repo.Files, folder, pattern string) []string {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if name := e.Name(); (name[0] != '.' || pattern[0] == '.') && allow.Match(name, pattern) {
			out = append(out, name)
		}
	}
	return out
}

func scriptJoin(folder, name string) string {
	if strings.HasSuffix(folder, "/") {
		return folder + name
	}
	return folder + "/" + name
}

// ScriptDecodeError is what Python raises when it reads a script, or its output, that is not UTF-8; nil if
// it is.
func ScriptDecodeError(src []byte) *Raised {
	if e := notUTF8(src); e != nil {
		return &Raised{Class: e.Raises, Message: e.Message}
	}
	return nil
}
