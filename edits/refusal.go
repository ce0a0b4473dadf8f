package edits

import "fmt"

// Kind names a reason for a refusal; it is stable.
type Kind string

// The kinds of refusal.
const (
	OldEmpty      Kind = "old-empty"        // nothing to search for
	NewNotText    Kind = "new-not-text"     // nothing to put in its place
	NotUTF8       Kind = "not-utf8"         // the file or the request is no valid text; Offset says where
	NotFound      Kind = "not-found"        // no place; Nearest says what is near
	Ambiguous     Kind = "ambiguous"        // several places; Count and Lines say where
	DiffCut       Kind = "diff-cut"         // the diff is truncated
	DiffBroken    Kind = "diff-broken"      // the diff cannot be read
	DiffKind      Kind = "diff-kind"        // it creates, deletes or renames a file, or is binary
	DiffFile      Kind = "diff-file"        // it is for another file
	HunkMisfit    Kind = "hunk-misfit"      // the text is not what the hunk expects
	HunkAmbiguous Kind = "hunk-ambiguous"   // several places, or none that can be told
	Unresolved    Kind = "unresolved"       // no such file, outside the root, not allowed
	Unreadable    Kind = "unreadable"       // the file cannot be read
	Moved         Kind = "moved"            // the text changed while the edit was made, twice
	Declined      Kind = "declined"         // the other side of the door said no
	Failed        Kind = "failed"           // the door failed
	Together      Kind = "another-failed"   // another edit of the same call was refused
	NotReversible Kind = "not-reversible"   // no such edit, reverted before, or the text is another one
	AgentFailed   Kind = "agent-not-edited" // the result says that nothing was edited
)

// Refusal says why an edit is not made and how the next try can succeed. It is an error and a value.
type Refusal struct {
	Kind    Kind
	Message string // one sentence; CAPE's own where CAPE has one
	Detail  string // what was found instead, and the way out; may be empty
	Count   int    // number of places
	Lines   []int  // from 1, the first places
	Nearest *Nearest
	Offset  int // the byte, for NotUTF8
	Hunk    int // from 1, for hunks
	// Expected and Found are the line that a hunk wants and the one that is there.
	Expected, Found string
	Patterns        []string // the allow list, when the file is not in it
}

// Error returns the message with the detail.
func (r *Refusal) Error() string {
	if r.Detail == "" {
		return r.Message
	}
	return r.Message + ": " + r.Detail
}

func refuse(k Kind, format string, args ...any) *Refusal {
	return &Refusal{Kind: k, Message: fmt.Sprintf(format, args...)}
}

// into adds what the refusal knows beyond its message to a result dictionary.
func (r *Refusal) into(d map[string]any) {
	d["kind"] = string(r.Kind)
	if r.Detail != "" {
		d["detail"] = r.Detail
	}
	if r.Count > 0 {
		d["count"] = r.Count
	}
	if len(r.Lines) > 0 {
		d["lines"] = r.Lines
	}
	if r.Nearest != nil {
		d["nearest"] = map[string]any{"line": r.Nearest.Line, "text": r.Nearest.Found, "differs": r.Nearest.differences()}
	}
	if r.Kind == NotUTF8 {
		d["byte"] = r.Offset
	}
	if r.Hunk > 0 {
		d["hunk"] = r.Hunk
		if r.Expected != "" || r.Found != "" {
			d["expected"], d["found"] = r.Expected, r.Found
		}
	}
}
