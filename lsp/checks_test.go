package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

func TestPublishOnlyWhatChanged(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	const uri = "file:///a.txt"
	c.Open(uri, "fine\n")
	require.Empty(t, c.Diagnostics(uri, 1), "silence is told once")
	for v := 2; v < 20; v++ {
		c.Change(uri, v, lsptest.Edit{NewText: "still fine "})
	}
	c.Change(uri, 20, lsptest.Edit{NewText: "TODO"})
	require.Len(t, c.Diagnostics(uri, 20), 1)
	for v := 21; v < 40; v++ {
		c.Change(uri, v, lsptest.Edit{Range: lsptest.R(1, 0, 1, 0), NewText: "below\n"})
	}
	c.Change(uri, 40, lsptest.Edit{NewText: "x"})
	require.Equal(t, lsptest.R(0, 1, 0, 5), c.Diagnostics(uri, 40)[0].Range)
	require.Len(t, c.Published(uri), 3)
	require.Equal(t, 0, c.Shutdown())
}

func TestDiagnosticShape(t *testing.T) {
	all := map[string]any{"textDocument": map[string]any{"publishDiagnostics": map[string]any{
		"relatedInformation": true, "codeDescriptionSupport": true, "tagSupport": map[string]any{"valueSet": []int{2}},
	}}}
	c := start(t)
	c.Initialize("", all)
	c.Open("file:///a.txt", "\nTODO")
	d := c.Diagnostics("file:///a.txt", 1)[0]
	require.Equal(t, 2, d.Severity)
	require.Equal(t, "todo", d.Code)
	require.Equal(t, "cape", d.Source)
	require.Equal(t, "must be done", d.Message)
	require.Equal(t, analysis.RulesPage+"#todo", d.Docs.Href)
	require.JSONEq(t, `[{"location":{"uri":"file:///a.txt","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}},"message":"the start"}]`, string(d.Related))
	require.Contains(t, string(c.Received("textDocument/publishDiagnostics")[0].Params), `"tags":[2]`)

	c = start(t)
	c.Initialize("", nil)
	c.Open("file:///a.txt", "TODO")
	d = c.Diagnostics("file:///a.txt", 1)[0]
	require.Nil(t, d.Docs)
	require.Empty(t, d.Related)
	require.NotContains(t, string(c.Received("textDocument/publishDiagnostics")[0].Params), "tags")
}

// After a close the disk counts: its findings are shown without a version, or taken away.
func TestClose(t *testing.T) {
	dir := t.TempDir()
	onDisk := fileURI(dir, "disk.txt")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "disk.txt"), []byte("a TODO on disk"), 0o644))
	c := start(t)
	c.Initialize("file://"+dir, nil)

	c.Open(onDisk, "TODO")
	c.Diagnostics(onDisk, 1)
	c.Close(onDisk)
	gone := fileURI(dir, "gone.txt")
	c.Open(gone, "TODO")
	c.Diagnostics(gone, 1)
	c.Close(gone)

	c.Until("the findings of the closed documents", func() bool { return len(c.PublishedLocked(onDisk)) == 2 && len(c.PublishedLocked(gone)) == 2 })
	last := c.Published(onDisk)[1]
	require.Nil(t, last.Version)
	require.Equal(t, lsptest.R(0, 2, 0, 6), last.Diagnostics[0].Range)
	require.Empty(t, c.Published(gone)[1].Diagnostics)

	require.NoError(t, os.Remove(filepath.Join(dir, "disk.txt")))
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": onDisk, "type": 3}}})
	c.Until("the findings of the deleted file to go", func() bool { return len(c.PublishedLocked(onDisk)) == 3 })
	require.Empty(t, c.Published(onDisk)[2].Diagnostics)
	require.Equal(t, 0, c.Shutdown())
}

// The workspace folder may be deleted under the server's feet.
func TestDeletedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ws")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	uri := fileURI(dir, "a.txt")
	c := start(t)
	c.Initialize("file://"+dir, nil)
	c.Open(uri, "TODO")
	require.Len(t, c.Diagnostics(uri, 1), 1)
	require.NoError(t, os.RemoveAll(dir))
	c.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": "file://" + dir, "name": "ws"}},
	}})
	c.Change(uri, 2, lsptest.Edit{NewText: "x"})
	require.Equal(t, lsptest.R(0, 1, 0, 5), c.Diagnostics(uri, 2)[0].Range)
	c.MustCall("textDocument/hover", lsptest.At(uri, 0, 0), nil)
	require.Equal(t, 0, c.Shutdown())
}

