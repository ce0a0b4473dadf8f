package skills

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// Judge is who decides what is wrong with a file.
type Judge int

// ByFormat is the Agent Skills format; ByCAPE is CAPE's own loader.
const (
	ByFormat Judge = iota
	ByCAPE
)

// ExtraKeys says what to do about keys that no known agent reads (cape.skills.extraKeys).
type ExtraKeys string

// The three choices; the zero value is HintKeys.
const (
	AllowKeys ExtraKeys = "allow"
	HintKeys  ExtraKeys = "hint"
	WarnKeys  ExtraKeys = "warn"
)

// Other is another skill that is known: one of the repository, or one built into CAPE.
type Other struct {
	Name string
	Path string // absolute path of its SKILL.md; empty: built in
}

// Env is where a file stands. The zero value is a file that nothing is known of; rules that need more
// keep quiet.
type Env struct {
	Path  string     // absolute path of the SKILL.md
	Root  string     // absolute path of the repository's root; empty: unknown
	Files repo.Files // to look at files beside it; nil: links are not followed

	ExtraKeys ExtraKeys
	Known     []string // keys that the user allows

	Skills []Other  // the skills of the repository; the file itself may be among them
	Tools  []string // names of the repository's own tools: tools/*.py without the ending

	ToolDir string // absolute path of the folder of these tools; empty: tools of the root
}

// Judge returns who judges the file: CAPE in .agents/skills/<NAME> of the root, the format elsewhere.
func (e Env) Judge() Judge {
	if below, ok := e.belowSkills(); ok && len(below) == 2 && !strings.HasPrefix(below[0], ".") {
		return ByCAPE
	}
	return ByFormat
}

// belowSkills returns the parts of the path below .agents/skills of the root.
func (e Env) belowSkills() ([]string, bool) {
	if e.Root == "" || e.Path == "" {
		return nil, false
	}
	rel, err := filepath.Rel(filepath.Join(e.Root, filepath.FromSlash(repo.SkillsDir)), e.Path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return nil, false
	}
	return strings.Split(rel, string(filepath.Separator)), true
}

// Folder returns the name of the folder that holds the file; empty: unknown.
func (e Env) Folder() string {
	if e.Path == "" {
		return ""
	}
	name := filepath.Base(filepath.Dir(e.Path))
	if name == "." || name == string(filepath.Separator) {
		return ""
	}
	return name
}

// toolPath returns the script of a tool of the repository.
func (e Env) toolPath(name string) (string, bool) {
	name = strings.TrimSuffix(name, ".py")
	if !slices.Contains(e.Tools, name) {
		return "", false
	}
	dir := e.ToolDir
	if dir == "" {
		dir = filepath.Join(e.Root, "tools")
	}
	return filepath.Join(dir, name+".py"), true
}

// toolKnown reports whether a tool of this name exists in CAPE or in the repository.
func (e Env) toolKnown(name string) bool {
	return slices.Contains(e.Tools, name) || slices.Contains(e.Tools, strings.TrimSuffix(name, ".py")) || capeTool(name)
}
