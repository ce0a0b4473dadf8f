package capejson_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// show writes findings as `code "marked text"`, one after the other.
func show(src string, ds []diag.Diagnostic) string {
	var parts []string
	for _, d := range ds {
		parts = append(parts, fmt.Sprintf("%s %q", d.Code, src[d.Span.Start:d.Span.End]))
	}
	return strings.Join(parts, "; ")
}

// TestOneFaultOneFinding: what is reported for one fault is one finding at its true place, and faults
// that have nothing to do with each other are all found.
func TestOneFaultOneFinding(t *testing.T) {
	tests := []struct{ src, want string }{
		{`{}`, ``},
		{"// c\n{\"a\": [1, -2.5e3, NaN, -Infinity, null, true], // d\n\"b\": \"x//y\"\n}", `comment-brace "{"`},
		{`{"a": 1,}`, `json-comma-trailing ","`},
		{`{"a": [1, 2,], "b": 1,}`, `json-comma-trailing ","; json-comma-trailing ","`},
		{`[1,,,2]`, `json-comma-extra ","`},
		{`[,1]`, `json-comma-extra ","`},
		{`[,]`, `json-comma-extra ","`},
		{`{"a": 1,,}`, `json-comma-trailing ","`},
		{"{\n\"a\": 1\n\"b\": 2\n}", `json-comma-missing "1"`},
		{"{\"a\": {}\n\"b\": [1 2]}", `json-comma-missing "}"; json-comma-missing "1"`},
		{`{"a": 1; "b": 2}`, `json-comma-missing ";"`},
		{`{"a" 1}`, `json-colon-missing "\"a\""`},
		{`{"a" = 1}`, `json-colon-missing "="`},
		{"{\"a\"\n\"b\": 1}", `json-colon-missing "\"a\""`},
		{`{"a", "b": 1}`, `json-colon-missing "\"a\""`},
		{`{"a"}`, `json-colon-missing "\"a\""`},
		{`{"a":: 1}`, `json-text-extra ":"`},
		{`{"a": , "b": }`, `json-value-missing "\"a\":"; json-value-missing "\"b\":"`},
		{"{\"a\":\n\"b\": 1}", `json-value-missing "\"a\":"`},
		{`{: 1}`, `json-key-missing ":"`},
		{`{1, {"a": 2}}`, `json-key-missing "1"; json-key-missing "{"`},
		{`{a: 1, 'b': 2, 3: 4}`, `json-key-quotes "a"; json-key-quotes "'b'"; json-key-quotes "3"`},
		{`{"a": 1, "b": 2, "a": 3, "\u0061": 4}`, `json-key-duplicate "\"a\""; json-key-duplicate "\"\\u0061\""`},
		{`{"a": 'x', "b": wing body}`, `json-string-quotes "'x'"; json-string-quotes "wing body"`},
		{"{\"a\": \"x,\n\"b\": 1}", `json-string-unclosed "\"x"`},
		{`{"a": "x, "b": 1}`, `json-string-unclosed "\"x"`},
		{`{"a: 1, "b": 2}`, `json-string-unclosed "\"a"`},
		{`{"a": x", "b": 1}`, `json-string-unclosed "x\""`},
		{`["x, "y", "z"]`, `json-string-unclosed "\"x"`},
		{"{\n\"a\": \"x // note\n}", `json-string-unclosed "\"x"`},
		{`{"a": ["x]}`, `json-string-unclosed "\"x"`},
		{"{\"a\": \"x\ty\x01\"}", `json-string-control "\t"; json-string-control "\x01"`},
		{`{"a": "C:\data", "b": "\u12"}`, `json-escape-invalid "\\d"; json-escape-invalid "\\u12"`},
		{`[01, +1, .5, 1., 1e, 0x1F, 1.2.3]`, `json-number-invalid "01"; json-number-invalid "+1"; json-number-invalid ".5"; json-number-invalid "1."; json-number-invalid "1e"; json-number-invalid "0x1F"; json-number-invalid "1.2.3"`},
		{`[True, False, None, nan, TRUE]`, `json-literal-case "True"; json-literal-case "False"; json-literal-case "None"; json-literal-case "nan"; json-literal-case "TRUE"`},
		{"{\n  \"a\": [1, 2\n}", `json-bracket-unclosed "["`},
		{"{\n\"a\": [1, 2\n\"b\": 3\n}", `json-bracket-unclosed "["`},
		{"{\n\"a\": {\n\"b\": 1\n}\n", `json-bracket-unclosed "}"`},
		{`{"a": [1, 2}, "b": 3}`, `json-bracket-mismatched "}"`},
		{`{"a": 1], "b": 2}`, `json-bracket-missing "\"a\":"`},
		{`{"a": {"b": 1], "c": 2}, "d": 3}`, `json-bracket-missing "\"b\":"`},
		{`{"a": 1}}`, `json-text-extra "}"`},
		{`"a": 1, "b": 2`, `json-bracket-missing "\"a\""`},
		{`"a": 1, "b": 2 }`, `json-bracket-missing "\"a\""`},
		{`{"a": 1 2}`, `json-text-extra "2"`},
		{`{"a": "x "y" z", "b": 1}`, `json-text-extra "y\" z\""`},
		{"{\"a\": 1} end", `json-text-extra "end"`},
		{"{\"a\":\u00a01}", `json-blank "\u00a0"`},
		{"\u00a0// c\n{}", ``},
		{"{\n# a\n\"b\": 1, /* c */\n/* d\ne */\n\"f\": 2\n}", `json-comment-kind "# a"; json-comment-kind "/* c */"; json-comment-kind "/* d\ne */"`},
		{"{ /* open\n\"a\": 1}", `json-comment-kind "/* open"`},
		{"\ufeff{}", `json-bom "\ufeff"`},
		{"\ufeff", `json-empty ""; json-bom "\ufeff"`},
		{``, `json-empty ""`},
		{"// c\n", `json-empty ""`},
		{"{\"a\": \"\xff\"}", `json-encoding "\xff"`},
		{"[" + strings.Repeat("9", 4301) + ", 1]", `json-number-long "` + strings.Repeat("9", 4301) + `"`},
		{"{\n\"a\": { // c\n}}", `comment-brace "{"`},
		{"{\n\"a\": 1 } // \"c\"\n", `comment-brace "}"`},
		{`{"url": "http://x"}`, `comment-brace "{"`},
		{"{\n\"a\": 1, // {\n\"b\": \"{//}\"\n}", ``},
		{"{\n\"a\": \"x \\\"//y\\\" z\"\n}", `comment-quote "//"`},
		{"{\n\"a\\\"b\": 1 // c\"d\"\n}", `comment-quote "// c\"d\""`},
		{"{\n\"a\": {}, // \"1\"\n\"b\": 2\n}", `comment-brace "{"`},
		{"{\n\"a\": JSONFile(\"p.json\"), // c\nJSONFile( \"q r.json\")\n}", ``},
		{`{"a": JSONFile("p"), "b": JSONFile("q")}`, `include-twice "JSONFile(\"q\")"`},
		{`[JSONFile("/p"), 1]`, `include-path "/p"`},
		{`[JSONFile("~/p")]`, `include-path "~"`},
		{`[JSONFile("")]`, `include-path "\"\""`},
		{`[JSONFile ("p")]`, `include-form " "`},
		{`[JSONFile("p" )]`, `include-form " "`},
		{`[JSONFile('p')]`, `include-form "'p'"`},
		{`[JSONFile(p.json)]`, `include-form "p.json"`},
		{`[JSONFile("p"]`, `include-form "JSONFile(\"p\""`},
		{`[JSONFile("p), 1]`, `json-string-unclosed "\"p"`},
		{`{"&include": "p"}`, ``},
		{`{"&include" : "p"}`, `include-key " "`},
		{"{\"&include\":\n\"p\"}", `include-key "\"&include\""`},
		{`{"&include": 1}`, `include-key "\"&include\""`},
		// independent faults
		{"{\n\"a\": True,\n\"b\": 01\n\"c\": 'x',\n\"d\": [1,],\n}", `json-literal-case "True"; json-comma-missing "01"; json-number-invalid "01"; json-string-quotes "'x'"; json-comma-trailing ","; json-comma-trailing ","`},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(fmt.Sprintf("%.40q", test.src), "/", "|"), func(t *testing.T) {
			require.Equal(t, test.want, show(test.src, capejson.Parse([]byte(test.src)).Problems))
		})
	}
}

