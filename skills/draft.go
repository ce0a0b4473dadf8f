package skills

import (
	"fmt"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

const (
	placeholder = "What this skill does and when to use it."
	firstStep   = "Say here what to do, step by step."
)

// Draft is a new skill that nobody has filled in yet.
type Draft struct {
	Name string
	Path string    // of its SKILL.md, absolute; there is no such file
	Text string    // of the whole file
	Mark text.Span // the name in Text, which its author changes first
}

// NewDraft returns a skill of a name in a folder of skills. An empty name stands for one that is still
// free. The error says why there cannot be one of this name.
func NewDraft(files repo.Files, dir, name string) (Draft, error) {
	taken := func(name string) bool {
		_, err := files.Stat(filepath.Join(dir, name))
		return err == nil
	}
	switch {
	case name == "":
		name = "new-skill"
		for n := 2; taken(name); n++ {
			name = fmt.Sprintf("new-skill-%d", n)
		}
	case !fitName(name):
		return Draft{}, badName(name)
	case taken(name):
		return Draft{}, fmt.Errorf("there is a folder %s already", name)
	}
	written := plainName(name)
	start := len("---\nname: ")
	return Draft{
		Name: name, Path: filepath.Join(dir, name, "SKILL.md"), Text: draftText(name, placeholder, firstStep),
		Mark: text.Span{Start: start, End: start + len(written)},
	}, nil
}

func badName(name string) error {
	return fmt.Errorf("%q cannot be the name of a skill: it must be 1 to %d lower-case letters, digits and single hyphens inside", name, NameMost)
}

// draftText writes a whole SKILL.md.
func draftText(name, description, instructions string) string {
	return fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n\n# %s\n\n%s\n", plainName(name), description, title(name), instructions)
}

// Collection returns the folder in which a skill beside the one at path would lie: the folder of CAPE's
// skills, or the one around the skill's own folder where CAPE is not the judge.
func Collection(root, path string) string {
	env := Env{Path: path, Root: root}
	own := filepath.Dir(path)
	if _, below := env.belowSkills(); below || path == "" || own == root {
		return filepath.Join(root, filepath.FromSlash(repo.SkillsDir))
	}
	return filepath.Dir(own)
}
