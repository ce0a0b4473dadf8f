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
}

// Machine asks this machine.
func Machine() Lookups { return Lookups{Getenv: os.Getenv, LookPath: exec.LookPath} }

// Python is an interpreter and who named it.
type Python struct {
	Path   string
	Source string // "the setting", VIRTUAL_ENV, CONDA_PREFIX or PATH
}

// ErrNoPython says that no interpreter was found.
var ErrNoPython = errors.New("no Python: activate an environment, put python3 on PATH, or name the interpreter in the settings")

// FindPython finds the interpreter for scripts: what the setting names, else that of the active
// environment (venv, then conda), else python3 on PATH. A setting that leads nowhere is an error, since
// another interpreter may lack the user's CAPE.
func FindPython(setting string, l Lookups) (Python, error) {
	if setting != "" {
		path, err := l.LookPath(setting)
		if err != nil {
			return Python{}, err
		}
		return Python{path, "the setting"}, nil
	}
	for _, env := range []string{"VIRTUAL_ENV", "CONDA_PREFIX"} {
		prefix := l.Getenv(env)
		if prefix == "" {
			continue
		}
		for _, below := range inPrefix(env) {
			if path, err := l.LookPath(filepath.Join(prefix, below)); err == nil {
				return Python{path, env}, nil
			}
		}
	}
	for _, name := range []string{"python3", "python"} {
		if path, err := l.LookPath(name); err == nil {
			return Python{path, "PATH"}, nil
		}
	}
	return Python{}, ErrNoPython
}

// inPrefix says where an environment keeps its interpreter.
func inPrefix(env string) []string {
	if runtime.GOOS != "windows" {
		return []string{"bin/python3", "bin/python"}
	}
	if env == "CONDA_PREFIX" {
		return []string{"python.exe"}
	}
	return []string{`Scripts\python.exe`}
}
