package analysis

import (
	"bytes"
	"sync"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// cache keeps what was parsed of a file for as long as its text stays the same: every question of one
// keystroke needs the same tree.
type cache[T any] struct {
	mu    sync.Mutex
	known map[string]cached[T]
}

type cached[T any] struct {
	src  []byte
	tree T
}

// maxCached bounds the trees that are kept; more files are seldom open at once.
const maxCached = 64

func (c *cache[T]) get(path string, src []byte, parse func([]byte) T) T {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.known[path]; ok && bytes.Equal(e.src, src) {
		return e.tree
	}
	delete(c.known, path) // the memory of the old tree is free while the new one is made
	if c.known == nil || len(c.known) >= maxCached {
		c.known = map[string]cached[T]{}
	}
	tree := parse(src)
	c.known[path] = cached[T]{src, tree}
	return tree
}

// skill returns the parsed SKILL.md. Only open documents are kept: a file on disk is asked about once.
func (a *Analyzer) skill(snap *repo.Snapshot, path string) (*skills.File, bool) {
	src, err := snap.ReadFile(path)
	if err != nil {
		return nil, false
	}
	if snap.Document(path) == nil {
		return skills.Parse(src), true
	}
	return a.skillFiles.get(path, src, skills.Parse), true
}

// script returns the script of a tool, which is of one of the two kinds of scripts.
func (a *Analyzer) script(snap *repo.Snapshot, path string, kind Kind) (*skills.Script, bool) {
	info, err := snap.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxScriptSize {
		return nil, false
	}
	src, err := snap.ReadFile(path)
	if err != nil {
		return nil, false
	}
	read := func(src []byte) *skills.Script {
		s := skills.ReadTool(src, path)
		s.Deep = kind == DeepTool
		return s
	}
	if snap.Document(path) == nil {
		return read(src), true
	}
	return a.toolFiles.get(path, src, read), true
}

// maxScriptSize bounds the scripts that are looked at; what people write has some kilobytes.
const maxScriptSize = 4 << 20

// json returns the parsed JSON file.
func (a *Analyzer) json(snap *repo.Snapshot, path string) (*capejson.Tree, bool) {
	src, err := snap.ReadFile(path)
	if err != nil {
		return nil, false
	}
	if snap.Document(path) == nil {
		return capejson.Parse(src), true
	}
	return a.jsonTrees.get(path, src, capejson.Parse), true
}
