package yaml11

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// expected is one problem: its cause, line, the text at its span, and key and value if it lies in a value.
type expected struct {
	cause      Cause
	line       int
	span       string
	key, value string
}

type recoveryCase struct {
	name, src string
	problems  []expected
	root      string // repr of what is read; a broken value is left out as nothing
}

func recoveryCases() []recoveryCase {
	return []recoveryCase{
		{"colon in a value", "name: trip-plan\ndescription: Plan trips: book trains and beds.",
			[]expected{{UnquotedColon, 1, ":", "description", "Plan trips: book trains and beds."}},
			"{'name': 'trip-plan', 'description': }"},
		{"colon after quotes and before a backslash", "name: q\ndescription: >-\n  fine here\nlicense: Say \"go\": then C:\\out",
			[]expected{{UnquotedColon, 3, ":", "license", "Say \"go\": then C:\\out"}},
			"{'name': 'q', 'description': 'fine here', 'license': }"},
		{"colon in a wrapped value", "name: w\ndescription:\n  Plan a trip and pack.\n  Pairs well with maps: open them first.\nlicense: x",
			[]expected{{UnquotedColon, 3, ":", "description", "Plan a trip and pack.\n  Pairs well with maps: open them first."}},
			"{'name': 'w', 'description': , 'license': 'x'}"},
		{"one word and a colon in a wrapped value", "a: Plan a trip.\n  maps: open them\n  before you leave.\nb: x",
			[]expected{{UnquotedColon, 1, ":", "a", "Plan a trip.\n  maps: open them\n  before you leave."}}, "{'a': , 'b': 'x'}"},
		{"comment and blanks are not part of the value", "a: b: c  # d: e\nf: g",
			[]expected{{UnquotedColon, 0, ":", "a", "b: c"}}, "{'a': , 'f': 'g'}"},
		{"two values with a colon", "a: b: c\nd: e\nf: g: h\n",
			[]expected{{UnquotedColon, 0, ":", "a", "b: c"}, {UnquotedColon, 2, ":", "f", "g: h"}}, "{'a': , 'd': 'e', 'f': }"},
		{"nested values", "m:\n  a: 1\n  b: x: y\n  c: 2\n  d: p: q\nn: z: q\nl: 1",
			[]expected{{UnquotedColon, 2, ":", "b", "x: y"}, {UnquotedColon, 4, ":", "d", "p: q"}, {UnquotedColon, 5, ":", "n", "z: q"}},
			"{'m': {'a': 1, 'b': , 'c': 2, 'd': }, 'n': , 'l': 1}"},
		{"colon at the end", "a: b:\nc: d", []expected{{UnquotedColon, 0, ":", "a", "b:"}}, "{'a': , 'c': 'd'}"},
		{"brackets and more", "name: x\nargument-hint: [a] [b]\ndescription: d",
			[]expected{{FlowBracket, 1, "[b]", "argument-hint", "[a] [b]"}}, "{'name': 'x', 'argument-hint': , 'description': 'd'}"},
		{"braces and more", "a: {x: y} z\nb: c", []expected{{FlowBracket, 0, "z", "a", "{x: y} z"}}, "{'a': , 'b': 'c'}"},
		{"leading characters", "tools: *.md\nname: x\nother: @foo # c\nthird: `x` y\nfourth: %d\nlast: ok",
			[]expected{{LeadingIndicator, 0, "*.md", "tools", "*.md"}, {LeadingIndicator, 2, "@", "other", "@foo"},
				{LeadingIndicator, 3, "`", "third", "`x` y"}, {LeadingIndicator, 4, "%", "fourth", "%d"}},
			"{'tools': , 'name': 'x', 'other': , 'third': , 'fourth': , 'last': 'ok'}"},
		{"text right after a bar", "a: |x y\nb: 1", []expected{{LeadingIndicator, 0, "|x", "a", "|x y"}}, "{'a': , 'b': 1}"},
		{"dash and question mark", "a: - b\nc: ? d\ne: f",
			[]expected{{LeadingIndicator, 0, "-", "a", "- b"}, {LeadingIndicator, 1, "?", "c", "? d"}}, "{'a': , 'c': , 'e': 'f'}"},
		{"items", "a: x\nb:\n  - @foo\n  - \"x\" y\n  - ok\n  - [a] b\nc: d",
			[]expected{{LeadingIndicator, 2, "@", "", "@foo"}, {TextAfterQuote, 3, "y", "", "\"x\" y"}, {FlowBracket, 5, "b", "", "[a] b"}},
			"{'a': 'x', 'b': [, , 'ok', ], 'c': 'd'}"},
		{"items at the column of their key", "a:\n- *x.md\n- ok\n- `q`\nb: c: d\ne: f",
			[]expected{{LeadingIndicator, 1, "*x.md", "", "*x.md"}, {LeadingIndicator, 3, "`", "", "`q`"}, {UnquotedColon, 4, ":", "b", "c: d"}},
			"{'a': [, 'ok', ], 'b': , 'e': 'f'}"},
		{"tabs", "a:\tb\nc: d\te\nf: g\t\nh: i",
			[]expected{{Tab, 0, "\t", "a", "b"}, {Tab, 1, "\t", "c", "d\te"}, {Tab, 2, "\t", "f", "g"}}, "{'a': , 'c': , 'f': , 'h': 'i'}"},
		{"tab as indentation", "a:\n\tb: 1\nc: d", []expected{{Tab, 1, "\t", "", ""}}, "{'a': , 'c': 'd'}"},
		{"key after a tab", "name: x\n\tdescription: y\nc: d", []expected{{Tab, 1, "\t", "", ""}}, "{'name': , 'description': 'y', 'c': 'd'}"},
		{"brackets and a bar", "a: [b] | --c | --d\ne: f", []expected{{FlowBracket, 0, "| --c | --d", "a", "[b] | --c | --d"}}, "{'a': , 'e': 'f'}"},
		{"quotes and an indicator", "a: \"b\" @c\ne: f", []expected{{TextAfterQuote, 0, "@c", "a", "\"b\" @c"}}, "{'a': , 'e': 'f'}"},
		{"quote never closed", "a: \"foo\nb: 1\nc: x: y",
			[]expected{{UnclosedQuote, 0, "\"foo", "a", "\"foo"}, {UnquotedColon, 2, ":", "c", "x: y"}}, "{'a': , 'b': 1, 'c': }"},
		{"quote closed by the next value", "a: \"foo\nb: \"bar\"\nc: 1",
			[]expected{{UnclosedQuote, 0, "\"foo", "a", "\"foo"}}, "{'a': , 'b': 'bar', 'c': 1}"},
		{"apostrophe in single quotes", "a: 'it's'\nb: 2", []expected{{TextAfterQuote, 0, "s'", "a", "'it's'"}}, "{'a': , 'b': 2}"},
		{"unknown escape", "a: \"x\\q\"\nb: c", []expected{{BadEscape, 0, "\\q", "a", "\"x\\q\""}}, "{'a': , 'b': 'c'}"},
		{"bracket never closed", "a: [1, 2\nb: 3\nc: d", []expected{{UnclosedBracket, 0, "[", "a", "[1, 2"}}, "{'a': , 'b': 3, 'c': 'd'}"},
		{"key one level too deep", "name: x\n  description: d\nlicense: MIT",
			[]expected{{Indentation, 1, "description", "", ""}}, "{'name': , 'description': 'd', 'license': 'MIT'}"},
		{"key between two levels", "a:\n  b: 1\n c: 2\nd: 3",
			[]expected{{Indentation, 2, "c", "", ""}}, "{'a': {'b': 1, 'c': 2}, 'd': 3}"},
		{"first line indented", "  a: b\nc: d", []expected{{Indentation, 1, "c", "", ""}}, "{'a': 'b', 'c': 'd'}"},
		{"no blank after the first colon", "name:foo\ndescription: x",
			[]expected{{MissingBlank, 0, ":", "name", "foo"}}, "{'name': , 'description': 'x'}"},
		{"no blank after a later colon", "a: 1\nname:foo\nb: 2", []expected{{MissingBlank, 1, ":", "name", "foo"}}, "{'a': 1, 'name': , 'b': 2}"},
		{"line without a colon", "description: text here\ncontinues here\nname: x",
			[]expected{{MissingColon, 1, "continues here", "", ""}}, "{'description': 'text here', 'name': 'x'}"},
		{"anchors, tags and values", "a: *nope\nb: &x 1\nc: &x 2\nd: !foo x\ne: {{ x }}\nf: 2024-13-01\ng: =\nh: i",
			[]expected{{UndefinedAlias, 0, "*nope", "a", "*nope"}, {DuplicateAnchor, 2, "&x", "c", "&x 2"}, {UnknownTag, 3, "!foo", "d", "!foo x"},
				{Unhashable, 4, "{ x }", "e", "{{ x }}"}, {BadValue, 5, "2024-13-01", "f", "2024-13-01"}, {UnknownTag, 6, "=", "g", "="}},
			"{'a': , 'b': 1, 'c': 2, 'd': , 'e': {}, 'f': , 'g': , 'h': 'i'}"},
		{"alias to an anchor in a broken part", "a: [&x 1, b\nc: *x\nd: e", []expected{{UnclosedBracket, 0, "[", "a", "[&x 1, b"}},
			"{'a': , 'c': 1, 'd': 'e'}"},
		{"alias to an anchor that was passed over", "a: [b] &x c\nd: *x\ne: f", []expected{{FlowBracket, 0, "&x c", "a", "[b] &x c"}},
			"{'a': , 'd': , 'e': 'f'}"},
		{"second document", "a: 1\n---\nb: 2", []expected{{SecondDocument, 1, "---", "", ""}}, "{'a': 1}"},
		{"text after the end of the document", "a: 1\n...\nb: 2", []expected{{SecondDocument, 2, "b:", "", ""}}, "{'a': 1}"},
		{"forbidden characters", "a: b\x00c\nd: \x07\x08 e: f\ng: h",
			[]expected{{ForbiddenCharacter, 0, "\x00", "a", "b\x00c"}, {ForbiddenCharacter, 1, "\x07\x08", "d", "\x07\x08 e: f"},
				{UnquotedColon, 1, ":", "d", "\x07\x08 e: f"}}, "{'a': 'b\\x01c', 'd': , 'g': 'h'}"},
		{"prose before the keys", "just text\nname: x\nb: y", []expected{{MissingColon, 0, "just text", "", ""}}, "{'name': 'x', 'b': 'y'}"},
	}
}

