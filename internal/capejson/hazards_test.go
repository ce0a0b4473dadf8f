package capejson_test

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
)

// parts are the files that the files below include.
var parts = map[string]string{"a.json": "{\"x\": 1}", "b.json": "[1, 2]", "m.json": "\"p\": 1, \"q\": 2\n", "c d/e-f.json": "3"}

// capeReads gives the verdict of CAPE's reader of options on a file, its includes followed.
func capeReads(src string) error {
	r := capejson.Reader{Cwd: "/repo", ReadFile: func(name string) ([]byte, error) {
		if name == "/repo/pyFun.json" {
			return []byte(src), nil
		}
		if text, ok := parts[name[len("/repo/"):]]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}}
	_, err := r.ReadOptions("pyFun.json")
	return err
}

// TestHazards: what makes CAPE fail or hang with a useless message is one finding at its place, and after its fix CAPE
// reads the file.
func TestHazards(t *testing.T) {
	tests := []struct {
		name, src, want string
		mended          string // empty: there is no fix, for a reason
	}{
		{"brace, text and comment", "{\n  \"RunControl\": { // how\n    \"nIter\": 1\n  }\n}\n", `comment-brace "{"`, "{\n  // how\n  \"RunControl\": {\n    \"nIter\": 1\n  }\n}\n"},
		{"closing brace, text and comment", "{\n  \"PBS\": {\n    \"q\": \"x\"}, // queue\n  \"b\": 1\n}\n", `comment-brace "}"`, "{\n  \"PBS\": {\n    // queue\n    \"q\": \"x\"},\n  \"b\": 1\n}\n"},
		{"object and comment", "{\n  \"C\": {\"r\": 1.0}, // note\n  \"b\": 1\n}\n", `comment-brace "{"`, "{\n  // note\n  \"C\": {\"r\": 1.0},\n  \"b\": 1\n}\n"},
		{"address beside a brace", "{\"url\": \"http://host/v1\"}\n", `comment-brace "{"`, "{\"url\": \"http:/\\/host/v1\"}\n"},
		{"two includes on a line", "{\n  \"a\": JSONFile(\"a.json\"), \"b\": JSONFile(\"b.json\")\n}\n", `include-twice "JSONFile(\"b.json\")"`, "{\n  \"a\": JSONFile(\"a.json\"), \n  \"b\": JSONFile(\"b.json\")\n}\n"},
		{"three includes on a line", "{\n  \"a\": [JSONFile(\"a.json\"), JSONFile(\"a.json\"), JSONFile(\"b.json\")]\n}\n", `include-twice "JSONFile(\"a.json\")"`, "{\n  \"a\": [JSONFile(\"a.json\"), \n  JSONFile(\"a.json\"), \n  JSONFile(\"b.json\")]\n}\n"},
		{"absolute include", "{\n  \"a\": JSONFile(\"/repo/a.json\")\n}\n", `include-path "/repo/a.json"`, ""},
		{"include of a home folder", "{\n  \"a\": JSONFile(\"~/a.json\")\n}\n", `include-path "~"`, ""},
		{"include of a variable", "{\n  \"a\": JSONFile(\"$HOME/a.json\")\n}\n", `include-path "$"`, ""},
		{"space before the bracket", "{\n  \"a\": JSONFile (\"a.json\")\n}\n", `include-form " "`, "{\n  \"a\": JSONFile(\"a.json\")\n}\n"},
		{"include in single quotes", "{\n  \"a\": JSONFile('a.json')\n}\n", `include-form "'a.json'"`, "{\n  \"a\": JSONFile(\"a.json\")\n}\n"},
		{"include without quotes", "{\n  \"a\": JSONFile(a.json)\n}\n", `include-form "a.json"`, "{\n  \"a\": JSONFile(\"a.json\")\n}\n"},
		{"space before the colon of an include", "{\n  \"&include\" : \"m.json\"\n}\n", `include-key " "`, "{\n  \"&include\": \"m.json\"\n}\n"},
		{"byte order mark", "\ufeff{\"a\": 1}\n", `json-bom "\ufeff"`, "{\"a\": 1}\n"},
		{"hash comment", "{\n  # how\n  \"a\": 1\n}\n", `json-comment-kind "# how"`, "{\n  // how\n  \"a\": 1\n}\n"},
		{"hash comment behind a value", "{\n  \"a\": {\"b\": 1} # how\n}\n", `json-comment-kind "# how"`, "{\n  // how\n  \"a\": {\"b\": 1}\n}\n"},
		{"block comment", "{\n  /* how */\n  \"a\": 1\n}\n", `json-comment-kind "/* how */"`, "{\n  // how\n  \"a\": 1\n}\n"},
		{"block comment of lines", "{\n  /* how\n     and why */\n  \"a\": 1\n}\n", `json-comment-kind "/* how\n     and why */"`, "{\n  // how\n     // and why \n  \"a\": 1\n}\n"},
		{"single quotes", "{\"a\": 'x'}\n", `json-string-quotes "'x'"`, "{\"a\": \"x\"}\n"},
		{"key in single quotes", "{'a': 1}\n", `json-key-quotes "'a'"`, "{\"a\": 1}\n"},
		{"key without quotes", "{a: 1}\n", `json-key-quotes "a"`, "{\"a\": 1}\n"},
		{"True", "{\"a\": True}\n", `json-literal-case "True"`, "{\"a\": true}\n"},
		{"None", "{\"a\": None}\n", `json-literal-case "None"`, "{\"a\": null}\n"},
		{"comma behind the last of an object", "{\n  \"a\": 1,\n}\n", `json-comma-trailing ","`, "{\n  \"a\": 1\n}\n"},
		{"comma behind the last of a list", "{\"a\": [1, 2,]}\n", `json-comma-trailing ","`, "{\"a\": [1, 2]}\n"},
		{"comma before a comment", "{\n  \"a\": 1, // one\n}\n", `json-comma-trailing ","`, "{\n  \"a\": 1 // one\n}\n"},
		{"tab in a text", "{\"a\": \"x\ty\"}\n", `json-string-control "\t"`, "{\"a\": \"x\\ty\"}\n"},
		{"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}\n", `json-comma-missing "1"`, "{\n  \"a\": 1,\n  \"b\": 2\n}\n"},
		{"missing comma in a list", "{\"a\": [1 2]}\n", `json-comma-missing "1"`, "{\"a\": [1, 2]}\n"},
		{"missing comma before a comment", "{\n  \"a\": \"x\" // \"one\"\n  \"b\": 2\n}\n", `json-comma-missing "\"x\""`, "{\n  \"a\": \"x\", // \"one\"\n  \"b\": 2\n}\n"},
		{"missing colon", "{\"a\" 1}\n", `json-colon-missing "\"a\""`, "{\"a\": 1}\n"},
		{"backslashes", "{\"a\": \"C:\\data\"}\n", `json-escape-invalid "\\d"`, "{\"a\": \"C:\\\\data\"}\n"},
		{"no-break space", "{\"a\":\u00a01}\n", "json-blank \"\\u00a0\"", "{\"a\": 1}\n"},
		{"number of Fortran", "{\"a\": 1.d0}\n", `json-number-invalid "1.d0"`, "{\"a\": 1.0e0}\n"},
		{"empty file", "", `json-empty ""`, "{}\n"},
		{"only comments", "// later", `json-empty ""`, "// later\n{}\n"},
		{"missing bracket at the end", "{\n  \"a\": {\n    \"b\": 1\n  }\n", `json-bracket-unclosed "}"`, "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n"},
		{"quote with an escape before a comment", "{\n  \"a\": \"say \\\"x//y\\\"\"\n}\n", `comment-quote "//"`, "{\n  \"a\": \"say \\\"x/\\/y\\\"\"\n}\n"},
		{"unclosed text", "{\n  \"a\": \"x,\n  \"b\": 1\n}\n", `json-string-unclosed "\"x"`, "{\n  \"a\": \"x\",\n  \"b\": 1\n}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.name != "space before the colon of an include" { // read, but the option is not known
				require.Error(t, capeReads(test.src), "CAPE must fail for this to be a hazard")
			}
			found := capejson.Parse([]byte(test.src)).Problems
			require.Equal(t, test.want, show(test.src, found))
			if test.mended == "" {
				require.Empty(t, found[0].Fixes)
				return
			}
			require.NotEmpty(t, found[0].Fixes)
			require.Equal(t, found[0].Code != "json-empty", found[0].Fixes[0].Preferred, "the first fix must be the right one")
			out, ok := diag.Apply([]byte(test.src), found[0].Fixes[0].Edits)
			require.True(t, ok)
			require.Equal(t, test.mended, string(out))
			require.NoError(t, capeReads(string(out)))
		})
	}
}

