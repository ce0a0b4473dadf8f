// Package arch holds the import table of the house as a test: which room may look into which.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/cape-ls/cape-ls/"

// table lists the rooms from the bottom to the top. A room may import rooms of earlier rows only.
var table = [][]string{
	{"internal/text", "internal/allow", "internal/pytext", "internal/usercache"},
	{"internal/diag", "internal/repo", "internal/feature"},
	{"internal/yaml11", "internal/capejson", "internal/pysource", "internal/report"},
	{"internal/options", "edits"},
	{"skills", "internal/control"},
	{"internal/analysis", "internal/toolrun"},
	{"internal/agent"},
	{"lsp"},
	{"cmd/cape-ls"},
}

// testing rooms serve tests only and may look into every room; no other room may import them.
var testRooms = []string{"internal/arch", "internal/casetest", "internal/vectortest", "internal/e2e", "internal/docgen", "internal/peers"}

// protocol types stay at the rim.
var onlyIn = map[string][]string{
	"go.lsp.dev/": {"lsp"},
	"os/exec":     {"internal/toolrun"},
}

func rank(room string) int {
	return slices.IndexFunc(table, func(row []string) bool { return slices.Contains(row, room) })
}

func room(dir string) string {
	for _, row := range append(slices.Clone(table), testRooms) {
		for _, r := range row {
			if dir == r || strings.HasPrefix(dir, r+"/") {
				return r
			}
		}
	}
	return ""
}

func TestTheTableNamesRoomsThatAreThere(t *testing.T) {
	for _, r := range slices.Concat(append(slices.Clone(table), testRooms)...) {
		require.DirExists(t, filepath.Join("..", "..", filepath.FromSlash(r)))
	}
}

func TestImportsPointOneWay(t *testing.T) {
	seen := 0
	forEachImport(t, func(file, from, path string) {
		seen++
		for prefix, rooms := range onlyIn {
			if slices.Contains(testRooms, from) {
				break
			}
			if path == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(path, prefix) {
				require.Contains(t, rooms, from, "%s: only these rooms may import %s", file, path)
			}
		}
		if !strings.HasPrefix(path, module) {
			return
		}
		to := room(strings.TrimPrefix(path, module))
		require.NotEmpty(t, to, "%s imports %s, which is no room of the table", file, path)
		require.NotContains(t, testRooms, to, "%s imports a room that serves tests only", file)
		if from != to && !slices.Contains(testRooms, from) {
			require.Less(t, rank(to), rank(from), "%s: %s may not import %s", file, from, to)
		}
	})
	require.Greater(t, seen, 50, "the walk must have found the house")
}

// forEachImport calls f for every import of every Go file that is no test.
func forEachImport(t *testing.T, f func(file, from, path string)) {
	forEachFile(t, parser.ImportsOnly, func(name, from string, file *ast.File) {
		for _, i := range file.Imports {
			f(name, from, strings.Trim(i.Path.Value, `"`))
		}
	})
}

// forEachFile calls f for every Go file that is no test, with its path and its room.
func forEachFile(t *testing.T, mode parser.Mode, f func(name, from string, file *ast.File)) {
	root := filepath.Join("..", "..")
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != ".." && d.Name() != ".") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, _ := filepath.Rel(root, name)
		from := room(filepath.ToSlash(filepath.Dir(rel)))
		if from == "" {
			return fmt.Errorf("%s lies in no room of the table", rel)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, mode)
		if err != nil {
			return err
		}
		f(rel, from, file)
		return nil
	}))
}
