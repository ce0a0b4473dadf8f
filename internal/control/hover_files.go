package control

import (
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// fileHover says where the name of a file leads, and what is there. Below is a folder that it is looked for
// in, too.
func (p *pass) fileHover(span text.Span, name, below string) *feature.Hover {
	if p.env.Files == nil || skipName(name) {
		return nil
	}
	path, ok := p.find(name)
	if !ok && below != "" {
		path, ok = p.find(filepath.Join(below, name))
	}
	if !ok {
		return &feature.Hover{Span: span, Markdown: "There is no file `" + name + "` in the folder that CAPE runs in."}
	}
	said := "`" + repo.Relative(p.env.Root, path) + "`"
	if words := p.wordsOfFile(path); words != "" {
		said += "\n\n" + words
	}
	return &feature.Hover{Span: span, Markdown: said}
}

// sourceOf returns how the value of a mention is written, in whichever file.
func (p *pass) sourceOf(m mention) string {
	src := p.tree.Src
	if m.file != "" {
		src = p.src(m.file)
	}
	return string(m.value.Span.Clamp(len(src)).In(src))
}
