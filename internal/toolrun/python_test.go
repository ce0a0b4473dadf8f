package toolrun

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// machine is a stand-in for a machine with a few programs.
func machine(env map[string]string, launchers map[string]string, there ...string) Lookups {
	for path := range launchers {
		there = append(there, path)
	}
	slices.Sort(there)
	return Lookups{
		Getenv: func(name string) string { return env[name] },
		LookPath: func(name string) (string, error) {
			for _, path := range there {
				if path == name || !strings.Contains(name, "/") && strings.HasPrefix(path, "/usr/") && filepath.Base(path) == name {
					return path, nil
				}
			}
			return "", errors.New(name + ": not found")
		},
		ReadHead: func(path string) []byte { return []byte(launchers[path]) },
		RealPath: func(path string) string { return strings.Replace(path, "/usr/bin/", "/real/bin/", 1) },
	}
}

func TestFindPython(t *testing.T) {
	both := map[string]string{"VIRTUAL_ENV": "/v", "CONDA_PREFIX": "/c"}
	all := []string{"/v/bin/python3", "/c/bin/python", "/usr/bin/python3", "/opt/python", "/e/python"}
	cape := map[string]string{"/usr/bin/cape": "#!/e/python\n"}
	tests := []struct {
		name      string
		choice    Choice
		env       map[string]string
		launchers map[string]string
		there     []string
		want      Python
	}{
		{"setting", Choice{"/opt/python", "/e/python"}, both, cape, all, Python{"/opt/python", "the setting"}},
		{"editor", Choice{"", "/opt/python"}, both, cape, all, Python{"/opt/python", "the editor"}},
		{"editor names one that is gone", Choice{"", "/gone"}, both, nil, all, Python{"/v/bin/python3", "VIRTUAL_ENV"}},
		{"the program cape", Choice{}, both, cape, all, Python{"/e/python", "/usr/bin/cape"}},
		{"the program pyfun", Choice{}, both, map[string]string{"/usr/bin/pyfun": "#!/e/python\n"}, all, Python{"/e/python", "/usr/bin/pyfun"}},
		{"a program without words", Choice{}, both, map[string]string{"/usr/bin/cape": "MZ\x00#!/e/python"}, all, Python{"/v/bin/python3", "VIRTUAL_ENV"}},
		{"venv before conda", Choice{}, both, nil, all, Python{"/v/bin/python3", "VIRTUAL_ENV"}},
		{"conda", Choice{}, map[string]string{"CONDA_PREFIX": "/c"}, nil, all, Python{"/c/bin/python", "CONDA_PREFIX"}},
		{"environment without Python", Choice{}, map[string]string{"VIRTUAL_ENV": "/gone"}, nil, all, Python{"/usr/bin/python3", "PATH"}},
		{"only python", Choice{}, nil, nil, []string{"/usr/bin/python"}, Python{"/usr/bin/python", "PATH"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := FindPython(tt.choice, machine(tt.env, tt.launchers, tt.there...))
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
		})
	}
	_, err := FindPython(Choice{}, machine(nil, nil))
	require.ErrorIs(t, err, ErrNoPython)
	_, err = FindPython(Choice{Setting: "/gone/python"}, machine(both, cape, all...))
	require.ErrorContains(t, err, "/gone/python", "another interpreter would be a surprise")
}

func TestEveryPythonOnce(t *testing.T) {
	l := machine(map[string]string{"VIRTUAL_ENV": "/v"}, map[string]string{"/usr/bin/cape": "#!/usr/bin/python3\n"}, "/v/bin/python3", "/usr/bin/python3")
	got, err := allPythons(Choice{}, l)
	require.NoError(t, err)
	require.Equal(t, []Python{{"/usr/bin/python3", "/usr/bin/cape"}, {"/v/bin/python3", "VIRTUAL_ENV"}}, got)
}

func TestLauncher(t *testing.T) {
	tests := []struct {
		name, head string
		want       []string
	}{
		{"venv", "#!/v/bin/python3.11\nimport sys\n", []string{"/v/bin/python3.11"}},
		{"with an option, CRLF", "#! /v/bin/python -s\r\nimport sys\r\n", []string{"/v/bin/python"}},
		{"env", "#!/usr/bin/env python3\n", []string{"python3"}},
		{"env with options", "#!/usr/bin/env -S PYTHONPATH=x python3 -u\n", []string{"python3"}},
		{"env of something else", "#!/usr/bin/env perl\n", nil},
		{"pip, a long path", "#!/bin/sh\n'''exec' /very/long/bin/python3 \"$0\" \"$@\"\n' '''\nimport sys\n", []string{"/very/long/bin/python3"}},
		{"conda, a space", "#!/bin/sh\n'''exec' \"/a b/bin/python\" \"$0\" \"$@\" #'''\n", []string{"/a b/bin/python"}},
		{"plain exec", "#!/bin/bash\nset -e\nexec '/o/bin/python3' /o/cape.py \"$@\"\n", []string{"/o/bin/python3"}},
		{"a path that the shell works out", "#!/bin/sh\n'''exec' \"$(dirname -- \"$(realpath -- \"$0\")\")\"/'python3' \"$0\" \"$@\"\n", []string{"/real/bin/python3", "/usr/bin/python3"}},
		{"a shell script", "#!/bin/sh\nexec cape-real \"$@\"\n", nil},
		{"nothing", "#!\n", nil},
		{"binary", "\x7fELF", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := machine(nil, map[string]string{"/usr/bin/cape": tt.head})
			require.Equal(t, tt.want, launcherPython("/usr/bin/cape", l))
		})
	}
}
