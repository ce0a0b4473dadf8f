package skills

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
)

func (f *File) completeBody(offset int, env Env) []feature.Completion {
	start := f.mapper.FullLine(f.mapper.LineOf(offset)).Start
	before := f.Src[start:offset]
	if written, escape, ok := halfLink(before); ok {
		return f.completePath(written, offset, env, escape)
	}
	if bytes.Count(before, []byte("`"))%2 == 0 {
		return nil
	}
	word := before[bytes.LastIndexByte(before, '`')+1:]
	if bytes.ContainsAny(word, " \t") {
		return nil
	}
	if dir, _, ok := strings.Cut(string(word), "/"); ok && (dir == "scripts" || dir == "references" || dir == "assets") {
		return f.completePath(string(word), offset, env, asIs)
	}
	replace := text.Span{Start: offset - len(word), End: offset}
	var out []feature.Completion
	if env.Judge() == ByCAPE {
		out = toolProposals(env)
		for _, b := range builtins {
			out = append(out, feature.Completion{Label: b.Name, Kind: feature.KindModule, Detail: "skill of CAPE", New: b.Name})
		}
	}
	for _, o := range env.Skills {
		if o.Name != "" && o.Path != env.Path && !slices.ContainsFunc(out, func(c feature.Completion) bool { return c.Label == o.Name }) {
			out = append(out, feature.Completion{Label: o.Name, Kind: feature.KindModule, Detail: "skill of this repository", New: o.Name})
		}
	}
	out = append(out, bundledFolders(env)...)
	for i := range out {
		out[i].Replace = replace
	}
	return out
}

// bundledFolders proposes the folders of the format that lie beside the file.
func bundledFolders(env Env) []feature.Completion {
	if env.Files == nil || env.Path == "" {
		return nil
	}
	var out []feature.Completion
	for _, dir := range []string{"scripts", "references", "assets"} {
		if info, err := env.Files.Stat(filepath.Join(filepath.Dir(env.Path), dir)); err == nil && info.IsDir() {
			out = append(out, feature.Completion{Label: dir + "/", Kind: feature.KindFolder, Detail: "folder of this skill", New: dir + "/"})
		}
	}
	return out
}

// halfLink returns the target of a link that is being written at the end of a line's start, and how names
// are to be written in it.
func halfLink(before []byte) (written string, escape func(string) string, ok bool) {
	var rest []byte
	if i := bytes.LastIndex(before, []byte("](")); i >= 0 {
		rest = before[i+2:]
	} else if i := bytes.Index(before, []byte("]:")); i >= 0 && bytes.HasPrefix(bytes.TrimLeft(before, " "), []byte("[")) {
		rest = bytes.TrimLeft(before[i+2:], " ")
	} else {
		return "", nil, false
	}
	if inner, angle := bytes.CutPrefix(rest, []byte("<")); angle {
		return string(inner), angleEscape, !bytes.ContainsAny(inner, "<>")
	}
	return string(rest), pathEscape, !bytes.ContainsAny(rest, ") \t")
}

// mostPaths bounds the proposals from one folder.
const mostPaths = 200

// completePath proposes the entries of the folder that a half-written path leads to.
func (f *File) completePath(written string, offset int, env Env, escape func(string) string) []feature.Completion {
	if env.Files == nil || env.Path == "" || strings.Contains(written, ":") || strings.HasPrefix(written, "/") || strings.HasPrefix(written, "#") {
		return nil
	}
	dir := written[:strings.LastIndexByte(written, '/')+1]
	name, ok := fileTarget(dir)
	if dir != "" && !ok {
		return nil
	}
	at := filepath.Join(filepath.Dir(env.Path), filepath.FromSlash(name))
	entries, err := env.Files.ReadDir(at)
	if err != nil {
		return nil
	}
	replace := text.Span{Start: offset - len(written) + len(dir), End: offset}
	var out []feature.Completion
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || filepath.Join(at, entry.Name()) == env.Path {
			continue
		}
		c := feature.Completion{Label: entry.Name(), Kind: feature.KindFile, Replace: replace, New: escape(entry.Name())}
		if info, err := env.Files.Stat(filepath.Join(at, entry.Name())); err == nil && info.IsDir() {
			c.Kind, c.New = feature.KindFolder, c.New+"/"
		}
		if out = append(out, c); len(out) == mostPaths {
			break
		}
	}
	return out
}

// pathEscape writes a name so that it can stand in a link: what would end the target is percent-coded.
func pathEscape(name string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "#", "%23", "?", "%3F").Replace(name)
}

// asIs writes a name in backquotes, where nothing has to be coded.
func asIs(name string) string { return name }

// angleEscape is pathEscape for a target in angle brackets, where blanks and round brackets may stand.
func angleEscape(name string) string {
	return strings.NewReplacer("%", "%25", "<", "%3C", ">", "%3E", "#", "%23", "?", "%3F").Replace(name)
}
