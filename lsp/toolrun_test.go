//go:build !windows

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// scripts starts a server over a repository with Python scripts, given as their lines below the guard.
func scripts(t *testing.T, options map[string]any, tools map[string][]string) (c *lsptest.Client, dir string) {
	t.Helper()
	t.Setenv("PYTHONUNBUFFERED", "") // as on the machine of a user
	dir = t.TempDir()
	for name, lines := range tools {
		putFile(t, dir, "tools/"+name+".py", "import fcntl, os, signal, sys, time\nif __name__ == '__main__':\n    "+strings.Join(lines, "\n    ")+"\n")
	}
	putFile(t, dir, "cape-agent.json", `{"EditAllowList": ["*.json", "data.txt"]}`)
	opts := testOptions(t)
	opts.analysis, opts.logs = nil, &toolrun.Logs{Dir: filepath.Join(t.TempDir(), "logs")}
	c = serve(t, opts)
	said := map[string]any{"cape.tools.confirm": "never", "trusted": true, "capeTools": true}
	for k, v := range options {
		said[k] = v
	}
	c.InitializeWith(map[string]any{"rootUri": "file://" + dir, "initializationOptions": said, "capabilities": map[string]any{}})
	return c, dir
}

// await waits for a message that is as wanted; each is looked at once.
func await(c *lsptest.Client, method string, wanted func(params []byte) bool) {
	for n := 1; !wanted(c.Await(method, n).Params); n++ {
	}
}

func runIt(c *lsptest.Client, args map[string]any) *lsptest.Pending {
	return c.Send("workspace/executeCommand", map[string]any{"command": "cape.runTool", "workDoneToken": "mine", "arguments": []any{args}})
}

// tellings returns the parameters of what was sent by a method.
func tellings(t *testing.T, c *lsptest.Client, method string) []map[string]any {
	t.Helper()
	var out []map[string]any
	for _, m := range c.Received(method) {
		var p map[string]any
		require.NoError(t, json.Unmarshal(m.Params, &p))
		out = append(out, p)
	}
	return out
}

// outputOf is the text of all cape/toolOutput.
func outputOf(t *testing.T, c *lsptest.Client) string {
	var b strings.Builder
	for _, p := range tellings(t, c, methodToolOutput) {
		b.WriteString(p["text"].(string))
	}
	return b.String()
}

func TestRunIsToldToAClientThatShowsIt(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {
		"print('\\x1b[31mfirst\\x1b[0m')", "open('data.txt', 'w').write('new')", "open('other.txt', 'w')", "print(sys.argv[1:], end='')", "sys.exit(2)",
	}})
	res := run(t, c, "cape.runTool", map[string]any{"name": "job.py", "argv": []string{"a b", "$HOME", "*"}})
	require.Equal(t, false, res["success"])
	require.EqualValues(t, 2, res["returncode"])
	require.Equal(t, []any{"data.txt"}, res["changed"], "other.txt is not on the allow-list")
	require.Positive(t, res["seconds"])

	started := tellings(t, c, methodToolStarted)
	require.Len(t, started, 1)
	id := started[0]["id"]
	require.Equal(t, "job", started[0]["name"])
	require.Equal(t, []any{"a b", "$HOME", "*"}, started[0]["argv"])
	require.Equal(t, dir, started[0]["cwd"])
	require.True(t, strings.HasSuffix(started[0]["command"].(string), "/tools/job.py 'a b' '$HOME' '*'"), started[0]["command"])
	require.Equal(t, res["log"], started[0]["log"])
	require.Equal(t, "\x1b[31mfirst\x1b[0m\n['a b', '$HOME', '*']", outputOf(t, c))
	ended := tellings(t, c, methodToolEnded)
	require.Equal(t, []map[string]any{{"id": id, "success": false, "returncode": 2.0, "seconds": res["seconds"], "log": res["log"], "changed": []any{"data.txt"}}}, ended)

	src, err := os.ReadFile(res["log"].(string))
	require.NoError(t, err)
	require.Contains(t, string(src), "\x1b[31mfirst\x1b[0m\n['a b'")
}

