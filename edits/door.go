package edits

import (
	"context"
	"errors"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// Hash names a text by its bytes.
type Hash = repo.Hash

// ErrMoved is what a door returns when a text is no longer the one that the plan was made for. Nothing
// has been changed then.
var ErrMoved = errors.New("the text has changed since the edit was planned")

// Door makes a change: the editor's (workspace/applyEdit) or the disk's. It makes all of it or nothing.
type Door interface {
	// Apply returns ErrMoved when a base does not hold any more, a *Refusal for what the user should
	// know, and Applied.OK false when the other side said no.
	Apply(ctx context.Context, c Change) (Applied, error)
}

// Change is what goes through a door, in one undo step.
type Change struct {
	Label string // the title of the step: "edit_file pyFun.json"
	Files []FileChange
}

// FileChange is the part of a change in one file.
type FileChange struct {
	Target
	Version *int32 // the version of the open document that the edits are for; nil: not open
	Base    Hash   // of the text that the edits are for
	Edits   []Edit // sorted, without overlap, in bytes of that text
	Result  []byte // that text with the edits made
	Label   string // of the change annotation: the agent's reason, else the title
	Confirm bool   // the user is to confirm (needsConfirmation)
	Save    bool   // the document is to be saved afterwards, where the door can
}

// Applied is the answer of a door.
type Applied struct {
	OK     bool
	Reason string        // why not, in the words of the other side
	Files  []AppliedFile // in the order of the change; may be shorter when the door cannot tell
}

// AppliedFile is the answer for one file.
type AppliedFile struct {
	Saved   bool   // the disk holds the new text
	Version *int32 // of the document after the edit, if known
}
