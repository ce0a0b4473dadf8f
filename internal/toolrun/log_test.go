package toolrun

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func planOf(name string) Plan {
	return Plan{Script: Script{Name: name, Path: "/r/tools/" + name + ".py"}, Interpreter: "/usr/bin/python3", Args: []string{"a b", "-x"}, Dir: "/r"}
}

func TestLogHoldsCommandAndOutput(t *testing.T) {
	logs := &Logs{Dir: filepath.Join(t.TempDir(), "new", "logs")}
	log, err := logs.Open(t.TempDir(), planOf("../post é"), noon)
	require.NoError(t, err)
	log.Write([]byte("\x1b[31mred\x1b[0m \xff\n"))
	require.NoError(t, log.Close())
	require.Equal(t, logs.Dir, filepath.Dir(log.Name()))
	require.Regexp(t, `^20260501-120000-___post__-\d+\.log$`, filepath.Base(log.Name()))
	src, err := os.ReadFile(log.Name())
	require.NoError(t, err)
	require.Equal(t, "# /usr/bin/python3 '/r/tools/../post é.py' 'a b' -x\n# in /r\n# 2026-05-01T12:00:00Z\n\n\x1b[31mred\x1b[0m \xff\n", string(src))
	for name, mode := range map[string]os.FileMode{log.Name(): 0o600, logs.Dir: 0o700} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode().Perm(), name)
	}
}

func TestOldLogsGo(t *testing.T) {
	logs := &Logs{Dir: t.TempDir()}
	put := func(name string, size int64, age time.Duration) {
		path := filepath.Join(logs.Dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Truncate(path, size)) // a hole, which takes no place
		require.NoError(t, os.Chtimes(path, noon.Add(-age), noon.Add(-age)))
	}
	for i := range 60 {
		put(fmt.Sprintf("a%02d.log", i), 1, time.Duration(i)*time.Minute)
	}
	put("notes.txt", 1, 1000*time.Hour)
	running, err := logs.Open(t.TempDir(), planOf("job"), noon)
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(running.Name(), noon.Add(-1000*time.Hour), noon.Add(-1000*time.Hour)))
	found, err := filepath.Glob(filepath.Join(logs.Dir, "*.log"))
	require.NoError(t, err)
	require.Len(t, found, keptLogs)
	require.NoFileExists(t, filepath.Join(logs.Dir, "a49.log"))
	require.FileExists(t, filepath.Join(logs.Dir, "a48.log"))
	require.FileExists(t, filepath.Join(logs.Dir, "notes.txt"), "what is no log is not ours")

	put("big.log", keptBytes, -time.Minute)
	second, err := logs.Open(t.TempDir(), planOf("job"), noon)
	require.NoError(t, err)
	found, err = filepath.Glob(filepath.Join(logs.Dir, "*.log"))
	require.NoError(t, err)
	require.ElementsMatch(t, []string{filepath.Join(logs.Dir, "big.log"), running.Name(), second.Name()}, found,
		"the log of a run that goes on stays, however old")
	require.NoError(t, running.Close())
	require.NoError(t, second.Close())
}

func TestNoLog(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for name, logs := range map[string]*Logs{
		"nothing is kept": {}, "inside the repository": {Dir: filepath.Join(root, "cache")}, "the folder cannot be": {Dir: filepath.Join(file, "logs")},
	} {
		_, err := logs.Open(root, planOf("job"), noon)
		require.Error(t, err, name)
	}
	require.NoDirExists(t, filepath.Join(root, "cache"))
}

// A link does not hide that the folder lies in the repository.
func TestNoLogInTheRepositoryThroughALink(t *testing.T) {
	root, link := t.TempDir(), filepath.Join(t.TempDir(), "cache")
	require.NoError(t, os.Symlink(root, link))
	_, err := (&Logs{Dir: filepath.Join(link, "logs")}).Open(root, planOf("job"), noon)
	require.ErrorIs(t, err, errInRepository)
}

// fullDisk takes the first bytes.
type fullDisk struct{ left int }

var errFull = errors.New("no space left on device")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.left -= len(p); d.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func (d *fullDisk) Close() error { return nil }

func TestFullDiskTakesTheLogAway(t *testing.T) {
	logs := &Logs{Dir: t.TempDir()}
	log, err := logs.Open(t.TempDir(), planOf("job"), noon)
	require.NoError(t, err)
	require.NoError(t, log.file.Close())
	log.file = &fullDisk{left: 10}
	for range 100 {
		log.Write([]byte("line\n"))
	}
	require.ErrorIs(t, log.Close(), errFull)
	require.NoFileExists(t, log.Name())
}

func TestLogIsBounded(t *testing.T) {
	logs := &Logs{Dir: t.TempDir()}
	log, err := logs.Open(t.TempDir(), planOf("job"), noon)
	require.NoError(t, err)
	log.left = 10
	log.Write([]byte("0123456"))
	log.Write([]byte("789abc"))
	log.Write([]byte("more"))
	require.NoError(t, log.Close())
	src, err := os.ReadFile(log.Name())
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(src), "\n\n0123456789\n# what came after is not kept\n"), "%q", src)
}
