package agent_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

// session makes the session of a case: options and registered files as the case says.
func session(t *testing.T, c vectortest.Case, env vectortest.Env) *agent.Session {
	t.Helper()
	conf := agent.Config{Root: env.Configured, Cwd: env.Cwd, ToolDir: options.DefaultToolDir, Analyzer: analysis.New(analysis.Settings{})}
	if c.State.Allow != nil {
		conf.Allow = env.Expand(c.State.Allow).([]any)
	}
	if c.State.ToolDir != nil {
		conf.ToolDir = env.ExpandText(*c.State.ToolDir)
	}
	if conf.Root == "" {
		conf.Root = env.Cwd
	}
	t.Setenv("XDG_CACHE_HOME", env.Outside+"/cache")
	s, end, err := agent.OnDisk(conf)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, end()) })
	s.NoH5py = true // as it was where the vectors were recorded
	for _, name := range c.State.Registered {
		if text, ok := name.(string); ok {
			s.Register(env.ExpandText(text))
		}
	}
	return s
}

// answer calls a tool and writes what came of it as the vectors do.
func answer(t *testing.T, s *agent.Session, tool string, args any) map[string]any {
	t.Helper()
	raw, err := json.Marshal(args)
	require.NoError(t, err)
	result, err := s.Call(context.Background(), tool, raw)
	var raised *agent.Raised
	if errors.As(err, &raised) {
		return map[string]any{"raises": raised.Class, "message": raised.Text}
	}
	require.NoError(t, err)
	return map[string]any{"result": map[string]any(result)}
}

// want is the expectation without the keys that stand for something else than the answer.
func want(env vectortest.Env, c vectortest.Case, got map[string]any) map[string]any {
	out := env.Expand(c.Expect).(map[string]any)
	for _, key := range []string{"after", "registered_files", "parses"} {
		delete(out, key)
	}
	if _, ok := out["message"]; !ok {
		delete(got, "message")
	}
	return out
}

func TestVectorsReadFile(t *testing.T) { simple(t, "read_file", "read_file") }
func TestVectorsListEditableFiles(t *testing.T) {
	simple(t, "list_editable_files", "list_editable_files")
}

func simple(t *testing.T, set, tool string) {
	vectortest.Run(t, set, func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		got := answer(t, session(t, c, env), tool, env.Expand(c.Call))
		vectortest.Check(t, want(env, c, got), got)
	})
}

func TestVectorsValidateJSON(t *testing.T) {
	vectortest.Run(t, "validate_json", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		s := session(t, c, env)
		got := answer(t, s, "validate_json", env.Expand(c.Call))
		vectortest.Check(t, want(env, c, got), got)
		if c.LookRegistry {
			vectortest.Check(t, env.Expand(c.Expect["registered_files"]), append([]string{}, s.Registered()...))
		}
	})
}

func TestVectorsEditFile(t *testing.T) {
	vectortest.Run(t, "edit_file", func(t *testing.T, c vectortest.Case) {
		env := c.Setup(t)
		e := edit{old: env.ExpandText(vectortest.Text(c.Call["old"])), new: env.ExpandText(vectortest.Text(c.Call["new"]))}
		after, _ := env.Expand(c.Expect["after"]).(map[string]any)
		for name := range after {
			src, _ := os.ReadFile(filepath.Join(env.Root, name)) // a case may be about a file that is not there
			e.before = append(e.before, string(src))
		}
		e.got = answer(t, session(t, c, env), "edit_file", env.Expand(c.Call))
		e.want = want(env, c, e.got)
		if c.Deviation == "" && e.overlaps() {
			require.Equal(t, false, result(e.got)["success"], "an old that overlaps itself is refused")
			e.want, after = nil, nil
		}
		if c.Deviation == "" && e.hasCR() {
			e.checkLineEnds(t, env, after)
			return
		}
		if e.want != nil {
			vectortest.Check(t, e.want, e.got)
		}
		for name, expected := range after {
			vectortest.Check(t, expected, content(t, filepath.Join(env.Root, name), expected))
		}
	})
}

// edit is one case of edit_file. Cases that are marked are held to the answer beside the mark; those of
// other folders, which have no marks, to the rule of the deviation they fall under (docs/fidelity.md).
type edit struct {
	old, new  string
	before    []string
	got, want map[string]any
}

func result(answer map[string]any) map[string]any {
	r, _ := answer["result"].(map[string]any)
	return r
}

