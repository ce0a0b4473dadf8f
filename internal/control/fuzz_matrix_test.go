package control

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
)

// memory is repo.Files over files in memory, below /w.
type memory struct{ fstest.MapFS }

func (m memory) rel(name string) (string, error) {
	rel, err := filepath.Rel("/w", name)
	if err != nil || !fs.ValidPath(filepath.ToSlash(rel)) {
		return "", fs.ErrNotExist
	}
	return filepath.ToSlash(rel), nil
}

func (m memory) ReadFile(name string) ([]byte, error) {
	rel, err := m.rel(name)
	if err != nil {
		return nil, err
	}
	return m.MapFS.ReadFile(rel)
}

func (m memory) Stat(name string) (fs.FileInfo, error) {
	rel, err := m.rel(name)
	if err != nil {
		return nil, err
	}
	return m.MapFS.Stat(rel)
}

func (m memory) ReadDir(name string) ([]fs.DirEntry, error) {
	rel, err := m.rel(name)
	if err != nil {
		return nil, err
	}
	return m.MapFS.ReadDir(rel)
}

// FuzzCompanions checks any control file with any run matrix and any included file: no panic, and all
// places lie inside the file that they are said of.
func FuzzCompanions(f *testing.F) {
	const keys = `"RunMatrix": {"Keys": ["mach", "alpha", "config"], "File": "m.csv", "Definitions": {"mach": {"Format": "%.1f"}, "alpha": {"Value": "hex"}}}`
	f.Add([]byte(`{"RunControl": {"&include": "p.json"}, `+keys+`}`), []byte("# alpha, mach, config\n0.8, 1f, 'a b'\np 1,,\n 1 2 3 4\n"), []byte(`"qsub": 1, "PhaseIters": [[2, 1]]`), 12)
	f.Add([]byte("{"+keys+",\n\"Config\": JSONFile(\"p.json\"), \"PBS\": \"p.json\"}"), []byte("\"1 2, 3\n\xff\r1e999 nan inf\n"), []byte(`{"RefArea": 4, "select": 0, "PBS": JSONFile("p.json")}`), 3)
	f.Add([]byte(`{"RunControl": {}, "DataBook": {"Components": ["a"], JSONFile("p.json")}, "Config": {"ConfigFile": "p.json", "Components": ["b"]}, `+keys+`}`),
		[]byte("#\n,\n"), []byte(`"a": {"Type": "FM", "Targets": {"CA": "t/CA"}}, "Tree": {"b": ["c"]}`), 0)
	f.Fuzz(func(t *testing.T, src, csv, part []byte, offset int) {
		files := memory{fstest.MapFS{"pyFun.json": {Data: src}, "m.csv": {Data: csv}, "p.json": {Data: part}}}
		for _, known := range []*Known{nil, {}} {
			env := Env{Path: "/w/pyFun.json", Root: "/w", Files: files, Known: known}
			tree := capejson.Parse(src)
			inside(t, Check(tree, env), env.Path, files)
			inside(t, CheckMatrix(csv, "/w/m.csv", tree, env), "/w/m.csv", files)
			for _, as := range []form{wholeValue, bareMembers} {
				inside(t, CheckPart(parseAs(part, as), "/w/p.json", tree, env), "/w/p.json", files)
			}
			at := min(max(offset, 0), len(csv))
			if h := HoverMatrix(csv, tree, env, at); h != nil {
				require.Equal(t, h.Span, h.Span.Clamp(len(csv)))
			}
			for _, c := range CompleteMatrix(csv, tree, env, at) {
				require.Equal(t, c.Replace, c.Replace.Clamp(len(csv)))
			}
			Companions(tree, env)
			PartClass("/w/p.json", tree, env)
		}
	})
}

func inside(t *testing.T, found []diag.Diagnostic, path string, files memory) {
	size := func(other string) int {
		if other == "" {
			other = path
		}
		src, err := files.ReadFile(other)
		require.False(t, err != nil && !errors.Is(err, fs.ErrNotExist))
		return len(src)
	}
	for _, d := range found {
		require.Equal(t, d.Span, d.Span.Clamp(size("")), "%s", d.Code)
		for _, r := range d.Related {
			require.Equal(t, r.Span, r.Span.Clamp(size(r.Path)), "%s: %s", d.Code, r.Message)
		}
		for _, fix := range d.Fixes {
			for _, e := range fix.Edits {
				require.Equal(t, e.Span, e.Span.Clamp(size(e.Path)), "%s: %s", d.Code, fix.Title)
			}
		}
	}
}
