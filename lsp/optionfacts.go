package lsp

import (
	"sync/atomic"

	"github.com/cape-ls/cape-ls/internal/options"
)

// factKeeper holds the facts about CAPE's options that are in use.
type factKeeper struct {
	tree atomic.Pointer[options.Tree] // nil: the bundled facts
}
