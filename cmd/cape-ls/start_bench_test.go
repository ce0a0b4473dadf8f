package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkStart starts the built program over repositories of several sizes, as an editor does: initialize,
// open the control file, ask for code actions. It reports the time to the answer of each and to the findings of the
// open file, how long the code actions took that were asked for, at once or, as a user is not that quick, a moment
// after the file was opened, and with strace on the PATH how many calls of the file system name something in the repository.
// A first start finds nothing in the user's cache, the next one what a start before it has left.
//
// CAPE_LS_CASES names other numbers of case folders than those here: "100000".
func BenchmarkStart(b *testing.B) {
	program := filepath.Join(b.TempDir(), "cape-ls")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is released
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	for _, n := range []int{3, 300} {
		dir := startRepository(b, n, 0)
		b.Run(fmt.Sprintf("first, %d skills and tools", n), func(b *testing.B) { benchStart(b, program, dir, false, 0) })
		b.Run(fmt.Sprintf("next, %d skills and tools", n), func(b *testing.B) { benchStart(b, program, dir, true, 0) })
		b.Run(fmt.Sprintf("first, %d skills and tools, asked later", n), func(b *testing.B) { benchStart(b, program, dir, false, aMoment) })
		b.Run(fmt.Sprintf("next, %d skills and tools, asked later", n), func(b *testing.B) { benchStart(b, program, dir, true, aMoment) })
	}
	cases := []string{"0", "10", "1000"}
	if given := os.Getenv("CAPE_LS_CASES"); given != "" {
		cases = strings.Split(given, ",")
	}
	for _, c := range cases {
		n, err := strconv.Atoi(c)
		if err != nil {
			b.Fatal(err)
		}
		dir := startRepository(b, 3, n)
		b.Run("first, "+c+" case folders", func(b *testing.B) { benchStart(b, program, dir, false, 0) })
	}
}

// aMoment is how long after opening a file a quick user asks for code actions.
const aMoment = 100 * time.Millisecond

func benchStart(b *testing.B, program, dir string, next bool, wait time.Duration) {
	cache := b.TempDir()
	b.Setenv("XDG_CACHE_HOME", cache)
	if next {
		startEditor(b, dir, exec.Command(program, "serve"), 0, func() { awaitStartCache(b, cache) })
	}
	at := func() {}
	if !next {
		at = func() {
			if err := os.RemoveAll(filepath.Join(cache, "cape-ls")); err != nil {
				b.Fatal(err)
			}
		}
	}
	var sum startedEditor
	n := 0
	for b.Loop() {
		at()
		e := startEditor(b, dir, exec.Command(program, "serve"), wait, func() {})
		sum.answered, sum.found, sum.surveyed = sum.answered+e.answered, sum.found+e.found, sum.surveyed+e.surveyed
		sum.offered, sum.waited = sum.offered+e.offered, sum.waited+e.waited
		n++
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(n) }
	b.ReportMetric(ms(sum.answered), "initialize-ms")
	if wait == 0 { // what comes while nobody listens has no time
		b.ReportMetric(ms(sum.found), "findings-ms")
		b.ReportMetric(ms(sum.offered), "first-action-ms")
	}
	b.ReportMetric(ms(sum.waited), "action-ms")
	b.ReportMetric(ms(sum.surveyed), "checked-ms")
	b.ReportMetric(0, "ns/op")
	if strace, err := exec.LookPath("strace"); err == nil {
		at()
		log := filepath.Join(b.TempDir(), "calls")
		startEditor(b, dir, exec.Command(strace, "-f", "-qq", "-e", "trace=%file,getdents64", "-y", "-o", log, program, "serve"), wait, func() {
			b.ReportMetric(float64(countCalls(b, log, dir)), "calls")
		})
	}
}

