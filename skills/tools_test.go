package skills

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

// toolSession is CAPE's registry and what discover_user_tools answers from it.
type toolSession struct {
	root, dir string
	set       ToolSet
}

func (s *toolSession) discover(refresh any) map[string]any {
	cached := len(s.set.Tools) > 0 && !toolTruth(refresh)
	if !cached {
		s.set = DiscoverTools(repo.Disk, s.root, s.dir)
	}
	tools := []map[string]any{}
	for _, t := range s.set.Tools {
		tools = append(tools, map[string]any{"name": t.Name, "file": t.File, "description": t.Description})
	}
	if !s.set.Found {
		return map[string]any{"result": map[string]any{"success": true, "tooldir": s.set.Dir, "tools": tools,
			"message": "No tools folder found in this repo"}}
	}
	return map[string]any{"result": map[string]any{"success": true, "cached": cached, "tooldir": s.set.Dir, "tools": tools}}
}

func toolTruth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case json.Number:
		f, _ := v.Float64()
		return f != 0
	}
	return true
}

func TestVectorsDiscoverUserTools(t *testing.T) {
	vectortest.Run(t, "discover_user_tools", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		s := toolSession{root: env.Configured, dir: DefaultToolDir}
		if s.root == "" {
			s.root = env.Cwd
		}
		if c.State.ToolDir != nil {
			s.dir = *c.State.ToolDir
		}
		want := env.Expand(c.Expect).(map[string]any)
		if len(c.Steps) == 0 {
			got := s.discover(c.Call["refresh"])
			if _, ok := want["parses"]; ok {
				got["parses"] = toolParses(t, s.set.Dir)
			}
			vectortest.Check(t, want, got)
			return
		}
		var got []any
		for _, step := range c.Steps {
			if step.Files != nil {
				env.Make(t, step.Files)
				got = append(got, nil)
				continue
			}
			got = append(got, s.discover(step.Call["refresh"]))
		}
		vectortest.Check(t, want["steps"], got)
	})
}

// toolParses is the verdict on the one script of a folder; nil when it is not text.
func toolParses(t *testing.T, dir string) any {
	files := scriptFiles(repo.Disk, dir)
	require.Len(t, files, 1)
	src, err := os.ReadFile(files[0])
	require.NoError(t, err)
	script := pysource.Read(src)
	if script.NotText {
		return nil
	}
	return script.Parses
}

func TestToolFolderIsSpelledAsGiven(t *testing.T) {
	tests := []struct{ root, dir, want string }{
		{"/r", "tools", "/r/tools"}, {"/r/", "tools", "/r/tools"}, {"/r", "", "/r/"}, {"/r/", "", "/r/"},
		{"/r", ".", "/r/."}, {"/r", "../x", "/r/../x"}, {"/r", "/x/y", "/x/y"}, {"/", "t", "/t"},
	}
	for _, tt := range tests {
		require.Equal(t, tt.want, ToolFolder(tt.root, tt.dir))
	}
}

func TestToolsAreFoundInEachFolderThatMatches(t *testing.T) {
	root := t.TempDir()
	const guard = "if __name__ == '__main__': 0\n"
	for _, name := range []string{"t*/a.py", "t1/b.py", "t1/.c.py", "t2/b.py", ".t3/d.py", "x/e.py", "t4.py"} {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("'"+name+"'\n"+guard), 0o644))
	}
	set := DiscoverTools(repo.Disk, root, "t*")
	require.True(t, set.Found)
	require.Equal(t, []string{"a", "b"}, set.Names())
	b, ok := set.Lookup("b")
	require.True(t, ok)
	require.Equal(t, root+"/t2/b.py", b.Path)
	require.Equal(t, "t2/b.py", b.Description)
	_, ok = set.Lookup("b.py")
	require.False(t, ok)

	rest := set.Without("b")
	require.Equal(t, []string{"a"}, rest.Names())
	require.Equal(t, []string{"a", "b"}, set.Names(), "the set itself stays")
}

func TestNoToolFolder(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, "tools"), nil, 0o644))
	require.Equal(t, ToolSet{Dir: root + "/tools"}, DiscoverTools(repo.Disk, root, "tools"))
	require.Equal(t, ToolSet{Dir: root + "/none"}, DiscoverTools(repo.Disk, root, "none"))
}

func TestScriptDecodeErrorIsPythons(t *testing.T) {
	require.Nil(t, ScriptDecodeError([]byte("é")))
	require.Equal(t, &Raised{"UnicodeDecodeError", "'utf-8' codec can't decode byte 0xff in position 2: invalid start byte"},
		ScriptDecodeError([]byte("é\xff")))
}
