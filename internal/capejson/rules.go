package capejson

import "github.com/cape-ls/cape-ls/internal/diag"

// The codes of the findings about syntax. The rules are below.
const (
	codeTrailing        diag.Code = "json-comma-trailing"
	codeExtraComma      diag.Code = "json-comma-extra"
	codeNoComma         diag.Code = "json-comma-missing"
	codeNoColon         diag.Code = "json-colon-missing"
	codeNoValue         diag.Code = "json-value-missing"
	codeNoKey           diag.Code = "json-key-missing"
	codeKeyQuotes       diag.Code = "json-key-quotes"
	codeDuplicate       diag.Code = "json-key-duplicate"
	codeQuotes          diag.Code = "json-string-quotes"
	codeUnclosed        diag.Code = "json-string-unclosed"
	codeControl         diag.Code = "json-string-control"
	codeEscape          diag.Code = "json-escape-invalid"
	codeNumber          diag.Code = "json-number-invalid"
	codeLong            diag.Code = "json-number-long"
	codeLiteral         diag.Code = "json-literal-case"
	codeUnclosedBracket diag.Code = "json-bracket-unclosed"
	codeMismatch        diag.Code = "json-bracket-mismatched"
	codeNoBrace         diag.Code = "json-bracket-missing"
	codeDepth           diag.Code = "json-depth"
	codeExtra           diag.Code = "json-text-extra"
	codeBlank           diag.Code = "json-blank"
	codeCommentKind     diag.Code = "json-comment-kind"
	codeBOM             diag.Code = "json-bom"
	codeEncoding        diag.Code = "json-encoding"
	codeEmpty           diag.Code = "json-empty"
	codeBrace           diag.Code = "comment-brace"
	codeQuote           diag.Code = "comment-quote"
	codeIncludeTwice    diag.Code = "include-twice"
	codeIncludePath     diag.Code = "include-path"
	codeIncludeForm     diag.Code = "include-form"
	codeIncludeKey      diag.Code = "include-key"
)

