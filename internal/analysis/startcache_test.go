package analysis_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// starts makes analyzers over one repository whose files have rested for a week, as servers do one after the other.
type starts struct {
	t     *testing.T
	dir   string
	cache string
	w     *repo.Workspace
}

func newStarts(t *testing.T) *starts {
	dir, w := tree(t, map[string]string{"tools/a.py": toolScript("One."), "tools/b.py": toolScript("Two."), ".agents/skills/run/SKILL.md": goodSkill})
	s := &starts{t, dir, filepath.Join(t.TempDir(), "start"), w}
	for _, name := range []string{"tools/a.py", "tools/b.py", ".agents/skills/run/SKILL.md"} {
		s.age(name)
	}
	return s
}

func (s *starts) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *starts) age(name string) {
	old := time.Now().AddDate(0, 0, -7)
	require.NoError(s.t, os.Chtimes(s.path(name), old, old))
}

// behind writes a file in a way that its size and its time do not show.
func (s *starts) behind(name, src string) {
	info, err := os.Stat(s.path(name))
	require.NoError(s.t, err)
	require.Len(s.t, src, int(info.Size()))
	require.NoError(s.t, os.WriteFile(s.path(name), []byte(src), 0o644))
	require.NoError(s.t, os.Chtimes(s.path(name), info.ModTime(), info.ModTime()))
}

// start begins anew and says what it knows of the tools, before it has looked at any, and which roots it met.
func (s *starts) start() (a *analysis.Analyzer, about []string, met *[]string) {
	met = &[]string{}
	a = analysis.New(analysis.Settings{Start: &analysis.StartCache{Folder: s.cache, Met: func(root string) { *met = append(*met, root) }}})
	return a, s.about(a), met
}

func (s *starts) about(a *analysis.Analyzer) (out []string) {
	for _, n := range a.Find(s.w.Snapshot(), s.dir, "") {
		if n.What == "tool" {
			out = append(out, n.Name+": "+n.About)
		}
	}
	return out
}

func (s *starts) look(a *analysis.Analyzer) []string {
	changed, err := a.LookAgain(s.dir)
	require.NoError(s.t, err)
	return changed
}

func TestTheNextStartKnowsWhatTheOneBeforeRead(t *testing.T) {
	s := newStarts(t)
	a, about, met := s.start()
	require.Equal(t, []string{"a: One.", "b: Two."}, about)
	require.Equal(t, []string{s.dir}, *met, "once, for skills and tools")
	require.Empty(t, s.look(a))

	s.behind("tools/a.py", toolScript("Uno."))
	a, about, _ = s.start()
	require.Equal(t, []string{"a: One.", "b: Two."}, about, "nobody has looked at the file")
	require.Empty(t, s.look(a), "its size and its time are the same")
	a.Changed([]string{s.path("tools/a.py")})
	require.Equal(t, []string{"a: Uno.", "b: Two."}, s.about(a), "it is said that it changed")
}

func TestTheNextStartFindsWhatHasChanged(t *testing.T) {
	s := newStarts(t)
	a, _, _ := s.start()
	s.look(a)

	require.NoError(t, os.WriteFile(s.path("tools/a.py"), []byte(toolScript("Three.")), 0o644))
	require.NoError(t, os.Remove(s.path("tools/b.py")))
	require.NoError(t, os.WriteFile(s.path("tools/c.py"), []byte(toolScript("Four.")), 0o644))
	require.NoError(t, os.WriteFile(s.path("tools/none.py"), []byte("x = 1\n"), 0o644))
	a, about, _ := s.start()
	require.Equal(t, []string{"a: One.", "c: Four."}, about, "folders are listed, files that are known are not read")
	changed := s.look(a)
	require.Equal(t, []string{s.path("tools/a.py"), s.path("tools/b.py")}, changed)
	a.Changed(changed)
	require.Equal(t, []string{"a: Three.", "c: Four."}, s.about(a))

	// What was read just after it was written is not kept: it may have been written again with the same time.
	s.age("tools/a.py")
	s.age("tools/c.py")
	a, about, _ = s.start()
	require.Equal(t, []string{"a: Three.", "c: Four."}, about)
	require.Empty(t, s.look(a))
}

func TestAStartCacheThatCannotBeUsedDoesNotCount(t *testing.T) {
	s := newStarts(t)
	a, _, _ := s.start()
	s.look(a)
	files, err := filepath.Glob(filepath.Join(s.cache, "*.start"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	s.behind("tools/a.py", toolScript("Uno."))
	for name, src := range map[string][]byte{"cut short": whole[:len(whole)/2], "empty": nil, "no gob": []byte("{}"), "large": make([]byte, 9<<20)} {
		require.NoError(t, os.WriteFile(files[0], src, 0o600))
		_, about, _ := s.start()
		require.Equal(t, []string{"a: Uno.", "b: Two."}, about, name)
	}

	// The file of another root does not count for this one.
	other := newStarts(t)
	other.cache = s.cache
	b, _, _ := other.start()
	other.look(b)
	files, err = filepath.Glob(filepath.Join(s.cache, "*.start"))
	require.NoError(t, err)
	require.Len(t, files, 2)
	for _, f := range files {
		require.NoError(t, os.WriteFile(f, whole, 0o600))
	}
	_, about, _ := other.start()
	require.Equal(t, []string{"a: One.", "b: Two."}, about)
}

func TestWithoutAFolderNothingIsKeptAndAllIsKnown(t *testing.T) {
	s := newStarts(t)
	require.NoError(t, os.WriteFile(s.cache, nil, 0o600), "a file where the folder would be")
	a, about, _ := s.start()
	require.Equal(t, []string{"a: One.", "b: Two."}, about)
	_, err := a.LookAgain(s.dir)
	require.ErrorContains(t, err, s.cache)

	a = analysis.New(analysis.Settings{})
	require.Equal(t, about, s.about(a))
	require.Empty(t, s.look(a))
}

func TestTheStartCacheIsBounded(t *testing.T) {
	s := newStarts(t)
	require.NoError(t, os.MkdirAll(s.cache, 0o700))
	for i := range 70 {
		name := filepath.Join(s.cache, string(rune('A'+i))+".start")
		require.NoError(t, os.WriteFile(name, nil, 0o600))
		at := time.Now().Add(time.Duration(i-100) * time.Hour)
		require.NoError(t, os.Chtimes(name, at, at))
	}
	a, _, _ := s.start()
	s.look(a)
	files, err := filepath.Glob(filepath.Join(s.cache, "*.start"))
	require.NoError(t, err)
	require.Len(t, files, 64)
	require.NoFileExists(t, filepath.Join(s.cache, "A.start"), "the oldest go")
}
