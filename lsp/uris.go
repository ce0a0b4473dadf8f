package lsp

import (
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// pathOf returns the absolute path that a URI names. ok is false for a document that is no file
// ("untitled:", "git:"): the server has nothing to say about those.
func pathOf(raw string) (path string, ok bool) {
	u, err := uri.Parse(raw)
	if err != nil || !strings.HasPrefix(strings.ToLower(raw), "file:") {
		return "", false
	}
	path = u.FsPath()
	if !filepath.IsAbs(path) {
		return "", false
	}
	return filepath.Clean(path), true
}

// spelling remembers how the client writes the URIs of what it has named. The same file has many
// spellings ("%3A" for ":", "+" for "%2B"), and a client takes another one for another file.
type spelling struct {
	mu      sync.Mutex
	files   map[string]string // path -> the client's URI of a document that was ever open
	folders map[string]string // path -> the client's URI of a workspace folder, without a slash at the end
}

func (sp *spelling) open(path, raw string) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if sp.files == nil {
		sp.files = map[string]string{}
	}
	sp.files[path] = raw
}

func (sp *spelling) setFolders(folders map[string]string) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	sp.folders = folders
}

// uri returns the URI of path: the client's own where it has named the file, else one that begins as
// the client writes the folder.
func (sp *spelling) uri(path string) uri.URI {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	if raw, ok := sp.files[path]; ok {
		return uri.URI(raw)
	}
	canonical := uri.File(path)
	best := ""
	for folder := range sp.folders {
		if repo.Inside(folder, path) && len(folder) > len(best) {
			best = folder
		}
	}
	if best == "" {
		return canonical
	}
	rest, ok := strings.CutPrefix(string(canonical), strings.TrimSuffix(string(uri.File(best)), "/"))
	if !ok {
		return canonical
	}
	return uri.URI(sp.folders[best] + rest)
}
