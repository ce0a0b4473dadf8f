package analysis

import (
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// memory keeps what was made of files on disk for as long as their size and their time of change stay the
// same: when one of 300 scripts changes, the others are not read again. What the start before has left counts
// without a look at the file, until lookAgain.
type memory[T any] struct {
	mu     sync.Mutex
	byPath map[string]remembered[T]
}

// remembered is what was made of a file. Its exported fields are what the start cache keeps.
type remembered[T any] struct {
	Size  int64
	At    time.Time
	Value T
	ok    bool // the file could be read
	young bool // it had just changed when it was read
	old   bool // left by the start before; nobody has looked at the file since
}

// read returns what parse makes of each file, in order; several are read at once.
func (m *memory[T]) read(paths []string, parse func([]byte) T) []remembered[T] {
	out := make([]remembered[T], len(paths))
	AtOnce(len(paths), FewAtOnce, func(i int) { out[i] = m.one(paths[i], parse) })
	return out
}

func (m *memory[T]) one(path string, parse func([]byte) T) remembered[T] {
	if known, ok := m.recall(path); ok && (known.old || known.holds(path)) {
		return known
	}
	src, info, err := repo.ReadRegular(path)
	if err != nil {
		m.drop([]string{path})
		return remembered[T]{}
	}
	at := info.ModTime()
	now := remembered[T]{Size: info.Size(), At: at, Value: parse(src), ok: true, young: young(at, time.Now())}
	m.keep(path, now)
	return now
}

// holds reports whether the file is still as it was.
func (r *remembered[T]) holds(path string) bool {
	info, err := repo.Disk.Stat(path)
	return err == nil && info.Mode().IsRegular() && r.Size == info.Size() && r.At.Equal(info.ModTime())
}

func (m *memory[T]) recall(path string) (remembered[T], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	known, ok := m.byPath[path]
	return known, ok
}

// keep remembers a file that was just read, at once: somebody else may be about to read the same.
func (m *memory[T]) keep(path string, now remembered[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keepLocked(path, now)
}

func (m *memory[T]) keepLocked(path string, now remembered[T]) {
	if m.byPath == nil {
		m.byPath = map[string]remembered[T]{}
	}
	m.byPath[path] = now
}

// leave takes over what the start before knew of a file, unless it was read by now.
func (m *memory[T]) leave(left []leftover[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range left {
		if _, ok := m.byPath[l.Path]; !ok {
			l.File.ok, l.File.old = true, true
			m.keepLocked(l.Path, l.File)
		}
	}
}

// lookAgain looks at the files of which only the start before knows, and returns those that are not the same
// any more. They are forgotten.
func (m *memory[T]) lookAgain() (changed []string) {
	m.mu.Lock()
	var paths []string
	for path, known := range m.byPath {
		if known.old {
			paths = append(paths, path)
		}
	}
	m.mu.Unlock()
	same := make([]bool, len(paths))
	AtOnce(len(paths), FewAtOnce, func(i int) {
		known, ok := m.recall(paths[i])
		same[i] = ok && known.holds(paths[i])
	})
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, path := range paths {
		known, ok := m.byPath[path]
		switch {
		case !ok || !known.old: // dropped or read meanwhile
		case same[i]:
			known.old = false
			m.byPath[path] = known
		default:
			delete(m.byPath, path)
			changed = append(changed, path)
		}
	}
	return changed
}

// drop forgets files that are known to have changed, though their size and time may be the same.
func (m *memory[T]) drop(paths []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, path := range paths {
		delete(m.byPath, path)
	}
}

// clear forgets all.
func (m *memory[T]) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byPath = nil
}
