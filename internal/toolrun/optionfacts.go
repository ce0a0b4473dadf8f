package toolrun

import (
	"context"
	_ "embed" // for the script
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cape-ls/cape-ls/internal/options"
)

// optionScript reads the options of an installed CAPE. Its comment at the top says how it is called.
//
//go:embed cape_options.py
var optionScript []byte

// DefaultFactLimit is how long one run of the script may take. It takes about half a second.
const DefaultFactLimit = 10 * time.Second

// The exit codes of the script.
const (
	exitNoCape    = 3
	exitNoOptions = 4
)

// ErrNoCape says that no Python here finds a package cape.
var ErrNoCape = errors.New("no CAPE is installed where Python finds it")

// FactSource says where the user's CAPE is looked for. Nothing of the workspace is read or run: the Python
// of the user is started with a script of this program, in an empty folder, and imports CAPE's options.
type FactSource struct {
	Choice  Choice // of the interpreter
	Folder  string // the folder that holds the package cape, absolute; empty: Python finds it
	Lookups Lookups
	Cache   string        // the folder in which the script and what was read are kept, absolute
	Limit   time.Duration // for one run; 0: DefaultFactLimit
}

// Cached returns what was read of the CAPE that is found first, as it was the last time, without starting
// anything; nil when it was never read.
func (f FactSource) Cached() *options.Tree {
	pythons, err := allPythons(f.Choice, f.Lookups)
	if err != nil {
		return nil
	}
	for _, p := range pythons {
		if t := f.newest(p); t != nil {
			return t
		}
	}
	return nil
}

// Installed is a CAPE that was found.
type Installed struct {
	Python Python
	options.Identity
	// Options is what an earlier dump said of just these files; nil: there is none, see Dump.
	Options *options.Tree
	source  FactSource
}

// Find asks one Python after the other, best first, for its CAPE: which version, where, and whether its files
// are those of an earlier dump. The error says why none was found; ErrNoCape when that is all there is to say.
func (f FactSource) Find(ctx context.Context) (Installed, error) {
	pythons, err := allPythons(f.Choice, f.Lookups)
	if err != nil {
		return Installed{}, err
	}
	var first error
	for _, p := range pythons {
		src, err := f.run(ctx, p, "--probe")
		if err == nil {
			var id options.Identity
			if id, err = options.ReadIdentity(src); err == nil {
				return Installed{Python: p, Identity: id, Options: f.kept(p, id.Fingerprint), source: f}, nil
			}
			err = fmt.Errorf("%s answered with something else: %w", p.Path, err)
		}
		if ctx.Err() != nil {
			return Installed{}, ctx.Err()
		}
		if errors.Is(err, ErrNoCape) {
			f.forget(p)
		} else if first == nil {
			first = err
		}
	}
	if first == nil {
		first = ErrNoCape
	}
	return Installed{}, first
}

// Dump reads the options of a CAPE and keeps them for the next time. With an error there may be options all the
// same: they could not be kept.
func (i Installed) Dump(ctx context.Context) (*options.Tree, error) {
	src, err := i.source.run(ctx, i.Python)
	if err != nil {
		return nil, err
	}
	t, err := options.ReadDump(src)
	if err != nil {
		return nil, fmt.Errorf("%s answered with something else: %w", i.Python.Path, err)
	}
	// The files may have changed since they were looked at: what was read says which it was.
	return t, i.source.keep(i.Python, t.Fingerprint(), src)
}

// run starts the script and returns what it writes.
func (f FactSource) run(ctx context.Context, p Python, args ...string) ([]byte, error) {
	script, empty, err := f.places()
	if err != nil {
		return nil, err
	}
	words := append([]string{"-B", script}, args...)
	if f.Folder != "" {
		words = append(words, "--cape", f.Folder)
	}
	limit := f.Limit
	if limit == 0 {
		limit = DefaultFactLimit
	}
	out, said, code, err := runBounded(ctx, limit, empty, p.Path, words...)
	switch {
	case err != nil:
		return nil, err
	case code == exitNoCape:
		return nil, ErrNoCape
	case code == exitNoOptions:
		return nil, fmt.Errorf("the options of the installed CAPE cannot be read: %s", lastLine(said))
	case code != 0:
		return nil, fmt.Errorf("%s ended with code %d: %s", p.Path, code, lastLine(said))
	}
	return out, nil
}

// lastLine returns the last words of a program, which are the error for a Python program.
func lastLine(said []byte) string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(said), "\ufffd")), "\n")
	line := strings.TrimSpace(lines[len(lines)-1])
	if line == "" {
		return "it says nothing"
	}
	if r := []rune(line); len(r) > 200 {
		line = string(r[:199]) + "…"
	}
	return line
}