// Other clients get lines in their log, with the name of the tool.
func TestRunIsLoggedForOtherClients(t *testing.T) {
	c, _ := scripts(t, map[string]any{"capeTools": false}, map[string][]string{"job": {"print('10%\\r20%')", "print('\\x1b[1mend\\x1b[0m')"}})
	run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Empty(t, tellings(t, c, methodToolStarted))
	var lines []string
	for _, p := range tellings(t, c, "window/logMessage") {
		lines = append(lines, strings.Split(p["message"].(string), "\n")...)
	}
	require.Len(t, lines, 3)
	require.Equal(t, []string{"job: 20%", "job: end"}, lines[:2])
	require.Regexp(t, `^job: done after [0-9.]+ s; all output: /`, lines[2])
}

// The progress says what the tool does, while it does it.
func TestProgressShowsTheLastLine(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {"print('first')", "print('\\x1b[2Ksecond')", "os.read(os.open('go', os.O_RDONLY), 1)"}})
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "go"), 0o600))
	p := runIt(c, map[string]any{"name": "job"})
	await(c, "$/progress", func(params []byte) bool {
		var p struct{ Value struct{ Message string } }
		return json.Unmarshal(params, &p) == nil && strings.HasSuffix(p.Value.Message, ": second")
	})
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go"), []byte("."), 0))
	_, fault := p.Wait()
	require.Nil(t, fault)
}

// forking starts a child; both hold a lock that is free when both have ended, and then say that they are there.
var forking = []string{"f = open('lock', 'w')", "fcntl.flock(f, fcntl.LOCK_EX)", "os.fork()", "os.write(1, b'here\\n')", "time.sleep(600)"}

// requireAllGone waits until nobody holds the lock.
func requireAllGone(t *testing.T, dir string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "lock"))
	require.NoError(t, err)
	defer f.Close()
	free := make(chan error, 1)
	go func() { free <- syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }()
	select {
	case err := <-free:
		require.NoError(t, err)
	case <-time.After(lsptest.Patience):
		t.Fatal("a process lives on")
	}
}

// awaitBoth waits until the script and its child run.
func awaitBoth(t *testing.T, c *lsptest.Client) {
	t.Helper()
	text := ""
	await(c, methodToolOutput, func(params []byte) bool {
		text += string(params)
		return strings.Count(text, "here") == 2
	})
}

func TestEveryWayToStopEndsAllProcesses(t *testing.T) {
	for name, stop := range map[string]func(c *lsptest.Client, p *lsptest.Pending, id string){
		"cancel the request": func(c *lsptest.Client, p *lsptest.Pending, _ string) {
			c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
		},
		"cancel the progress": func(c *lsptest.Client, _ *lsptest.Pending, _ string) {
			c.Notify("window/workDoneProgress/cancel", map[string]any{"token": "mine"})
		},
		"cape.stopTool": func(c *lsptest.Client, _ *lsptest.Pending, id string) {
			c.MustCall("workspace/executeCommand", map[string]any{"command": commandStopTool, "arguments": []any{map[string]any{"id": id}}}, nil)
		},
		"cape.stopTool for all": func(c *lsptest.Client, _ *lsptest.Pending, _ string) {
			c.MustCall("workspace/executeCommand", map[string]any{"command": commandStopTool}, nil)
		},
		"shutdown":           func(c *lsptest.Client, _ *lsptest.Pending, _ string) { c.MustCall("shutdown", nil, nil) },
		"exit":               func(c *lsptest.Client, _ *lsptest.Pending, _ string) { c.Notify("exit", nil) },
		"the client is gone": func(c *lsptest.Client, _ *lsptest.Pending, _ string) { c.CloseInput() },
	} {
		t.Run(name, func(t *testing.T) {
			c, dir := scripts(t, nil, map[string][]string{"job": forking})
			p := runIt(c, map[string]any{"name": "job"})
			awaitBoth(t, c)
			stop(c, p, tellings(t, c, methodToolStarted)[0]["id"].(string))
			requireAllGone(t, dir)
			if strings.HasPrefix(name, "cape.stopTool") {
				raw, fault := p.Wait()
				require.Nil(t, fault)
				var res map[string]any
				require.NoError(t, json.Unmarshal(raw, &res))
				require.Equal(t, false, res["success"])
				require.Equal(t, true, res["canceled"])
				require.Equal(t, "here\nhere\n", res["stdout"])
				require.Equal(t, true, tellings(t, c, methodToolEnded)[0]["canceled"])
			}
		})
	}
}

