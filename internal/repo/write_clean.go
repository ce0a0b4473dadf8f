package repo

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/cape-ls/cape-ls/internal/text"
)

// Temporary files have names that nobody else gives: machine, process and a random part.
const (
	tempPrefix    = ".cape-ls-"
	tempSuffix    = ".tmp"  // a copy or journal that is not in force: to be removed
	journalSuffix = ".redo" // a journal in force: to be finished
	listSuffix    = ".left" // in the state folder: the folders in which a process works
)

var ourName = text.Pattern(`^\.cape-ls-([0-9a-f]{8})-(\d+)-[0-9a-f]{16}\.(?:tmp|redo|left)$`)

func tempName(suffix string) string {
	var random [8]byte
	rand.Read(random[:]) // never fails
	return tempPrefix + machine() + "-" + strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(random[:]) + suffix
}

// machine names this computer: the folders of a cluster are seen from many.
func machine() string {
	host, _ := os.Hostname() // an unknown name is a name too
	h := fnv.New32a()
	h.Write([]byte(host))
	return hex.EncodeToString(h.Sum(nil))
}

// CleanTemp removes what killed processes left in the folders, which are not walked further, and finishes
// writes in place that were interrupted. Files of living processes are left alone. It returns the names
// of the files that are mended or removed.
func CleanTemp(dirs ...string) (cleaned []string, err error) {
	for _, dir := range dirs {
		entries, readErr := os.ReadDir(dir)
		if readErr != nil {
			if !errors.Is(readErr, fs.ErrNotExist) {
				err = errors.Join(err, readErr)
			}
			continue
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !ourName().MatchString(e.Name()) || strings.HasSuffix(e.Name(), listSuffix) {
				continue
			}
			done, cleanErr := cleanOne(dir, e.Name())
			err = errors.Join(err, cleanErr)
			if done {
				cleaned = append(cleaned, filepath.Join(dir, e.Name()))
			}
		}
	}
	return cleaned, err
}

// CleanLeft does CleanTemp in all folders that killed processes have noted in the state folder.
func CleanLeft(state string) (cleaned []string, err error) {
	entries, err := os.ReadDir(state)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !ourName().MatchString(e.Name()) || !strings.HasSuffix(e.Name(), listSuffix) {
			continue
		}
		f, openErr := os.OpenFile(filepath.Join(state, e.Name()), os.O_RDWR, 0)
		if openErr != nil || !isDead(f, e.Name()) {
			f.Close()
			continue
		}
		var dirs []string
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if dir, quoteErr := strconv.Unquote(lines.Text()); quoteErr == nil {
				dirs = append(dirs, dir)
			}
		}
		more, cleanErr := CleanTemp(dirs...)
		cleaned = append(cleaned, more...)
		if cleanErr == nil {
			cleanErr = os.Remove(f.Name())
		}
		err = errors.Join(err, cleanErr)
		f.Close()
	}
	return cleaned, err
}

func cleanOne(dir, name string) (bool, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false, err
	}
	defer root.Close()
	f, err := root.OpenFile(name, os.O_RDWR|openFlags, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil // its owner lives and was quicker
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if !isDead(f, name) {
		return false, nil
	}
	if strings.HasSuffix(name, journalSuffix) {
		if err := finish(root, dir, f); err != nil {
			return false, err
		}
	}
	if err := root.Remove(name); err != nil {
		return false, err
	}
	return true, syncFolder(root)
}

// isDead reports whether the process that made the file is gone: nobody holds its lock or, where there are
// no locks, the process with its number is no more.
func isDead(f *os.File, name string) bool {
	switch lock(f) {
	case locked:
		return true
	case heldByOther:
		return false
	}
	m := ourName().FindStringSubmatch(name)
	pid, err := strconv.Atoi(m[2])
	return err == nil && m[1] == machine() && !processLives(pid)
}

// journalHead is the first line of a journal; the text before and the text after follow.
type journalHead struct {
	Name     string
	Old, New string // hashes
	OldSize  int
	NewSize  int
}

func journalOf(name string, old, next []byte) []byte {
	head, _ := json.Marshal(journalHead{name, HashOf(old).String(), HashOf(next).String(), len(old), len(next)})
	return bytes.Join([][]byte{append(head, '\n'), old, next}, nil)
}

// finish completes an interrupted write in place. A file that is neither text nor a mixture of the two was
// changed by someone since, and stays as it is.
func finish(root *os.Root, dir string, journal *os.File) error {
	src, err := io.ReadAll(journal)
	if err != nil {
		return err
	}
	line, texts, _ := bytes.Cut(src, []byte{'\n'})
	var head journalHead
	if json.Unmarshal(line, &head) != nil || head.OldSize < 0 || head.NewSize < 0 || len(texts) != head.OldSize+head.NewSize || head.Name != filepath.Base(head.Name) {
		return nil // no journal of ours
	}
	old, next := texts[:head.OldSize], texts[head.OldSize:]
	if HashOf(old).String() != head.Old || HashOf(next).String() != head.New {
		return nil
	}
	f, _, err := openRegular(root, filepath.Join(dir, head.Name), head.Name, os.O_RDWR)
	if err != nil {
		var w *WriteError
		if errors.As(err, &w) && w.Kind == WriteMissing {
			return nil
		}
		return err
	}
	defer f.Close()
	now, err := io.ReadAll(f)
	if err != nil || bytes.Equal(now, old) || bytes.Equal(now, next) || !isMixture(now, old, next) {
		return err
	}
	return overwrite(f, next)
}

// isMixture reports whether a text is what an interrupted write leaves: at every place the old byte or the
// new one.
func isMixture(now, old, next []byte) bool {
	if len(now) < min(len(old), len(next)) || len(now) > max(len(old), len(next)) {
		return false
	}
	for i, c := range now {
		if !(i < len(old) && old[i] == c) && !(i < len(next) && next[i] == c) {
			return false
		}
	}
	return true
}

// leftList notes, in a file of the state folder, in which folders this process puts temporary files.
type leftList struct {
	state string
	mu    sync.Mutex
	file  *os.File
	noted map[string]bool
}

// note must be durable before the first temporary file is made.
func (l *leftList) note(dir string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == "" || l.noted[dir] {
		return nil
	}
	if l.file == nil {
		if err := os.MkdirAll(l.state, 0o700); err != nil {
			return err
		}
		f, err := os.OpenFile(filepath.Join(l.state, tempName(listSuffix)), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		lock(f)
		l.file, l.noted = f, map[string]bool{}
	}
	if _, err := l.file.WriteString(strconv.Quote(dir) + "\n"); err != nil {
		return err
	}
	l.noted[dir] = true
	return l.file.Sync()
}

func (l *leftList) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := errors.Join(os.Remove(l.file.Name()), l.file.Close())
	l.file = nil
	return err
}