// A client that asks for diagnostics is not sent them as well.
func TestPull(t *testing.T) {
	c := start(t, func(o *Options) { o.pullGrace = time.Hour })
	caps := c.Initialize("", map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}},
		"workspace": map[string]any{"diagnostics": map[string]any{"refreshSupport": true}}})
	require.NotNil(t, caps["diagnosticProvider"])
	c.Open("file:///a.txt", "TODO")
	var full struct {
		Kind, ResultID string
		Items          []lsptest.Diagnostic
	}
	c.MustCall("textDocument/diagnostic", lsptest.Doc("file:///a.txt"), &full)
	require.Equal(t, "full", full.Kind)
	require.Len(t, full.Items, 1)

	again := lsptest.Doc("file:///a.txt")
	again["previousResultId"] = full.ResultID
	var same map[string]any
	c.MustCall("textDocument/diagnostic", again, &same)
	require.Equal(t, map[string]any{"kind": "unchanged", "resultId": full.ResultID}, same)

	c.Replace("file:///a.txt", 2, "")
	var none map[string]any
	c.MustCall("textDocument/diagnostic", again, &none)
	require.Equal(t, "full", none["kind"])
	require.Equal(t, []any{}, none["items"])

	c.MustCall("textDocument/diagnostic", lsptest.Doc("untitled:x"), &none)
	require.Equal(t, []any{}, none["items"])
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"cape": map[string]any{"rules": map[string]any{"todo": "error"}}}})
	c.Await("workspace/diagnostic/refresh", 1)
	require.Equal(t, 0, c.Shutdown())
	require.Empty(t, c.Received("textDocument/publishDiagnostics"))

	c = start(t)
	require.Nil(t, c.Initialize("", nil)["diagnosticProvider"])
}

// A client may announce that it asks for findings, and not do so.
func TestPullThatNeverComes(t *testing.T) {
	c := start(t, func(o *Options) { o.pullGrace = 1 })
	c.Initialize("", map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}}})
	c.Open("file:///a.txt", "TODO")
	require.Len(t, c.Diagnostics("file:///a.txt", 1), 1)
	c.MustCall("textDocument/diagnostic", lsptest.Doc("file:///a.txt"), nil)
	c.Until("what was sent to be taken away", func() bool { return len(c.PublishedLocked("file:///a.txt")) == 2 })
	require.Empty(t, c.Published("file:///a.txt")[1].Diagnostics)
	c.Replace("file:///a.txt", 2, "TODO TODO")
	c.MustCall("textDocument/diagnostic", lsptest.Doc("file:///a.txt"), nil)
	require.Equal(t, 0, c.Shutdown())
	require.Len(t, c.Published("file:///a.txt"), 2)
}

func TestFilesOfNoInterest(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	c.Open("file:///a.none", "TODO")
	for _, method := range []string{"hover", "completion", "documentSymbol", "definition", "codeAction", "formatting", "semanticTokens/full"} {
		res, err := c.Call("textDocument/"+method, lsptest.At("file:///a.none", 0, 0))
		require.Nil(t, err)
		require.NotContains(t, string(res), "TODO")
	}
	require.Equal(t, 0, c.Shutdown())
	require.Empty(t, c.Received("textDocument/publishDiagnostics"))
}

func TestSettings(t *testing.T) {
	severity := func(c *lsptest.Client, publishes int) int {
		c.Until("the findings", func() bool { return len(c.PublishedLocked("file:///a.txt")) >= publishes })
		return c.Published("file:///a.txt")[publishes-1].Diagnostics[0].Severity
	}
	for name, options := range map[string]string{
		"nested":      `{"cape":{"rules":{"todo":"error"}}}`,
		"the section": `{"rules":{"todo":"error"}}`,
		"dotted":      `{"cape.rules":{"todo":"error"}}`,
		"with faults": `{"cape":{"rules":{"todo":"error","x":"fatal"},"root":5,"edits.confirm":"maybe","diagnostics":{"delay":-1}}}`,
	} {
		t.Run("initializationOptions "+name, func(t *testing.T) {
			c := start(t)
			c.InitializeWith(map[string]any{"capabilities": map[string]any{}, "initializationOptions": json.RawMessage(options)})
			c.Open("file:///a.txt", "TODO")
			require.Equal(t, 1, severity(c, 1))
		})
		t.Run("didChangeConfiguration "+name, func(t *testing.T) {
			c := start(t)
			c.Initialize("", nil)
			c.Open("file:///a.txt", "TODO")
			require.Equal(t, 2, severity(c, 1))
			c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": json.RawMessage(options)})
			require.Equal(t, 1, severity(c, 2))
			if name == "with faults" {
				c.Await("window/logMessage", 4)
			}
		})
	}
	t.Run("asked for", func(t *testing.T) {
		c := start(t)
		c.Handle("workspace/configuration", func(p json.RawMessage) (any, *lsptest.Error) {
			require.JSONEq(t, `{"items":[{"section":"cape"}]}`, string(p))
			return []any{map[string]any{"rules": map[string]any{"todo": "hint"}}}, nil
		})
		c.Initialize("", map[string]any{"workspace": map[string]any{"configuration": true}})
		c.Await("workspace/configuration", 1)
		c.Open("file:///a.txt", "TODO")
		c.Until("the setting to count", func() bool {
			p := c.PublishedLocked("file:///a.txt")
			return len(p) > 0 && p[len(p)-1].Diagnostics[0].Severity == 4
		})
		c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		c.Await("workspace/configuration", 2)
	})
}