func TestStopOfWhatDoesNotRun(t *testing.T) {
	c, _ := scripts(t, nil, nil)
	require.Equal(t, map[string]any{"success": true, "stopped": []any{}}, run(t, c, commandStopTool, map[string]any{}))
	require.Equal(t, false, run(t, c, commandStopTool, map[string]any{"id": "run-7"})["success"])
}

// Of two runs of one tool each has its own id, output and log, and one is stopped without the other.
func TestTwoRunsAtOnce(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {"print(sys.argv[1])", "os.read(os.open(sys.argv[1], os.O_RDONLY), 1)"}})
	for _, name := range []string{"one", "two"} {
		require.NoError(t, syscall.Mkfifo(filepath.Join(dir, name), 0o600))
	}
	first := c.Send("workspace/executeCommand", map[string]any{"command": "cape.runTool", "arguments": []any{map[string]any{"name": "job", "argv": []string{"one"}}}})
	c.Await(methodToolStarted, 1)
	second := c.Send("workspace/executeCommand", map[string]any{"command": "cape.runTool", "arguments": []any{map[string]any{"name": "job", "argv": []string{"two"}}}})
	c.Await(methodToolStarted, 2)
	started := tellings(t, c, methodToolStarted)
	require.NotEqual(t, started[0]["id"], started[1]["id"])
	require.NotEqual(t, started[0]["log"], started[1]["log"])
	run(t, c, commandStopTool, map[string]any{"id": started[0]["id"]})
	_, fault := first.Wait()
	require.Nil(t, fault)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "two"), []byte("."), 0))
	raw, fault := second.Wait()
	require.Nil(t, fault)
	require.Contains(t, string(raw), `"success":true`)
}

func TestTimeLimitOfTheSettings(t *testing.T) {
	c, _ := scripts(t, map[string]any{"cape.tools.timeout": 0.2}, map[string][]string{"job": {"time.sleep(600)"}})
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, "Script timed out after 0.2 seconds", res["error"])
	require.Equal(t, true, tellings(t, c, methodToolEnded)[0]["timedOut"])
	res = run(t, c, "cape.runTool", map[string]any{"name": "job", "timeout": 0.1})
	require.Equal(t, "Script timed out after 0.1 seconds", res["error"], "the argument goes before the setting")
}

// A client that does not read holds up neither the script nor the memory of the server.
func TestClientThatReadsNoOutput(t *testing.T) {
	l := newLiveOutput(true)
	line := []byte(strings.Repeat("é", 50) + "\n")
	for range 500_000 { // 50 MB
		l.put(line)
	}
	require.LessOrEqual(t, cap(l.pending), 4*boundsOfOutput.waiting)
	var text strings.Builder
	lost := int64(0)
	for {
		part, more := l.take(true)
		lost += more
		if part == "" {
			break
		}
		text.WriteString(part)
	}
	require.True(t, utf8.ValidString(text.String()))
	require.NotContains(t, text.String(), "\ufffd", "no character is cut")
	require.EqualValues(t, 500_000*len(line), lost+int64(text.Len()))
	require.True(t, strings.HasPrefix(text.String(), string(line)), "what is left begins with a line")
	require.Equal(t, strings.Repeat("é", 50), l.lastLine())
}

// Characters that come in two pieces are told whole.
func TestOutputIsToldInWholeCharacters(t *testing.T) {
	l := newLiveOutput(true)
	l.put([]byte("a\xc3"))
	text, _ := l.take(false)
	require.Equal(t, "a", text)
	l.put([]byte("\xa9b\xff"))
	text, _ = l.take(false)
	require.Equal(t, "éb\ufffd", text)
	l.put([]byte("\xe2\x82"))
	text, _ = l.take(true)
	require.Equal(t, "\ufffd", text)
}

