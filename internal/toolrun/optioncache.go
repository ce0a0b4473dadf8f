package toolrun

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/usercache"
)

// The cache is a folder of this user:
//
//	KEY-FINGERPRINT-f1.json    a dump; KEY stands for the interpreter, the folder and the script
//	python/cape_options.py     the script; Python finds modules beside it, so it is alone there
//	empty/                     where it runs
//
// Of each KEY the newest dump is what a start takes at once; looking at one makes it the newest.

// maxDumps is how many dumps are kept in all; one has a third of a megabyte.
const maxDumps = 8

// dumpName is what dumps are called, also those of older releases of this program.
var dumpName = text.Pattern(`^[0-9a-f]{16}-[0-9a-f]+-f[0-9]+\.json$`)

var errNoCache = errors.New("there is no folder for the cache")

// places makes sure of the script, as this program has it, and of the empty folder.
func (f FactSource) places() (script, empty string, err error) {
	if f.Cache == "" {
		return "", "", errNoCache
	}
	empty = filepath.Join(f.Cache, "empty")
	script = filepath.Join(f.Cache, "python", "cape_options.py")
	if err := os.MkdirAll(empty, 0o700); err != nil {
		return "", "", err
	}
	if have, err := os.ReadFile(script); err == nil && bytes.Equal(have, optionScript) {
		return script, empty, nil
	}
	return script, empty, usercache.Write(script, optionScript)
}

func (f FactSource) key(p Python) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %x", p.Path, f.Folder, sha256.Sum256(optionScript)))
	return hex.EncodeToString(sum[:8])
}

func (f FactSource) file(p Python, fingerprint string) string {
	return filepath.Join(f.Cache, fmt.Sprintf("%s-%s-f%d.json", f.key(p), fingerprint, options.DumpFormat))
}

// dumps returns the paths of kept dumps whose names begin with the key, the newest first.
func (f FactSource) dumps(key string) []string {
	entries, err := os.ReadDir(f.Cache)
	if err != nil {
		return nil
	}
	var names []string
	age := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasPrefix(e.Name(), key) && dumpName().MatchString(e.Name()) {
			name := filepath.Join(f.Cache, e.Name())
			names = append(names, name)
			age[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(age[b].Compare(age[a]), cmp.Compare(a, b)) })
	return names
}

// newest returns the dump that was looked at last; one that is broken does not count.
func (f FactSource) newest(p Python) *options.Tree {
	for _, name := range f.dumps(f.key(p)) {
		if t := readDump(name); t != nil {
			return t
		}
	}
	return nil
}

// kept returns the dump of just these files, and makes it the newest.
func (f FactSource) kept(p Python, fingerprint string) *options.Tree {
	name := f.file(p, fingerprint)
	t := readDump(name)
	if t == nil || t.Fingerprint() != fingerprint {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // the worst is that the next start takes an older one first
	return t
}

func readDump(name string) *options.Tree {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxAnswer {
		return nil
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	t, err := options.ReadDump(src)
	if err != nil {
		return nil
	}
	return t
}

// keep writes a dump, and takes the oldest away.
func (f FactSource) keep(p Python, fingerprint string, src []byte) error {
	if err := usercache.Write(f.file(p, fingerprint), src); err != nil {
		return err
	}
	all := f.dumps("")
	for _, name := range all[min(len(all), maxDumps):] {
		_ = os.Remove(name) // another server may have been faster
	}
	return nil
}

// forget takes away the dumps of a Python that has no CAPE any more.
func (f FactSource) forget(p Python) {
	for _, name := range f.dumps(f.key(p)) {
		_ = os.Remove(name)
	}
}
