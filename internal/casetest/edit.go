package casetest

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// A case of an edit has these sections besides its input files:
//
//	@request          the arguments of edit_file, of apply_edit_result (it has "diff"), of edit_files (it
//	                  has "edits") or of revert_edit (it has "id"), as one JSON object
//	@before           calls that come first in the same session, one a line: TOOL ARGS-JSON
//	@open NAME        the text of a document that the editor holds, perhaps not the one on disk; version 1
//	@typed NAME       what the user makes of it while the edit is on its way; may be there several times
//	@declined         the editor says no, with this reason
//	@edit             the golden: what the agent is told, the edits (columns count code points, a byte order
//	                  mark not counted), and the changed files
//
// and in its comment, besides flags:
//
//	link: NAME -> TARGET     a symbolic link
//	read-only: NAME          a file that nobody may write
//	commit:                  the input files are the first commit of a git repository
//	doors: disk              only `cape-ls call` can say this
//
// Without a cape-agent.json everything may be edited.
const (
	requestSection  = "@request"
	beforeSection   = "@before"
	openSection     = "@open "
	typedSection    = "@typed "
	declinedSection = "@declined"
	editGolden      = "@edit"
)

func (c *Case) isEdit() bool {
	_, ok := c.golden(requestSection)
	return ok
}

// arrange makes what a txtar archive cannot hold.
func (c *Case) arrange(t *testing.T) {
	t.Helper()
	if !slices.Contains(c.Files, repo.AgentFile) {
		require.NoError(t, os.WriteFile(c.Path(repo.AgentFile), []byte(`{"EditAllowList": ["*"]}`), 0o644))
	}
	for _, link := range c.notes("link") {
		name, target, ok := strings.Cut(link, " -> ")
		require.True(t, ok, link)
		require.NoError(t, os.Symlink(target, c.Path(name)))
	}
	for _, name := range c.notes("read-only") {
		require.NoError(t, os.Chmod(c.Path(name), 0o444))
	}
	if len(c.notes("commit")) > 0 {
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=case", "-c", "user.email=case@example.com", "commit", "-q", "-m", "first"}} {
			cmd := exec.Command("git", args...)
			cmd.Dir = c.Dir
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "git %v: %s", args, out)
		}
	}
}

// toolCall is one call of an agent's tool.
type toolCall struct {
	tool string
	args json.RawMessage
}

// calls returns the calls of a case; the last one is the request.
func (c *Case) calls(t *testing.T) []toolCall {
	t.Helper()
	var out []toolCall
	before, _ := c.golden(beforeSection)
	for line := range strings.Lines(before) {
		tool, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		out = append(out, toolCall{tool, json.RawMessage(args)})
	}
	raw, _ := c.golden(requestSection)
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal([]byte(raw), &keys), requestSection)
	tool := "edit_file"
	for key, name := range map[string]string{"diff": "apply_edit_result", "edits": "edit_files", "id": "revert_edit"} {
		if _, ok := keys[key]; ok {
			tool = name
		}
	}
	return append(out, toolCall{tool, json.RawMessage(raw)})
}

// sheet is a text of a document, as a section gives it.
type sheet struct {
	name, text string
}

// sheets returns the texts of the sections with a prefix. They end their lines as their files do; a byte
// order mark is none of an editor's text.
func (c *Case) sheets(t *testing.T, prefix string) []sheet {
	t.Helper()
	var out []sheet
	for _, f := range c.archive.Files {
		name, ok := strings.CutPrefix(f.Name, prefix)
		if !ok {
			continue
		}
		flags := slices.DeleteFunc(c.flags(name), func(flag string) bool { return flag == "bom" })
		data, _ := dress(spelled(t, f.Data, flags), 0, false, flags)
		out = append(out, sheet{name, string(data)})
	}
	return out
}

// declined returns the editor's reason against the edit.
func (c *Case) declined() (reason string, ok bool) {
	reason, ok = c.golden(declinedSection)
	return strings.TrimSpace(reason), ok
}

// onDiskOnly reports whether only the door without an editor can answer the request.
func (c *Case) onDiskOnly() bool { return slices.Contains(c.notes("doors"), "disk") }

// needsEditor reports whether the request makes no sense without an editor.
func (c *Case) needsEditor() bool {
	return slices.ContainsFunc(c.archive.Files, func(f txtar.File) bool {
		return strings.HasPrefix(f.Name, openSection) || f.Name == declinedSection
	})
}

// answer is what a door made of a request, in a form that all doors share.
type answer struct {
	said  string            // to the agent
	edits string            // in the texts before; empty for a door that does not show them
	after map[string]string // the input files: the editor's text if it holds one, with its byte order mark, else the disk's
}

// golden shows an answer; before are the input files as they were.
func (a answer) golden(before map[string]string) string {
	out := a.said + a.edits
	for _, name := range slices.Sorted(maps.Keys(a.after)) {
		if a.after[name] != before[name] {
			out += ">> " + name + "\n" + brief(a.after[name])
		}
	}
	return out
}

// brief shows a text, or what it measures when nobody would read it.
func brief(s string) string {
	if n := strings.Count(s, "\n"); n > 100 {
		return fmt.Sprintf("(%d lines, %d bytes)\n", n, len(s))
	}
	return show(s)
}

