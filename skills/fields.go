package skills

import (
	"slices"
	"strings"
	"unicode"

	"github.com/cape-ls/cape-ls/internal/text"
)

// FieldKind is the type that a key's value must have.
type FieldKind string

// The kinds of values. Tools is a list of tool names in any of the three shapes in use; Any is not
// judged.
const (
	Text  FieldKind = "text"
	Truth FieldKind = "true or false"
	Map   FieldKind = "map of text"
	List  FieldKind = "list of text"
	Tools FieldKind = "tool names"
	Any   FieldKind = "any value"
)

// Field is a key of the front matter that some agent reads.
type Field struct {
	Key    string
	Kind   FieldKind
	Most   int      // the largest number of characters, 0: no limit
	Values []string // the words that are allowed, if they are few
	Reader string   // who reads it
	Doc    string   // one or two sentences of Markdown
}

// Limits of the Agent Skills format, in code points of the value as read.
const (
	NameMost          = 64
	DescriptionMost   = 1024
	CompatibilityMost = 500
	BodyLines         = 500 // more is discouraged, not forbidden
)

// Who reads a key.
const (
	formatReader = "Agent Skills format"
	capeReader   = "CAPE"
	claudeReader = "Claude Code"
	handsReader  = "OpenHands"
	hermesReader = "Hermes"
	clawReader   = "OpenClaw"
	cursorReader = "Cursor"
)

// agentKeys are the keys that known agents read: those of the format first, then the others by name.
// A key in this table is never complained about, and only a key in it is ever suggested.
var agentKeys = []Field{
	{Key: "name", Kind: Text, Most: NameMost, Reader: formatReader,
		Doc: "The name of the skill: 1 to 64 lower-case letters, digits and hyphens, the same as the folder's name."},
	{Key: "description", Kind: Text, Most: DescriptionMost, Reader: formatReader,
		Doc: "What the skill does and when to use it, in 1 to 1024 characters. An agent decides by this text alone whether to read the rest."},
	{Key: "license", Kind: Text, Reader: formatReader,
		Doc: "The name of the licence, or of a licence file that comes with the skill."},
	{Key: "compatibility", Kind: Text, Most: CompatibilityMost, Reader: formatReader,
		Doc: "What the skill needs to run, such as programs, packages or network access, in at most 500 characters."},
	{Key: "metadata", Kind: Map, Reader: formatReader,
		Doc: "More facts about the skill: keys and values, both text."},
	{Key: "allowed-tools", Kind: Tools, Reader: formatReader,
		Doc: "Tools that may run without asking while the skill is in use, separated by spaces, such as `Bash(git:*) Read`."},

	{Key: "tools", Kind: List, Reader: capeReader,
		Doc: "Names of tools that come with the skill. Only a skill with the name of a built-in one can have any."},

	{Key: "agent", Kind: Text, Reader: claudeReader,
		Doc: "The kind of agent that runs the skill when `context` is `fork`."},
	{Key: "argument-hint", Kind: Text, Reader: claudeReader,
		Doc: "What to type after the skill's name, shown while typing. Square brackets need quotes: `\"[file]\"`."},
	{Key: "arguments", Kind: Any, Reader: claudeReader,
		Doc: "Names for the arguments, for use in the instructions."},
	{Key: "author", Kind: Any, Reader: hermesReader, Doc: "Who wrote the skill."},
	{Key: "command-arg-mode", Kind: Text, Reader: clawReader,
		Doc: "How arguments are handed to the tool of `command-tool`."},
	{Key: "command-dispatch", Kind: Text, Values: []string{"tool"}, Reader: clawReader,
		Doc: "`tool` sends the command straight to a tool, past the model."},
	{Key: "command-tool", Kind: Text, Reader: clawReader,
		Doc: "The tool that `command-dispatch` sends the command to."},
	{Key: "context", Kind: Text, Values: []string{"fork"}, Reader: claudeReader,
		Doc: "`fork` runs the skill in an agent of its own."},
	{Key: "dependencies", Kind: Any, Reader: claudeReader, Doc: "Packages that the skill's scripts need."},
	{Key: "disable-model-invocation", Kind: Truth, Reader: claudeReader,
		Doc: "`true`: only the user can start the skill, the model never does by itself."},
	{Key: "disallowed-tools", Kind: Tools, Reader: claudeReader,
		Doc: "Tools that may not be used while the skill is in use."},
	{Key: "effort", Kind: Text, Values: []string{"low", "medium", "high", "xhigh", "max"}, Reader: claudeReader,
		Doc: "How much effort the model makes while the skill is in use."},
	{Key: "globs", Kind: Any, Reader: cursorReader,
		Doc: "File patterns for which the skill is offered."},
	{Key: "homepage", Kind: Text, Reader: clawReader, Doc: "A web page about the skill."},
	{Key: "hooks", Kind: Any, Reader: claudeReader,
		Doc: "Commands that run at certain moments while the skill is in use."},
	{Key: "mode", Kind: Any, Reader: claudeReader, Doc: "Whether the skill is a mode of work rather than a task."},
	{Key: "model", Kind: Text, Reader: claudeReader, Doc: "The model to use while the skill is in use."},
	{Key: "paths", Kind: Any, Reader: claudeReader, Doc: "File patterns for which the skill is offered."},
	{Key: "platforms", Kind: Any, Reader: hermesReader, Doc: "Operating systems on which the skill works."},
	{Key: "shell", Kind: Text, Values: []string{"bash", "powershell"}, Reader: claudeReader, Doc: "The shell that runs the commands in the instructions."},
	{Key: "triggers", Kind: Any, Reader: handsReader, Doc: "Words in a prompt that bring in the skill."},
	{Key: "user-invocable", Kind: Truth, Reader: claudeReader,
		Doc: "`false` keeps the skill out of the user's menu; the model can still use it."},
	{Key: "version", Kind: Any, Reader: claudeReader, Doc: "The version of the skill."},
	{Key: "when_to_use", Kind: Text, Reader: claudeReader,
		Doc: "When to use the skill, added to the description."},
}

// fieldOf returns the row of a key.
func fieldOf(key string) (Field, bool) {
	i := slices.IndexFunc(agentKeys, func(f Field) bool { return f.Key == key })
	if i < 0 {
		return Field{}, false
	}
	return agentKeys[i], true
}

// spelling returns the key that a misspelt one is meant to be. A key that an agent reads has none, and
// neither has one that is far from all of them.
func spelling(key string) (string, bool) {
	if _, known := fieldOf(key); known {
		return "", false
	}
	plain := plainKey(key)
	best, least := "", 3
	for i, f := range agentKeys {
		target := plainKeys[i]
		slack := spellingSlack(target)
		if len(plain) > len(target)+slack || len(plain) < len(target)-slack {
			continue
		}
		d := text.Distance(plain, target)
		if d > slack {
			continue
		}
		if d < least {
			best, least = f.Key, d
		}
	}
	return best, best != ""
}

// spellingSlack is how many letters may be wrong: none in short words, since "tags" is not "tools" and
// "node" is not "mode".
func spellingSlack(word string) int {
	switch n := len(word); {
	case n <= 3:
		return 0
	case n <= 5:
		return 1
	}
	return 2
}

// plainKey lets the ways to write one word fall together: allowedTools, allowed_tools, Allowed-Tools.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

// plainKeys are the keys of agentKeys in this form.
var plainKeys = func() []string {
	out := make([]string, len(agentKeys))
	for i, f := range agentKeys {
		out[i] = plainKey(f.Key)
	}
	return out
}()
