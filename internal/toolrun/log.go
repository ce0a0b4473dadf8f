package toolrun

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/usercache"
)

// The bounds of the folder of logs. The oldest logs go first.
const (
	keptLogs    = 50
	keptBytes   = 512 << 20 // of all older logs together
	maxLogBytes = 512 << 20 // of one log; what comes after is not written
)

// Logs is the folder that keeps the whole output of runs, one private file each. The zero value keeps nothing.
type Logs struct {
	Dir string // absolute; empty: nothing is kept

	mu   sync.Mutex
	live map[string]bool // the files of runs that go on
}

// UserLogs returns the folder of this user: cape-ls/logs in the user's cache.
func UserLogs() *Logs {
	cache, err := usercache.Folder()
	if err != nil {
		return &Logs{}
	}
	return &Logs{Dir: filepath.Join(cache, "logs")}
}

// Log is the file of one run. It takes what can be taken: a fault ends it and is remembered, and the run goes
// on.
type Log struct {
	logs *Logs
	name string

	mu   sync.Mutex
	file io.WriteCloser
	left int64
	full bool
	err  error
}

// errInRepository keeps logs out of what the user commits.
var errInRepository = errors.New("the folder for logs lies in the repository")

// Open makes the log of a run in the repository root and writes what is run into its first lines. Old logs go.
func (l *Logs) Open(root string, p Plan, now time.Time) (*Log, error) {
	switch {
	case l == nil || l.Dir == "":
		return nil, errors.New("the system names no folder for the files of this user")
	case repo.Inside(repo.RealPath(root), repo.RealPath(l.Dir)):
		return nil, errInRepository
	}
	if err := os.MkdirAll(l.Dir, 0o700); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune(keptLogs - 1)
	file, err := os.CreateTemp(l.Dir, now.Format("20060102-150405")+"-"+fileName(p.Name)+"-*.log") // of mode 0600
	if err != nil {
		return nil, err
	}
	if l.live == nil {
		l.live = map[string]bool{}
	}
	l.live[file.Name()] = true
	log := &Log{logs: l, name: file.Name(), file: file, left: maxLogBytes}
	log.Write(fmt.Appendf(nil, "# %s\n# in %s\n# %s\n\n", Plain(p.Command()), Plain(p.Dir), now.Format(time.RFC3339)))
	return log, nil
}

// fileName makes a part of a file name out of the name of a tool.
func fileName(tool string) string {
	name := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '-' || r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
			return r
		}
		return '_'
	}, tool)
	return name[:min(len(name), 60)]
}

// prune deletes all logs but the newest. Those of runs that go on here are never deleted.
func (l *Logs) prune(keep int) {
	entries, err := os.ReadDir(l.Dir)
	if err != nil {
		return
	}
	var old []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && filepath.Ext(e.Name()) == ".log" && !l.live[filepath.Join(l.Dir, e.Name())] {
			old = append(old, info)
		}
	}
	slices.SortFunc(old, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), strings.Compare(b.Name(), a.Name()))
	})
	size := int64(0)
	for i, info := range old {
		if size += info.Size(); i >= keep || size > keptBytes {
			_ = os.Remove(filepath.Join(l.Dir, info.Name())) // another process may have done so
		}
	}
}

// Write takes a piece of output, as it is.
func (g *Log) Write(piece []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err != nil || g.full {
		return
	}
	if int64(len(piece)) > g.left {
		g.full = true
		piece = append(slices.Clone(piece[:g.left]), "\n# what came after is not kept\n"...)
	}
	g.left -= int64(len(piece))
	_, g.err = g.file.Write(piece)
}

// Close ends the log. The error says why there is no whole one; what there is of it is deleted, since a disk
// that is full needs the space more.
func (g *Log) Close() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	err := errors.Join(g.err, g.file.Close())
	g.full = true // a process that could not be ended may write on
	g.logs.mu.Lock()
	delete(g.logs.live, g.name)
	g.logs.mu.Unlock()
	if err != nil {
		_ = os.Remove(g.name) // it may be gone already
	}
	return err
}

// Name returns the path of the log.
func (g *Log) Name() string { return g.name }
