package usercache

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWriteMakesTheFolderAndLeavesNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cape-ls", "start", "a")
	require.NoError(t, Write(path, []byte("one")))
	require.NoError(t, Write(path, []byte("two")))
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "two", string(src))

	require.Error(t, Write(filepath.Join(path, "b"), nil), "a file is no folder")
	require.Error(t, Write(filepath.Dir(path), []byte("x")), "a folder is no file")
	for _, folder := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		require.Len(t, entries, 1)
	}
}
