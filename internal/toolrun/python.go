package toolrun

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Lookups is what FindPython may ask.
type Lookups struct {
	Getenv   func(name string) string
	LookPath func(name string) (string, error) // a program by name on PATH, or by path
	ReadHead func(path string) []byte          // the beginning of a file, links followed; nil: not readable
	RealPath func(path string) string          // with all links followed
}

// Machine asks this machine.
func Machine() Lookups {
	return Lookups{Getenv: os.Getenv, LookPath: exec.LookPath, ReadHead: readHead, RealPath: realPath}
}

// Choice is what the user has said of the interpreter.
type Choice struct {
	Setting string // a path, or a name to be found on PATH; empty: not set
	Editor  string // the interpreter that is chosen in the editor; empty: none
}

// Python is an interpreter and who named it.
type Python struct {
	Path   string
	Source string // "the setting", "the editor", the path of a launcher, VIRTUAL_ENV, CONDA_PREFIX or PATH
}

// ErrNoPython says that no interpreter was found.
var ErrNoPython = errors.New("no Python: activate an environment, put python3 on PATH, or name the interpreter in the settings")

// FindPython finds the interpreter for scripts: the first of allPythons.
func FindPython(c Choice, l Lookups) (Python, error) {
	all, err := allPythons(c, l)
	if err != nil {
		return Python{}, err
	}
	return all[0], nil
}

// allPythons returns the interpreters that may hold the user's CAPE, best first, each once: what the setting
// names, and then no other; else the one that is chosen in the editor, that of the program cape or pyfun on
// PATH, that of the active environment (venv, then conda), and python3 on PATH. A setting that leads nowhere
// is an error, since another interpreter may lack the user's CAPE.
func allPythons(c Choice, l Lookups) ([]Python, error) {
	if c.Setting != "" {
		path, err := l.LookPath(c.Setting)
		if err != nil {
			return nil, err
		}
		return []Python{{path, "the setting"}}, nil
	}
	var out []Python
	add := func(source string, names ...string) {
		for _, name := range names {
			path, err := l.LookPath(name)
			if name == "" || err != nil {
				continue
			}
			for _, p := range out {
				if p.Path == path {
					return
				}
			}
			out = append(out, Python{path, source})
			return
		}
	}
	add("the editor", c.Editor)
	for _, name := range []string{"cape", "pyfun"} {
		if launcher, err := l.LookPath(name); err == nil {
			add(launcher, launcherPython(launcher, l)...)
		}
	}
	for _, env := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		if prefix := l.Getenv(env); prefix != "" {
			add(env, inPrefix(prefix, env)...)
		}
	}
	add("PATH", "python3", "python")
	if len(out) == 0 {
		return nil, ErrNoPython
	}
	return out, nil
}

// inPrefix says where an environment keeps its interpreter.
func inPrefix(prefix, env string) []string {
	below := []string{"bin/python3", "bin/python"}
	switch {
	case runtime.GOOS == "windows" && env == "CONDA_PREFIX":
		below = []string{"python.exe"}
	case runtime.GOOS == "windows":
		below = []string{`Scripts\python.exe`}
	}
	for i := range below {
		below[i] = filepath.Join(prefix, below[i])
	}
	return below
}
