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
	Dir    string // the tools folder, as CAPE spells it: not cleaned, links not resolved
	Found  bool   // whether Dir is a folder
	Tools  []Tool
	Passed []Passed // the scripts beside them that CAPE passes over, sorted by path
}

// Passed is a script of the tools folder that CAPE passes over.
type Passed struct {
	File   string // the name of the file, without its folder
	Path   string // absolute
	Reason string // why, in words
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
	return DiscoverToolsBy(files, root, toolDir, func(paths []string) []Reading {
		out := make([]Reading, len(paths))
		for i, path := range paths {
			out[i] = ReadScript(files, path)
		}
		return out
	})
}

// Reading is what a script holds; OK is false for one that cannot be read.
type Reading struct {
	Script pysource.Script
	OK     bool
}

// ReadScript reads the script at path.
func ReadScript(files repo.Files, path string) Reading {
	src, ok := readScript(files, path)
	if !ok {
		return Reading{}
	}
	return Reading{pysource.Read(src), true}
}

// DiscoverToolsBy is DiscoverTools for a caller that reads the scripts itself: several at once, or only those
// that have changed. read answers for each path, in order.
func DiscoverToolsBy(files repo.Files, root, toolDir string, read func(paths []string) []Reading) ToolSet {
	set := ToolSet{Dir: ToolFolder(root, toolDir)}
	if info, err := files.Stat(set.Dir); err != nil || !info.IsDir() {
		return set
	}
	set.Found = true
	var paths []string
	for _, path := range scriptFiles(files, set.Dir) {
		if privateName(fileOf(path)) {
			set.Passed = append(set.Passed, Passed{fileOf(path), path, "its name begins with an underscore"})
			continue
		}
		paths = append(paths, path)
	}
	set.Tools = make([]Tool, 0, len(paths))
	for i, r := range read(paths) {
		file := fileOf(paths[i])
		if reason := passedOver(r); reason != "" {
			set.Passed = append(set.Passed, Passed{file, paths[i], reason})
			continue
		}
		set.Tools = append(set.Tools, Tool{
			Name: strings.TrimSuffix(file, ".py"), File: file, Description: r.Script.Description, Path: paths[i], Script: r.Script,
		})
	}
	slices.SortFunc(set.Passed, func(a, b Passed) int { return strings.Compare(a.Path, b.Path) })
	set.Tools = sortedTools(set.Tools)
	return set
}

func fileOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// passedOver says why CAPE passes over a script; empty: it does not.
func passedOver(r Reading) string {
	switch {
	case !r.OK:
		return "it cannot be read"
	case r.Script.Guard:
		return ""
	case r.Script.NotText:
		return "it is not UTF-8"
	case !r.Script.Parses:
		return "it does not parse, and nothing in it looks like a __main__ guard"
	}
	return "it has no __main__ guard at its top level"
}

// sortedTools sorts by name. Of two tools of one name, which a folder name that is a pattern can bring, the
// later one counts.
func sortedTools(tools []Tool) []Tool {
	if ascends(tools) { // as a rule: they come sorted by path
		return tools
	}
	slices.Reverse(tools)
	slices.SortStableFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(tools, func(a, b Tool) bool { return a.Name == b.Name })
}

func ascends(tools []Tool) bool {
	for i := 1; i < len(tools); i++ {
		if tools[i-1].Name >= tools[i].Name {
			return false
		}
	}
	return true
}

func readScript(files repo.Files, path string) ([]byte, bool) {
	// A named pipe would never answer.
	if info, err := files.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	src, err := files.ReadFile(path)
	return src, err == nil
}

// scriptFiles lists the scripts of the tools folder, sorted by path: *.py in each folder that dir means as a
// pattern, less the hidden ones.
func scriptFiles(files repo.Files, dir string) []string {
	var out []string
	for _, folder := range scriptFolders(files, dir) {
		names := scriptNames(files, folder, "*.py")
		for i, name := range names {
			names[i] = scriptJoin(folder, name)
		}
		out = append(out, names...)
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
	out := make([]string, 0, len(entries))
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
