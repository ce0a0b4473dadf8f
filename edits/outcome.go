package edits

// Outcome is what one edit of one file came to. It is the same at every door.
type Outcome struct {
	Success        bool
	File           string // relative to the root
	Diff           string // CAPE's unified diff, cut to MaxDiffChars
	Truncated      bool   // the diff is cut
	Applied        bool   // this edit has changed a text
	AlreadyApplied bool   // the text was as asked before
	Saved          bool   // the disk holds the new text: what a program that reads the disk will see
	Version        *int32 // of the open document after the edit; nil when the editor has not sent its new text
	NewProblems    []string
	ID             int      // in the history, 0 when nothing was changed
	Refusal        *Refusal // why not, when Success is false
}

// CAPE returns exactly the keys that CAPE's edit_file returns.
func (o Outcome) CAPE() map[string]any {
	if !o.Success {
		d := map[string]any{"success": false, "error": o.Refusal.Message}
		if o.Refusal.Patterns != nil {
			d["allowed_patterns"] = o.Refusal.Patterns
		}
		return d
	}
	return map[string]any{"success": true, "file": o.File, "diff": o.Diff, "truncated": o.Truncated}
}

// Dict returns CAPE's keys and those that say more: what an agent is shown.
func (o Outcome) Dict() map[string]any {
	d := o.CAPE()
	d["applied"] = o.Applied
	if !o.Success {
		if o.File != "" {
			d["file"] = o.File
		}
		o.Refusal.into(d)
		return d
	}
	d["saved"] = o.Saved
	d["newProblems"] = append([]string{}, o.NewProblems...)
	if o.AlreadyApplied {
		d["alreadyApplied"] = true
	}
	if o.Version != nil {
		d["version"] = *o.Version
	}
	if o.ID != 0 {
		d["id"] = o.ID
	}
	return d
}