func TestEveryRuleHasItsExample(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, rule := range capejson.Rules {
		require.False(t, seen[rule.Code], rule.Code)
		seen[rule.Code] = true
		require.NotEmpty(t, rule.Title, rule.Code)
		require.NotEmpty(t, rule.Doc, rule.Code)
		if rule.Example == "" {
			continue
		}
		ds := capejson.Parse([]byte(rule.Example)).Problems
		require.NotEmpty(t, ds, rule.Code)
		for _, d := range ds {
			require.Equal(t, rule.Code, d.Code, rule.Example)
			require.Equal(t, rule.Severity, d.Severity)
		}
	}
}

func TestFixes(t *testing.T) {
	tests := []struct{ src, want string }{
		{"{\n\"a\": 1 // \"one\"\n\"b\": 2\n}", "{\n\"a\": 1, // \"one\"\n\"b\": 2\n}"},
		{"{\r\n  \"a\": { // c\r\n  }\r\n}", "{\r\n  // c\r\n  \"a\": {\r\n  }\r\n}"},
		{`{"u": "http://x"}`, `{"u": "http:/\/x"}`},
		{"{\"u\": \"http://x\"} // c", "// c\n{\"u\": \"http:/\\/x\"}"},
		{"{\n\"a\": {} # \"c\"\n}", "{\n// \"c\"\n\"a\": {}\n}"},
		{"{\n\"a\": 1 # c\n}", "{\n\"a\": 1 // c\n}"},
		{"{\n  /* a\n  b */\n}", "{\n  // a\n  // b \n}"},
		{"{\"a\": /* c */ 1}", "// c\n{\"a\":  1}"},
		{"{\n\"a\": [1, // c\n\"b\": {}\n", ""},
		{"{\n  \"a\": 1 // c\n", "{\n  \"a\": 1 // c\n}\n"},
		{`{'it''s': 1}`, ""},
		{`{'a"b': 1}`, `{"a\"b": 1}`},
		{`['it\'s']`, `["it's"]`},
		{"[1}", "[1]"},
		{"\"a\": 1\n", "{\n\"a\": 1\n}\n"},
		{`{"a": JSONFile("p"), "b": JSONFile("q")}`, "{\"a\": JSONFile(\"p\"), \n\"b\": JSONFile(\"q\")}"},
	}
	for _, test := range tests {
		t.Run(strings.ReplaceAll(fmt.Sprintf("%.40q", test.src), "/", "|"), func(t *testing.T) {
			ds := capejson.Parse([]byte(test.src)).Problems
			require.NotEmpty(t, ds)
			if test.want == "" {
				return
			}
			require.Len(t, ds, 1, "%s", show(test.src, ds))
			require.NotEmpty(t, ds[0].Fixes)
			out, ok := diag.Apply([]byte(test.src), ds[0].Fixes[0].Edits)
			require.True(t, ok)
			require.Equal(t, test.want, string(out))
		})
	}
}

