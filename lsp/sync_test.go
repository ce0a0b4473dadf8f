package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// R65: several changes in one notification, each made on the result of the one before.
func TestSeveralChangesInOneNotification(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	const uri = "file:///inc-sync/SKILL.md"
	c.Open(uri, "---\nname: inc-sync\ndescription: TODO.\n---\n\nred\ngreen\nblue\n")
	c.Change(uri, 2,
		lsptest.Edit{Range: lsptest.R(5, 0, 6, 0)},
		lsptest.Edit{Range: lsptest.R(5, 0, 5, 5), NewText: "🟩 lime"},
		lsptest.Edit{Range: lsptest.R(5, 2, 5, 3), NewText: "\r\n"},
		lsptest.Edit{Range: lsptest.R(1, 6, 1, 14), NewText: "Bad Name"},
		lsptest.Edit{Range: lsptest.R(8, 0, 8, 0), NewText: "[x](TODO.md)"},
	)
	want := "---\nname: Bad Name\ndescription: TODO.\n---\n\n🟩\r\nlime\nblue\n[x](TODO.md)"
	require.Equal(t, fmt.Sprintf("offset 0 of %d", len(want)), hoverText(t, c, uri))
	found := c.Diagnostics(uri, 2)
	require.Len(t, found, 2)
	require.Equal(t, lsptest.R(8, 4, 8, 8), found[1].Range)
	require.Equal(t, 0, c.Shutdown())
	last := 0
	for _, p := range c.Published(uri) {
		require.GreaterOrEqual(t, *p.Version, last)
		last = *p.Version
	}
}

func hoverText(t testing.TB, c *lsptest.Client, uri string) string {
	t.Helper()
	var h struct{ Contents struct{ Value string } }
	c.MustCall("textDocument/hover", lsptest.At(uri, 0, 0), &h)
	return h.Contents.Value
}

// What a library decodes as "replace the whole document" must not lose text.
func TestOddChanges(t *testing.T) {
	for _, tc := range []struct{ name, changes, want string }{
		{"whole document", `[{"text":"new"}]`, "new"},
		{"range null", `[{"range":null,"text":"new"}]`, "new"},
		{"negative line", `[{"range":{"start":{"line":-1,"character":0},"end":{"line":-1,"character":5}},"text":"x"}]`, "xone\ntwo\n"},
		{"float numbers", `[{"range":{"start":{"line":1.0,"character":0.0},"end":{"line":1.0,"character":3.0}},"text":"x"}]`, "one\nx\n"},
		{"very large end", `[{"range":{"start":{"line":0,"character":0},"end":{"line":9007199254740991,"character":0}},"text":"x"}]`, "x"},
		{"above 2^32", `[{"range":{"start":{"line":4294967296,"character":0},"end":{"line":4294967296,"character":4294967296}},"text":"x"}]`, "one\ntwo\nx"},
		{"column past the end", `[{"range":{"start":{"line":0,"character":99},"end":{"line":0,"character":99}},"text":"x"}]`, "onex\ntwo\n"},
		{"end before start", `[{"range":{"start":{"line":1,"character":3},"end":{"line":1,"character":0}},"text":"x"}]`, "one\nx\n"},
		{"lines swapped", `[{"range":{"start":{"line":1,"character":0},"end":{"line":0,"character":3}},"text":"x"}]`, "onextwo\n"},
		{"rangeLength that lies", `[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}},"rangeLength":77,"text":"x"}]`, "x\ntwo\n"},
		{"no changes", `[]`, "one\ntwo\n"},
		{"no text: nothing is taken", `[{"text":"x"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":3}}}]`, "one\ntwo\n"},
		{"range of a wrong type: nothing is taken", `[{"range":"all","text":"x"}]`, "one\ntwo\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := start(t)
			c.Initialize("", nil)
			c.Open("file:///a.txt", "one\ntwo\n")
			c.ChangeRaw("file:///a.txt", 2, decodeList(t, tc.changes))
			require.Equal(t, fmt.Sprintf("offset 0 of %d", len(tc.want)), hoverText(t, c, "file:///a.txt"))
			c.Change("file:///a.txt", 3, lsptest.Edit{Range: lsptest.R(99, 0, 99, 0), NewText: "TODO"})
			end := strings.Count(tc.want, "\n")
			require.Equal(t, end, c.Diagnostics("file:///a.txt", 3)[0].Range.Start.Line)
		})
	}
}

func decodeList(t *testing.T, s string) (list []any) {
	require.NoError(t, json.Unmarshal([]byte(s), &list))
	return list
}

// changed must give what making one change after the other gives, whatever their order.
func TestChangedEqualsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", "😀", "\n", "\r\n", "\r", "", "word", "\u2028", "e\u0301", "x\ny", "\n\r"}
	for range 3000 {
		var b strings.Builder
		for range rng.IntN(20) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		enc := []text.Encoding{text.UTF8, text.UTF16, text.UTF32}[rng.IntN(3)]
		doc := repo.NewDocument("/a", "file:///a", 1, []byte(b.String()))
		var changes []contentChange
		line := rng.IntN(8)
		for range rng.IntN(6) {
			new := pieces[rng.IntN(len(pieces))]
			r := &wireRange{
				Start: wirePosition{float64(line), float64(rng.IntN(5))},
				End:   wirePosition{float64(line + rng.IntN(2)), float64(rng.IntN(5))},
			}
			changes = append(changes, contentChange{r, &new})
			line = max(line-rng.IntN(4)+1, 0) // mostly upwards
		}
		got := changed(doc, changes, enc)
		want := doc
		for _, ch := range changes {
			want = repo.NewDocument("/a", "", 1, changed(want, []contentChange{ch}, enc))
		}
		require.Equal(t, string(want.Text), string(got), "%q %v", b.String(), changes)
	}
}

func TestDocumentsThatAreNoFiles(t *testing.T) {
	c := start(t)
	c.Initialize("", nil)
	for _, uri := range []string{"untitled:Untitled-1", "git:/a.txt?x", "vscode-vfs://github/a/b.txt", "", "http://x/y.txt"} {
		c.Open(uri, "TODO")
		c.Change(uri, 2, lsptest.Edit{NewText: "TODO"})
		res, err := c.Call("textDocument/hover", lsptest.At(uri, 0, 0))
		require.Nil(t, err)
		require.Equal(t, "null", string(res))
		c.Close(uri)
	}
	require.Equal(t, 0, c.Shutdown())
	require.Empty(t, c.Received("textDocument/publishDiagnostics"))
}

// A client gets back the URI as it wrote it.
func TestSpellingOfURIs(t *testing.T) {
	for _, uri := range []string{"file:///tmp/a+b@c.txt", "file:///tmp/a%2Bb%40c.txt", "file:///tmp/%C3%A9.txt", "file:///tmp/é.txt", "FILE:///tmp/x.txt", "file:///tmp/a%20b.txt"} {
		c := start(t)
		c.Initialize("", nil)
		c.Open(uri, "TODO")
		require.Len(t, c.Diagnostics(uri, 1), 1)
		var where []struct{ URI string }
		c.MustCall("textDocument/definition", lsptest.At(uri, 0, 0), &where)
		require.Equal(t, uri, where[0].URI)
		require.Equal(t, 0, c.Shutdown())
	}
}