func TestProblemsAndRecovery(t *testing.T) {
	for _, c := range recoveryCases() {
		t.Run(c.name, func(t *testing.T) {
			d := Parse([]byte(c.src))
			checkSpans(t, c.src, d)
			var got []expected
			for _, p := range d.Problems {
				got = append(got, expected{p.Cause, strings.Count(c.src[:p.Span.Start], "\n"), c.src[p.Span.Start:p.Span.End],
					c.src[p.Key.Start:p.Key.End], c.src[p.Value.Start:p.Value.End]})
			}
			require.Equal(t, c.problems, got)
			require.NotNil(t, d.Root)
			require.Equal(t, c.root, d.Root.Value().Repr())
		})
	}
}

// TestLineEndsDoNotMatter wants the same problems and values from texts with CRLF and with CR.
func TestLineEndsDoNotMatter(t *testing.T) {
	for _, c := range recoveryCases() {
		for _, ending := range []string{"\r\n", "\r"} {
			src := strings.ReplaceAll(c.src, "\n", ending)
			d := Parse([]byte(src))
			checkSpans(t, src, d)
			require.Len(t, d.Problems, len(c.problems), "%q", src)
			for i, p := range d.Problems {
				require.Equal(t, c.problems[i].cause, p.Cause, "%q", src)
				require.Equal(t, c.problems[i].key, src[p.Key.Start:p.Key.End], "%q", src)
				value := strings.ReplaceAll(c.problems[i].value, "\n", ending)
				require.Equal(t, value, src[p.Value.Start:p.Value.End], "%q", src)
			}
			require.Equal(t, c.root, d.Root.Value().Repr(), "%q", src)
		}
	}
}

