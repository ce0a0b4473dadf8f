package agent

import (
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// OnDisk returns a session without an editor: it reads and writes the disk.
func OnDisk(root, cwd string, opts options.Agent, a *analysis.Analyzer) *Session {
	return NewSession(Config{Root: root, Cwd: cwd, Options: opts, Workspace: repo.NewWorkspace(root)})
}