// Fifty megabytes of output: the tool is not held up, the client gets a part and the end, the log has all,
// and the memory stays within bounds.
func TestMuchOutput(t *testing.T) {
	c, _ := scripts(t, nil, map[string][]string{"job": {"block = ('x' * 99 + '\\n') * 1000", "for _ in range(500): sys.stdout.write(block)", "print('the end')"}})
	var peak atomic.Uint64
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak.Store(max(peak.Load(), m.HeapInuse))
			}
		}
	}()
	var before runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	close(stop)
	<-watched
	require.Equal(t, true, res["success"], res)
	output := outputOf(t, c)
	require.True(t, strings.HasSuffix(output, "the end\n"))
	require.Less(t, len(output), 50_000_000)
	require.Contains(t, output, "bytes of output are not shown; they are in "+res["log"].(string))
	info, err := os.Stat(res["log"].(string))
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(50_000_000))
	grown := int64(peak.Load()) - int64(before.HeapInuse)
	t.Logf("50 MB of output: %d KiB told, heap grew by at most %d KiB", len(output)>>10, grown>>10)
	// The client of the test is in the same process and keeps all that it is told, which is more on a slow machine.
	require.Less(t, grown, int64(8*toolrun.MaxOutput+4*len(output)))
}

// How a tool is confirmed, and what follows from the answer.
func TestConfirm(t *testing.T) {
	asked := func(c *lsptest.Client) int { return len(c.Received("window/showMessageRequest")) }
	answer := func(c *lsptest.Client, title any) {
		c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) {
			if title == nil {
				return nil, nil
			}
			return map[string]any{"title": title}, nil
		})
	}
	quiet := map[string][]string{"job": {"print(len(sys.argv))"}, "writes": {"open('data.txt', 'a').write('x')"}, "fails": {"sys.exit(1)"}}
	call := func(c *lsptest.Client, name string) map[string]any {
		return run(t, c, "cape.runTool", map[string]any{"name": name, "argv": []string{"--all"}})
	}

	t.Run("changing", func(t *testing.T) {
		c, dir := scripts(t, map[string]any{"cape.tools.confirm": "changing"}, quiet)
		answer(c, "Run")
		require.Equal(t, true, call(c, "job")["success"])
		require.Equal(t, 1, asked(c))
		require.Equal(t, true, call(c, "job")["success"])
		require.Equal(t, 1, asked(c), "this text has run and changed nothing")
		putFile(t, dir, "tools/job.py", "if __name__ == '__main__':\n    print('other')\n")
		require.Equal(t, true, call(c, "job")["success"])
		require.Equal(t, 2, asked(c), "another text")
		for i := range 2 {
			require.Equal(t, []any{"data.txt"}, call(c, "writes")["changed"])
			require.Equal(t, 3+i, asked(c), "it changes files")
		}
		for i := range 2 {
			require.Equal(t, false, call(c, "fails")["success"])
			require.Equal(t, 5+i, asked(c), "it did not succeed")
		}
		var p struct{ Message string }
		require.NoError(t, json.Unmarshal(c.Received("window/showMessageRequest")[0].Params, &p))
		for _, part := range []string{"Run the tool job?", "/tools/job.py --all", "in " + dir, "python"} {
			require.Contains(t, p.Message, part)
		}
	})
	t.Run("always", func(t *testing.T) {
		c, _ := scripts(t, map[string]any{"cape.tools.confirm": "always"}, quiet)
		answer(c, "Run")
		for i := range 2 {
			require.Equal(t, true, call(c, "job")["success"])
			require.Equal(t, i+1, asked(c))
		}
	})
	t.Run("never", func(t *testing.T) {
		c, _ := scripts(t, nil, quiet)
		require.Equal(t, true, call(c, "job")["success"])
		require.Zero(t, asked(c))
	})
	for name, no := range map[string]any{"the user says no": "Do Not Run", "the user turns away": nil} {
		t.Run(name, func(t *testing.T) {
			c, dir := scripts(t, map[string]any{"cape.tools.confirm": "always"}, quiet)
			answer(c, no)
			res := call(c, "writes")
			require.Equal(t, map[string]any{"success": false, "error": toolrun.ErrDeclined.Error(), "declined": true}, res)
			require.NoFileExists(t, filepath.Join(dir, "data.txt"))
			require.Empty(t, tellings(t, c, methodToolStarted))
		})
	}
	t.Run("a client that cannot ask", func(t *testing.T) {
		c, dir := scripts(t, map[string]any{"cape.tools.confirm": "always"}, quiet)
		c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) {
			return nil, &lsptest.Error{Code: -32601, Message: "no such method"}
		})
		require.Equal(t, map[string]any{"success": false, "error": errNotAskable.Error()}, call(c, "writes"), "nobody declined")
		require.NoFileExists(t, filepath.Join(dir, "data.txt"))
	})
	for name, stopped := range map[string]bool{"cancelled while it asks": false, "stopped while it asks": true} {
		t.Run(name, func(t *testing.T) {
			c, dir := scripts(t, map[string]any{"cape.tools.confirm": "always"}, quiet)
			silent := make(chan struct{})
			t.Cleanup(func() { close(silent) })
			c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) {
				<-silent
				return nil, nil
			})
			p := runIt(c, map[string]any{"name": "writes"})
			c.Await("window/showMessageRequest", 1)
			if stopped {
				run(t, c, commandStopTool, map[string]any{})
				raw, fault := p.Wait()
				require.Nil(t, fault)
				require.JSONEq(t, `{"success": false, "error": "Script was stopped before its end", "canceled": true}`, string(raw))
			} else {
				c.Notify("$/cancelRequest", map[string]any{"id": p.ID})
				_, fault := p.Wait()
				require.NotNil(t, fault)
				require.Equal(t, -32800, fault.Code)
			}
			c.Await("$/cancelRequest", 1) // the question is taken back
			require.NoFileExists(t, filepath.Join(dir, "data.txt"))
		})
	}
}

