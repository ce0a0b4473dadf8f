// Package vectortest reads the recorded answers in testdata/vectors and makes the files that a case
// starts from. Only tests import it.
//
// It promises the format that testdata/vectors/README.md describes: entries, part lists, ${ROOT} and
// ${OUTSIDE}, git commits, "long" expectations. It knows nothing of what a set is about.
package vectortest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Case is one recorded call. Numbers in decoded values are json.Number, so that 1 and 1.0 differ.
type Case struct {
	ID           string                     `json:"id"`
	Why          string                     `json:"why"`
	Files        []Entry                    `json:"setup"`
	After        []Entry                    `json:"setup_after_commit"`
	State        State                      `json:"state"`
	Cwd          string                     `json:"cwd"` // relative to the root
	CallRaw      map[string]json.RawMessage `json:"call"`
	Steps        []Step                     `json:"steps"`
	Look         []string                   `json:"look"`
	LookRegistry bool                       `json:"look_registry"`
	ExpectRaw    json.RawMessage            `json:"expect"`
	// Deviation names the deviation on purpose (docs/fidelity.md) that makes our answer another one; OursRaw
	// then holds it in the form of ExpectRaw.
	Deviation string          `json:"deviation"`
	OursRaw   json.RawMessage `json:"ours"`

	Call   map[string]any `json:"-"` // the arguments, not yet expanded
	Expect map[string]any `json:"-"` // not yet expanded; Ours in place of it where we deviate
}

// State holds the settings before the call.
type State struct {
	Allow      []any           `json:"allow"`
	Registered []any           `json:"registered"`
	ToolDir    *string         `json:"tool_dir"` // nil: the default
	Root       json.RawMessage `json:"root"`     // absent, null or a name; see Env.Configured
	Git        any             `json:"git"`
}

// Step is one step of a case that makes several calls in one session: either a call or new files.
type Step struct {
	CallRaw map[string]json.RawMessage `json:"call"`
	Files   []Entry                    `json:"files"`

	Call map[string]any `json:"-"`
}

// Load reads all cases of a set from the folder that CAPE_LS_VECTORS names, else from testdata/vectors
// of this repository.
func Load(t testing.TB, set string) []Case {
	t.Helper()
	cases := read(t, folder(t), set)
	if len(cases) == 0 {
		t.Fatalf("no vectors in %s", set)
	}
	marks := deviations(t, set)
	for i := range cases {
		c := &cases[i]
		c.Call = decodeMap(t, c.CallRaw)
		c.Expect, _ = Decode(t, c.ExpectRaw).(map[string]any)
		if own, ok := marks[c.ID]; ok && c.Deviation == "" {
			c.Deviation, c.OursRaw = own.Deviation, own.OursRaw
		}
		if c.Deviation != "" {
			c.Expect, _ = Decode(t, c.OursRaw).(map[string]any)
		}
		for j := range c.Steps {
			c.Steps[j].Call = decodeMap(t, c.Steps[j].CallRaw)
		}
	}
	return cases
}

// read reads the file of a set.
func read(t testing.TB, dir, set string) []Case {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(dir, set+".json"))
	if err != nil {
		t.Fatalf("read vectors: %v", err)
	}
	var file struct {
		Cases []Case `json:"cases"`
	}
	if err := json.Unmarshal(src, &file); err != nil {
		t.Fatalf("read vectors of %s: %v", set, err)
	}
	return file.Cases
}

// deviations returns the cases of this repository's own copy that are marked: another folder holds CAPE's
// answers only.
func deviations(t testing.TB, set string) map[string]Case {
	t.Helper()
	out := map[string]Case{}
	for _, c := range read(t, ownFolder(t), set) {
		if c.Deviation != "" {
			out[c.ID] = c
		}
	}
	return out
}

// Run runs f for each case of a set as a subtest named by the id, then prints "set passed/total".
func Run(t *testing.T, set string, f func(t *testing.T, c Case)) {
	t.Helper()
	cases := Load(t, set)
	passed := 0
	for _, c := range cases {
		if t.Run(c.ID, func(t *testing.T) { f(t, c) }) {
			passed++
		} else {
			t.Logf("%s: %s", c.ID, c.Why)
		}
	}
	t.Logf("%s %d/%d", set, passed, len(cases))
	fmt.Printf("%s %d/%d\n", set, passed, len(cases))
}

// Decode reads one JSON value, keeping numbers as they are written. An absent value is nil.
func Decode(t testing.TB, src []byte) any {
	t.Helper()
	if len(src) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("decode %.80s: %v", src, err)
	}
	return v
}

func decodeMap(t testing.TB, raw map[string]json.RawMessage) map[string]any {
	if raw == nil {
		return nil
	}
	m := make(map[string]any, len(raw))
	for k, v := range raw {
		m[k] = Decode(t, v)
	}
	return m
}

func folder(t testing.TB) string {
	if dir := os.Getenv("CAPE_LS_VECTORS"); dir != "" {
		return dir
	}
	return ownFolder(t)
}

// ownFolder finds the vectors by walking up from the package under test to the module.
func ownFolder(t testing.TB) string {
	dir := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "testdata", "vectors")
		}
		dir = filepath.Join(dir, "..")
	}
	t.Fatal("testdata/vectors not found: no go.mod above this package")
	return ""
}