// TestIncludesThatCAPEReads are no hazards.
func TestIncludesThatCAPEReads(t *testing.T) {
	for _, src := range []string{
		"{\n  \"a\": JSONFile(\"a.json\"), // one\n  \"b\": [\n    JSONFile(\"c d/e-f.json\"),\n    JSONFile(\"b.json\")\n  ]\n}\n",
		"{\n  \"&include\": \"m.json\",\n  \"a\": 1\n}\n",
		"{\n  JSONFile(\"m.json\")\n}\n",
		"{\n  // JSONFile(\"none.json\") JSONFile(\"none.json\")\n  \"a\": 1\n}\n",
		"JSONFile(\"a.json\")\n",
	} {
		require.NoError(t, capeReads(src), src)
		require.Empty(t, capejson.Parse([]byte(src)).Problems, src)
	}
}

// TestBracesOfAFragment: the members of an included file stand without braces.
func TestBracesOfAFragment(t *testing.T) {
	src := "// part\n{\n  \"p\": {\"q\": 1}\n}\n"
	found := capejson.ParseFragment([]byte(src)).Problems
	require.Equal(t, `json-key-missing "{"`, show(src, found))
	require.True(t, found[0].Fixes[0].Preferred)
	out, ok := diag.Apply([]byte(src), found[0].Fixes[0].Edits)
	require.True(t, ok)
	require.Empty(t, capejson.ParseFragment(out).Problems)
}
