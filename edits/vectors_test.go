package edits

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/allow"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

// TestVectorsEditFileOnDisk holds what this room does of edit_file against CAPE. The checks of argument
// types and the search for a control file belong to other rooms: such cases are not run here. Where a
// difference from CAPE is meant, the case is held to the rule that makes it.
func TestVectorsEditFileOnDisk(t *testing.T) {
	same, meant, others := 0, 0, 0
	for _, c := range vectortest.Load(t, "edit_file") {
		old, okOld := argument(c.Call["old"])
		replacement, okNew := argument(c.Call["new"])
		fname, okName := argument(c.Call["fname"])
		if !okOld || !okNew || !okName || old == "" || fname == "" || c.State.Git != nil || c.Expect["raises"] != nil {
			others++
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			env := c.Setup(t)
			before := contents(t, env, c.Look)
			s := diskSession(t, env, c.State)
			out := s.Do(context.Background(), Request{File: env.ExpandText(fname), Old: old, New: replacement})
			require.Len(t, out, 1)
			want := env.Expand(c.Expect).(map[string]any)
			got := map[string]any{"result": out[0].CAPE(), "after": look(t, env, want["after"].(map[string]any))}
			if vectortest.Same(want, got) {
				same++
				return
			}
			checkMeant(t, want, got, out[0], before, old, replacement)
			meant++
		})
	}
	t.Logf("edit_file without arguments and control files: %d as CAPE, %d meant to differ, %d for other rooms", same, meant, others)
	fmt.Printf("edit_file without arguments and control files: %d as CAPE, %d meant to differ, %d for other rooms\n", same, meant, others)
}

func argument(v any) (string, bool) {
	parts, _ := v.(map[string]any)
	if _, ok := v.(string); ok || parts["parts"] != nil {
		return vectortest.Text(v), true
	}
	return "", false
}

// checkMeant allows three differences from CAPE: an old that overlaps itself is refused; line ends of the
// file are kept; and line ends in old and new stand for those of the file.
func checkMeant(t *testing.T, want, got map[string]any, o Outcome, before map[string]string, old, replacement string) {
	t.Helper()
	if o.Refusal != nil && o.Refusal.Kind == Ambiguous && !strings.Contains(old, "\r") {
		for _, src := range before {
			require.Greater(t, Locate([]byte(src), old).Count, strings.Count(foldText(src), foldText(old)), "overlaps")
		}
		return
	}
	cr := strings.Contains(old+replacement, "\r")
	for name, src := range before {
		cr = cr || strings.Contains(src, "\r")
		if !o.Success {
			continue
		}
		now := got["after"].(map[string]any)[name].(map[string]any)["text"].(string)
		require.Equal(t, foldText(strings.Replace(foldText(src), foldText(old), replacement, 1)), foldText(now))
		require.Equal(t, lineEnds(src), lineEnds(now)&lineEnds(src), "kinds of line ends of the file stay")
	}
	require.True(t, cr, "want %v\ngot %v", want, got)
	if !strings.Contains(old+replacement, "\r") {
		require.True(t, vectortest.Same(want["result"], got["result"]), vectortest.Diff(want["result"], got["result"]))
	}
}

func lineEnds(s string) int {
	kinds := 0
	for _, l := range lines(s) {
		kinds |= map[string]int{"": 0, "\n": 1, "\r\n": 2, "\r": 4}[l.end]
	}
	return kinds
}

func contents(t *testing.T, env vectortest.Env, names []string) map[string]string {
	out := map[string]string{}
	for _, name := range names {
		if src, err := os.ReadFile(filepath.Join(env.Root, name)); err == nil {
			out[name] = string(src)
		}
	}
	return out
}

// look returns the contents after the call in the form that the vector has them in.
func look(t *testing.T, env vectortest.Env, want map[string]any) map[string]any {
	t.Helper()
	out := map[string]any{}
	for name, form := range want {
		src, err := os.ReadFile(filepath.Join(env.Root, name))
		if err != nil {
			out[name] = nil
			continue
		}
		f, _ := form.(map[string]any)
		switch {
		case f["b64"] != nil:
			out[name] = map[string]any{"b64": base64.StdEncoding.EncodeToString(src)}
		case f["sha256"] != nil:
			out[name] = map[string]any{"sha256": repo.HashOf(src).String(), "bytes": len(src)}
		default:
			out[name] = map[string]any{"text": string(src)}
		}
	}
	return out
}

// diskSession is a session without an editor, with the rules of CAPE for names and the allow list.
func diskSession(t *testing.T, env vectortest.Env, state vectortest.State) *Session {
	t.Helper()
	w, err := repo.OpenWriter(env.Configured, "")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, w.Close()) })
	var options []allow.Entry
	for _, p := range state.Allow {
		s, _ := p.(string)
		options = append(options, allow.Entry{Pattern: env.ExpandText(s), Source: allow.Option})
	}
	var registered []string
	for _, r := range state.Registered {
		if s, ok := r.(string); ok {
			registered = append(registered, env.ExpandText(s))
		}
	}
	list := allow.New(options, nil, registered)
	resolve := func(_ context.Context, name string) (Target, error) {
		r, err := repo.Resolve(env.Configured, env.Cwd, name)
		if err != nil {
			return Target{}, err
		}
		v, err := list.Verdict(r.Rel)
		if err == nil && !v.Allowed {
			err = &Refusal{Kind: Unresolved, Message: fmt.Sprintf("File '%s' is not in the edit allow-list", r.Rel), Patterns: list.Patterns()}
		}
		return Target{Path: r.Path, File: r.Rel}, err
	}
	return &Session{Resolve: resolve, Texts: Disk{w}, Door: Disk{w}, History: &History{}}
}
