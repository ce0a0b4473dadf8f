package edits

// ConfirmPolicy says which edits the user is to confirm before they are made (cape.edits.confirm).
type ConfirmPolicy string

// The confirm policies; any other text counts as ConfirmOutsideOpenFiles.
const (
	ConfirmAlways           ConfirmPolicy = "always"
	ConfirmOutsideOpenFiles ConfirmPolicy = "outsideOpenFiles"
	ConfirmNever            ConfirmPolicy = "never"
)

// Needs reports whether an edit of t is to be confirmed.
func (p ConfirmPolicy) Needs(t Text) bool {
	switch p {
	case ConfirmAlways:
		return true
	case ConfirmNever:
		return false
	}
	return !t.Open()
}

// SavePolicy says which documents are saved after an edit (cape.edits.save).
type SavePolicy string

// The save policies; any other text counts as SaveWhenClean.
const (
	SaveWhenClean SavePolicy = "whenClean"
	SaveAlways    SavePolicy = "always"
	SaveNever     SavePolicy = "never"
)

// Wants reports whether t is to be saved after an edit. A file that is not open has no unsaved changes.
func (p SavePolicy) Wants(t Text) bool {
	switch p {
	case SaveAlways:
		return true
	case SaveNever:
		return false
	}
	return !t.Dirty
}
