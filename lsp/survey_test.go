package lsp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

const (
	wrongSkill = "---\nname: Run\ndescription: Runs one case. Use it when a case is to be run.\n---\nRun it.\n"
	rightSkill = "---\nname: run\ndescription: Runs one case. Use it when a case is to be run.\n---\nRun it.\n"
)

// surveyed starts a server over a repository with faults in files that nobody opens; wrong is one of them. A client
// that says it will ask for findings is waited for as long as it takes.
func surveyed(t *testing.T, capabilities, options any) (c *lsptest.Client, dir, wrong string) {
	dir = t.TempDir()
	for name, src := range map[string]string{
		"cape-agent.json": `{"EditAllowList": ["data.json"],}`, "pyFun.json": "{", "data.json": "{,}", "other.json": "{,}",
		".agents/skills/fine/SKILL.md": "---\nname: fine\ndescription: Does it. Use it when it is to be done.\n---\nDo it.\n",
		".agents/skills/run/SKILL.md":  wrongSkill, "docs/SKILL.md": wrongSkill,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(src), 0o644))
	}
	opts := testOptions(t)
	opts.analysis, opts.pullGrace = nil, time.Hour
	c = serve(t, opts)
	c.InitializeWith(map[string]any{
		"processId": nil, "rootUri": "file://" + dir, "capabilities": capabilities, "initializationOptions": options,
	})
	return c, dir, fileURI(dir, ".agents/skills/run/SKILL.md")
}

// published waits for the n-th list (from 1) of a document.
func published(c *lsptest.Client, uri string, n int) lsptest.Published {
	var p lsptest.Published
	c.Until("the findings of "+uri, func() bool {
		all := c.PublishedLocked(uri)
		if len(all) >= n {
			p = all[n-1]
		}
		return len(all) >= n
	})
	return p
}

func changedOnDisk(c *lsptest.Client, uri string) {
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uri, "type": 2}}})
}

// What CAPE's agent reads when it starts is checked without being opened, and checked again when it changes.
func TestFilesThatAreNotOpenAreChecked(t *testing.T) {
	c, dir, wrong := surveyed(t, map[string]any{}, nil)
	for _, name := range []string{"cape-agent.json", "pyFun.json", "data.json", ".agents/skills/run/SKILL.md"} {
		p := published(c, fileURI(dir, name), 1)
		require.Nil(t, p.Version)
		require.NotEmpty(t, p.Diagnostics, name)
	}

	c.Open(wrong, wrongSkill)
	require.NotEmpty(t, c.Diagnostics(wrong, 1))
	c.Close(wrong)
	p := published(c, wrong, 3)
	require.Nil(t, p.Version)
	require.NotEmpty(t, p.Diagnostics)

	require.NoError(t, os.WriteFile(filepath.Join(dir, ".agents/skills/run/SKILL.md"), []byte(rightSkill), 0o644))
	changedOnDisk(c, wrong)
	require.Empty(t, published(c, wrong, 4).Diagnostics)

	control := fileURI(dir, "pyFun.json")
	require.NoError(t, os.Remove(filepath.Join(dir, "pyFun.json")))
	changedOnDisk(c, control)
	require.Empty(t, published(c, control, 2).Diagnostics)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "pyFun.json"), []byte("{"), 0o644))
	changedOnDisk(c, control)
	require.NotEmpty(t, published(c, control, 3).Diagnostics)
	require.Equal(t, 0, c.Shutdown())
	for _, name := range []string{"other.json", "docs/SKILL.md", ".agents/skills/fine/SKILL.md"} {
		require.Empty(t, c.Published(fileURI(dir, name)), name)
	}
}

