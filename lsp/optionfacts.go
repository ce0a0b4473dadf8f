package lsp

import (
	"sync/atomic"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// factKeeper holds the facts about CAPE's options that are in use.
type factKeeper struct {
	tree atomic.Pointer[options.Tree] // nil: the bundled facts
}

// pythonChoice is what the user has said of the interpreter.
func (s *server) pythonChoice() toolrun.Choice {
	return toolrun.Choice{Setting: s.settings.Load().Python, Editor: s.clientPython}
}
