package control

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/repo"
)

// TestControlFilesOpen states when CAPE's edit tools allow the control file: only while it can be opened.
func TestControlFilesOpen(t *testing.T) {
	tests := []struct {
		name, src string
		files     map[string]string
		python    Python
		open      bool
	}{
		{name: "plain", src: `"RunMatrix": {}`, open: true},
		{name: "first namelist missing", src: `"Namelist": ["a.nml", "b.nml"]`, files: map[string]string{"b.nml": ""}},
		{name: "namelist null", src: `"Namelist": null`, open: true},
		{name: "namelist of a wrong type: the default counts", src: `"Namelist": 3`, files: map[string]string{"fun3d.nml": ""}, open: true},
		{name: "raw namelist", src: `"Namelist": {"@raw": "a.nml"}`, files: map[string]string{"a.nml": ""}, open: true},
		{name: "job file that is no XML", src: `"JobXML": "k.xml"`, files: map[string]string{"k.xml": "<a><b></a>"}},
		{name: "job file with more than one root", src: `"JobXML": "k.xml"`, files: map[string]string{"k.xml": "<a/><b/>"}},
		{name: "overflow needs no namelist", src: `"OverNamelist": "gone.inp"`, open: true},
		{name: "chem", src: `"VarsFile": "a.vars"`, files: map[string]string{"a.vars": ""}, open: true},
		{name: "chem without h5py", src: `"VarsFile": "a.vars"`, files: map[string]string{"a.vars": ""}, python: Python{NoH5py: true}},
		{name: "no number in the run matrix", src: `"RunMatrix": {"Keys": ["mach"], "File": "m.csv"}`, files: map[string]string{"m.csv": "fast\n"}},
		{name: "an open cell of numbers", src: `"RunMatrix": {"Keys": ["mach", "alpha"], "File": "m.csv"}`, files: map[string]string{"m.csv": "0.5,\n"}},
		{name: "text in a column of texts", src: `"RunMatrix": {"Keys": ["config"], "File": "m.csv"}`, files: map[string]string{"m.csv": "fast\n"}, open: true},
		{name: "a column that is made text", src: `"RunMatrix": {"Keys": ["a"], "File": "m.csv", "Definitions": {"a": {"DType": "str"}}}`, files: map[string]string{"m.csv": "fast\n"}, open: true},
		{name: "no file of the run matrix", src: `"RunMatrix": {"File": "m.csv"}`, open: true},
		{name: "no keys", src: `"RunMatrix": {"Keys": []}`},
		{name: "keys null", src: `"RunMatrix": {"Keys": null}`},
		{name: "a list of run matrices", src: `"RunMatrix": []`},
		{name: "values of two lengths", src: `"RunMatrix": {"Values": {"mach": [1.0, 2.0], "alpha": [1.0, 2.0, 3.0]}}`},
		{name: "function that is there", src: `"PythonPath": "lib", "InitFunction": ["m.f"]`, files: map[string]string{"lib/m.py": "def f(c): pass"}, open: true},
		{name: "function that is not", src: `"InitFunction": ["m.g"]`, files: map[string]string{"m.py": "def f(c): pass"}},
		{name: "no functions", src: `"InitFunction": []`, open: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) {
				path := filepath.Join(dir, name)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			}
			write("run.json", "{\n\"RunControl\": {},\n"+tt.src+"\n}\n")
			for name, text := range tt.files {
				write(name, text)
			}
			got := ControlFiles(repo.Disk, dir, []string{"run.json"}, tt.python)
			if tt.open {
				require.Equal(t, []string{"run.json"}, got)
			} else {
				require.Empty(t, got)
			}
		})
	}
}
