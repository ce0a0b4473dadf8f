package lsp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

// counted is a poller over the disk that counts what it asks for, with a clock that stands still.
type counted struct {
	*poller
	stats, lists int
	clock        time.Time
	each         time.Duration // how long one answer takes
}

func newCounted() *counted {
	c := &counted{poller: newPoller(), clock: time.Now().Add(time.Hour)}
	c.poller.stat = func(path string) (fs.FileInfo, error) {
		c.stats++
		c.clock = c.clock.Add(c.each)
		return os.Stat(path)
	}
	c.poller.readDir = func(path string) ([]fs.DirEntry, error) {
		c.lists++
		return os.ReadDir(path)
	}
	c.poller.now = func() time.Time { return c.clock }
	return c
}

func manyFiles(t testing.TB, n int) (string, []analysis.Followed) {
	dir := t.TempDir()
	for i := range n {
		write(t, dir, fmt.Sprintf("tools/t%d.py", i), plotTool)
		write(t, dir, fmt.Sprintf(".agents/skills/s%d/SKILL.md", i), plainSkill)
	}
	write(t, dir, "tools/deep/x.py", "")
	write(t, dir, ".agents/skills/README.md", "")
	return dir, []analysis.Followed{{
		Files: []string{filepath.Join(dir, "cape-agent.json")}, Skills: filepath.Join(dir, ".agents/skills"), Tools: filepath.Join(dir, "tools"),
	}}
}

func TestALookAsksForWhatIsFollowedAndNoMore(t *testing.T) {
	dir, follow := manyFiles(t, 20)
	c := newCounted()
	changed, whole := c.look(follow, time.Second)
	require.True(t, whole)
	require.Empty(t, changed, "what is seen for the first time has not changed")
	require.Equal(t, 2, c.lists)
	c.stats, c.lists = 0, 0
	changed, _ = c.look(follow, time.Second)
	require.Empty(t, changed)
	require.Equal(t, 43, c.stats, "two folders, one file, and each skill and tool once")
	require.Zero(t, c.lists, "a folder that is as it was is not listed")

	path := filepath.Join(dir, "tools/new.py")
	write(t, dir, "tools/new.py", "")
	changed, _ = c.look(follow, time.Second)
	require.Contains(t, changed, path)
	require.Equal(t, 1, c.lists)
	require.NoError(t, os.Remove(path))
	changed, _ = c.look(follow, time.Second)
	require.Contains(t, changed, path)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "tools")))
	changed, _ = c.look(follow, time.Second)
	require.Contains(t, changed, filepath.Join(dir, "tools/t0.py"))
	write(t, dir, "tools/t0.py", "")
	changed, _ = c.look(follow, time.Second)
	require.Contains(t, changed, filepath.Join(dir, "tools/t0.py"))
}

// A folder is listed again while it is so young that its time cannot tell what else happened, and whenever
// its time is another, even an earlier one.
func TestAYoungFolderIsListedAgain(t *testing.T) {
	dir, follow := manyFiles(t, 1)
	c := newCounted()
	c.clock = time.Now()
	c.look(follow, time.Second)
	c.look(follow, time.Second)
	require.Equal(t, 4, c.lists)
	c.clock = c.clock.Add(time.Hour)
	c.look(follow, time.Second)
	c.look(follow, time.Second)
	require.Equal(t, 6, c.lists, "once more when it is old")
	early := time.Now().Add(-24 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "tools"), early, early))
	c.look(follow, time.Second)
	require.Equal(t, 7, c.lists)
}

// On a file system that answers slowly a look ends when its time is up, and the next one goes on there.
func TestASlowLookGoesOnNextTime(t *testing.T) {
	dir, follow := manyFiles(t, 40)
	c := newCounted()
	c.each = time.Millisecond
	seen := func() (looks int, changed []string) {
		for {
			found, whole := c.look(follow, 20*time.Millisecond)
			changed, looks = append(changed, found...), looks+1
			if whole {
				return looks, changed
			}
		}
	}
	looks, _ := seen()
	require.Equal(t, 3, looks)
	c.stats = 0
	c.look(follow, 20*time.Millisecond)
	require.LessOrEqual(t, c.stats, 2+32)
	seen()
	write(t, dir, "tools/t39.py", plotTool+"\n")
	_, changed := seen()
	require.Equal(t, []string{filepath.Join(dir, "tools/t39.py")}, changed)
}

func TestThePauseFollowsTheFileSystemAndTheUser(t *testing.T) {
	s := &server{opts: Options{}.withDefaults(), polling: newPolling()}
	s.polling.hear()
	require.Equal(t, pollEach, s.pause(time.Millisecond))
	require.Equal(t, 4*time.Second, s.pause(200*time.Millisecond))
	require.Equal(t, pollMost, s.pause(time.Minute))
	s.polling.heard.Store(time.Now().Add(-time.Hour).UnixNano())
	require.Equal(t, pollLazy, s.pause(time.Millisecond))
	<-s.polling.wake // from the first message
	s.polling.hear()
	<-s.polling.wake
}
