package skills

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Hover says what is known of the place: of a key its type, limit, reader and the value as read; of a name in
// backquotes what it names; of a link where it leads. Nil: nothing.
func Hover(f *File, offset int, env Env) *feature.Hover {
	if f.Fences.Front.Contains(offset) {
		for _, e := range f.entries {
			if span, ok := e.under(offset); ok {
				return &feature.Hover{Span: span, Markdown: f.describe(e, env)}
			}
		}
	}
	t, ok := f.thingAt(offset, env)
	if !ok {
		return nil
	}
	if s := t.describe(f, env); s != "" {
		return &feature.Hover{Span: t.span, Markdown: s}
	}
	return nil
}

// under returns the part of an entry that an offset lies in.
func (e Entry) under(offset int) (text.Span, bool) {
	if e.Pair.Key.Span.Contains(offset) {
		return e.Pair.Key.Span, true
	}
	if v := e.Pair.Value; v != nil && !v.Span.Empty() && v.Span.Contains(offset) {
		return v.Span, true
	}
	return text.Span{}, false
}

// describe tells a key's story.
func (f *File) describe(e Entry, env Env) string {
	var b strings.Builder
	field, known := fieldOf(e.Key)
	if !known {
		fmt.Fprintf(&b, "**%s**: no known agent reads this key.", e.Key)
		if right, ok := spelling(e.Key); ok {
			fmt.Fprintf(&b, " It may be meant as `%s`.", right)
		}
	} else {
		fmt.Fprintf(&b, "**%s**: %s", e.Key, field.Kind)
		if field.Most > 0 {
			fmt.Fprintf(&b, ", at most %d characters", field.Most)
		}
		if len(field.Values) > 0 {
			fmt.Fprintf(&b, ", one of `%s`", strings.Join(field.Values, "`, `"))
		}
		fmt.Fprintf(&b, " (%s)\n\n%s", field.Reader, field.Doc)
	}
	if v := e.Pair.Value; v != nil && !v.Broken {
		b.WriteString("\n\n" + asRead(e, v, field))
		if written := string(v.Span.In(f.Src)); isText(v) && textOf(v) != written && !f.listed(e, env) {
			b.WriteString("\n\n```text\n" + fenced(textOf(v)) + "\n```")
		}
	}
	if env.Judge() == ByCAPE {
		if s := f.capeSays(e, env); s != "" {
			b.WriteString("\n\n" + s)
		}
	}
	return b.String()
}

// listed reports whether a hover shows the value of a key anyway, in CAPE's list of skills.
func (f *File) listed(e Entry, env Env) bool {
	if e.Key != "name" && e.Key != "description" || env.Judge() != ByCAPE {
		return false
	}
	_, refused := readAs(f, env.Path)
	return refused == nil
}

// fenced makes a text fit for a code block.
func fenced(s string) string {
	return strings.ReplaceAll(strings.TrimRight(s, "\n"), "```", "` ` `")
}

// allowed returns the tools that allowed-tools names, in any of the three shapes in use: text with blanks,
// text with commas, a list.
func allowed(v *yaml11.Node) []string {
	if isText(v) {
		return splitTools(textOf(v))
	}
	r := v.Resolve()
	if r == nil {
		return nil
	}
	var out []string
	for _, item := range r.Items {
		if isText(item) {
			out = append(out, textOf(item))
		}
	}
	return out
}

// asRead shows the value as YAML reads it.
func asRead(e Entry, v *yaml11.Node, field Field) string {
	if names := allowed(v); e.Key == "allowed-tools" && len(names) > 0 {
		return fmt.Sprintf("Read as %s: `%s`.", plural(len(names), "one tool", fmt.Sprintf("%d tools", len(names))), strings.Join(names, "`, `"))
	}
	switch {
	case isText(v):
		n := runeCount(textOf(v))
		if field.Most > 0 {
			return fmt.Sprintf("Read as text of %d of %d characters.", n, field.Most)
		}
		return fmt.Sprintf("Read as text of %d characters.", n)
	case isNull(v):
		return "Read as nothing."
	case tagOf(v) == yaml11.TagSeq:
		if r := v.Resolve(); r != nil {
			return fmt.Sprintf("Read as a list of %d.", len(r.Items))
		}
	case tagOf(v) == yaml11.TagMap:
		return "Read as a mapping."
	}
	return fmt.Sprintf("Read as `%s`, which is %s.", strings.ReplaceAll(short([]byte(v.Value().String())), "`", "'"), kindWord(v))
}

// capeSays tells what CAPE does with a key.
func (f *File) capeSays(e Entry, env Env) string {
	skill, refused := readAs(f, env.Path)
	if refused != nil {
		if e.Key == "name" || e.Key == "description" {
			return "CAPE skips this skill as it is."
		}
		return ""
	}
	switch e.Key {
	case "name", "description":
		return "CAPE's list of skills says:\n\n```text\n" + fenced(skill.Listing()) + "\n```"
	case "tools":
		return ""
	}
	if field, ok := fieldOf(e.Key); ok && field.Reader != capeReader {
		return "CAPE does not read this key."
	}
	return ""
}

func (t thing) describe(f *File, env Env) string {
	switch t.kind {
	case skillThing:
		if b, ok := builtinOf(t.name); ok && t.path == "" {
			return fmt.Sprintf("**%s**: built-in skill of CAPE. %s\n\nTools: `%s`", b.Name, b.Doc, strings.Join(b.Tools, "`, `"))
		}
		if other, ok := env.open(t.path); ok {
			if e, ok := other.Field("description"); ok && isText(e.Pair.Value) {
				return fmt.Sprintf("**%s**: skill\n\n%s", t.name, textOf(e.Pair.Value))
			}
		}
		return fmt.Sprintf("**%s**: skill", t.name)
	case toolThing:
		if t.path != "" {
			return fmt.Sprintf("**%s**: script of this repository, run by `run_user_tool`", t.name)
		}
		for _, b := range builtins {
			for _, tool := range b.Tools {
				if tool == t.name {
					return fmt.Sprintf("**%s**: tool of CAPE's skill `%s`", t.name, b.Name)
				}
			}
		}
		return fmt.Sprintf("**%s**: tool of CAPE, always there", t.name)
	case fileThing:
		return f.describeFile(t, env)
	}
	return ""
}

func (f *File) describeFile(t thing, env Env) string {
	base := env.Root
	if base == "" {
		base = filepath.Dir(env.Path)
	}
	shown := t.path
	if rel, err := filepath.Rel(base, t.path); err == nil && !strings.HasPrefix(rel, "..") {
		shown = rel
	}
	state := ""
	if env.Files != nil {
		if info, err := env.Files.Stat(t.path); err != nil {
			state = " (not there)"
		} else if !info.IsDir() {
			state = fmt.Sprintf(" (%d bytes)", info.Size())
		}
	}
	return "`" + filepath.ToSlash(shown) + "`" + state
}
