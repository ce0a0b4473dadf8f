package analysis

import (
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// memory keeps what was made of files on disk for as long as their size and their time of change stay the
// same: when one of 300 scripts changes, the others are not read again.
type memory[T any] struct {
	mu     sync.Mutex
	byPath map[string]remembered[T]
}

type remembered[T any] struct {
	size  int64
	at    time.Time
	value T
	ok    bool // the file could be read
}

// read returns what parse makes of each file, in order; several are read at once.
func (m *memory[T]) read(paths []string, parse func([]byte) T) []remembered[T] {
	out := make([]remembered[T], len(paths))
	AtOnce(len(paths), FewAtOnce, func(i int) { out[i] = m.one(paths[i], parse) })
	return out
}

func (m *memory[T]) one(path string, parse func([]byte) T) remembered[T] {
	if old, ok := m.recall(path); ok {
		info, err := repo.Disk.Stat(path)
		if err == nil && info.Mode().IsRegular() && old.size == info.Size() && old.at.Equal(info.ModTime()) {
			return old
		}
	}
	src, info, err := repo.ReadRegular(path)
	if err != nil {
		m.drop([]string{path})
		return remembered[T]{}
	}
	now := remembered[T]{info.Size(), info.ModTime(), parse(src), true}
	m.keep(path, now)
	return now
}

func (m *memory[T]) recall(path string) (remembered[T], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.byPath[path]
	return old, ok
}

// keep remembers a file that was just read, at once: somebody else may be about to read the same.
func (m *memory[T]) keep(path string, now remembered[T]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byPath == nil {
		m.byPath = map[string]remembered[T]{}
	}
	m.byPath[path] = now
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