// What is on the disk is run; that the editor holds another text is said before and after.
func TestUnsavedScript(t *testing.T) {
	c, dir := scripts(t, map[string]any{"cape.tools.confirm": "always"}, map[string][]string{"job": {"print('disk')"}})
	c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) { return map[string]any{"title": "Run"}, nil })
	c.Open(fileURI(dir, "tools/job.py"), "if __name__ == '__main__':\n    print('editor')\n")
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, "disk\n", res["stdout"])
	require.Equal(t, []any{"tools/job.py has changes that are not saved; the text on the disk was run"}, res["notes"])
	require.Contains(t, string(c.Received("window/showMessageRequest")[0].Params), "not saved")
}

// Files that a tool changed are checked anew.
func TestChangedFilesAreCheckedAnew(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {"open('cape-agent.json', 'w').write('{')"}})
	uri := fileURI(dir, "cape-agent.json")
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, []any{"cape-agent.json"}, res["changed"])
	c.Until("a finding in the file that the tool wrote", func() bool {
		for _, p := range c.PublishedLocked(uri) {
			if len(p.Diagnostics) > 0 {
				return true
			}
		}
		return false
	})
}

func TestToolHelp(t *testing.T) {
	c, dir := scripts(t, map[string]any{"cape.tools.confirm": "changing"}, map[string][]string{"job": {
		"import argparse", "p = argparse.ArgumentParser(prog='job')", "p.add_argument('--case', required=True, metavar='NAME', help='which case; ' + 'x' * 2000)", "for name in ['mach']: p.add_argument('--' + name)", "p.parse_args()", "open('ran', 'w')",
	}, "odd": {"open('data.txt', 'w')"}})
	c.Handle("window/showMessageRequest", func(json.RawMessage) (any, *lsptest.Error) { return map[string]any{"title": "Run"}, nil })
	res := run(t, c, "cape.toolHelp", map[string]any{"name": "job"})
	require.Equal(t, true, res["success"], res)
	require.Greater(t, len(res["text"].(string)), 2000, "the help is not shortened")
	options := res["options"].([]any)
	require.Len(t, options, 3)
	option := options[1].(map[string]any)
	require.Equal(t, []any{"--case"}, option["flags"])
	require.Equal(t, "NAME", option["metavar"])
	require.Equal(t, true, option["required"])
	require.Len(t, c.Received("window/showMessageRequest"), 1)
	require.Contains(t, string(c.Received("window/showMessageRequest")[0].Params), "--help")
	require.NoFileExists(t, filepath.Join(dir, "ran"))

	res = run(t, c, "cape.toolHelp", map[string]any{"name": "job"})
	require.Equal(t, true, res["cached"])
	require.Len(t, c.Received("window/showMessageRequest"), 1, "asked once for one text")
	run(t, c, "cape.toolHelp", map[string]any{"name": "job", "refresh": true})
	require.Len(t, c.Received("window/showMessageRequest"), 2)
	run(t, c, "cape.runTool", map[string]any{"name": "job", "argv": []string{"--case", "1"}})
	require.Len(t, c.Received("window/showMessageRequest"), 3, "who agreed to the help did not agree to the work")

	// What the script has said of itself is in the outline, also what its text does not show.
	uri := fileURI(dir, "tools/job.py")
	script, err := os.ReadFile(filepath.Join(dir, "tools", "job.py"))
	require.NoError(t, err)
	c.Open(uri, string(script))
	outline := func() string {
		var symbols json.RawMessage
		c.MustCall("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uri}}, &symbols)
		return string(symbols)
	}
	require.Contains(t, outline(), `"--mach"`)
	require.Equal(t, 1, strings.Count(outline(), `"--case"`))
	c.Replace(uri, 2, string(script)+"# another text\n")
	require.NotContains(t, outline(), `"--mach"`)

	res = run(t, c, "cape.toolHelp", map[string]any{"name": "odd"})
	require.Equal(t, false, res["success"])
	require.Equal(t, "the script printed no help when it was asked with --help", res["error"])
	require.Empty(t, tellings(t, c, methodToolOutput), "nothing of it is told as a run")
}

// A result in which CAPE would fail tells a person all the same what happened.
func TestOutputThatIsNoText(t *testing.T) {
	c, _ := scripts(t, nil, map[string][]string{"job": {"sys.stdout.buffer.write(b'a\\xffb')"}})
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, "UnicodeDecodeError", res["reason"])
	require.Equal(t, "a\ufffdb", res["stdout"])
	require.EqualValues(t, 0, res["returncode"])
	require.Equal(t, "a\ufffdb", outputOf(t, c))
}

