package control

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
)

func TestAllowEditsKeepsTheLayout(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"no list", "{\n    // where\n    \"URL\": \"x\" // here\n}\n", "{\n    // where\n    \"URL\": \"x\", // here\n    \"EditAllowList\": [\"new.csv\"]\n}\n"},
		{"no list, one line", `{"URL": "x"}`, `{"URL": "x", "EditAllowList": ["new.csv"]}`},
		{"nothing", `{}`, "{\n    \"EditAllowList\": [\"new.csv\"]\n}"},
		{"only a comment", "{\n    // later\n}\n", "{\n    \"EditAllowList\": [\"new.csv\"]\n    // later\n}\n"},
		{"empty file", "\n", NewAgentFile("new.csv")},
		{"empty list", `{"EditAllowList": []}`, `{"EditAllowList": ["new.csv"]}`},
		{"one line", `{"EditAllowList": ["a", "b"], "URL": "x"}`, `{"EditAllowList": ["a", "b", "new.csv"], "URL": "x"}`},
		{"lines", "{\r\n\t\"EditAllowList\": [\r\n\t\t\"a\", // first\r\n\t\t\"b\" // second\r\n\t]\r\n}", "{\r\n\t\"EditAllowList\": [\r\n\t\t\"a\", // first\r\n\t\t\"b\", // second\r\n\t\t\"new.csv\"\r\n\t]\r\n}"},
		{"bracket behind the last", "{\n  \"EditAllowList\": [\n    \"a\",\n    \"b\"], // these\n  \"URL\": \"x\"\n}", "{\n  \"EditAllowList\": [\n    \"a\",\n    \"b\",\n    \"new.csv\"], // these\n  \"URL\": \"x\"\n}"},
		{"one text", `{"EditAllowList": "a"}`, `{"EditAllowList": ["a", "new.csv"]}`},
		{"null", `{"EditAllowList": null}`, `{"EditAllowList": ["new.csv"]}`},
		{"a number", `{"EditAllowList": 3}`, `{"EditAllowList": ["new.csv"]}`},
		{"twice: the last counts", `{"EditAllowList": ["a"], "EditAllowList": ["b"]}`, `{"EditAllowList": ["a"], "EditAllowList": ["b", "new.csv"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := capejson.Parse([]byte(test.src))
			edits, err := AllowEdits(tree, "new.csv")
			require.NoError(t, err)
			out, ok := diag.Apply(tree.Src, edits)
			require.True(t, ok)
			require.Equal(t, test.want, string(out))
			require.NoError(t, capejson.Reads(out))
			require.Equal(t, "new.csv", Permits(capejson.Parse(out), "new.csv"))
		})
	}
}

func TestAllowEditsRefuses(t *testing.T) {
	for src, want := range map[string]string{
		`{"URL": "x",}`: "syntax",
		`["a"]`:         "object",
		"{\"ModelList\": [\"a\"],\n\"EditAllowList\": JSONFile(\"x.json\")}": "another file",
		"{} // \"note\"": "syntax",
	} {
		_, err := AllowEdits(capejson.Parse([]byte(src)), "new.csv")
		require.ErrorContains(t, err, want, src)
	}
}

func TestPatternForMatchesOneName(t *testing.T) {
	for _, name := range []string{"a.csv", "runs/m[0.8]*?.csv", "é/[!x]", `a"b\c`} {
		tree := capejson.Parse([]byte(`{"EditAllowList": [` + quote(PatternFor(name)) + `]}`))
		require.NotEmpty(t, Permits(tree, name), name)
		require.Empty(t, Permits(tree, name+"x"), name)
		require.Empty(t, Permits(tree, strings.ToUpper(name)+"x"), name)
	}
}
