package capejson

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"syscall"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// Reader is what ReadOptions needs to know of the world.
type Reader struct {
	// Cwd is the absolute path of the folder that CAPE runs in: all names are relative to it, also
	// those in included files.
	Cwd string
	// ReadFile returns the bytes of a file by its absolute path. Its errors should wrap those of the
	// operating system (syscall.Errno, fs.ErrNotExist).
	ReadFile func(name string) ([]byte, error)
	// YAML reads a .yaml or .yml file as PyYAML does; its error should be a *Raised. Of makes the
	// Value. Nil: such files are refused with class YAMLError.
	YAML func(src []byte) (Value, error)
}

// ReadOptions reads a file of options as CAPE does (OptionsDict with a file name): comments off,
// includes put in by text, then read as JSON, or YAML by extension; the value must be a dict. An
// error is always a *Raised with CAPE's own message.
//
// What CAPE would do without end is recognized: two includes on one line end with the class
// MemoryError, a circle of includes with RecursionError.
func (r Reader) ReadOptions(name string) (Value, error) {
	v, err := r.read(name)
	if err != nil {
		return Value{}, err
	}
	if v.kind != dict {
		return Value{}, raise("OptdictTypeError", "Got type '"+v.Type()+"'; expected 'dict'")
	}
	return v, nil
}

func (r Reader) read(name string) (Value, error) {
	if isYAML(name) {
		return r.readYAML(name)
	}
	x := &expansion{r: r, main: path.Clean(r.abs(name))}
	if err := x.file(name, name, 0); err != nil {
		return Value{}, err
	}
	v, err := Check(strings.Join(x.code, ""))
	var bad *SyntaxError
	if errors.As(err, &bad) {
		return Value{}, x.explain(bad)
	}
	if err != nil {
		return Value{}, err
	}
	if v.kind == none {
		return Value{}, unbound("msg")
	}
	return v, nil
}

func isYAML(name string) bool {
	dot := strings.LastIndexByte(name, '.')
	ext := strings.ToLower(name[dot+1:])
	return dot >= 0 && (ext == "yaml" || ext == "yml")
}

func (r Reader) readYAML(name string) (Value, error) {
	src, err := r.load(name, name)
	if err != nil {
		return Value{}, err
	}
	if r.YAML == nil {
		return Value{}, raise("YAMLError", "no reader for YAML files")
	}
	return r.YAML(src)
}

// abs joins a name to the current folder as os.path.join does: without cleaning it.
func (r Reader) abs(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	if strings.HasSuffix(r.Cwd, "/") {
		return r.Cwd + name
	}
	return r.Cwd + "/" + name
}

// load reads a file; shown is the name that Python's message has.
func (r Reader) load(name, shown string) ([]byte, error) {
	src, err := r.ReadFile(r.abs(name))
	if err != nil {
		return nil, osError(err, shown)
	}
	if bad := pytext.Invalid(src); bad != nil {
		return nil, raise("UnicodeDecodeError", bad.Error())
	}
	return pytext.Universal(src), nil
}

// osError words an error of the operating system as Python does.
func osError(err error, name string) *Raised {
	var no syscall.Errno
	if !errors.As(err, &no) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			no = syscall.ENOENT
		case errors.Is(err, fs.ErrPermission):
			no = syscall.EACCES
		default:
			return raise("OSError", err.Error())
		}
	}
	class := "OSError"
	switch no {
	case syscall.ENOENT:
		class = "FileNotFoundError"
	case syscall.EISDIR:
		class = "IsADirectoryError"
	case syscall.ENOTDIR:
		class = "NotADirectoryError"
	case syscall.EACCES, syscall.EPERM:
		class = "PermissionError"
	}
	text := no.Error()
	if text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return raise(class, fmt.Sprintf("[Errno %d] %s: %s", int(no), text, pytext.Repr(name)))
}

// unbound is Python's message for a variable without a value: CAPE forgot a case.
func unbound(name string) *Raised {
	return raise("UnboundLocalError", "cannot access local variable '"+name+"' where it is not associated with a value")
}