// awaitStartCache waits for a server to keep what it knows of skills and tools.
func awaitStartCache(b *testing.B, cache string) {
	for range 1000 {
		if found, _ := filepath.Glob(filepath.Join(cache, "cape-ls", "start", "*.start")); len(found) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.Fatal("nothing was kept for the next start")
}

// countCalls counts the calls that name something in the repository.
func countCalls(b *testing.B, log, dir string) int {
	src, err := os.ReadFile(log)
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for line := range bytes.Lines(src) {
		if bytes.Contains(line, []byte(dir)) && !bytes.Contains(line, []byte("resumed")) {
			n++
		}
	}
	return n
}

// startRepository makes a repository. last.json is the last file that is checked when a server starts.
func startRepository(b *testing.B, many, cases int) string {
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	lastWeek := time.Now().AddDate(0, 0, -7)
	write := func(name, src string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(src), 0o644); err != nil {
			b.Fatal(err)
		}
		if err := os.Chtimes(path, lastWeek, lastWeek); err != nil {
			b.Fatal(err)
		}
	}
	write("pyFun.json", "{\"RunControl\": {\"PhaseSequence\": [0], \"PhaseIters\": [100]}}\n")
	write("cape-agent.json", `{"EditAllowList": ["zzz.json", "*.csv"]}`)
	write("zzz.json", "{,}")
	for i := range many {
		write(fmt.Sprintf("tools/tool%03d.py", i), fmt.Sprintf("\"\"\"Does step %d of a run.\"\"\"\nimport argparse\n\n\ndef main():\n    p = argparse.ArgumentParser()\n    p.add_argument(\"case\")\n    p.parse_args()\n\n\nif __name__ == \"__main__\":\n    main()\n", i))
		write(fmt.Sprintf(".agents/skills/skill-%03d/SKILL.md", i), fmt.Sprintf("---\nname: skill-%03d\ndescription: Does step %d of a run. Use it when that step is due.\n---\n\n# Step %d\n\nRun `tool%03d`.\n", i, i, i, i))
	}
	for i := range cases {
		write(fmt.Sprintf("poweroff/case%06d/case.json", i), "{}")
		write(fmt.Sprintf("poweroff/case%06d/conditions.json", i), "{}")
	}
	return dir
}

// startedEditor is how long the first answers took, from the start of the program; waited is from the question for
// code actions to its answer.
type startedEditor struct{ answered, found, offered, waited, surveyed time.Duration }

// startEditor starts the server, asks what an editor asks, for code actions after a wait, and ends it; before that
// it calls done.
func startEditor(b *testing.B, dir string, cmd *exec.Cmd, wait time.Duration, done func()) (e startedEditor) {
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	send := func(v map[string]any) {
		v["jsonrpc"] = "2.0"
		body, _ := json.Marshal(v)
		fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	r := bufio.NewReader(out)
	surveyed := false
	await := func(id float64) {
		for {
			m := startMessage(b, r)
			if m["method"] == "textDocument/publishDiagnostics" {
				switch filepath.Base(startURI(m)) {
				case "pyFun.json":
					e.found = time.Since(begun)
				case "zzz.json":
					e.surveyed, surveyed = time.Since(begun), true
				}
			}
			if id == 0 && surveyed || id != 0 && m["id"] == id && m["method"] == nil {
				return
			}
		}
	}
	uri := "file://" + filepath.ToSlash(filepath.Join(dir, "pyFun.json"))
	send(map[string]any{"id": 1, "method": "initialize", "params": map[string]any{"processId": nil, "rootUri": "file://" + filepath.ToSlash(dir), "capabilities": map[string]any{
		"workspace":    map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true, "relativePatternSupport": true}},
		"textDocument": map[string]any{"codeAction": map[string]any{"codeActionLiteralSupport": map[string]any{}}},
	}}})
	await(1)
	e.answered = time.Since(begun)
	send(map[string]any{"method": "initialized", "params": map[string]any{}})
	text, _ := os.ReadFile(filepath.Join(dir, "pyFun.json"))
	send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "json", "version": 1, "text": string(text)}}})
	time.Sleep(wait)
	asked := time.Now()
	send(map[string]any{"id": 2, "method": "textDocument/codeAction", "params": map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 0, "character": 0}},
		"context": map[string]any{"diagnostics": []any{}},
	}})
	await(2)
	e.offered, e.waited = time.Since(begun), time.Since(asked)
	if !surveyed {
		await(0)
	}
	done()
	send(map[string]any{"id": 3, "method": "shutdown"})
	await(3)
	send(map[string]any{"method": "exit"})
	_ = in.Close()
	_, _ = io.Copy(io.Discard, r)
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return e
}

func startMessage(b *testing.B, r *bufio.Reader) map[string]any {
	h, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		b.Fatal(err)
	}
	n, err := strconv.Atoi(h.Get("Content-Length"))
	if err != nil {
		b.Fatal(err)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		b.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(body, &m); err != nil {
		b.Fatal(err)
	}
	return m
}

func startURI(m map[string]any) string {
	params, _ := m["params"].(map[string]any)
	uri, _ := params["uri"].(string)
	return uri
}
