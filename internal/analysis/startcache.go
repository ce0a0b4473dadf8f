package analysis

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/usercache"
	"github.com/cape-ls/cape-ls/skills"
)

// StartCache keeps what was read of the skills and tools of each root from one start of a server to the next, so
// that the first question after a start does not wait for hundreds of them. What was kept is used at once; whether
// it still holds is looked at by LookAgain, away from everything that somebody waits for.
type StartCache struct {
	// Folder is where it lies, absolute; one file for each root.
	Folder string
	// Met is called once for each root, on the goroutine that first asks for its skills or tools: LookAgain is due.
	Met func(root string)

	mu     sync.Mutex
	byRoot map[string]*kept
}

// kept is what the cache holds of one root.
type kept struct {
	once   sync.Once
	saving sync.Mutex
	src    []byte // the file, as it was read or written last; guarded by saving
}

// started is one file of the cache, as encoding/gob writes it.
type started struct {
	Build   string // of the program that wrote it: another one may read scripts otherwise
	Root    string
	Heads   []leftover[skills.Head]
	Scripts []leftover[pysource.Script]
}

// leftover is what is kept of one file.
type leftover[T any] struct {
	Path string
	File remembered[T]
}

// The cache is bounded: in the number of roots, and in bytes for each. 300 skills and tools take some 100 kB.
const (
	maxStarts    = 64
	maxStartSize = 8 << 20
	startSuffix  = ".start"
)

// of returns what the cache holds of a root.
func (c *StartCache) of(root string) *kept {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byRoot[root]
	if k == nil {
		if c.byRoot == nil {
			c.byRoot = map[string]*kept{}
		}
		k = &kept{}
		c.byRoot[root] = k
	}
	return k
}

// bring takes over what the start before knew of a root. It is called before its skills or tools are read.
func (a *Analyzer) bring(root string) {
	c := a.Settings.Start
	if c == nil {
		return
	}
	k := c.of(root)
	k.once.Do(func() {
		if src, s := c.read(root); s != nil {
			k.saving.Lock()
			k.src = src
			k.saving.Unlock()
			a.heads.leave(s.Heads)
			a.scripts.leave(s.Scripts)
		}
		if c.Met != nil {
			c.Met(root)
		}
	})
}

// file is where the cache of a root lies.
func (c *StartCache) file(root string) string {
	sum := sha256.Sum256([]byte(root))
	return filepath.Join(c.Folder, hex.EncodeToString(sum[:12])+startSuffix)
}

// read returns what is kept of a root; nil when that is nothing, or nothing that this program can use.
func (c *StartCache) read(root string) ([]byte, *started) {
	path := c.file(root)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxStartSize {
		return nil, nil
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, nil
	}
	var s started
	if gob.NewDecoder(bytes.NewReader(src)).Decode(&s) != nil || s.Root != root || s.Build == "" || s.Build != thisBuild() {
		return nil, nil
	}
	return src, &s
}

// LookAgain looks at the skills and tools of a root of which only the start before knows, and keeps what is known of
// them now for the next start. It returns the files that had changed: what was said of them may be wrong. The error
// says why nothing could be kept.
func (a *Analyzer) LookAgain(root string) (changed []string, err error) {
	c := a.Settings.Start
	if c == nil {
		return nil, nil
	}
	changed = append(a.heads.lookAgain(), a.scripts.lookAgain()...)
	slices.Sort(changed)
	now := started{Build: thisBuild(), Root: root, Heads: a.heads.leftovers(root), Scripts: a.scripts.leftovers(root)}
	return changed, c.write(now)
}

// write keeps what is known of a root, unless that is kept already.
func (c *StartCache) write(s started) error {
	if s.Build == "" || len(s.Heads)+len(s.Scripts) == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		return err
	}
	k := c.of(s.Root)
	k.saving.Lock()
	defer k.saving.Unlock()
	if b.Len() > maxStartSize || bytes.Equal(b.Bytes(), k.src) {
		return nil
	}
	if err := usercache.Write(c.file(s.Root), b.Bytes()); err != nil {
		return err
	}
	k.src = b.Bytes()
	c.shed()
	return nil
}

// shed takes the oldest files away when there are too many.
func (c *StartCache) shed() {
	entries, err := os.ReadDir(c.Folder)
	if err != nil || len(entries) <= maxStarts {
		return
	}
	age := map[string]time.Time{}
	var names []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), startSuffix) {
			names = append(names, e.Name())
			age[e.Name()] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(age[b].Compare(age[a]), cmp.Compare(a, b)) })
	for _, name := range names[min(len(names), maxStarts):] {
		_ = os.Remove(filepath.Join(c.Folder, name)) // another server may have been faster
	}
}

// leftovers returns what is to be kept of the files below a root, sorted. What was read when the file was just
// written is left out: it may have been written once more in the same tick of its file system's clock.
func (m *memory[T]) leftovers(root string) []leftover[T] {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []leftover[T]
	for path, known := range m.byPath {
		if strings.HasPrefix(path, root+string(filepath.Separator)) && !known.young {
			out = append(out, leftover[T]{path, known})
		}
	}
	slices.SortFunc(out, func(a, b leftover[T]) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// young reports whether a file changed so shortly before it was read that it may have changed again since, with the
// same time: most file systems count milliseconds, others whole seconds.
func young(at, read time.Time) bool {
	tick := 100 * time.Millisecond
	if at.Nanosecond() == 0 {
		tick = 2 * time.Second
	}
	return !at.Add(tick).Before(read)
}

// thisBuild names the file of this program, by its size and time; empty: it cannot be told.
var thisBuild = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%d bytes, %s", info.Size(), info.ModTime().UTC().Format(time.RFC3339Nano))
})
