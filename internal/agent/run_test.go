package agent_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// tools opens a session over a repository with scripts, given as their lines below the guard.
func tools(t *testing.T, c agent.Config, scripts map[string]string) *agent.Session {
	t.Helper()
	c.Root, c.ToolDir = t.TempDir(), "tools"
	require.NoError(t, os.Mkdir(filepath.Join(c.Root, "tools"), 0o755))
	for name, lines := range scripts {
		src := "import os, sys, time\nif __name__ == '__main__':\n    " + strings.ReplaceAll(lines, "\n", "\n    ") + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(c.Root, "tools", name+".py"), []byte(src), 0o644))
	}
	c.Head = func(string) ([]string, error) { return nil, os.ErrNotExist }
	interpreter := python(t)
	c.Python = func() (string, error) { return interpreter, nil }
	return open(t, c)
}

func call(t *testing.T, s *agent.Session, tool, args string) agent.Result {
	t.Helper()
	res, err := s.Call(t.Context(), tool, json.RawMessage(args))
	require.NoError(t, err)
	return res
}

func TestPlainRunHasCapesKeysOnly(t *testing.T) {
	s := tools(t, agent.Config{Allow: []any{"*"}, Logs: &toolrun.Logs{Dir: t.TempDir()}}, map[string]string{"job": "open('a.txt', 'w')\nprint(1)"})
	require.Equal(t, agent.Result{"success": true, "returncode": 0, "name": "job", "argv": []string{}, "stdout": "1\n"}, call(t, s, "run_user_tool", `{"name": "job"}`))
}

// What a run changed is named as far as one look into each folder tells.
func TestDetailedRunNamesWhatChanged(t *testing.T) {
	s := tools(t, agent.Config{
		Detailed: true, Logs: &toolrun.Logs{}, Allow: []any{"*.txt", "inputs/*.csv", "cases/*/x.json", "**", "gone.dat", "data.bin"},
	}, map[string]string{"job": "open('new.txt', 'w').write('1')\nopen('inputs/b.csv', 'a').write('2')\nos.remove('gone.dat')\nos.utime('kept.txt', (1, 1))\n" +
		"open('cases/1/x.json', 'w')\nopen('other.md', 'w')"})
	for _, name := range []string{"kept.txt", "gone.dat", "data.bin", "inputs/b.csv", "cases/1/y.json"} {
		path := filepath.Join(s.Root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte("text"), 0o644))
	}
	res := call(t, s, "run_user_tool", `{"name": "job"}`)
	require.Equal(t, true, res["success"], res)
	require.Equal(t, []string{"gone.dat", "inputs/b.csv", "new.txt"}, res["changed"])
	require.NotContains(t, res, "log")
	require.Equal(t, []string{
		"the output is not kept in a file: the system names no folder for the files of this user",
		`whether files of "cases/*/x.json" have changed was not looked at, since that would mean to look into many folders`,
		`whether files of "**" have changed was not looked at, since that would mean to look into many folders`,
	}, res["notes"])
}

func TestTimeLimitOfTheSession(t *testing.T) {
	s := tools(t, agent.Config{Timeout: 250 * time.Millisecond}, map[string]string{"job": "time.sleep(600)"})
	require.Equal(t, "Script timed out after 0.25 seconds", call(t, s, "run_user_tool", `{"name": "job"}`)["error"])
	require.Equal(t, "Script timed out after 0.1 seconds", call(t, s, "run_user_tool", `{"name": "job", "timeout": 0.1}`)["error"])
}

// A run that the user stopped has an answer; one whose caller went away has none.
func TestStoppedAndCancelled(t *testing.T) {
	s := tools(t, agent.Config{Detailed: true}, map[string]string{"job": "os.write(1, b'here\\n')\ntime.sleep(600)"})
	for _, why := range []error{toolrun.ErrStopped, context.Canceled} {
		run, err := s.Prepare("run_user_tool", json.RawMessage(`{"name": "job"}`))
		require.NoError(t, err)
		ctx, cancel := context.WithCancelCause(t.Context())
		d := &door{stop: func() { cancel(why) }}
		res, err := run.Do(ctx, d)
		require.Equal(t, true, d.ended["canceled"], "the door hears of both")
		if why == toolrun.ErrStopped {
			require.NoError(t, err)
			require.Equal(t, "here\n", res["stdout"])
			continue
		}
		require.ErrorIs(t, err, context.Canceled)
	}
}

// door stops a run at its first output.
type door struct {
	stop  func()
	ended agent.Result
}

func (d *door) Agree(context.Context, toolrun.Plan) error { return nil }
func (d *door) Started(toolrun.Plan, string)              {}
func (d *door) Output([]byte)                             { d.stop() }
func (d *door) Ended(r agent.Result, _ bool)              { d.ended = r }

func TestHelpIsRememberedByTheTextOfTheScript(t *testing.T) {
	s := tools(t, agent.Config{}, map[string]string{
		"job": "import argparse\np = argparse.ArgumentParser()\np.add_argument('-n', help='how many')\np.parse_args()\nopen('ran', 'w')",
		"bad": "print('no')\nsys.exit(3)",
	})
	path := filepath.Join(s.Root, "tools", "job.py")
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	_, known := s.Help(src)
	require.False(t, known)
	res := call(t, s, "tool_help", `{"name": "job"}`)
	require.Equal(t, false, res["cached"])
	help, known := s.Help(src)
	require.True(t, known)
	require.Equal(t, []string{"-n"}, help.Options[1].Flags)
	require.Equal(t, true, call(t, s, "tool_help", `{"name": "job"}`)["cached"])

	require.NoError(t, os.WriteFile(path, append(src, "# more\n"...), 0o644))
	require.Equal(t, false, call(t, s, "tool_help", `{"name": "job"}`)["cached"])
	require.NoFileExists(t, filepath.Join(s.Root, "ran"))

	res = call(t, s, "tool_help", `{"name": "bad"}`)
	require.Equal(t, false, res["success"])
	require.Equal(t, 3, res["returncode"])
	require.Equal(t, "no\n", res["stdout"])
	require.Equal(t, "Unknown user tool: 'none'", call(t, s, "tool_help", `{"name": "none"}`)["error"])
}

func TestPrepareTakesToolsThatRunScriptsOnly(t *testing.T) {
	s := tools(t, agent.Config{}, nil)
	var wrong *agent.CallError
	_, err := s.Prepare("read_file", json.RawMessage(`{"fname": "a"}`))
	require.ErrorAs(t, err, &wrong)
	_, err = s.Prepare("run_user_tool", json.RawMessage(`{}`))
	require.ErrorAs(t, err, &wrong)
}
