package lsp

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// An editor that says yes to every edit is believed only as far as the text that it sends agrees.
func TestEditsThatAnEditorSaysItMade(t *testing.T) {
	const typed = "typed\nhead\none\nlast\n" // what stands in the document after the user has typed
	for _, tc := range []struct {
		name  string
		sends []string // the text that the editor sends at each question; empty: none
		kind  string   // of the refusal; empty: success
		says  string
	}{
		{name: "made", sends: []string{"head\ntwo\nlast\n"}},
		{name: "made, and typed elsewhere", sends: []string{"head\ntwo\nlast\ntyped\n"}},
		{name: "made with other line ends", sends: []string{"head\r\ntwo\r\nlast\r\n"}},
		{name: "said without a text", sends: []string{""}},
		{name: "dropped, then made", sends: []string{typed, "typed\nhead\ntwo\nlast\n"}},
		{name: "dropped two times", sends: []string{typed, "typed\n" + typed}, kind: "moved", says: "nothing was edited"},
		{name: "another text", sends: []string{"head\nthree\nlast\n"}, kind: "failed", says: "the text of 'a.txt' is not what was planned"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, dir := realRepo(t, canApply, map[string]string{"a.txt": "head\none\nlast\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
			uri := fileURI(dir, "a.txt")
			c.Open(uri, "head\none\nlast\n")
			asked := 0
			c.Handle("workspace/applyEdit", func(json.RawMessage) (any, *lsptest.Error) {
				text := tc.sends[asked]
				asked++
				if text != "" {
					c.Replace(uri, 1+asked, text)
				}
				return map[string]any{"applied": true}, nil
			})
			got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
			require.Equal(t, len(tc.sends), asked)
			require.Equal(t, tc.kind == "", got["success"], got)
			if tc.kind != "" {
				require.Equal(t, tc.kind, got["kind"])
				require.Contains(t, got["error"], tc.says)
				return
			}
			require.Equal(t, tc.sends[0] != "", got["version"] != nil, "a version is that of a text which was seen")
		})
	}
}

// The new text may come after the answer.
func TestTextThatComesAfterTheAnswer(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`},
		func(o *Options) { o.seenTime = lsptest.Patience })
	uri := fileURI(dir, "a.txt")
	c.Open(uri, "one\n")
	c.Replace(uri, 2, "one\n")
	answered := make(chan struct{})
	c.Handle("workspace/applyEdit", func(json.RawMessage) (any, *lsptest.Error) {
		defer close(answered)
		return map[string]any{"applied": true}, nil
	})
	go func() {
		<-answered
		c.MustCall("textDocument/hover", lsptest.At(uri, 0, 0), nil)
		c.Replace(uri, 3, "two\n")
	}()
	got := run(t, c, "cape.editFile", map[string]any{"fname": "a.txt", "old": "one", "new": "two"})
	require.Equal(t, true, got["success"], got)
	require.EqualValues(t, 3, got["version"])
}

// An edit of two files that was made in one of them is not said to be made, nor tried again.
func TestEditThatIsMadeInPart(t *testing.T) {
	c, dir := realRepo(t, canApply, map[string]string{"a.txt": "one\n", "b.txt": "one\n", "cape-agent.json": `{"EditAllowList": ["*.txt"]}`})
	a, b := fileURI(dir, "a.txt"), fileURI(dir, "b.txt")
	c.Open(a, "one\n")
	c.Open(b, "one\n")
	asked := 0
	c.Handle("workspace/applyEdit", func(json.RawMessage) (any, *lsptest.Error) {
		asked++
		c.Replace(a, 2, "two\n")
		c.Replace(b, 2, "typed\none\n")
		return map[string]any{"applied": true}, nil
	})
	got := run(t, c, "cape.editFiles", map[string]any{"edits": []any{
		map[string]any{"fname": "a.txt", "old": "one", "new": "two"}, map[string]any{"fname": "b.txt", "old": "one", "new": "two"},
	}})
	require.Equal(t, false, got["success"])
	require.Contains(t, got["error"], "the text of 'b.txt' is not what was planned")
	require.Equal(t, 1, asked)
}

func TestApart(t *testing.T) {
	for _, tc := range []struct {
		name, first, second string
		place               text.Span
		want                bool
	}{
		{"the same", "abcdef", "abcdef", text.Span{Start: 0, End: 6}, true},
		{"before it", "abcdef", "xabcdef", text.Span{Start: 2, End: 3}, true},
		{"behind it", "abcdef", "abcdefx", text.Span{Start: 2, End: 3}, true},
		{"in it", "abcdef", "abxdef", text.Span{Start: 2, End: 3}, false},
		{"at its end", "abcdef", "abcxdef", text.Span{Start: 2, End: 3}, false},
		{"at a place without length", "abcdef", "abxcdef", text.Span{Start: 2, End: 2}, false},
		{"around it", "abcdef", "xabcdefx", text.Span{Start: 2, End: 3}, false},
		{"all gone", "abcdef", "", text.Span{Start: 2, End: 3}, false},
	} {
		require.Equal(t, tc.want, apart([]byte(tc.first), []byte(tc.second), []text.Span{tc.place}), tc.name)
	}
}