// show is visible for edits, where all characters count that do not show.
func show(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\f':
			b.WriteString("␌")
		case r == '\n', r == '\t', r == '\r', string(r) == text.BOM, strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "<U+%04X>", r)
		}
	}
	return visible(b.String())
}

var codePoint = regexp.MustCompile(`<U\+([0-9A-F]{4,6})>`)

// spelled reads what show writes, and writes the rows that are asked for.
func spelled(t *testing.T, data []byte, flags []string) []byte {
	t.Helper()
	s := string(data)
	for _, flag := range flags {
		if n, ok := strings.CutPrefix(flag, "rows="); ok {
			count, err := strconv.Atoi(n)
			require.NoError(t, err)
			var rows strings.Builder
			for i := range count {
				fmt.Fprintf(&rows, "row %d\n", i+1)
			}
			s = strings.Replace(s, "...\n", rows.String(), 1)
		}
	}
	if !slices.Contains(flags, "visible") {
		return []byte(s)
	}
	s = strings.NewReplacer("␍", "\r", "␌", "\f", "<BOM>", text.BOM, "<no newline>\n", "").Replace(s)
	return []byte(codePoint.ReplaceAllStringFunc(s, func(m string) string {
		n, err := strconv.ParseInt(m[3:len(m)-1], 16, 32)
		require.NoError(t, err)
		require.LessOrEqual(t, n, int64(unicode.MaxRune))
		return string(rune(n))
	}))
}

// place is one edit of a text: code points of the text, from 1, and what is put there.
type place struct {
	line, column, endLine, endColumn int
	put                              string
}

// showEdits lists the edits of one file. The label is what the editor shows beside them.
func showEdits(name, label string, places []place) string {
	out := "edits of " + name
	if label != "edit_file "+filepath.Base(name) {
		out += " (" + label + ")"
	}
	out += "\n"
	for _, p := range places {
		out += fmt.Sprintf("\t%d:%d-%d:%d %+q\n", p.line, p.column, p.endLine, p.endColumn, p.put)
	}
	return out
}

// tell shows a result dictionary. What only tells the doors apart is left out: whether the file was saved,
// the version of the document, the number in the history.
func (c *Case) tell(t *testing.T, result map[string]any) string {
	t.Helper()
	list, several := result["edits"].([]any)
	if !several {
		return c.tellOne(t, result)
	}
	out := ""
	if result["success"] != true {
		out = "refused: " + c.plain(result["error"]) + "\n"
	}
	for _, one := range list {
		out += c.tellOne(t, one.(map[string]any))
	}
	return out
}

// told are the keys of a result that have a form of their own, or tell the doors apart.
var told = []string{"success", "error", "applied", "alreadyApplied", "file", "diff", "newProblems", "saved", "version", "id"}

func (c *Case) tellOne(t *testing.T, r map[string]any) string {
	t.Helper()
	out := ""
	if r["success"] == true {
		what := "nothing to change in"
		switch {
		case r["applied"] == true:
			what = "edited"
		case r["alreadyApplied"] == true:
			what = "as asked already:"
		}
		out = fmt.Sprintf("%s %s\n", what, r["file"]) + showDiff(r["diff"])
		for _, p := range asList(r["newProblems"]) {
			out += "problem: " + c.plain(p) + "\n"
		}
	} else {
		require.NotEqual(t, true, r["applied"], "what is refused is not applied")
		out = "refused: " + c.plain(r["error"]) + "\n"
		if file, ok := r["file"].(string); ok {
			out += "file: " + file + "\n"
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r)) {
		if !slices.Contains(told, key) && !(key == "truncated" && r[key] == false) {
			out += key + ": " + c.value(r[key]) + "\n"
		}
	}
	return out
}

func showDiff(v any) string {
	diff, _ := v.(string)
	out := ""
	for line := range strings.Lines(diff) {
		out += "\t" + show(line)
	}
	return out
}

func asList(v any) []any {
	list, _ := v.([]any)
	return list
}

// value shows a value of a result on one line.
func (c *Case) value(v any) string {
	switch v := v.(type) {
	case string:
		return c.plain(v)
	case []any:
		words := make([]string, len(v))
		for i, w := range v {
			words[i] = c.value(w)
		}
		return strings.Join(words, ", ")
	case map[string]any:
		var words []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if list, ok := v[key].([]any); ok && len(list) == 0 {
				continue
			}
			if s, ok := v[key].(string); ok {
				words = append(words, fmt.Sprintf("%s %+q", key, s))
				continue
			}
			words = append(words, key+" "+c.value(v[key]))
		}
		return strings.Join(words, "; ")
	}
	return fmt.Sprint(v)
}

// plain shows a sentence without the folder of the case, which is another one each time.
func (c *Case) plain(v any) string {
	s := strings.ReplaceAll(fmt.Sprint(v), c.Dir, "ROOT")
	return strings.TrimSuffix(show(s), "<no newline>\n")
}

// names returns the input files and the documents that are open.
func (c *Case) names(t *testing.T) []string {
	t.Helper()
	out := slices.Clone(c.Files)
	for _, s := range c.sheets(t, openSection) {
		if !slices.Contains(out, s.name) {
			out = append(out, s.name)
		}
	}
	return out
}

// onDisk returns the text of a file, "" if there is none.
func (c *Case) onDisk(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(c.Path(name))
	if os.IsNotExist(err) {
		return ""
	}
	require.NoError(t, err)
	return string(src)
}