func TestRootThatIsGone(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {"print(1)"}})
	require.Len(t, run(t, c, "cape.listTools", map[string]any{})["tools"], 1)
	require.NoError(t, os.RemoveAll(dir))
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, false, res["success"])
	require.Contains(t, res["error"], "No such file or directory")
}

func TestPythonThatIsMissing(t *testing.T) {
	c, _ := scripts(t, map[string]any{"cape.python": "/no/such/python"}, map[string][]string{"job": {"print(1)"}})
	res := run(t, c, "cape.runTool", map[string]any{"name": "job"})
	require.Equal(t, false, res["success"])
	require.Contains(t, res["error"], "/no/such/python")
}

// Settings and the allow-list count for new runs while an old one goes on.
func TestOptionsAreReadWhileAToolRuns(t *testing.T) {
	c, dir := scripts(t, nil, map[string][]string{"job": {"print('here')", "time.sleep(600)"}})
	p := runIt(c, map[string]any{"name": "job"})
	c.Await(methodToolOutput, 1)
	putFile(t, dir, "cape-agent.json", `{"EditAllowList": ["later.txt"]}`)
	res := run(t, c, "cape.whyEditable", map[string]any{"fname": filepath.Join(dir, "later.txt")})
	require.Equal(t, true, res["editable"])
	run(t, c, commandStopTool, map[string]any{})
	_, _ = p.Wait()
}