// TestEveryTopLevelKeyIsFound breaks one value after the other and wants all keys there, one problem, and the
// other values as they were.
func TestEveryTopLevelKeyIsFound(t *testing.T) {
	keys := []string{"name", "description", "license", "metadata", "tools"}
	good := []string{"demo", "Some text", "MIT", "\n  a: b\n  c: d", "\n  - x\n  - y"}
	breaks := []string{"x: y", "@x", "`x`", "[a] b", "\"x\" y", "\"x", "'x", "[x", "{x", "*", "*.md", "!x y", "x\ty", "%x", "- x", "\"\\q\"", "|x", "x:"}
	for i := range keys {
		for _, bad := range breaks {
			var b strings.Builder
			for k, key := range keys {
				value := good[k]
				if k == i {
					value = bad
				}
				b.WriteString(key + ": " + value + "\n")
			}
			d := Parse([]byte(b.String()))
			require.Len(t, d.Problems, 1, b.String())
			require.Len(t, d.Root.Pairs, len(keys), b.String())
			for k, p := range d.Root.Pairs {
				require.Equal(t, keys[k], p.Key.Text)
				require.Equal(t, k == i, p.Value.Broken, "%s in %q", keys[k], b.String())
			}
			require.Equal(t, keys[i], b.String()[d.Problems[0].Key.Start:d.Problems[0].Key.End], b.String())
		}
	}
}
