package skills

import (
	"slices"

	"github.com/cape-ls/cape-ls/internal/options"
)

// Builtin is a skill that comes with CAPE, and the tools that its module defines.
type Builtin struct {
	Name  string
	Tools []string
	Doc   string // what it is for, in our words
}

// builtins are CAPE's own skills in the order of its registry (cape.agent.skills).
var builtins = []Builtin{
	{"check-cases", []string{"cape_check"}, "Looks at the state of the cases."},
	{"check-db", []string{"cape_check_db"}, "Looks at what the data book holds."},
	{"cntl-runner", []string{"run_cntl_methods"}, "Calls methods of the control object."},
	{"file-editor", []string{"list_editable_files", "read_file", "edit_file"}, "Edits the files that the allow-list names."},
	{"file-reader", []string{"read_file"}, "Reads files of the repository."},
	{"fix-json", []string{"validate_json"}, "Mends JSON files with syntax errors."},
	{"user-tools", []string{"discover_user_tools", "run_user_tool"}, "Finds and runs the scripts of the tools folder."},
}

// alwaysTools are there without any skill.
var alwaysTools = []string{"chdir", "getcwd", "use_skill"}

// builtinOf returns CAPE's own skill of a name.
func builtinOf(name string) (Builtin, bool) {
	i := slices.IndexFunc(builtins, func(b Builtin) bool { return b.Name == name })
	if i < 0 {
		return Builtin{}, false
	}
	return builtins[i], true
}

// capeTools are the names of the tools that CAPE has, each once.
var capeTools = listCapeTools()

func listCapeTools() []string {
	var out []string
	for _, b := range builtins {
		for _, t := range b.Tools {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return append(out, alwaysTools...)
}

func capeTool(name string) bool { return slices.Contains(capeTools, name) }

// builtinsOf returns the built-in skills that a model with this SkillSet gets (cape.agent.skills). Anything
// but the four words, and nothing at all, gives all of them.
func builtinsOf(set options.Level) []Builtin {
	switch set {
	case options.None, options.Low:
		return nil
	case options.Medium:
		return slices.DeleteFunc(slices.Clone(builtins), func(b Builtin) bool {
			return b.Name != "check-db" && b.Name != "file-reader" && b.Name != "user-tools"
		})
	}
	return builtins
}

// Builtins returns CAPE's own skills, in the order of its registry.
func Builtins() []Builtin { return slices.Clone(builtins) }

// AlwaysTools returns the names of the tools that every model has beside those of its ToolSet.
func AlwaysTools() []string { return slices.Clone(alwaysTools) }
