package skills

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Complete returns proposals at an offset: a whole skill in a file without one; keys, values and tool names in
// the front matter; skill and tool names in backquotes and paths in links of the body.
func Complete(f *File, offset int, env Env) []feature.Completion {
	if offset < 0 || offset > len(f.Src) {
		return nil
	}
	fs := f.Fences
	if fs.Open.Empty() && fs.Late.Empty() {
		if len(bytes.TrimSpace(f.Src[f.BOM:])) <= 3 {
			return []feature.Completion{f.newSkill(env)}
		}
		return f.completeBody(offset, env)
	}
	if offset > fs.Open.End && offset <= max(fs.Front.End, fs.Open.End) && (fs.Close.Empty() || offset <= fs.Close.Start) {
		return f.completeFront(offset, env)
	}
	if fs.Close.Empty() && len(bytes.TrimSpace(f.Src[f.BOM:])) <= 3 {
		return []feature.Completion{f.newSkill(env)}
	}
	if offset >= fs.Body.Start {
		return f.completeBody(offset, env)
	}
	return nil
}

// newSkill proposes a whole file.
func (f *File) newSkill(env Env) feature.Completion {
	c := check{f: f, env: env}
	name := c.newName()
	return feature.Completion{
		Label: "new skill", Kind: feature.KindSnippet, Detail: "front matter and first lines of instructions",
		Replace: text.Span{Start: f.BOM, End: len(f.Src)},
		New:     draftText(name, placeholder, firstStep),
		Snippet: draftText(name, "${1:"+placeholder+"}", "${0:"+firstStep+"}"),
	}
}

// title makes a heading out of a name.
func title(name string) string {
	s := strings.ReplaceAll(name, "-", " ")
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// completeFront proposes by the line up to the cursor: a key at its start, else a value of the key.
func (f *File) completeFront(offset int, env Env) []feature.Completion {
	start := f.mapper.FullLine(f.mapper.LineOf(offset)).Start
	before := f.Src[max(start, f.Fences.Open.End):offset]
	if n := keyLength(append(bytes.Clone(before), ' ')); n > 0 && n < len(before) {
		from := n + 1
		for from < len(before) && before[from] == ' ' {
			from++
		}
		return f.completeValue(string(before[:n]), text.Span{Start: offset - len(before) + from, End: offset}, env)
	}
	trimmed := bytes.TrimLeft(before, " ")
	if rest, ok := bytes.CutPrefix(trimmed, []byte("- ")); ok {
		if key := f.keyAbove(start); key != "" {
			return f.completeItem(key, text.Span{Start: offset - len(rest), End: offset}, env)
		}
		return nil
	}
	if len(trimmed) < len(before) || bytes.ContainsFunc(before, func(r rune) bool { return r != '-' && r != '_' && (r > 0x7e || !letterOrDigit(byte(r))) }) {
		return nil
	}
	return f.completeKey(f.wordAround(offset, start), env)
}

// wordAround returns the span of the letters of a key around an offset.
func (f *File) wordAround(offset, start int) text.Span {
	end := offset
	for end < len(f.Src) && (letterOrDigit(f.Src[end]) || f.Src[end] == '-' || f.Src[end] == '_') {
		end++
	}
	return text.Span{Start: start, End: end}
}

// keyAbove returns the key at the start of the nearest line above that has one.
func (f *File) keyAbove(start int) string {
	for n := f.mapper.LineOf(start) - 1; n >= 0; n-- {
		l := f.mapper.Line(n)
		if l.Start < f.Fences.Front.Start {
			return ""
		}
		if k := keyLength(l.In(f.Src)); k > 0 {
			return string(f.Src[l.Start : l.Start+k])
		}
	}
	return ""
}

func (f *File) completeKey(replace text.Span, env Env) []feature.Completion {
	colon := replace.End < len(f.Src) && f.Src[replace.End] == ':'
	var out []feature.Completion
	for i, field := range agentKeys {
		e, there := f.Field(field.Key)
		if there && e.Pair.Key.Span != replace || field.Reader == capeReader && env.Judge() != ByCAPE {
			continue
		}
		c := feature.Completion{
			Label: field.Key, Kind: feature.KindProperty, Detail: string(field.Kind) + ", " + field.Reader, Doc: field.Doc,
			Replace: replace, New: field.Key + ": ", Sort: fmt.Sprintf("%02d", i),
		}
		if colon {
			c.New = field.Key
		} else if field.Kind == Map {
			nl := f.mapper.LineEnding(replace.Start)
			c.New, c.Snippet = field.Key+":"+nl+"  ", field.Key+":\n  ${1:key}: ${0:value}"
		}
		out = append(out, c)
	}
	return out
}

func (f *File) completeValue(key string, replace text.Span, env Env) []feature.Completion {
	if list := bytes.LastIndexByte(replace.In(f.Src), '['); list >= 0 {
		inner := replace.In(f.Src)[list+1:]
		replace.Start = replace.End - len(bytes.TrimLeft(inner[bytes.LastIndexByte(inner, ',')+1:], " "))
		return f.completeItem(key, replace, env)
	}
	var values []string
	field, _ := fieldOf(key)
	switch {
	case key == "name":
		if folder := env.Folder(); validName(folder) {
			values = []string{plainName(folder)}
		}
	case key == "license":
		values = []string{"Apache-2.0", "MIT", "BSD-3-Clause", "GPL-3.0-or-later", "MPL-2.0", "CC-BY-4.0"}
	case field.Kind == Truth:
		values = []string{"true", "false"}
	default:
		values = field.Values
	}
	end := f.mapper.Line(f.mapper.LineOf(replace.Start)).End
	replace.End = max(end, replace.End)
	var out []feature.Completion
	for _, v := range values {
		out = append(out, feature.Completion{Label: v, Kind: feature.KindValue, Replace: replace, New: v})
	}
	return out
}

// completeItem proposes an item of a list: names of tools.
func (f *File) completeItem(key string, replace text.Span, env Env) []feature.Completion {
	if key != "tools" || env.Judge() != ByCAPE {
		return nil
	}
	have := map[string]bool{}
	if e, ok := f.Field("tools"); ok {
		if v := e.Pair.Value.Resolve(); v != nil && v.Kind == yaml11.Sequence {
			for _, item := range v.Items {
				have[textOf(item)] = item != nil && !item.Span.Contains(replace.End)
			}
		}
	}
	var out []feature.Completion
	for _, tool := range toolProposals(env) {
		if !have[tool.Label] {
			tool.Replace = replace
			out = append(out, tool)
		}
	}
	return out
}

// toolProposals lists the tools of the repository and of CAPE.
func toolProposals(env Env) []feature.Completion {
	var out []feature.Completion
	for _, name := range env.Tools {
		out = append(out, feature.Completion{Label: name, Kind: feature.KindFunction, Detail: "script of this repository", New: name})
	}
	for _, name := range capeTools {
		out = append(out, feature.Completion{Label: name, Kind: feature.KindFunction, Detail: "tool of CAPE", New: name})
	}
	return out
}
