package agent

import (
	"errors"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/skills"
)

// controlFiles names the control file that CAPE lets its agent edit, relative to the current folder.
// Without a git repository that has a commit CAPE finds none.
func (s *Session) controlFiles() []string {
	if s.Head == nil {
		return nil
	}
	head, err := s.Head(s.Cwd)
	if err != nil {
		return nil
	}
	return control.ControlFiles(s.Workspace.Snapshot(), s.Cwd, head, control.Python{NoH5py: s.NoH5py})
}

// raised turns the exceptions of the rooms below into this room's.
func raised(err error) error {
	var o *options.Raised
	if errors.As(err, &o) {
		return &Raised{o.Class, o.Message}
	}
	var j *capejson.Raised
	if errors.As(err, &j) {
		return &Raised{j.Class, j.Message}
	}
	var k *skills.Raised
	if errors.As(err, &k) {
		return &Raised{k.Class, k.Message}
	}
	return err
}
