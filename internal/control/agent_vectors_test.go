package control

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

var (
	warnsUnknown = regexp.MustCompile(`^Unknown '[^']*' option '([^']*)'`)
	warnsType    = regexp.MustCompile(`^For '[^']*' option '([^']*)'(?: phase \d+)?: got type`)
	warnsValue   = regexp.MustCompile(`^Unknown value '([^']*)' for '[^']*' option '([^']*)'`)
)

// quietly are findings of ours where CAPE reads the file and says nothing, by what they are about.
var quietly = map[diag.Code]string{
	"option-null":         "null is kept, and stops CAPE's agent later or means all of something",
	"option-list":         "a list is kept where one text is meant, and breaks later",
	"option-twice":        "two names of one option: the first value is lost",
	"json-key-duplicate":  "the first value is lost",
	"option-type":         "a section that is a list is kept, and fails when the model is used",
	"parent-circle":       "CAPE fails when an option is looked up",
	"parent-undefined":    "there is nothing to take settings from",
	"tool-folder-missing": "there is no such folder",
	"pattern-dead":        "the pattern matches no file",
	"option-rule":         "a rule is kept, and fails when the option is looked up",
}

// TestVectorsAgentFindings: what CAPE drops or fails at is a finding at its place, and where CAPE keeps what is
// written there is no warning, but for what it keeps and stumbles over later.
func TestVectorsAgentFindings(t *testing.T) {
	vectortest.Run(t, "agent_options", func(t *testing.T, c vectortest.Case) {
		e := c.Setup(t)
		if file, ok := c.Call["file"].(string); ok && file != options.AgentFile {
			return // CAPE's agent reads only the one name
		}
		path := filepath.Join(e.Cwd, options.AgentFile)
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		tree := capejson.Parse(src)
		found := append(slices.Clone(tree.Problems), CheckAgent(tree, Env{Path: path, Root: e.Cwd, Files: repo.Disk})...)
		want := e.Expand(c.Expect).(map[string]any)
		load := want["load"].(map[string]any)
		said, _ := load["stderr"].([]any)
		for _, line := range said {
			requireSaid(t, src, found, line.(string))
		}
		if raised, ok := load["raises"]; ok {
			require.True(t, worse(found, diag.Error), "CAPE raises %v: %s", raised, show(found))
			return
		}
		if lookUpFails(want) {
			require.True(t, worse(found, diag.Warning), "CAPE fails later: %s", show(found))
		}
		if len(said) > 0 {
			return
		}
		for _, d := range found {
			require.False(t, d.Severity <= diag.Warning && quietly[d.Code] == "", "CAPE says nothing: %s", show(found))
		}
	})
}

// requireSaid holds that a warning of CAPE is a finding on the option that it names.
func requireSaid(t *testing.T, src []byte, found []diag.Diagnostic, line string) {
	t.Helper()
	name, codes := "", []diag.Code{}
	if m := warnsUnknown.FindStringSubmatch(line); m != nil {
		name, codes = m[1], []diag.Code{codeUnknown, codeModelUnlisted}
	} else if m := warnsType.FindStringSubmatch(line); m != nil {
		name, codes = m[1], []diag.Code{codeType}
	} else if m := warnsValue.FindStringSubmatch(line); m != nil {
		name, codes = m[2], []diag.Code{codeValue}
	} else {
		t.Fatalf("not understood: %s", line)
	}
	require.True(t, slices.ContainsFunc(found, func(d diag.Diagnostic) bool {
		at := strings.Index(string(src), quote(name))
		return slices.Contains(codes, d.Code) && at >= 0 && d.Span.Start >= at && strings.Contains(d.Message, name)
	}), "%s\n%s", line, show(found))
}

// lookUpFails reports whether an option cannot be looked up although the file was read.
func lookUpFails(want map[string]any) bool {
	failed := false
	look := func(values any) {
		m, _ := values.(map[string]any)
		for _, v := range m {
			answer, _ := v.(map[string]any)
			_, raises := answer["raises"]
			_, stderr := answer["stderr"]
			failed = failed || raises || stderr
		}
	}
	look(want["get"])
	models, _ := want["models"].(map[string]any)
	for _, m := range models {
		look(m)
	}
	return failed
}

func worse(found []diag.Diagnostic, sev diag.Severity) bool {
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Severity <= sev })
}

func show(found []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range found {
		fmt.Fprintf(&b, "%s: %s [%s]\n", d.Severity, d.Message, d.Code)
	}
	return b.String()
}
