package casetest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

// runEdit asks every door that can answer the request. All must say the same and leave the same texts; the
// editor's doors must leave the disk alone.
func (c *Case) runEdit(t *testing.T) {
	before := c.disk(t)
	golden := func(a answer) string {
		shown := map[string]string{}
		for name, text := range before {
			shown[name] = text
		}
		for _, s := range c.sheets(t, openSection) {
			shown[s.name] = s.text
		}
		for _, s := range c.sheets(t, typedSection) {
			shown[s.name] = s.text
		}
		return a.golden(shown)
	}
	check := func(a answer, door string) {
		want, _ := c.golden(editGolden)
		require.Equal(t, want, golden(a), door)
	}
	if c.onDiskOnly() {
		a := c.callEdit(t)
		if *update {
			c.set(t, editGolden, golden(a))
		}
		check(a, "cape-ls call")
		return
	}
	library := c.libraryEdit(t)
	if *update {
		c.set(t, editGolden, golden(library))
	}
	check(library, "library")
	require.Equal(t, before, c.disk(t), "the disk, after the library")
	for _, enc := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
		a := c.serverEdit(t, enc)
		check(a, "language server, "+string(enc))
		require.Equal(t, library.after, a.after, "the texts, in %s", enc)
		require.Equal(t, before, c.disk(t), "the disk, after the language server in %s", enc)
	}
	if !c.needsEditor() {
		a := c.callEdit(t)
		a.edits = library.edits
		check(a, "cape-ls call")
		require.Equal(t, library.after, a.after, "the files after cape-ls call")
	}
}

// disk returns what the folder of the case holds: files with their texts, links with where they point.
func (c *Case) disk(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range c.names(t) {
		out[name] = c.onDisk(t, name)
	}
	require.NoError(t, filepath.WalkDir(c.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(c.Dir, path)
		require.NoError(t, err)
		switch {
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0:
			out["link "+name], err = os.Readlink(path)
		case d.IsDir():
			out["folder "+name] = ""
		default:
			out[name] = c.onDisk(t, name)
		}
		return err
	}))
	return out
}

// callEdit runs `cape-ls call` in the folder of the case.
func (c *Case) callEdit(t *testing.T) answer {
	t.Helper()
	things := c.disk(t)
	calls := c.calls(t)
	last := calls[len(calls)-1]
	args := []string{"call", "--root", c.Dir, "--detailed", last.tool, "-"}
	stdin := []byte(last.args)
	if len(calls) > 1 {
		args, stdin = []string{"call", "--root", c.Dir, "--detailed", "--batch"}, nil
		for _, call := range calls {
			var line bytes.Buffer
			require.NoError(t, json.Compact(&line, call.args))
			stdin = append(stdin, `{"tool": "`+call.tool+`", "args": `+line.String()+"}\n"...)
		}
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir())
	cmd.Stdin = bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if code == 2 {
		said := strings.TrimPrefix(stderr.String(), "cape-ls call: ")
		return answer{said: "wrong call: " + said, after: c.afterDisk(t)}
	}
	require.Empty(t, stderr.String())
	require.True(t, err == nil && code == 0 || code == 1, "%v", err)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	var result map[string]any
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &result))
	if len(calls) > 1 {
		result = result["result"].(map[string]any)
	}
	if len(calls) == 1 {
		require.Equal(t, code == 0, result["success"], "the exit code says whether it succeeded")
	}
	for _, one := range append(asList(result["edits"]), result) {
		if r := one.(map[string]any); r["applied"] == true {
			require.Equal(t, true, r["saved"], "the disk has it")
		}
	}
	require.Equal(t, namesOf(things), namesOf(c.disk(t)), "no file may come or go")
	return answer{said: c.tell(t, result), after: c.afterDisk(t)}
}

func (c *Case) afterDisk(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, name := range c.names(t) {
		out[name] = c.onDisk(t, name)
	}
	return out
}

// namesOf returns the names, and where links point.
func namesOf(things map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range things {
		if !strings.HasPrefix(name, "link ") {
			text = ""
		}
		out[name] = text
	}
	return out
}

// TestApplyTextEdits: the applier that judges the server must itself be right, and strict.
func TestApplyTextEdits(t *testing.T) {
	edit := func(l1, c1, l2, c2 int, s string) textEdit {
		var e textEdit
		e.Range.Start, e.Range.End, e.NewText = position{l1, c1}, position{l2, c2}, s
		return e
	}
	for _, row := range []struct {
		name, text string
		edits      []textEdit
		enc        text.Encoding
		want, bad  string
	}{
		{"line ends", "a\r\nb\rc\nd", []textEdit{edit(1, 0, 1, 1, "B"), edit(3, 1, 3, 1, "!")}, text.UTF16, "a\r\nB\rc\nd!", ""},
		{"a whole line", "a\r\nb\r\n", []textEdit{edit(0, 0, 1, 0, "")}, text.UTF16, "b\r\n", ""},
		{"astral in bytes", "😀x", []textEdit{edit(0, 4, 0, 5, "y")}, text.UTF8, "😀y", ""},
		{"astral in UTF-16", "😀x", []textEdit{edit(0, 2, 0, 3, "y")}, text.UTF16, "😀y", ""},
		{"astral in code points", "😀x", []textEdit{edit(0, 1, 0, 2, "y")}, text.UTF32, "😀y", ""},
		{"half a character", "😀x", []textEdit{edit(0, 1, 0, 2, "y")}, text.UTF16, "", "inside a character"},
		{"behind the line", "a\r\nb", []textEdit{edit(0, 2, 0, 2, "y")}, text.UTF16, "", "behind the end"},
		{"behind the text", "a\n", []textEdit{edit(2, 0, 2, 0, "y")}, text.UTF16, "", "no such line"},
		{"overlap", "abc", []textEdit{edit(0, 0, 0, 2, "y"), edit(0, 1, 0, 3, "z")}, text.UTF16, "", "overlap"},
		{"order", "abc", []textEdit{edit(0, 2, 0, 3, "y"), edit(0, 0, 0, 1, "z")}, text.UTF16, "", "order"},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, _, err := applyTextEdits(row.text, row.edits, row.enc)
			if row.bad != "" {
				require.ErrorContains(t, err, row.bad)
				return
			}
			require.NoError(t, err)
			require.Equal(t, row.want, got)
		})
	}
}

// TestShowSpellsWhatItReads: a text must come back from its visible form.
func TestShowSpellsWhatItReads(t *testing.T) {
	for _, s := range []string{"a\r\nb\rc\n", text.BOM + "x", "page\f\u2028\u00a0\u200d\x00 é e\u0301 😀\n", "no end"} {
		require.Equal(t, s, string(spelled(t, []byte(show(s)), []string{"visible"})), show(s))
	}
}
