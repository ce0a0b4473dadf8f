package agent

import (
	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/internal/usercache"
)

// OnDisk returns a session without an editor: it reads and writes the disk, safe from crashes. What an
// earlier process left behind when it was killed is put in order first. Close ends the session.
func OnDisk(c Config) (s *Session, closeSession func() error, err error) {
	state := stateDir()
	if state != "" {
		_, _ = repo.CleanLeft(state) // what cannot be put in order now is tried again next time
	}
	w, err := repo.OpenWriter(c.Root, state)
	if err != nil {
		return nil, nil, err
	}
	c.Workspace, c.Door = repo.NewWorkspace(c.Root), edits.Disk{Writer: w}
	if c.Head == nil {
		c.Head = toolrun.GitHead
	}
	if c.Logs == nil && c.Detailed {
		c.Logs = toolrun.UserLogs()
	}
	if c.Python == nil {
		c.Python = func() (string, error) {
			p, err := toolrun.FindPython(toolrun.Choice{}, toolrun.Machine())
			return p.Path, err
		}
	}
	return NewSession(c), w.Close, nil
}

// stateDir is where processes note what they have begun; "" when the system has no place for it.
func stateDir() string {
	cache, err := usercache.Folder()
	if err != nil {
		return ""
	}
	return cache
}