// The user may want findings of open files only, at once or from now on.
func TestOnlyOpenFilesAreChecked(t *testing.T) {
	c, dir, wrong := surveyed(t, map[string]any{}, map[string]any{"cape": map[string]any{"diagnostics": map[string]any{"scope": "openFiles"}}})
	scope := func(s string) {
		c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cape": map[string]any{"diagnostics": map[string]any{"scope": s}}}})
	}
	data := fileURI(dir, "data.json")
	c.Open(data, "{,}")
	require.NotEmpty(t, c.Diagnostics(data, 1))
	require.Empty(t, c.Published(wrong))
	c.Close(data)
	require.Empty(t, published(c, data, 2).Diagnostics)
	scope("repository")
	require.NotEmpty(t, published(c, wrong, 1).Diagnostics)
	require.NotEmpty(t, published(c, data, 3).Diagnostics)
	scope("openFiles")
	require.Empty(t, published(c, wrong, 2).Diagnostics)
	require.Equal(t, 0, c.Shutdown())
}

// A client that asks for the findings of open files is sent those of the others, and never both.
func TestFilesThatAreNotOpenForAClientThatAsks(t *testing.T) {
	c, dir, wrong := surveyed(t, map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}}}, nil)
	require.NotEmpty(t, published(c, wrong, 1).Diagnostics)
	c.Open(wrong, wrongSkill)
	var full struct{ Items []lsptest.Diagnostic }
	c.MustCall("textDocument/diagnostic", lsptest.Doc(wrong), &full)
	require.NotEmpty(t, full.Items)
	require.Empty(t, published(c, wrong, 2).Diagnostics, "what was sent is taken away")
	c.Close(wrong)
	require.NotEmpty(t, published(c, wrong, 3).Diagnostics, "nobody asks any more")

	data := fileURI(dir, "data.json") // asked about without being open
	require.NotEmpty(t, published(c, data, 1).Diagnostics)
	c.MustCall("textDocument/diagnostic", lsptest.Doc(data), &full)
	require.NotEmpty(t, full.Items)
	require.Empty(t, published(c, data, 2).Diagnostics)
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".agents/skills/run/SKILL.md"), []byte(rightSkill), 0o644))
	changedOnDisk(c, data)
	changedOnDisk(c, wrong)
	require.Empty(t, published(c, wrong, 4).Diagnostics)
	require.Len(t, c.Published(data), 2)
	require.Equal(t, 0, c.Shutdown())
}

// What was found before the client asked is not sent after it.
func TestFindingsThatComeLateForAClientThatAsks(t *testing.T) {
	c := newChecks(&server{})
	c.asks["/closed"] = true
	c.pulled = true
	open := repo.NewDocument("/open", "file:///open", 1, nil)
	require.False(t, c.changed("/closed", nil, 1))
	require.False(t, c.changed("/open", open, 1))
	require.True(t, c.changed("/other", nil, 1))
	require.False(t, c.changed("/other", nil, 1), "it is shown")
}

// Documents that somebody looks at come before files that are not open, and so do answers; nothing is listed before
// the client is ready.
func TestOpenDocumentsAreCheckedFirst(t *testing.T) {
	now := time.Now()
	c := newChecks(&server{})
	c.due["/late"] = now.Add(time.Hour)
	c.survey.again(now, 0)
	require.True(t, c.survey.at.IsZero(), "the client is not initialized")
	c.survey.begun = true
	c.survey.again(now, 0)
	c.due["/open"] = now
	c.survey.rest = []string{"/b", "/c"}
	answered := c.asking()
	path, _, _ := c.next(now)
	require.Equal(t, "/open", path)
	path, _, list := c.next(now)
	require.Empty(t, path, "somebody waits for an answer")
	require.False(t, list)
	answered()
	c.due["/open"] = now
	var order []string
	for range 4 {
		path, _, list := c.next(now)
		if list {
			path = "list"
		}
		order = append(order, path)
	}
	require.Equal(t, []string{"/open", "list", "/b", "/c"}, order)
	_, wait, _ := c.next(now)
	require.Equal(t, time.Hour, wait)
}