// Rules describes every finding that Parse can report.
var Rules = []diag.Rule{
	{Code: codeTrailing, Severity: diag.Error, Title: "no comma follows the last entry",
		Doc:     "JSON allows a comma between two entries only. CAPE cannot read a file with a comma before `}` or `]`, and its message points at the bracket. The fix deletes the comma.",
		Example: "{\"a\": 1,}"},
	{Code: codeExtraComma, Severity: diag.Error, Title: "one comma stands between two entries",
		Doc:     "A comma that separates nothing makes the file unreadable for CAPE. The fix deletes what is too much.",
		Example: "[1,, 2]"},
	{Code: codeNoComma, Severity: diag.Error, Title: "a comma stands between two entries",
		Doc:     "CAPE cannot read a file in which two entries follow each other without a comma; its message points at the entry after it, often a line too low. The finding marks the entry before, where the comma belongs.",
		Example: "{\n  \"a\": 1\n  \"b\": 2\n}"},
	{Code: codeNoColon, Severity: diag.Error, Title: "a colon stands between key and value",
		Doc:     "Every key of an object is followed by a colon and a value.",
		Example: "{\"a\" 1}"},
	{Code: codeNoValue, Severity: diag.Error, Title: "a value follows each colon",
		Doc:     "A key without a value makes the file unreadable for CAPE. Write `null` for no value, or delete the key.",
		Example: "{\"a\": , \"b\": 1}"},
	{Code: codeNoKey, Severity: diag.Error, Title: "a key stands before each value of an object",
		Doc:     "Between `{` and `}` every value has a key. Lists of values without keys use `[` and `]`.",
		Example: "{1, 2}"},
	{Code: codeKeyQuotes, Severity: diag.Error, Title: "keys are in double quotes",
		Doc:     "JSON keys are text in double quotes; without quotes, or with single quotes, CAPE cannot read the file.",
		Example: "{a: 1, 'b': 2}"},
	{Code: codeDuplicate, Severity: diag.Warning, Title: "each key is given once",
		Doc:     "CAPE takes the last of several values for the same key and says nothing about the others, so an earlier setting is lost without notice.",
		Example: "{\"a\": 1, \"a\": 2}"},
	{Code: codeQuotes, Severity: diag.Error, Title: "text is in double quotes",
		Doc:     "Text values are in double quotes. Without quotes, or with single quotes, CAPE cannot read the file.",
		Example: "{\"a\": 'x', \"b\": wing}"},
	{Code: codeUnclosed, Severity: diag.Error, Title: "text begins and ends with a double quote, on one line",
		Doc:     "One missing quote shifts all quotes after it, so CAPE's message often names another place. A text cannot go over a line end; write `\\n` for one.",
		Example: "{\"a\": \"x,\n\"b\": 1}"},
	{Code: codeControl, Severity: diag.Error, Title: "control characters in a text are escaped",
		Doc:     "A tab inside quotes, common after copying from a table, makes the file unreadable for CAPE. Write `\\t`.",
		Example: "{\"a\": \"x\ty\"}"},
	{Code: codeEscape, Severity: diag.Error, Title: "a backslash in a text is written twice",
		Doc:     "A backslash begins an escape: `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, or `\\u` and four hexadecimal digits. For the backslash itself, in a path or a pattern, write two.",
		Example: "{\"a\": \"C:\\data\"}"},
	{Code: codeNumber, Severity: diag.Error, Title: "numbers have the form of JSON",
		Doc:     "A number has no plus sign, no leading zero, and digits on both sides of the point: `0.5`, not `.5`; `1.0`, not `1.`. The exponent letter is `e`.",
		Example: "[01, +1, .5, 1., 1d0]"},
	{Code: codeLong, Severity: diag.Error, Title: "integers have at most 4300 digits",
		Doc: "Python refuses to read longer integers, and with them the whole file."},
	{Code: codeLiteral, Severity: diag.Error, Title: "true, false and null are in lower case",
		Doc:     "The words of Python (`True`, `False`, `None`) are unknown to JSON. `NaN` and `Infinity` are read by CAPE in exactly these letters.",
		Example: "{\"a\": True, \"b\": None}"},
	{Code: codeUnclosedBracket, Severity: diag.Error, Title: "every opening bracket is closed",
		Doc:     "CAPE gives no useful message for the most frequent fault, a missing bracket at the end of the file. The finding marks the opening bracket; the indent of the lines is used to find the right one.",
		Example: "{\n  \"a\": [1, 2\n}"},
	{Code: codeMismatch, Severity: diag.Error, Title: "brackets close what was opened",
		Doc:     "`{` is closed by `}` and `[` by `]`.",
		Example: "{\"a\": [1, 2}, \"b\": 3}"},
	{Code: codeNoBrace, Severity: diag.Error, Title: "the file begins with a brace",
		Doc:     "The members of a file stand between `{` and `}`. Only a file that another includes with `\"&include\"` has none.",
		Example: "\"a\": 1, \"b\": 2"},
	{Code: codeDepth, Severity: diag.Error, Title: "brackets are not nested too deep",
		Doc: "CAPE reads about 990 levels of brackets; beyond that Python gives up with a RecursionError."},
	{Code: codeExtra, Severity: diag.Error, Title: "nothing stands where nothing belongs",
		Doc:     "Behind a value only a comma or a closing bracket can stand, and nothing but comments behind the value of the whole file. A double quote inside a text must be written `\\\"`.",
		Example: "{\"a\": 1 2}"},
	{Code: codeBlank, Severity: diag.Error, Title: "blanks, tabs and line ends are the only space",
		Doc:     "No-break spaces, zero-width characters and form feeds come in by copying from documents. They are hard to see, and CAPE cannot read the file.",
		Example: "{\"a\":\u00a01}"},
	{Code: codeCommentKind, Severity: diag.Error, Title: "comments begin with //",
		Doc:     "CAPE knows whole-line and trailing `//` comments only; `#` and `/* */` make the file unreadable.",
		Example: "{\n  # note\n  \"a\": 1 /* one */\n}"},
	{Code: codeBOM, Severity: diag.Error, Title: "the file begins without a byte order mark",
		Doc: "Some Windows editors put three invisible bytes before the text. CAPE cannot read such a file."},
	{Code: codeEncoding, Severity: diag.Error, Title: "the file is UTF-8 text",
		Doc: "CAPE reads files as UTF-8. Save the file in this encoding."},
	{Code: codeEmpty, Severity: diag.Error, Title: "the file holds a value",
		Doc:     "An empty file, or one of comments only, cannot be read by CAPE, which gives no useful message about it. Write at least `{}`.",
		Example: "// nothing yet\n"},
	{Code: codeBrace, Severity: diag.Error, Title: "no brace stands on a line with a comment and quotes",
		Doc: "CAPE removes comments line by line, and on a line with `//` and quoted text it cannot handle a brace outside the quotes: reading the whole file fails, without a line number. " +
			"A `//` inside a text, as in a URL, counts too. The fix moves the comment to a line of its own above, and writes `/\\/` for `//` inside a text, which JSON reads as the same.",
		Example: "{\n  \"RunControl\": { // how to run\n    \"nIter\": 100\n  }\n}"},
	{Code: codeQuote, Severity: diag.Error, Title: "CAPE and JSON agree where the comment begins",
		Doc:     "When CAPE looks for comments it pairs the quotes of a line without knowing `\\\"`. After such an escape it may take `//` inside a text for a comment, or miss a comment.",
		Example: "{\n  \"a\": \"say \\\"x//y\\\"\"\n}"},
	{Code: codeIncludeTwice, Severity: diag.Error, Title: "one line includes one file",
		Doc:     "CAPE never ends reading a line with two includes, and its memory grows without bound. Put each on a line of its own.",
		Example: "{\"a\": JSONFile(\"a.json\"), \"b\": JSONFile(\"b.json\")}"},
	{Code: codeIncludePath, Severity: diag.Error, Title: "the name of an included file is one that CAPE takes",
		Doc:     "Names are relative to the folder that CAPE runs in, also in files that are included themselves. Absolute names are not read, and `~`, `$` and other characters than letters, digits, blanks and `_ - . + = / \\` keep CAPE from seeing the include at all.",
		Example: "{\"a\": JSONFile(\"/data/a.json\")}"},
	{Code: codeIncludeForm, Severity: diag.Error, Title: "an include is written JSONFile(\"name.json\")",
		Doc:     "CAPE looks for `JSONFile(`, the name in double quotes, and `)`. Blanks before `(` or `)`, or single quotes, keep it from reading the include. A missing `)` does no harm and is a warning.",
		Example: "{\"a\": JSONFile ('a.json')}"},
	{Code: codeIncludeKey, Severity: diag.Warning, Title: "\"&include\": is followed by a name on the same line",
		Doc:     "CAPE recognizes `\"&include\":` with no blank before the colon and the name of a file on the same line. Written otherwise it stays an ordinary option that CAPE does not know.",
		Example: "{\"&include\" : \"a.json\"}"},
}

var severities = func() map[diag.Code]diag.Severity {
	m := make(map[diag.Code]diag.Severity, len(Rules))
	for _, r := range Rules {
		m[r.Code] = r.Severity
	}
	return m
}()
