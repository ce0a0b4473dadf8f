package control

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// TestEveryRuleHasACase runs the cases of this room and asks that every code is found in one of them, that
// each finding lies in its file, and that every fix applies and takes the finding away.
func TestEveryRuleHasACase(t *testing.T) {
	found := map[diag.Code]int{}
	for _, area := range []string{"control", "agent"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cases", area, "*.txtar"))
		require.NoError(t, err)
		require.NotEmpty(t, names)
		for _, name := range names {
			t.Run(area+"/"+filepath.Base(name), func(t *testing.T) { runCase(t, name, found) })
		}
	}
	for _, r := range Rules {
		require.NotZero(t, found[r.Code], "no case for %s", r.Code)
	}
}

func runCase(t *testing.T, name string, found map[diag.Code]int) {
	archive, err := txtar.ParseFile(name)
	require.NoError(t, err)
	dir := t.TempDir()
	silent := true
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "@") {
			silent = silent && f.Name != "@diagnostics"
			continue
		}
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.ReplaceAll(string(f.Data), "<|>", "")), 0o644))
	}
	total := 0
	for _, f := range archive.Files {
		base := filepath.Base(f.Name)
		if base != options.AgentFile && options.SolverOf(base) == "" {
			continue
		}
		path := filepath.Join(dir, f.Name)
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		env := Env{Path: path, Root: dir, Files: repo.Disk}
		ds := checkAny(src, env)
		total += len(ds) + len(capejson.Parse(src).Problems)
		for _, d := range ds {
			found[d.Code]++
			require.Equal(t, d.Span, d.Span.Clamp(len(src)), "%s: outside the file", d.Code)
			t.Logf("%d %s: %s [%s]", text.NewMapper(src).LineOf(d.Span.Start)+1, d.Severity, d.Message, d.Code)
			tryFixes(t, src, d, func(src []byte) []diag.Diagnostic { return checkAny(src, env) })
		}
		if base != options.AgentFile {
			total += companionFindings(t, src, env, found)
		}
	}
	if silent {
		require.Zero(t, total, "a case without @diagnostics must have no findings")
	} else {
		require.NotZero(t, total, "a case with @diagnostics must have findings")
	}
}

func checkAny(src []byte, env Env) []diag.Diagnostic {
	if filepath.Base(env.Path) == options.AgentFile {
		return CheckAgent(capejson.Parse(src), env)
	}
	return Check(capejson.Parse(src), env)
}

// companionFindings checks the run matrix and the included files of a control file.
func companionFindings(t *testing.T, src []byte, env Env, found map[diag.Code]int) int {
	total := 0
	host := capejson.Parse(src)
	for _, c := range Companions(host, env) {
		src, err := os.ReadFile(c.Path)
		require.NoError(t, err)
		check := func(src []byte) []diag.Diagnostic {
			if c.Matrix {
				return CheckMatrix(src, c.Path, host, env)
			}
			tree := parseAs(src, map[bool]form{true: bareMembers}[c.Members])
			return append(CheckPart(tree, c.Path, host, env), tree.Problems...)
		}
		for _, d := range check(src) {
			total++
			found[d.Code]++
			require.Equal(t, d.Span, d.Span.Clamp(len(src)), "%s: outside the file", d.Code)
			t.Logf("%s %d %s: %s [%s]", filepath.Base(c.Path), text.NewMapper(src).LineOf(d.Span.Start)+1, d.Severity, d.Message, d.Code)
			tryFixes(t, src, d, check)
		}
	}
	return total
}

// tryFixes applies each fix: no finding of the same code and words may be left at that place.
func tryFixes(t *testing.T, src []byte, d diag.Diagnostic, check func([]byte) []diag.Diagnostic) {
	for _, fix := range d.Fixes {
		out, ok := diag.Apply(src, fix.Edits)
		require.True(t, ok, fix.Title)
		require.False(t, slices.ContainsFunc(check(out), func(x diag.Diagnostic) bool {
			return x.Code == d.Code && x.Message == d.Message
		}), "%s: after %q it is still there", d.Message, fix.Title)
	}
}
