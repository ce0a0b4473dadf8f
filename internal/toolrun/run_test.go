package toolrun

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// script writes a script with a guard in front of the lines, and returns its path.
func script(t *testing.T, lines ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	path := filepath.Join(root, "tools", "job.py")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	src := "if __name__ == '__main__':\n    " + strings.Join(lines, "\n    ") + "\n"
	require.NoError(t, os.WriteFile(path, []byte(src), 0o644))
	return path
}

func request(t *testing.T, path string, args ...string) Request {
	return Request{Interpreter: python(t), Script: path, Name: "job", Args: args, Dir: filepath.Dir(filepath.Dir(path))}
}

func number(s string) capejson.Value { return capejson.Of(json.Number(s)) }

func TestOutputBeyondTheCapIsDropped(t *testing.T) {
	path := script(t, "import sys", "sys.stdout.write('é' * (9 << 20))", "sys.exit(3)")
	r := Run(t.Context(), request(t, path))
	require.Nil(t, r.Raised)
	require.Equal(t, 3, r.Code, "the script goes on")
	require.EqualValues(t, 2<<20, r.Dropped)
	require.EqualValues(t, 2<<20, r.Dict()["dropped_bytes"])
	require.Equal(t, strings.Repeat("é", 2*lineMax), r.Stdout)
}

func TestCutOutputIsStillText(t *testing.T) {
	path := script(t, "import sys", "sys.stdout.write('a' + 'é' * (9 << 20))")
	r := Run(t.Context(), request(t, path))
	require.Nil(t, r.Raised)
	require.Positive(t, r.Dropped)
}

func TestStandardInputIsEmpty(t *testing.T) {
	path := script(t, "import sys", "print(repr(sys.stdin.read()))")
	require.Equal(t, "''\n", Run(t.Context(), request(t, path)).Stdout)
}

func TestScriptRunsInTheRootWithTheEnvironment(t *testing.T) {
	t.Setenv("TOOLRUN_TEST", "seen")
	path := script(t, "import os", "print(os.getcwd())", "print(os.environ['TOOLRUN_TEST'])")
	require.Equal(t, filepath.Dir(filepath.Dir(path))+"\nseen\n", Run(t.Context(), request(t, path)).Stdout)
}

// timeOut runs a script that prints something and then sleeps until its time is over. On a busy machine the
// interpreter may need all of a short time to start: then it gets a longer one.
func timeOut(t *testing.T, q Request) (r Result, limit string) {
	t.Helper()
	for _, limit = range []string{"1.5", "6.0", "30.0"} {
		q.Timeout = number(limit)
		if r = Run(t.Context(), q); r.Stdout != "" {
			break
		}
	}
	require.True(t, r.TimedOut)
	return r, limit
}

func TestKilledOutputKeepsItsLineEnds(t *testing.T) {
	path := script(t, "import sys, time", "sys.stdout.buffer.write(b'a\\r\\n\\xff')", "sys.stdout.flush()", "time.sleep(600)")
	r, limit := timeOut(t, request(t, path, "x"))
	require.Equal(t, map[string]any{"success": false, "error": "Script timed out after " + limit + " seconds", "timeout": json.Number(limit),
		"name": "job", "argv": []string{"x"}, "stdout": "a\r\n\ufffd"}, r.Dict())
}

func TestNoTimeLeft(t *testing.T) {
	for literal, text := range map[string]string{"0": "0", "-1": "-1", "0.0": "0.0", "1e-7": "1e-07"} {
		q := request(t, script(t, "import time", "time.sleep(600)"))
		q.Timeout = number(literal)
		require.Equal(t, "Script timed out after "+text+" seconds", Run(t.Context(), q).Error)
	}
}

func TestWhatPythonCannotTake(t *testing.T) {
	path := script(t, "pass")
	tests := []struct {
		name    string
		arg     string
		timeout capejson.Value
		want    skills.Raised
	}{
		{"NUL", "a\x00", capejson.Value{}, skills.Raised{Class: "ValueError", Message: "embedded null byte"}},
		{"lone surrogate", "é\xed\xa0\x80", capejson.Value{}, skills.Raised{Class: "UnicodeEncodeError", Message: `'utf-8' codec can't encode character '\ud800' in position 1: surrogates not allowed`}},
		{"limit as text", "a", capejson.Of("5"), skills.Raised{Class: "TypeError", Message: "unsupported operand type(s) for +: 'float' and 'str'"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := request(t, path, tt.arg)
			q.Timeout = tt.timeout
			r := Run(t.Context(), q)
			require.Equal(t, &tt.want, r.Raised)
			require.Nil(t, r.Dict())
			require.False(t, r.Success())
		})
	}
}

