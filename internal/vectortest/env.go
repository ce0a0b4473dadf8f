package vectortest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Entry is one file, link or folder to make, or one to remove.
type Entry struct {
	Path    string `json:"path"`
	Text    any    `json:"text"` // a string or a part list
	B64     *string
	Fill    *struct{ Byte, Times int }
	Symlink *string
	Dir     bool
	Fifo    bool
	Remove  bool
	Mtime   *float64
}

// Env is where a case runs. All paths are absolute and free of links.
type Env struct {
	Root    string // the root folder
	Outside string // its parent
	Cwd     string // the current folder of the case
	// Configured is the root that the tools are told of: state.root; empty when that is null.
	Configured string
}

// Setup makes the files, the commit and the later files of a case in a new folder.
func (c Case) Setup(t testing.TB) Env {
	t.Helper()
	outside, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	e := Env{Root: filepath.Join(outside, "root"), Outside: outside}
	must(t, os.MkdirAll(e.Root, 0o755))
	e.Cwd, e.Configured = filepath.Join(e.Root, c.Cwd), e.Root
	if len(c.State.Root) > 0 {
		e.Configured = ""
		if name, ok := Decode(t, c.State.Root).(string); ok {
			// Not cleaned: the root is used as it was given.
			e.Configured = e.Root + "/" + name
		}
	}
	e.Make(t, c.Files)
	e.commit(t, c.State.Git)
	e.Make(t, c.After)
	return e
}

// Make makes the entries, in order.
func (e Env) Make(t testing.TB, entries []Entry) {
	t.Helper()
	for _, x := range entries {
		e.makeOne(t, x)
	}
}

func (e Env) makeOne(t testing.TB, x Entry) {
	t.Helper()
	name := filepath.Join(e.Root, filepath.FromSlash(e.ExpandText(x.Path)))
	if x.Remove {
		must(t, os.RemoveAll(name))
		return
	}
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	switch {
	case x.Dir:
		must(t, os.MkdirAll(name, 0o755))
	case x.Fifo:
		must(t, makeFifo(name))
	case x.Symlink != nil:
		must(t, os.Symlink(e.ExpandText(*x.Symlink), name))
	case x.B64 != nil:
		b, err := base64.StdEncoding.DecodeString(*x.B64)
		must(t, err)
		must(t, os.WriteFile(name, b, 0o644))
	case x.Fill != nil:
		must(t, os.WriteFile(name, bytes.Repeat([]byte{byte(x.Fill.Byte)}, x.Fill.Times), 0o644))
	default:
		must(t, os.WriteFile(name, []byte(e.ExpandText(Text(x.Text))), 0o644))
	}
	if x.Mtime != nil {
		at := time.Unix(0, int64(*x.Mtime*float64(time.Second)))
		must(t, os.Chtimes(name, at, at))
	}
}

// commit makes the root a git work tree with one commit: of everything for true, else of the names.
func (e Env) commit(t testing.TB, what any) {
	t.Helper()
	add := []string{"add", "-f", "-A", "."}
	switch what := what.(type) {
	case nil:
		return
	case bool:
		if !what {
			return
		}
	case []any:
		add = []string{"add", "-f", "--"}
		for _, name := range what {
			add = append(add, e.ExpandText(fmt.Sprint(name)))
		}
	}
	e.git(t, "init", "-q")
	if list, ok := what.([]any); !ok || len(list) > 0 {
		e.git(t, add...)
	}
	e.git(t, "commit", "-q", "--allow-empty", "-m", "files of the case")
}

func (e Env) git(t testing.TB, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = e.Root
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// Text joins a part list to one text; a string is itself, nil is empty.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var b strings.Builder
		for _, part := range v {
			b.WriteString(Text(part))
		}
		return b.String()
	case map[string]any:
		return partText(v)
	}
	return ""
}

func partText(p map[string]any) string {
	if parts, ok := p["parts"]; ok {
		return Text(parts)
	}
	if s, ok := p["repeat"].(string); ok {
		return strings.Repeat(s, number(p["times"]))
	}
	line, _ := p["lines"].(string)
	var b strings.Builder
	// Both ends belong to the list.
	for n := number(p["from"]); n <= number(p["to"]); n++ {
		b.WriteString(strings.ReplaceAll(line, "{n}", strconv.Itoa(n)))
	}
	return b.String()
}

func number(v any) int {
	switch v := v.(type) {
	case float64:
		return int(v)
	case json.Number:
		n, _ := strconv.Atoi(v.String())
		return n
	}
	return 0
}

// ExpandText replaces ${ROOT} and ${OUTSIDE}.
func (e Env) ExpandText(s string) string {
	return strings.NewReplacer("${ROOT}", e.Root, "${OUTSIDE}", e.Outside).Replace(s)
}

// ExpandRaw replaces ${ROOT} and ${OUTSIDE} in a JSON text.
func (e Env) ExpandRaw(raw json.RawMessage) json.RawMessage {
	inner := func(s string) string {
		b, _ := json.Marshal(s)
		return string(b[1 : len(b)-1])
	}
	return json.RawMessage(strings.NewReplacer("${ROOT}", inner(e.Root), "${OUTSIDE}", inner(e.Outside)).Replace(string(raw)))
}

// Expand replaces ${ROOT} and ${OUTSIDE} in every string of a decoded value, keys too, and joins
// {"parts": ...} to texts.
func (e Env) Expand(v any) any {
	switch v := v.(type) {
	case string:
		return e.ExpandText(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = e.Expand(v[i])
		}
		return out
	case map[string]any:
		if _, ok := v["parts"].([]any); ok && len(v) == 1 {
			return e.ExpandText(Text(v))
		}
		out := make(map[string]any, len(v))
		for k, x := range v {
			out[e.ExpandText(k)] = e.Expand(x)
		}
		return out
	}
	return v
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
