package lsp

import (
	"context"
	"path/filepath"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

// startCache is what the next start of a server finds of skills and tools; nil when there is no place for it.
func (s *server) startCache() *analysis.StartCache {
	if s.opts.Cache == "" {
		return nil
	}
	return &analysis.StartCache{
		Folder: filepath.Join(s.opts.Cache, "start"),
		Met: func(root string) {
			s.later(firstQuestions, "look again", func(context.Context) { s.lookAgain(root) })
		},
	}
}

// lookAgain finds out what has changed since the start before, and keeps what holds now for the next one.
func (s *server) lookAgain(root string) {
	a := s.analysis()
	a.Warm(s.ws.Snapshot(), root)
	changed, err := a.LookAgain(root)
	if len(changed) > 0 {
		s.filesChanged(changed)
	}
	if err != nil {
		s.log.printf("skills and tools are not kept for the next start: %v", err)
	}
}
