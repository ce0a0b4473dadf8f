package toolrun

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// Place is where scripts are looked for and run.
type Place struct {
	Files       repo.Files
	Root        string // the root folder as given; scripts run in it
	ToolDir     string // the option ToolDir
	Interpreter string
}

// Script is a script that may be run.
type Script struct {
	Name string // without .py
	Path string // with all links followed
	Hash [sha256.Size]byte

	link string // where it was found
}

// Find makes the tests of run_user_tool that come before a script is run, in CAPE's order. The set is CAPE's
// registry: an empty one is filled, and a script that has lost its guard is dropped from it.
func Find(p Place, set *skills.ToolSet, name capejson.Value) (Script, *Result) {
	no := func(format string, args ...any) (Script, *Result) {
		r := refuse(fmt.Sprintf(format, args...))
		return Script{}, &r
	}
	given := name.Text()
	if name.Type() != "str" || given == "" {
		return no("'name' must be a nonempty string")
	}
	if len(set.Tools) == 0 {
		*set = skills.DiscoverTools(p.Files, p.Root, p.ToolDir)
	}
	plain := strings.TrimSuffix(given, ".py")
	if strings.Contains(plain, "/") {
		return no("Invalid tool name: '%s'", given)
	}
	tool, ok := set.Lookup(plain)
	if !ok {
		r := refuse(fmt.Sprintf("Unknown user tool: '%s'", given))
		r.Available = set.Names()
		return Script{}, &r
	}
	folder := skills.ToolFolder(p.Root, p.ToolDir)
	s := Script{Name: plain, link: folder + "/" + tool.File}
	if s.Path = repo.RealPath(s.link); filepath.Dir(s.Path) != repo.RealPath(folder) {
		return no("Script '%s' resolves outside the tools folder", given)
	}
	src, err := readScript(p.Files, s.Path)
	if err != nil {
		return no("Could not read script: %s", osError(err, s.Path))
	}
	if raised := skills.ScriptDecodeError(src); raised != nil {
		return Script{}, &Result{Raised: raised}
	}
	if !pysource.Read(src).Guard {
		*set = set.Without(plain)
		return no("Script '%s' has no __main__ guard", given)
	}
	s.Hash = sha256.Sum256(src)
	return s, nil
}

func readScript(files repo.Files, path string) ([]byte, error) {
	info, err := files.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, syscall.EISDIR
	case !info.Mode().IsRegular():
		// A named pipe would never answer.
		return nil, syscall.EINVAL
	}
	return files.ReadFile(path)
}

// still reports whether the script is the one that was found: its links lead to the same place in the tools
// folder, and the file there, opened once, is a plain file with the same bytes, hence with its guard. A user
// may have thought about the run for a while.
//
// What remains: Python opens the file by its name a moment later, as it must for sys.argv and imports. Who can
// write into the tools folder can win that race; but whoever can do so could have written the script itself.
func (s Script) still() bool {
	if repo.RealPath(s.link) != s.Path {
		return false
	}
	f, err := os.OpenFile(s.Path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a named pipe must not hold us up
	if err != nil {
		return false
	}
	defer f.Close()
	opened, err := f.Stat()
	if err != nil || !opened.Mode().IsRegular() {
		return false
	}
	named, err := os.Lstat(s.Path)
	if err != nil || !os.SameFile(opened, named) {
		return false
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return false
	}
	return [sha256.Size]byte(hash.Sum(nil)) == s.Hash
}

// osError words an error of the system as Python's str() does.
func osError(err error, name string) string {
	var no syscall.Errno
	switch {
	case errors.As(err, &no):
	case errors.Is(err, fs.ErrNotExist):
		no = syscall.ENOENT
	case errors.Is(err, fs.ErrPermission):
		no = syscall.EACCES
	default:
		return err.Error()
	}
	text := no.Error()
	return fmt.Sprintf("[Errno %d] %s: %s", int(no), strings.ToUpper(text[:1])+text[1:], capejson.Of(name).Repr())
}
