package lsp

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWhatIsPublishedIsThere holds that the page for authors of clients names every command, message and option of
// our own, and no other.
func TestWhatIsPublishedIsThere(t *testing.T) {
	s := &server{}
	s.caps.Workspace.ApplyEdit = true
	s.caps.Window.ShowDocument.Support = true
	commands := s.commandNames()
	for _, c := range toolCommands {
		require.Contains(t, commands, c.name)
		commands = without(commands, c.name)
	}
	require.ElementsMatch(t, commands, names(OtherCommands))
	require.ElementsMatch(t, ownMethods(t), names(ClientMessages))

	var read initOptions
	var members []string
	for i := range reflect.TypeOf(read).NumField() {
		members = append(members, strings.ToLower(reflect.TypeOf(read).Field(i).Name))
	}
	var written []string
	for _, name := range names(ClientOptions) {
		written = append(written, strings.ToLower(name))
	}
	require.ElementsMatch(t, members, written)
	for _, w := range append(append(append([]Word{}, OtherCommands...), ClientOptions...), ClientMessages...) {
		require.Regexp(t, `^[A-Z].*\.$`, w.Doc, w.Name)
	}
}

// TestClientOptionsAreReadAsWritten holds that the members are read in the letters in which they are published.
func TestClientOptionsAreReadAsWritten(t *testing.T) {
	given := map[string]any{}
	for _, w := range ClientOptions {
		given[w.Name] = map[string]any{"boolean": true, "string": "python3.9"}[w.Shape]
		require.NotNil(t, given[w.Name], w.Name)
	}
	raw, err := json.Marshal(given)
	require.NoError(t, err)
	var own initOptions
	require.NoError(t, json.Unmarshal(raw, &own))
	require.Equal(t, initOptions{CapeSave: true, CapeShow: true, CapeTools: true, Trusted: json.RawMessage("true"), Python: "python3.9"}, own)
}

func names(words []Word) []string {
	var out []string
	for _, w := range words {
		out = append(out, w.Name)
	}
	return out
}

func without(words []string, word string) []string {
	var out []string
	for _, w := range words {
		if w != word {
			out = append(out, w)
		}
	}
	return out
}

// ownMethods returns the methods of our own that stand in the code of this room.
func ownMethods(t *testing.T) []string {
	own := regexp.MustCompile(`^cape/\w+$`)
	seen := map[string]bool{}
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && own.MatchString(text) {
					seen[text] = true
				}
			}
			return true
		})
	}
	var out []string
	for method := range seen {
		out = append(out, method)
	}
	return out
}
