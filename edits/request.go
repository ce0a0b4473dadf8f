package edits

import "context"

// Ask is one thing an agent wants done: a Request, a Result or a Diff.
type Ask interface {
	// files returns what is to be done file by file, or why it cannot be understood.
	files() ([]job, *Refusal)
	// reason is the agent's own words for the change, may be empty.
	reason() string
}

// Request is a call of edit_file (cape.agent.skills.fileedit.edit_file).
type Request struct {
	File   string // as the agent named it
	Old    string // must occur exactly once, unless All
	New    string
	All    bool   // replace every place, from left to right without overlap
	Reason string // shown as the label of the change
}

// Result is the dictionary that CAPE's own agent prints after an edit_file of its own. The diff is taken
// as exact: CAPE's diff shows a missing newline at the end by joining lines.
type Result struct {
	Success   bool   `json:"success"`
	File      string `json:"file"`
	Diff      string `json:"diff"`
	Truncated bool   `json:"truncated"`
	Error     string `json:"error"`
	Reason    string `json:"-"`
}

// Diff is a unified diff from anywhere, perhaps of several files, perhaps with prose around it.
type Diff struct {
	Text   string
	File   string // the file it is for when its headers name none; must agree with them when they do
	Reason string
}

// Target is a file an agent named, resolved and allowed.
type Target struct {
	Path string // absolute, links followed
	File string // relative to the root with "/", as results name it
}

// Text is the current text of a file: that of the open document if there is one, else that of the disk.
type Text struct {
	Target
	Src     []byte
	Version *int32 // of the open document; nil: the file is not open
	Dirty   bool   // the open document has unsaved changes
	Saved   []byte // what the disk holds, for a dirty document; nil: not known
}

// Open reports whether an editor holds the text.
func (t Text) Open() bool { return t.Version != nil }

// Texts reads the current text of a target. An error that is a *Refusal is shown as it is.
type Texts interface {
	Current(ctx context.Context, t Target) (Text, error)
}

// Resolver finds the file behind a name and checks that an agent may edit it. An error that is a
// *Refusal is shown as it is.
type Resolver func(ctx context.Context, name string) (Target, error)
