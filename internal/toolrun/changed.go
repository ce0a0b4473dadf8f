package toolrun

import (
	"crypto/sha256"
	"io"
	"os"
	"slices"
	"time"
)

// The bounds of what is read to compare the bytes of files; above, size and time decide.
const (
	hashEach = 256 << 10 // bytes of one file
	hashAll  = 8 << 20   // bytes of all files
)

// State is what some files were like at one moment.
type State map[string]fileState

type fileState struct {
	size   int64
	time   time.Time
	hashed bool
	hash   [sha256.Size]byte
}

// Look notes what the named files are like; what is no file is left out.
func Look(names []string) State {
	s := State{}
	left := int64(hashAll)
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		f := fileState{size: info.Size(), time: info.ModTime()}
		if f.size <= min(hashEach, left) {
			left -= f.size
			f.hash, f.hashed = hashOf(name, f.size)
		}
		s[name] = f
	}
	return s
}

// hashOf reads a file that had the given size; one that grows meanwhile is not hashed.
func hashOf(name string, size int64) (sum [sha256.Size]byte, ok bool) {
	f, err := os.Open(name)
	if err != nil {
		return sum, false
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, size+1))
	if err != nil || int64(len(src)) != size {
		return sum, false
	}
	return sha256.Sum256(src), true
}

// Changed returns the names of files that are new, gone or of another content than before, sorted. A file that
// is too big to be compared byte by byte has changed when its size or its time has.
func (s State) Changed(now State) []string {
	out := []string{}
	for name, before := range s {
		if after, there := now[name]; !there || !before.same(after) {
			out = append(out, name)
		}
	}
	for name := range now {
		if _, there := s[name]; !there {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (f fileState) same(g fileState) bool {
	if f.size != g.size {
		return false
	}
	if f.hashed && g.hashed {
		return f.hash == g.hash
	}
	return f.time.Equal(g.time)
}