func TestBracketsByIndent(t *testing.T) {
	src := "{\n    \"a\": {\n        \"b\": 1\n    \"c\": 2\n}\n"
	ds := capejson.Parse([]byte(src)).Problems
	require.Equal(t, `json-bracket-unclosed "1"`, show(src, ds))
	require.Equal(t, strings.Index(src, "{\n        \"b"), ds[0].Related[0].Span.Start)
	require.Equal(t, "`}` must follow here: it closes the `{` of line 2", ds[0].Message)
}

func TestNavigation(t *testing.T) {
	src := "{\"a\": {\"b/c\": [1, {\"d\": \"x\\ty\"}]}, \"e\": , \"a\": 2}"
	tree := capejson.Parse([]byte(src))
	require.Equal(t, "2", tree.Root.Get("a").Text(), "the last of two keys wins")
	first := tree.Root.Members[0].Value
	d := first.Get("b/c", "1", "d")
	require.Equal(t, "x\ty", d.String())
	require.Equal(t, []string{"a", "b/c", "1", "d"}, d.Path())
	require.Equal(t, "/a/b~1c/1/d", d.Pointer())
	require.Same(t, d, tree.At(d.Span.Start+2))
	require.Equal(t, []string{"a", "b/c", "1", "d"}, tree.At(strings.Index(src, `"d"`)+1).Path(), "a key has the path of its value")
	require.Equal(t, capejson.Missing, tree.Root.Get("e").Kind)
	require.Same(t, tree.Root.Get("e"), tree.At(strings.Index(src, `"e":`)+4))
	require.Nil(t, tree.Root.Get("a", "x", "y"))
	require.Same(t, tree.Root, tree.At(0))
}