// overlaps reports whether old occurs more often than Python's str.count says.
func (e edit) overlaps() bool {
	old := folded(e.old)
	for _, src := range e.before {
		src = folded(src)
		last := strings.Count(src, old)
		for at := strings.Index(src, old); old != "" && at >= 0; last-- {
			next := strings.Index(src[at+1:], old)
			if next < 0 {
				break
			}
			at += 1 + next
		}
		if old != "" && last < 1 && strings.Contains(src, old) {
			return true
		}
	}
	return false
}

func (e edit) hasCR() bool {
	return strings.Contains(strings.Join(append(e.before, e.old, e.new), ""), "\r")
}

// checkLineEnds holds that only line ends make a difference: CAPE's success is ours, and what stands in the
// file is CAPE's text but for them.
func (e edit) checkLineEnds(t *testing.T, env vectortest.Env, after map[string]any) {
	t.Helper()
	ours, capes := result(e.got), result(e.want)
	if capes["success"] != true {
		if !strings.Contains(e.old, "\r") { // which CAPE never finds
			vectortest.Check(t, e.want, e.got)
		}
		return
	}
	require.Equal(t, true, ours["success"])
	if !strings.Contains(e.new, "\r") {
		vectortest.Check(t, capes["diff"], ours["diff"])
	}
	for name, expected := range after {
		text, ok := expected.(map[string]any)["text"].(string)
		require.True(t, ok, "the text of %s must be known", name)
		src, err := os.ReadFile(filepath.Join(env.Root, name))
		require.NoError(t, err)
		require.Equal(t, folded(text), folded(string(src)))
	}
}

func folded(s string) string { return string(pytext.Universal([]byte(s))) }

func TestVectorsDiscoverUserTools(t *testing.T) { steps(t, "discover_user_tools") }
func TestVectorsRunUserTool(t *testing.T)       { steps(t, "run_user_tool") }

// steps runs a set whose cases may make several calls in one session.
func steps(t *testing.T, set string) {
	interpreter := python(t)
	vectortest.Run(t, set, func(t *testing.T, c vectortest.Case) {
		for try := 1; ; try++ {
			env := c.Setup(t)
			s := session(t, c, env)
			s.Python = func() (string, error) { return interpreter, nil }
			got, want := stepped(t, s, set, c, env)
			if vectortest.Same(want, got) {
				return
			}
			if try == mostTries || !timesOut(want) {
				vectortest.Check(t, want, got)
				return
			}
		}
	})
}

// mostTries bounds how often a case is run that is ended by its own time limit: on a busy machine the
// interpreter may need all of its one second to start, and then has printed nothing yet.
const mostTries = 10

// timesOut reports whether an expectation is that of a script whose time was over.
func timesOut(want any) bool {
	raw, err := json.Marshal(want)
	return err == nil && strings.Contains(string(raw), "timed out after")
}

// stepped makes the calls of one case.
func stepped(t *testing.T, s *agent.Session, set string, c vectortest.Case, env vectortest.Env) (got, expected any) {
	t.Helper()
	if len(c.Steps) == 0 {
		got := answer(t, s, set, env.Expand(c.Call))
		return got, want(env, c, got)
	}
	expectations := env.Expand(c.Expect["steps"]).([]any)
	var answers []any
	for _, step := range c.Steps {
		env.Make(t, step.Files)
		if step.Call == nil {
			answers = append(answers, nil)
			continue
		}
		tool, args := set, maps.Clone(step.Call)
		if other, ok := args["tool"].(string); ok {
			tool = other
			delete(args, "tool")
		}
		answers = append(answers, answer(t, s, tool, env.Expand(args)))
	}
	return answers, expectations
}

// python is the interpreter itself, not a script of a version switch that starts it.
func python(t *testing.T) string {
	t.Helper()
	found, err := toolrun.FindPython(toolrun.Choice{}, toolrun.Machine())
	require.NoError(t, err, "this test runs scripts and needs python3 on PATH")
	out, err := exec.Command(found.Path, "-c", "import sys; print(sys.executable)").Output()
	require.NoError(t, err)
	return strings.TrimSpace(string(out))
}

// content describes a file in the form of the expectation.
func content(t *testing.T, path string, expected any) any {
	t.Helper()
	src, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	require.NoError(t, err)
	form, _ := expected.(map[string]any)
	switch {
	case form["b64"] != nil:
		return map[string]any{"b64": base64.StdEncoding.EncodeToString(src)}
	case form["sha256"] != nil:
		sum := sha256.Sum256(src)
		return map[string]any{"sha256": hex.EncodeToString(sum[:]), "bytes": len(src)}
	}
	require.True(t, utf8.Valid(src))
	return map[string]any{"text": string(src)}
}
