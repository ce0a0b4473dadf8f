package analysis_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// inputs calls visit with the folder of each case of testdata/cases, and of each repository in the folder
// that CAPE_LS_CORPUS names.
func inputs(t *testing.T, visit func(t *testing.T, root string)) {
	seen := 0
	each := func(dir string, isInput func(fs.DirEntry) bool, open func(t *testing.T, path string) string) {
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || path == dir || !isInput(d) {
				return err
			}
			seen++
			name, _ := filepath.Rel(dir, path)
			t.Run(filepath.ToSlash(name), func(t *testing.T) { visit(t, open(t, path)) })
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}))
	}
	each("../../testdata/cases", func(d fs.DirEntry) bool { return strings.HasSuffix(d.Name(), ".txtar") }, layCase)
	require.Greater(t, seen, 100)
	if corpus := os.Getenv("CAPE_LS_CORPUS"); corpus != "" {
		each(corpus, fs.DirEntry.IsDir, copyOf)
	}
}

func layCase(t *testing.T, path string) string {
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	files := map[string]string{}
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "@") {
			continue
		}
		data := string(bytes.Replace(f.Data, []byte("<|>"), nil, 1))
		if bytes.Contains(archive.Comment, []byte("crlf")) {
			data = strings.ReplaceAll(data, "\n", "\r\n")
		}
		files[f.Name] = data
	}
	return lay(t, files)
}

func copyOf(t *testing.T, path string) string {
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(root, os.DirFS(path)))
	return root
}

// countCodes counts findings by code.
func countCodes(found []diag.Diagnostic) map[diag.Code]int {
	out := map[diag.Code]int{}
	for _, d := range found {
		out[d.Code]++
	}
	return out
}

func requireNoMore(t *testing.T, now, before map[diag.Code]int, title string, text []byte) {
	t.Helper()
	for code, n := range now {
		require.LessOrEqual(t, n, before[code], "%q brings %s in\n%s", title, code, text)
	}
}

// TestFixAllComesToAnEnd: what is offered for a whole file can be taken until nothing is offered any more,
// in a SKILL.md each time with fewer findings and no new one.
func TestFixAllComesToAnEnd(t *testing.T) {
	applied := 0
	inputs(t, func(t *testing.T, root string) {
		snap, a := repo.NewWorkspace(root).Snapshot(), analysis.New(analysis.Settings{})
		paths, err := a.Collect(snap, root)
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			before := a.Check(snap, path)
			for round := 0; ; round++ {
				actions := a.Actions(snap, path, text.Span{End: len(src)}, []string{"source.fixAll"})
				if len(actions) == 0 {
					break
				}
				require.Less(t, round, 20, "it must come to an end")
				require.Equal(t, analysis.FixAll, actions[0].Kind)
				next, ok := diag.Apply(src, actions[0].Fix.Edits)
				require.True(t, ok, "edits must not overlap")
				require.NotEqual(t, string(src), string(next))
				snap = snap.With(repo.NewDocument(path, "", int32(round), next))
				after := a.Check(snap, path)
				if a.Kind(snap, path) == analysis.Skill {
					require.Less(t, len(after), len(before))
					requireNoMore(t, countCodes(after), countCodes(before), actions[0].Title, next)
				}
				src, before = next, after
				applied++
			}
			for _, d := range before {
				require.False(t, slices.ContainsFunc(d.Fixes, func(f diag.Fix) bool { return f.Preferred && len(f.Renames) == 0 }), "%s is left", d.Code)
			}
		}
	})
	require.Greater(t, applied, 30)
}

// TestEachFixMendsAndAddsNothing: after any one fix its finding is gone, and what lies outside of its edits
// is as it was. In a SKILL.md no other finding appears; in a JSON file that can be read again, more of it may
// be looked at.
func TestEachFixMendsAndAddsNothing(t *testing.T) {
	applied := map[string]int{}
	inputs(t, func(t *testing.T, root string) {
		snap, a := repo.NewWorkspace(root).Snapshot(), analysis.New(analysis.Settings{})
		paths, err := a.Collect(snap, root)
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			if err != nil {
				continue
			}
			found := a.Check(snap, path)
			for _, d := range found {
				for _, fix := range d.Fixes {
					if len(fix.Renames) > 0 {
						continue // files in their new places are looked at in the tests of skills
					}
					next, ok := diag.Apply(src, fix.Edits)
					require.True(t, ok)
					after := a.Check(snap.With(repo.NewDocument(path, "", 1, next)), path)
					now, before := countCodes(after), countCodes(found)
					if before[d.Code] < mostOfOne {
						require.Less(t, now[d.Code], before[d.Code], "%q leaves the finding in\n%s", fix.Title, next)
					}
					if a.Kind(snap, path) == analysis.Skill {
						requireNoMore(t, now, before, fix.Title, next)
					}
					requireKept(t, src, next, fix.Edits)
					applied[string(d.Code)]++
				}
			}
		}
	})
	t.Logf("fixes applied: %v", applied)
	require.Greater(t, len(applied), 30)
}

// mostOfOne is how many findings of one rule a file has at most: of more, the next takes the place.
const mostOfOne = 50

// requireKept holds that the text before the first edit and after the last is byte for byte as it was.
func requireKept(t *testing.T, src, next []byte, edits []diag.Edit) {
	t.Helper()
	first, last := len(src), 0
	for _, e := range edits {
		if e.Path == "" {
			first, last = min(first, e.Span.Start), max(last, e.Span.End)
		}
	}
	require.Equal(t, string(src[:first]), string(next[:first]))
	tail := len(src) - last
	require.Equal(t, string(src[last:]), string(next[len(next)-tail:]))
}