func TestWatching(t *testing.T) {
	type registration struct {
		Method          string
		RegisterOptions struct {
			Watchers []struct{ GlobPattern json.RawMessage }
			Section  string
		}
	}
	registrations := func(m lsptest.Message) []registration {
		var p struct{ Registrations []registration }
		require.NoError(t, json.Unmarshal(m.Params, &p))
		return p.Registrations
	}
	announce := func(relative bool) map[string]any {
		return map[string]any{"workspace": map[string]any{
			"didChangeWatchedFiles":  map[string]any{"dynamicRegistration": true, "relativePatternSupport": relative},
			"didChangeConfiguration": map[string]any{"dynamicRegistration": true},
		}}
	}
	t.Run("with a base", func(t *testing.T) {
		c := start(t)
		c.Initialize("file:///a+b", announce(true))
		regs := registrations(c.Await("client/registerCapability", 1))
		require.Len(t, regs, 2)
		require.Equal(t, "cape", regs[0].RegisterOptions.Section)
		bases := map[string]string{}
		for _, w := range regs[1].RegisterOptions.Watchers {
			var g struct{ BaseURI, Pattern string }
			require.NoError(t, json.Unmarshal(w.GlobPattern, &g))
			bases[g.BaseURI] = g.Pattern
		}
		require.Equal(t, "*.py", bases["file:///a+b/tools"])
		require.Equal(t, "**", bases["file:///a+b/.agents/skills"])
		require.Contains(t, bases["file:///a+b"], "cape-agent.json")
		require.NotContains(t, bases["file:///a+b"], "*", "case folders are not for watching")

		c.Open("file:///other/repo/x.txt", "")
		more := registrations(c.Await("client/registerCapability", 2))
		require.Contains(t, string(more[0].RegisterOptions.Watchers[0].GlobPattern), "file:///other/repo")
		c.Open("file:///other/repo/y.txt", "")
		c.MustCall("textDocument/hover", lsptest.At("file:///other/repo/y.txt", 0, 0), nil)
		require.Equal(t, 0, c.Shutdown())
		require.Len(t, c.Received("client/registerCapability"), 2)
	})
	t.Run("without", func(t *testing.T) {
		c := start(t)
		c.Initialize("file:///a", announce(false))
		regs := registrations(c.Await("client/registerCapability", 1))
		for _, w := range regs[1].RegisterOptions.Watchers {
			require.NotContains(t, []string{`"**"`, `"**/*"`, `"**/*.json"`}, string(w.GlobPattern))
		}
	})
	t.Run("not at all", func(t *testing.T) {
		c := start(t)
		c.Initialize("file:///a", nil)
		require.Equal(t, 0, c.Shutdown())
		require.Empty(t, c.Received("client/registerCapability"))
	})
}

// A second formatter for all JSON files would be a question to the user at each save.
func TestOnlySkillsAreFormatted(t *testing.T) {
	c := start(t)
	require.Equal(t, true, c.Initialize("file:///a", nil)["documentFormattingProvider"])
	require.Equal(t, 0, c.Shutdown())

	c = start(t)
	dynamic := map[string]any{"textDocument": map[string]any{"formatting": map[string]any{"dynamicRegistration": true}}}
	require.NotContains(t, c.Initialize("file:///a", dynamic), "documentFormattingProvider")
	require.JSONEq(t, `{"registrations":[{"id":"cape-formatting","method":"textDocument/formatting",
		"registerOptions":{"documentSelector":[{"scheme":"file","pattern":"**/{SKILL,skill}.md"}]}}]}`,
		string(c.Await("client/registerCapability", 1).Params))
	require.Equal(t, 0, c.Shutdown())
}

func TestSettingsTable(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range SettingsTable {
		require.False(t, seen[row.Name], row.Name)
		seen[row.Name] = true
		require.NotEmpty(t, row.Doc)
		raw, err := json.Marshal(row.Default)
		require.NoError(t, err)
		require.NoError(t, row.set(defaultSettings(0), raw), "the default of %s is valid", row.Name)
		for _, word := range row.Enum {
			raw, _ := json.Marshal(word)
			require.NoError(t, row.set(defaultSettings(0), raw))
		}
		require.Error(t, row.set(defaultSettings(0), json.RawMessage(`[1]`)), row.Name)
	}
}
