package skills

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing/fstest"
)

// memory is a file system in memory, by absolute names.
type memory map[string]string

func (m memory) fs() fstest.MapFS {
	out := fstest.MapFS{}
	for name, content := range m {
		out[strings.TrimPrefix(name, "/")] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	}
	return out
}

func inMap(name string) string {
	if name = strings.TrimPrefix(filepath.Clean(name), "/"); name == "" {
		return "."
	}
	return name
}

func (m memory) ReadFile(name string) ([]byte, error)       { return m.fs().ReadFile(inMap(name)) }
func (m memory) Stat(name string) (fs.FileInfo, error)      { return m.fs().Stat(inMap(name)) }
func (m memory) ReadDir(name string) ([]fs.DirEntry, error) { return m.fs().ReadDir(inMap(name)) }

// Places where the tests put a file.
const (
	root       = "/r"
	capePath   = "/r/.agents/skills/run-case/SKILL.md"
	formatPath = "/r/.claude/skills/run-case/SKILL.md"
)

// envAt is the place of a file with nothing beside it.
func envAt(path string, src string, beside memory) Env {
	files := memory{path: src}
	for name, content := range beside {
		files[name] = content
	}
	return Env{Path: path, Root: root, Files: files}
}
