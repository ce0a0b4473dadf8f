package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// The name of a skill is changed on the disk as an editor does it that takes the parts of a workspace edit
// one after the other: each edit meets its file under the name it has at that moment.
func TestRenameOfASkill(t *testing.T) {
	c, dir := realRepo(t, rich, map[string]string{
		".agents/skills/run-case/SKILL.md":        "---\nname: run-case\ndescription: 🛩 Runs one case.\n---\n\n🛩 `run-case` is [here](references/a.md), or [there](../run-case/references/a.md).\n",
		".agents/skills/run-case/references/a.md": "# A\n",
		".agents/skills/polar/SKILL.md":           "---\r\nname: polar\r\ndescription: é\r\n---\r\n\r\né🛩 First `run-case`, see [it](../run-case/SKILL.md).\r\n",
	})
	uri := fileURI(dir, ".agents/skills/run-case/SKILL.md")
	ask := lsptest.At(uri, 1, 8)
	ask["newName"] = "start-case"
	var edit struct {
		DocumentChanges []struct {
			TextDocument struct{ URI string }
			Edits        []struct {
				Range   lsptest.Range
				NewText string
			}
			Kind, OldURI, NewURI string
		}
	}
	c.MustCall("textDocument/rename", ask, &edit)
	path := func(uri string) string { return strings.TrimPrefix(uri, "file://") }
	require.Len(t, edit.DocumentChanges, 3)
	require.Equal(t, "rename", edit.DocumentChanges[2].Kind, "the folder comes last")
	for _, change := range edit.DocumentChanges {
		if change.Kind == "rename" {
			require.NoError(t, os.Rename(path(change.OldURI), path(change.NewURI)))
			continue
		}
		src, err := os.ReadFile(path(change.TextDocument.URI))
		require.NoError(t, err)
		text := string(src)
		for i := len(change.Edits) - 1; i >= 0; i-- {
			text = spliceUTF16(text, change.Edits[i].Range, change.Edits[i].NewText)
		}
		require.NoError(t, os.WriteFile(path(change.TextDocument.URI), []byte(text), 0o644))
	}
	read := func(name string) string {
		src, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		require.NoError(t, err)
		return string(src)
	}
	require.Equal(t, "---\nname: start-case\ndescription: 🛩 Runs one case.\n---\n\n🛩 `start-case` is [here](references/a.md), or [there](../start-case/references/a.md).\n", read(".agents/skills/start-case/SKILL.md"))
	require.Equal(t, "---\r\nname: polar\r\ndescription: é\r\n---\r\n\r\né🛩 First `start-case`, see [it](../start-case/SKILL.md).\r\n", read(".agents/skills/polar/SKILL.md"))
	require.NoDirExists(t, filepath.Join(dir, ".agents/skills/run-case"))

	a, snap := analysis.New(analysis.Settings{}), repo.NewWorkspace(dir).Snapshot()
	files, err := a.Collect(snap, dir)
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, file := range files {
		require.Empty(t, a.Check(snap, file))
	}
}

// spliceUTF16 replaces a range that counts UTF-16 units, without the server's help.
func spliceUTF16(text string, r lsptest.Range, with string) string {
	offset := func(p lsptest.Position) int {
		at := 0
		for range p.Line {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		units := utf16.Encode([]rune(text[at:]))[:p.Character]
		return at + len(string(utf16.Decode(units)))
	}
	return text[:offset(r.Start)] + with + text[offset(r.End):]
}

// A client that cannot rename files as part of an edit gets no half of a rename, unless no folder moves.
func TestRenameWithoutMovingFiles(t *testing.T) {
	files := map[string]string{
		".agents/skills/run-case/SKILL.md": runSkill,
		"SKILL.md":                         strings.Replace(runSkill, "run-case", "top", 1),
	}
	for name, capabilities := range map[string]any{
		"plain changes":    nil,
		"document changes": map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"documentChanges": true}}},
		"other operations": map[string]any{"workspace": map[string]any{"workspaceEdit": map[string]any{"resourceOperations": []string{"create"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			c, dir := realRepo(t, capabilities, files)
			rename := func(name string) (json.RawMessage, *lsptest.Error) {
				ask := lsptest.At(fileURI(dir, name), 1, 7)
				ask["newName"] = "other"
				return c.Call("textDocument/rename", ask)
			}
			_, err := rename(".agents/skills/run-case/SKILL.md")
			require.NotNil(t, err)
			require.Contains(t, err.Message, "cannot rename files")
			res, err := rename("SKILL.md")
			require.Nil(t, err)
			require.Contains(t, string(res), `"newText":"other"`)
			require.NotContains(t, string(res), "oldUri")
		})
	}
}
