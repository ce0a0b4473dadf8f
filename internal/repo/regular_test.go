//go:build unix

package repo

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadRegular(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	for _, text := range []string{"text", ""} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		src, info, err := ReadRegular(path)
		require.NoError(t, err)
		require.Equal(t, text, string(src))
		require.EqualValues(t, len(text), info.Size())
	}
	_, _, err := ReadRegular(filepath.Join(dir, "none"))
	require.ErrorIs(t, err, fs.ErrNotExist)
	pipe := filepath.Join(dir, "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	for path, want := range map[string]error{dir: syscall.EISDIR, pipe: syscall.EINVAL, os.DevNull: syscall.EINVAL} {
		_, err = Disk.ReadFile(path)
		require.ErrorIs(t, err, want, path)
	}
}