func TestSurrogateOfAByteIsThatByte(t *testing.T) {
	got, raised := systemArgument("é\xed\xb2\xa9!")
	require.Nil(t, raised)
	require.Equal(t, "é\xa9!", got)
}

func TestInterpreterDoesNotStart(t *testing.T) {
	path := script(t, "pass")
	q := request(t, path)
	q.Interpreter = "no-such-python"
	require.Equal(t, map[string]any{"success": false, "error": "Could not run script: [Errno 2] No such file or directory: 'no-such-python'",
		"name": "job", "argv": []string(nil)}, Run(t.Context(), q).Dict())
	q = request(t, path)
	q.Dir = "/no/such/folder"
	require.Equal(t, "Could not run script: [Errno 2] No such file or directory: '/no/such/folder'", Run(t.Context(), q).Error)
}

func TestCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := Run(ctx, request(t, script(t, "import time", "time.sleep(600)")))
	require.True(t, r.Canceled)
	require.Equal(t, "Script was stopped before its end", r.Dict()["error"])
}

func TestFindRefusesInOrder(t *testing.T) {
	path := script(t, "pass")
	root := filepath.Dir(filepath.Dir(path))
	p := Place{Files: repo.Disk, Root: root, ToolDir: "tools"}
	var set skills.ToolSet
	for _, name := range []any{nil, "", json.Number("5"), []any{"job"}, true} {
		_, r := Find(p, &set, capejson.Of(name))
		require.Equal(t, map[string]any{"success": false, "error": "'name' must be a nonempty string"}, r.Dict())
	}
	require.Empty(t, set.Tools, "nothing was looked for")

	s, r := Find(p, &set, capejson.Of("job.py"))
	require.Nil(t, r)
	require.Equal(t, "job", s.Name)
	require.Equal(t, path, s.Path)

	require.NoError(t, os.Remove(path))
	_, r = Find(p, &set, capejson.Of("job"))
	require.Equal(t, "Could not read script: [Errno 2] No such file or directory: '"+path+"'", r.Error)
	require.NoError(t, os.Mkdir(path, 0o755))
	_, r = Find(p, &set, capejson.Of("job"))
	require.Equal(t, "Could not read script: [Errno 21] Is a directory: '"+path+"'", r.Error)
	require.Len(t, set.Tools, 1)
}

func TestArgumentsArePrintedAsPythonDoes(t *testing.T) {
	v, err := capejson.Check(`["a'b", ["x'y", "a\"'b", "\n\u00e9\u200b"], {"b": 1, "a": {"c": [true, null]}}, 1E5, 1e16, 0.0001, 12345678901234567890, NaN, -Infinity, [], {}]`)
	require.NoError(t, err)
	require.Equal(t, []string{"a'b", `["x'y", 'a"\'b', '\né\u200b']`, "{'b': 1, 'a': {'c': [True, None]}}", "100000.0", "1e+16", "0.0001",
		"12345678901234567890", "nan", "-inf", "[]", "{}"}, Arguments(v))
	require.Equal(t, []string{"True"}, Arguments(capejson.Of(true)))
	require.Equal(t, []string{}, Arguments(capejson.Value{}))
}

func FuzzShortenOutput(f *testing.F) {
	f.Add(strings.Repeat("a\n", 700))
	f.Add(strings.Repeat(" a\r\n", 700) + strings.Repeat("é", 600))
	f.Add(strings.Repeat("row\u2028\x85\v", 400))
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Join(pytext.Lines(s), "") != s {
			t.Fatal("lines do not add up")
		}
		got := shortenOutput(s)
		// Head and tail each end with the line that reaches the half.
		const most = 2 * (halfMin - 1 + lineMax)
		if n := len([]rune(got)); n > most || n > len([]rune(s)) {
			t.Fatalf("%d characters out of %d", n, len([]rune(s)))
		}
		if len([]rune(s)) <= plainMax && got != s {
			t.Fatal("a short text changed")
		}
	})
}
