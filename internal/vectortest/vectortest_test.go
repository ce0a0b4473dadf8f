package vectortest

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryEntryIsMade(t *testing.T) {
	text := func(s string) *string { return &s }
	c := Case{Cwd: "sub", Files: []Entry{
		{Path: "a/b.txt", Text: "x ${ROOT}\r\n"},
		{Path: "parts.txt", Text: []any{"a", map[string]any{"repeat": "b", "times": 3.0}, map[string]any{"lines": "{n},", "from": 1.0, "to": 3.0}}},
		{Path: "raw", B64: text("/w==")},
		{Path: "fill", Fill: &struct{ Byte, Times int }{65, 4}},
		{Path: "../next", Symlink: text("${ROOT}/raw")},
		{Path: "sub", Dir: true},
		{Path: "gone", Text: "x"},
		{Path: "gone", Remove: true},
	}}
	e := c.Setup(t)
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(e.Root, name))
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, "x "+e.Root+"\r\n", read("a/b.txt"))
	require.Equal(t, "abbb1,2,3,", read("parts.txt"))
	require.Equal(t, "\xff", read("../next"))
	require.Equal(t, "AAAA", read("fill"))
	require.DirExists(t, e.Cwd)
	require.NoFileExists(t, filepath.Join(e.Root, "gone"))
	require.Equal(t, filepath.Dir(e.Root), e.Outside)
}

func TestCommitHoldsTheNames(t *testing.T) {
	c := Case{
		Files: []Entry{{Path: "a.txt", Text: "1"}, {Path: "b.txt", Text: "2"}},
		After: []Entry{{Path: "c.txt", Text: "3"}},
		State: State{Git: []any{"a.txt"}},
	}
	e := c.Setup(t)
	require.FileExists(t, filepath.Join(e.Root, ".git", "HEAD"))
	require.FileExists(t, filepath.Join(e.Root, "c.txt"))
}

func TestDiffTellsWhereValuesPart(t *testing.T) {
	long := strings.Repeat("é", 500)
	sum := sha256.Sum256([]byte(long))
	longWant := map[string]any{"long": true, "chars": 500, "sha256": hex.EncodeToString(sum[:]),
		"head": strings.Repeat("é", 300), "tail": strings.Repeat("é", 300)}
	tests := []struct {
		name      string
		want, got any
		same      bool
	}{
		{"equal maps", map[string]any{"a": 1, "b": []string{"x"}}, map[string]any{"b": []any{"x"}, "a": 1.0}, true},
		{"number and truth", 1, true, false},
		{"number and text", 1, "1", false},
		{"missing key", map[string]any{"a": nil}, map[string]any{}, false},
		{"key too many", map[string]any{}, map[string]any{"a": nil}, false},
		{"list too short", []any{1, 2}, []any{1}, false},
		{"null and empty list", nil, []any{}, false},
		{"long text", longWant, long, true},
		{"long text, other middle", longWant, strings.Repeat("é", 499) + "e", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { require.Equal(t, tt.same, Same(tt.want, tt.got), Diff(tt.want, tt.got)) })
	}
}

func TestExpandReachesEveryString(t *testing.T) {
	e := Env{Root: "/r/root", Outside: "/r"}
	got := e.Expand(map[string]any{"${ROOT}": []any{"${OUTSIDE}/x", map[string]any{"parts": []any{"a", "${ROOT}"}}, nil}})
	require.Equal(t, map[string]any{"/r/root": []any{"/r/x", "a/r/root", nil}}, got)
	require.Equal(t, `["/r/root"]`, string(e.ExpandRaw([]byte(`["${ROOT}"]`))))
}

func TestEverySetLoads(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(folder(t), "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		for _, c := range Load(t, strings.TrimSuffix(filepath.Base(name), ".json")) {
			require.NotEmpty(t, c.ID)
			require.NotNil(t, c.Expect, c.ID)
			require.True(t, c.Call != nil || len(c.Steps) > 0 || len(c.CallRaw) == 0, c.ID)
		}
	}
}
