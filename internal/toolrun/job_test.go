package toolrun

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// jobOf makes the call of a script that the function script has written.
func jobOf(t *testing.T, path string, args ...any) Job {
	t.Helper()
	place := Place{Files: repo.Disk, Root: filepath.Dir(filepath.Dir(path)), ToolDir: "tools", Interpreter: python(t)}
	found, refused := Find(place, &skills.ToolSet{}, capejson.Of(filepath.Base(path)))
	require.Nil(t, refused)
	return Job{Place: place, Script: found, Argv: capejson.Of(args)}
}

// testDoor notes what it is told.
type testDoor struct {
	agree   func(Plan) error
	started []string // the logs
	output  []byte
}

func (d *testDoor) Agree(_ context.Context, p Plan) error {
	if d.agree == nil {
		return nil
	}
	return d.agree(p)
}

func (d *testDoor) Started(_ Plan, log string) { d.started = append(d.started, log) }
func (d *testDoor) Output(piece []byte)        { d.output = append(d.output, piece...) }

func TestDoorSeesTheRun(t *testing.T) {
	path := script(t, "import sys", "print('one', flush=True)", "print('two', file=sys.stderr)")
	j := jobOf(t, path, "a b")
	d := &testDoor{agree: func(p Plan) error {
		require.Equal(t, j.Interpreter+" "+path+" 'a b'", p.Command())
		return nil
	}}
	j.Door, j.Logs = d, &Logs{Dir: t.TempDir()}
	r := j.Run(t.Context())
	require.True(t, r.Success(), r.Error)
	require.Equal(t, "one\ntwo\n", string(d.output))
	require.Equal(t, []string{r.Log}, d.started)
	src, err := os.ReadFile(r.Log)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(src), "\n\none\ntwo\n"), "%q", src)
	require.Positive(t, r.Seconds)
}

func TestUserSaysNo(t *testing.T) {
	j := jobOf(t, script(t, "open('ran', 'w')"))
	for _, tt := range []struct {
		said error
		want map[string]any
	}{
		{ErrDeclined, map[string]any{"success": false, "error": ErrDeclined.Error(), "declined": true}},
		{errors.New("nobody is there"), map[string]any{"success": false, "error": "nobody is there"}},
	} {
		j.Door = &testDoor{agree: func(Plan) error { return tt.said }}
		require.Equal(t, tt.want, j.Run(t.Context()).Dict())
		require.NoFileExists(t, filepath.Join(j.Root, "ran"))
	}
}

// What became of a script while the user was asked is seen.
func TestScriptIsLookedAtAgainBeforeTheStart(t *testing.T) {
	tests := []struct {
		name   string
		change func(t *testing.T, path string)
	}{
		{"other text", func(t *testing.T, path string) {
			require.NoError(t, os.WriteFile(path, []byte("if __name__ == '__main__':\n    open('other', 'w')\n"), 0o644))
		}},
		{"gone", func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) }},
		{"a link to the same text outside", func(t *testing.T, path string) {
			away := filepath.Join(t.TempDir(), "away.py")
			require.NoError(t, os.Rename(path, away))
			require.NoError(t, os.Symlink(away, path))
		}},
		{"a folder", func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Mkdir(path, 0o755))
		}},
		{"the folder of tools is a link now", func(t *testing.T, path string) {
			away := filepath.Join(t.TempDir(), "tools")
			require.NoError(t, os.Rename(filepath.Dir(path), away))
			require.NoError(t, os.Symlink(away, filepath.Dir(path)))
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := script(t, "open('ran', 'w')")
			j := jobOf(t, path)
			j.Door = &testDoor{agree: func(Plan) error {
				tt.change(t, path)
				return nil
			}}
			require.Contains(t, j.Run(t.Context()).Error, "was changed while it was about to be run")
			require.NoFileExists(t, filepath.Join(j.Root, "ran"))
			require.NoFileExists(t, filepath.Join(j.Root, "other"))
		})
	}
}

func TestLinkInsideTheFolderIsRunAsItsTarget(t *testing.T) {
	path := script(t, "import sys", "print(sys.argv[0])")
	alias := filepath.Join(filepath.Dir(path), "alias.py")
	require.NoError(t, os.Symlink("job.py", alias))
	require.Equal(t, path+"\n", jobOf(t, alias).Run(t.Context()).Stdout)
}

func TestWithoutALogTheRunGoesOn(t *testing.T) {
	j := jobOf(t, script(t, "print('here')"))
	j.Logs = &Logs{Dir: filepath.Join(j.Root, "cache")}
	r := j.Run(t.Context())
	require.True(t, r.Success())
	require.Empty(t, r.Log)
	require.Equal(t, errInRepository.Error(), r.NoLog)
}

// The output of fifty megabytes is held once, up to its bound, and the script is not held up.
func TestMuchOutputHasBoundedMemory(t *testing.T) {
	j := jobOf(t, script(t, "line = 'x' * 99", "for _ in range(500_000): print(line)", "print('the end')"))
	d := &lastDoor{}
	j.Door, j.Logs = d, &Logs{Dir: t.TempDir()}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := j.Run(t.Context())
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.True(t, r.Success(), r.Error)
	require.EqualValues(t, 500_000*100+8-MaxOutput, r.Dropped)
	require.Equal(t, "the end", LastLine(d.last), "what is dropped is shown all the same")
	info, err := os.Stat(r.Log)
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(50_000_000))
	grown := int64(after.HeapAlloc) - int64(before.HeapAlloc)
	t.Logf("heap after a run with 50 MB of output: %+d KiB; most taken from the system: %d KiB", grown>>10, after.HeapSys>>10)
	require.Less(t, grown, int64(2*MaxOutput))
	runtime.KeepAlive(r)
}

type lastDoor struct {
	testDoor
	last []byte
}

func (d *lastDoor) Output(piece []byte) {
	d.last = append(d.last, piece...)
	d.last = append([]byte{}, d.last[max(0, len(d.last)-100):]...)
}

func TestUnbuffered(t *testing.T) {
	require.Equal(t, []string{"PYTHONUNBUFFERED=1"}, Unbuffered([]string{"PATH=/bin", "PYTHONUNBUFFEREDX=1"}))
	require.Equal(t, []string{"PYTHONUNBUFFERED=1"}, Unbuffered([]string{"PYTHONUNBUFFERED="}), "Python takes no text for no")
	require.Empty(t, Unbuffered([]string{"PYTHONUNBUFFERED=x"}))
}

func TestQuotedCommand(t *testing.T) {
	p := Plan{Script: Script{Path: "/r/a b.py"}, Interpreter: "python3", Args: []string{"", "it's", "a=b", "é", "$x", "*"}}
	require.Equal(t, `python3 '/r/a b.py' '' 'it'\''s' a=b é '$x' '*'`, p.Command())
}
