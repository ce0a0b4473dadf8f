package edits

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// MaxDiffChars is the number of code points to which CAPE cuts a diff (fileedit.MAX_DIFF_CHARS), and
// CutMarker is what it puts after a cut one.
const (
	MaxDiffChars = 12000
	CutMarker    = "\n... [diff truncated]"
)

// around is the number of equal lines that a diff shows around a change.
const around = 3

// Unified returns the diff that CAPE shows for an edit: Python's difflib.unified_diff over the lines of
// str.splitlines, with a/file and b/file as headers. Equal texts give "".
func Unified(file, before, after string) string {
	if before == after {
		return ""
	}
	a, b := pytext.Lines(before), pytext.Lines(after)
	var out strings.Builder
	out.WriteString("--- a/" + file + "\n+++ b/" + file + "\n")
	for _, group := range hunkGroups(changes(a, b)) {
		writeHunk(&out, group, a, b)
	}
	return out.String()
}

// Truncate cuts a diff as CAPE does and reports whether it did.
func Truncate(diff string) (string, bool) {
	if len(diff) <= MaxDiffChars || utf8.RuneCountInString(diff) <= MaxDiffChars {
		return diff, false
	}
	at := 0
	for range MaxDiffChars {
		_, size := utf8.DecodeRuneInString(diff[at:])
		at += size
	}
	return diff[:at] + CutMarker, true
}

// hunkGroups puts changes into one hunk when at most twice the context lies between them.
func hunkGroups(changes []region) [][]region {
	var groups [][]region
	for i, c := range changes {
		if i > 0 && c.a1-changes[i-1].a2 <= 2*around {
			groups[len(groups)-1] = append(groups[len(groups)-1], c)
			continue
		}
		groups = append(groups, []region{c})
	}
	return groups
}

func writeHunk(out *strings.Builder, group []region, a, b []string) {
	first, last := group[0], group[len(group)-1]
	lead := min(around, first.a1, first.b1)
	tail := min(around, len(a)-last.a2, len(b)-last.b2)
	out.WriteString("@@ -" + hunkRange(first.a1-lead, last.a2+tail) + " +" + hunkRange(first.b1-lead, last.b2+tail) + " @@\n")
	at := first.a1 - lead
	for _, c := range group {
		writeLines(out, " ", a[at:c.a1])
		writeLines(out, "-", a[c.a1:c.a2])
		writeLines(out, "+", b[c.b1:c.b2])
		at = c.a2
	}
	writeLines(out, " ", a[at:last.a2+tail])
}

func writeLines(out *strings.Builder, sign string, lines []string) {
	for _, l := range lines {
		out.WriteString(sign + l)
	}
}

// hunkRange writes lines from start to end as unified diffs do: counted from 1, the count left out when
// it is 1, and the line before when there are none.
func hunkRange(start, end int) string {
	switch n := end - start; n {
	case 1:
		return strconv.Itoa(start + 1)
	case 0:
		return strconv.Itoa(start) + ",0"
	default:
		return strconv.Itoa(start+1) + "," + strconv.Itoa(n)
	}
}
