// Package casetest runs the cases in testdata/cases: text files with a sentence, input files and what
// must be found in them. The same case goes through every door (library, language server, command line)
// and all of them must say the same.
//
// A case is a txtar archive. Files whose names begin with "@" are goldens, named after the question:
//
//	@diagnostics          the findings in all files; a case without it asserts that there are none
//	@action TITLE         the changed files after the action with that title
//	@hover, @completion, @symbols, @folding, @links, @definition, @references, @tokens, @inlays
//	@selections, @colors, @snippets
//	@prepare              the name at the cursor that can be changed, or why it cannot
//	@rename NAME          the changed files after the thing at the cursor got that name
//	@format               the changed files after formatting
//
// A case with the section "@request" is an agent's edit, see edit.go; it has the golden "@edit" alone.
//
// `<|>` in an input file marks the cursor and is taken out. A line "flags: crlf bom no-newline" in the
// comment writes all input files with CRLF, with a byte order mark, or without the final newline, none of
// which txtar can hold; "latin1" writes them in that encoding, which is not UTF-8. "visible" reads what the
// goldens write for characters that do not show: ␍ and ␌, <BOM>, <U+2028>, <no newline>. "rows=N" puts N
// numbered rows in the place of a line "...". A line "flags NAME: ..." is for one file.
// `go test ./internal/casetest -update` writes the goldens anew.
package casetest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// cursorMark stands for the cursor in an input file.
const cursorMark = "<|>"

// Case is one case, laid out on disk.
type Case struct {
	Name    string // of the file, below testdata/cases
	Dir     string // where its input files are, links resolved
	Files   []string
	Cursor  string // the name of the file with the cursor, or ""
	Offset  int    // of the cursor
	archive *txtar.Archive
	file    string
}

// Load reads a case and writes its input files to a folder of their own.
func Load(t *testing.T, root, file string) *Case {
	t.Helper()
	src, err := os.ReadFile(file)
	require.NoError(t, err)
	name, err := filepath.Rel(root, file)
	require.NoError(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	c := &Case{Name: filepath.ToSlash(name), Dir: dir, archive: txtar.Parse(src), file: file}
	for _, f := range c.archive.Files {
		if strings.HasPrefix(f.Name, "@") {
			continue
		}
		data := f.Data
		if i := bytes.Index(data, []byte(cursorMark)); i >= 0 {
			c.Cursor = f.Name
			data = slices.Delete(slices.Clone(data), i, i+len(cursorMark))
			c.Offset = i
		}
		flags := c.flags(f.Name)
		data = spelled(t, data, flags)
		if slices.Contains(flags, "latin1") {
			data = latin1(data)
		}
		data, c.Offset = dress(data, c.Offset, f.Name == c.Cursor, flags)
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, data, 0o644))
		c.Files = append(c.Files, f.Name)
	}
	require.NotEmpty(t, c.Files, "%s has no input file", name)
	if c.isEdit() {
		c.arrange(t)
	}
	return c
}

// flags returns the flags of an input file. The allow-list of an edit has none of those that are for all.
func (c *Case) flags(name string) []string {
	out := strings.Fields(strings.Join(c.notes("flags "+name), " "))
	if c.isEdit() && name == repo.AgentFile {
		return out
	}
	return append(out, strings.Fields(strings.Join(c.notes("flags"), " "))...)
}

// notes returns what stands behind "KEY:" in the lines of the comment that begin so.
func (c *Case) notes(key string) []string {
	var out []string
	for line := range strings.Lines(string(c.archive.Comment)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), key+":"); ok {
			out = append(out, strings.TrimSpace(rest))
		}
	}
	return out
}

func latin1(data []byte) []byte {
	var out []byte
	for _, r := range string(data) {
		out = append(out, byte(r))
	}
	return out
}

// dress gives a text what txtar cannot hold, and moves the cursor along.
func dress(data []byte, cursor int, hasCursor bool, flags []string) ([]byte, int) {
	if slices.Contains(flags, "no-newline") {
		data = bytes.TrimSuffix(data, []byte("\n"))
	}
	if slices.Contains(flags, "crlf") {
		if hasCursor {
			cursor += bytes.Count(data[:cursor], []byte("\n"))
		}
		data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
	}
	if slices.Contains(flags, "bom") {
		if hasCursor {
			cursor += len(text.BOM)
		}
		data = append([]byte(text.BOM), data...)
	}
	return data, cursor
}

// Path returns the absolute path of an input file.
func (c *Case) Path(name string) string { return filepath.Join(c.Dir, filepath.FromSlash(name)) }

// golden returns the text under a name that begins with "@".
func (c *Case) golden(name string) (string, bool) {
	for _, f := range c.archive.Files {
		if f.Name == name {
			return string(f.Data), true
		}
	}
	return "", false
}

// goldens returns the names that begin with "@".
func (c *Case) goldens() []string {
	var out []string
	for _, f := range c.archive.Files {
		if strings.HasPrefix(f.Name, "@") {
			out = append(out, f.Name)
		}
	}
	return out
}

// set replaces a golden, or takes it out when text is empty, and writes the case.
func (c *Case) set(t *testing.T, name, text string) {
	t.Helper()
	at := slices.IndexFunc(c.archive.Files, func(f txtar.File) bool { return f.Name == name })
	switch {
	case at < 0 && text == "":
		return
	case at < 0:
		c.archive.Files = append(c.archive.Files, txtar.File{Name: name, Data: []byte(text)})
	default:
		c.archive.Files[at].Data = []byte(text)
	}
	require.NoError(t, os.WriteFile(c.file, txtar.Format(c.archive), 0o644))
}
