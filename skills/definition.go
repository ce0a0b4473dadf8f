package skills

import (
	"strings"
	"unicode"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Definition returns where the thing at an offset is: a skill's SKILL.md, a tool's script, the file of a
// link, the heading of a fragment.
func Definition(f *File, offset int, env Env) []feature.Location {
	t, ok := f.thingAt(offset, env)
	if !ok || t.path == "" {
		return nil
	}
	switch t.kind {
	case skillThing:
		return []feature.Location{{Path: t.path, Span: nameSpan(f, t.path, env)}}
	case toolThing:
		return []feature.Location{{Path: t.path}}
	case placeThing:
		if span, ok := f.heading(t.name); ok {
			return []feature.Location{{Path: t.path, Span: span}}
		}
		return nil
	}
	if env.Files == nil {
		return nil
	}
	info, err := env.Files.Stat(t.path)
	if err != nil || info.IsDir() {
		return nil
	}
	return []feature.Location{{Path: t.path, Span: fragmentSpan(t, env)}}
}

// nameSpan returns the name in a skill's file, the start of the file when there is none.
func nameSpan(f *File, path string, env Env) text.Span {
	if path != env.Path {
		other, ok := env.open(path)
		if !ok {
			return text.Span{}
		}
		f = other
	}
	if e, ok := f.Field("name"); ok && e.Pair.Value != nil {
		return e.Pair.Value.Content
	}
	return text.Span{}
}

// open reads and parses another file.
func (e Env) open(path string) (*File, bool) {
	if e.Files == nil {
		return nil, false
	}
	src, err := e.Files.ReadFile(path)
	if err != nil {
		return nil, false
	}
	return Parse(src), true
}

// fragmentSpan returns the heading that the fragment of a link to a Markdown file means.
func fragmentSpan(t thing, env Env) text.Span {
	if t.name == "" || !strings.HasSuffix(strings.ToLower(t.path), ".md") {
		return text.Span{}
	}
	if other, ok := env.open(t.path); ok {
		if span, ok := other.heading(t.name); ok {
			return span
		}
	}
	return text.Span{}
}

// heading returns the heading that a fragment means, as web pages make fragments out of headings.
func (f *File) heading(fragment string) (text.Span, bool) {
	for _, h := range f.Headings {
		if slug(h.Text) == strings.ToLower(fragment) {
			return h.Span, true
		}
	}
	return text.Span{}, false
}

func slug(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}
