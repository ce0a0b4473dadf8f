package control

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// verdictWords are what CAPE's warnings are called in testdata/agreement.tsv, by the codes of the findings
// that stand for them.
var verdictWords = map[diag.Code]string{
	codeType: "type", codeValue: "value", codeSpecial: "type",
	codeUnknown: "unknown", codeComponentUnlisted: "unknown", codeReportUnlisted: "unknown",
	// Of a section whose type CAPE does not know, CAPE calls each option unknown.
	codeKind: "unknown",
}

var solverPrefix = regexp.MustCompile(`^[a-z]+`)

// TestAgreesWithCAPE compares the findings about options with what CAPE 2.2.2 itself said of real control
// files and of files with one change each. The files are not part of the project: the variable
// CAPE_LS_CORPUS names the folder that holds them. Each row of the table has a file, the place of the change,
// what is done there, the new text, and CAPE's verdict: the kinds of its warnings, "accepts" when it had
// none, "raises" when it ended with an exception.
func TestAgreesWithCAPE(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "agreement.tsv"))
	require.NoError(t, err)
	rows := strings.Split(strings.TrimSpace(string(src)), "\n")
	require.Greater(t, len(rows), 300)
	corpus := os.Getenv("CAPE_LS_CORPUS")
	passed, looked := 0, 0
	for i, line := range rows {
		row := strings.Split(line, "\t")
		require.Len(t, row, 5, "row %d", i+1)
		if corpus == "" {
			continue // the table itself is in order
		}
		looked++
		ok := t.Run(fmt.Sprintf("%d %s%s", i+1, row[0], row[1]), func(t *testing.T) {
			require.Equal(t, row[4], verdictOf(t, corpus, row), "%s %s", row[2], row[3])
		})
		if ok {
			passed++
		}
	}
	t.Logf("agreement %d/%d", passed, looked)
}

func verdictOf(t *testing.T, corpus string, row []string) string {
	path := filepath.Join(corpus, filepath.FromSlash(row[0]))
	src, err := os.ReadFile(path)
	require.NoError(t, err)
	src = changedAt(t, src, row[1], row[2], row[3])
	env := Env{Path: path, Root: filepath.Dir(path), Files: repo.Disk, Solver: solverPrefix.FindString(row[0])}
	tree := capejson.Parse(src)
	require.Empty(t, tree.Problems)
	kinds := map[string]bool{}
	for _, d := range Check(tree, env) {
		if word := verdictWords[d.Code]; word != "" {
			kinds[word] = true
		}
		if row[4] == "raises" && d.Severity <= diag.Warning {
			return "raises" // a warning is all that can be said of a crash
		}
	}
	if len(kinds) == 0 {
		return "accepts"
	}
	return strings.Join(slices.Sorted(maps.Keys(kinds)), ",")
}

// changedAt makes one change to a file.
func changedAt(t *testing.T, src []byte, pointer, action, with string) []byte {
	if action == "none" {
		return src
	}
	n := capejson.Parse(src).Root.Get(strings.Split(pointer, "/")[1:]...)
	require.NotNil(t, n, pointer)
	edit := diag.Edit{Span: n.Span, New: with}
	if action == "rename" {
		edit.Span = n.Member().Key.InnerSpan()
	}
	out, ok := diag.Apply(src, []diag.Edit{edit})
	require.True(t, ok)
	return out
}

// TestFindsOnlyWhatIsWrongInRealFiles holds every finding in the control files of the corpus, and in the
// files that they name. CAPE reads all of them without a warning; what is found nevertheless is wrong: columns in
// another order than Keys, an option that is set twice, a script that is not there.
func TestFindsOnlyWhatIsWrongInRealFiles(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "corpus.tsv"))
	require.NoError(t, err)
	corpus := os.Getenv("CAPE_LS_CORPUS")
	for line := range strings.Lines(string(src)) {
		name, want, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		require.True(t, ok, line)
		if corpus == "" {
			continue
		}
		path := filepath.Join(corpus, filepath.FromSlash(name))
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		env := Env{Path: path, Root: filepath.Dir(path), Files: repo.Disk, Known: &Known{}}
		tree := capejson.Parse(src)
		found := append(Check(tree, env), tree.Problems...)
		for _, c := range Companions(tree, env) {
			if src, err := os.ReadFile(c.Path); err == nil && c.Matrix {
				found = append(found, CheckMatrix(src, c.Path, tree, env)...)
			}
		}
		var codes []string
		for _, d := range found {
			codes = append(codes, string(d.Code))
			t.Logf("%s: %s [%s]", name, d.Message, d.Code)
		}
		slices.Sort(codes)
		require.Equal(t, want, strings.Join(codes, " "), name)
	}
}