func TestSourceOfDecodedText(t *testing.T) {
	n := capejson.Parse([]byte(`"a\tb\u00e9\ud83d\ude00c"`)).Root
	require.Equal(t, "a\tbé😀c", n.String())
	tests := []struct {
		start, end int
		want       text.Span
	}{
		{0, 1, text.Span{Start: 1, End: 2}},
		{1, 2, text.Span{Start: 2, End: 4}},
		{2, 3, text.Span{Start: 4, End: 5}},
		{3, 5, text.Span{Start: 5, End: 11}},
		{5, 9, text.Span{Start: 11, End: 23}},
		{9, 10, text.Span{Start: 23, End: 24}},
		{0, 10, text.Span{Start: 1, End: 24}},
		{50, 60, text.Span{Start: 24, End: 24}},
	}
	for _, test := range tests {
		require.Equal(t, test.want, n.Source(test.start, test.end), "%v", test)
	}
	require.Equal(t, "\xed\xa0\xbd", capejson.Parse([]byte(`"\ud83d"`)).Root.String(), "a lone surrogate survives")
}

func TestIncludes(t *testing.T) {
	src := "{\n\"a\": JSONFile(\"p.json\"),\n\"&include\": \"q.json\",\nJSONFile(\"r.json\")\n}"
	tree := capejson.Parse([]byte(src))
	require.Empty(t, tree.Problems)
	require.Len(t, tree.Includes, 3)
	for i, want := range []string{"p.json", "q.json", "r.json"} {
		in := tree.Includes[i]
		require.Equal(t, want, in.Name)
		require.Equal(t, want, string(in.NameSpan.In(tree.Src)))
		require.Equal(t, i == 1, in.Kind == capejson.AndInclude)
	}
	require.Equal(t, capejson.Included, tree.Root.Get("a").Kind)
	require.Nil(t, tree.Root.Members[2].Key)
}

func TestFragments(t *testing.T) {
	tree := capejson.ParseFragment([]byte("// c\n\"a\": 1,\n\"b\": {\"c\": 2}\n"))
	require.Empty(t, tree.Problems)
	require.Equal(t, capejson.Object, tree.Root.Kind)
	require.Equal(t, "2", tree.Root.Get("b", "c").Text())
	require.Len(t, tree.Comments, 1)
	require.True(t, tree.Comments[0].Whole)
	src := `{"a": 1}`
	require.Equal(t, `json-key-missing "{"`, show(src, capejson.ParseFragment([]byte(src)).Problems))
}

func TestDeepNesting(t *testing.T) {
	for _, src := range []string{
		strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		strings.Repeat("]", 100_000), strings.Repeat("[}", 50_000), strings.Repeat(`{"a" [`, 50_000),
	} {
		tree := capejson.Parse([]byte(src))
		require.NotEmpty(t, tree.Problems)
		require.LessOrEqual(t, len(tree.Problems), 2000)
		_ = tree.At(len(src) / 2).Path()
		require.Error(t, capejson.Reads([]byte(src)))
	}
	require.NoError(t, capejson.Reads([]byte(strings.Repeat("[", 900)+strings.Repeat("]", 900))))
}

// TestHostileFiles reads much of what asks for work without bound.
func TestHostileFiles(t *testing.T) {
	for _, s := range hostile {
		for _, first := range []string{"", "[", "{"} {
			src := []byte(first + strings.Repeat(s, 50_000))
			tree := capejson.Parse(src)
			require.NotEmpty(t, tree.Problems)
			require.LessOrEqual(t, len(tree.Problems), 2000)
			require.Equal(t, diag.Error, worst(tree).Severity)
		}
	}
}
