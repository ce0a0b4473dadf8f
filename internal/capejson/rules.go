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
	{Code: codeTrailing, Severity: diag.Error, Title: "there must be no comma after the last entry",
		Doc:     "JSON allows a comma only between two entries. CAPE cannot read a file with a comma before `}` or `]`, and its message points at the bracket. The fix deletes the comma.",
		Example: "{\"a\": 1,}"},
	{Code: codeExtraComma, Severity: diag.Error, Title: "there must be only one comma between two entries",
		Doc:     "CAPE cannot read a file with a comma that separates nothing. The fix deletes the extra commas.",
		Example: "[1,, 2]"},
	{Code: codeNoComma, Severity: diag.Error, Title: "there must be a comma between two entries",
		Doc:     "CAPE cannot read a file in which one entry follows another without a comma. Its message points at the second entry, often a line too low; the finding marks the first one, after which the comma belongs.",
		Example: "{\n  \"a\": 1\n  \"b\": 2\n}"},
	{Code: codeNoColon, Severity: diag.Error, Title: "there must be a colon between key and value",
		Doc:     "In an object every key is followed by a colon and a value. CAPE cannot read the file otherwise.",
		Example: "{\"a\" 1}"},
	{Code: codeNoValue, Severity: diag.Error, Title: "there must be a value after each colon",
		Doc:     "CAPE cannot read a file with a key that has no value. Write `null` for no value, or delete the key.",
		Example: "{\"a\": , \"b\": 1}"},
	{Code: codeNoKey, Severity: diag.Error, Title: "there must be a key before each value of an object",
		Doc:     "Between `{` and `}` every value has a key. Values without keys make a list, between `[` and `]`.",
		Example: "{1, 2}"},
	{Code: codeKeyQuotes, Severity: diag.Error, Title: "a key must be in double quotes",
		Doc:     "CAPE cannot read a file with keys in single quotes or without quotes.",
		Example: "{a: 1, 'b': 2}"},
	{Code: codeDuplicate, Severity: diag.Warning, Title: "a key must be given only once",
		Doc:     "When the same key is given twice, CAPE takes the last value and says nothing, so an earlier setting is lost.",
		Example: "{\"a\": 1, \"a\": 2}"},
	{Code: codeQuotes, Severity: diag.Error, Title: "a string must be in double quotes",
		Doc:     "CAPE cannot read a file with strings in single quotes or without quotes.",
		Example: "{\"a\": 'x', \"b\": wing}"},
	{Code: codeUnclosed, Severity: diag.Error, Title: "a string must begin and end with a double quote, on one line",
		Doc:     "One missing quote shifts all quotes after it, so CAPE's message often names another place. A string cannot run over the end of a line; write `\\n` for a line end in it.",
		Example: "{\"a\": \"x,\n\"b\": 1}"},
	{Code: codeControl, Severity: diag.Error, Title: "control characters in a string must be escaped",
		Doc:     "A tab inside quotes, common after copying from a table, makes the file unreadable for CAPE. Write `\\t` for a tab.",
		Example: "{\"a\": \"x\ty\"}"},
	{Code: codeEscape, Severity: diag.Error, Title: "a backslash in a string must be written twice",
		Doc:     "A backslash begins an escape: `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, `\\n`, `\\r`, `\\t`, or `\\u` and four hexadecimal digits. For a backslash itself, as in a Windows path, write two.",
		Example: "{\"a\": \"C:\\data\"}"},
	{Code: codeNumber, Severity: diag.Error, Title: "a number must have the form of JSON",
		Doc:     "A number has no plus sign, no leading zero, and digits on both sides of the point: `0.5`, not `.5`; `1.0`, not `1.`. The exponent letter is `e`, not Fortran's `d`.",
		Example: "[01, +1, .5, 1., 1d0]"},
	{Code: codeLong, Severity: diag.Error, Title: "an integer must have at most 4300 digits",
		Doc: "Python refuses longer integers, and CAPE cannot read the file."},
	{Code: codeLiteral, Severity: diag.Error, Title: "true, false and null must be in lower case",
		Doc:     "JSON does not know Python's words `True`, `False` and `None`. CAPE also reads `NaN` and `Infinity`, in exactly these letters.",
		Example: "{\"a\": True, \"b\": None}"},
	{Code: codeUnclosedBracket, Severity: diag.Error, Title: "every opening bracket must be closed",
		Doc:     "CAPE gives no useful message about the most frequent fault, a missing bracket at the end of the file. The indentation of the lines tells where the closing bracket belongs: the finding marks what it must follow, or the opening bracket when that is on the same line.",
		Example: "{\n  \"a\": [1, 2\n}"},
	{Code: codeMismatch, Severity: diag.Error, Title: "a bracket must close the one that was opened",
		Doc:     "`{` is closed by `}` and `[` by `]`. CAPE cannot read the file otherwise.",
		Example: "{\"a\": [1, 2}, \"b\": 3}"},
	{Code: codeNoBrace, Severity: diag.Error, Title: "entries must stand behind an opening bracket",
		Doc:     "The entries of a file are between `{` and `}`, and so are those of each section; values of a list are between `[` and `]`. Only a file that another one includes with `\"&include\"` has no braces.",
		Example: "\"a\": 1, \"b\": 2"},
	{Code: codeDepth, Severity: diag.Error, Title: "brackets must not be nested too deep",
		Doc: "CAPE reads about 990 levels of brackets; beyond that it ends with a RecursionError."},
	{Code: codeExtra, Severity: diag.Error, Title: "there must be no stray text",
		Doc:     "After a value there can be only a comma or a closing bracket, and after the value of the whole file only comments. A double quote inside a string must be written `\\\"`.",
		Example: "{\"a\": 1 2}"},
	{Code: codeBlank, Severity: diag.Error, Title: "only spaces, tabs and line ends may separate values",
		Doc:     "No-break spaces, zero-width characters and form feeds arrive when text is copied from documents. They are hard to see, and CAPE cannot read a file with one between its values.",
		Example: "{\"a\":\u00a01}"},
	{Code: codeCommentKind, Severity: diag.Error, Title: "a comment must begin with //",
		Doc:     "CAPE knows only `//` comments, on a line of their own or after a value; `#` and `/* */` make the file unreadable.",
		Example: "{\n  # note\n  \"a\": 1 /* one */\n}"},
	{Code: codeBOM, Severity: diag.Error, Title: "there must be no byte order mark at the start of the file",
		Doc: "Some Windows editors put three invisible bytes before the text. CAPE cannot read such a file."},
	{Code: codeEncoding, Severity: diag.Error, Title: "the file must be UTF-8 text",
		Doc: "CAPE reads files as UTF-8 and cannot read this one. Save it in that encoding."},
	{Code: codeEmpty, Severity: diag.Error, Title: "the file must hold a value",
		Doc:     "CAPE cannot read a file that is empty or holds only comments, and gives no useful message about it. Write at least `{}`.",
		Example: "// nothing yet\n"},
	{Code: codeBrace, Severity: diag.Error, Title: "there must be no brace outside quotes on a line with // and quotes",
		Doc:     "CAPE removes comments line by line. On a line with both `//` and a string it cannot handle a brace outside the quotes: reading the whole file fails, and the message has no line number. A `//` inside a string, as in a URL, counts too. The fix moves the comment to a line of its own above, and writes `/\\/` for `//` inside a string, which JSON reads as the same.",
		Example: "{\n  \"RunControl\": { // how to run\n    \"nIter\": 100\n  }\n}"},
	{Code: codeQuote, Severity: diag.Error, Title: "CAPE and JSON must agree where a comment begins",
		Doc:     "When CAPE looks for comments it pairs the quotes of a line and does not know the escape `\\\"`. After such an escape it may take `//` inside a string for a comment, or miss a comment.",
		Example: "{\n  \"a\": \"say \\\"x//y\\\"\"\n}"},
	{Code: codeIncludeTwice, Severity: diag.Error, Title: "a line must include only one file",
		Doc:     "CAPE never finishes reading a line with two includes, and its memory grows without bound. Put each include on a line of its own.",
		Example: "{\"a\": JSONFile(\"a.json\"), \"b\": JSONFile(\"b.json\")}"},
	{Code: codeIncludePath, Severity: diag.Error, Title: "an included file must have a name that CAPE accepts",
		Doc:     "Names count from the folder that CAPE runs in, even in files that are included themselves. CAPE does not read absolute names, and it does not see an include at all when the name has characters other than letters, digits, spaces and `_ - . + = / \\`, such as `~` or `$`.",
		Example: "{\"a\": JSONFile(\"/data/a.json\")}"},
	{Code: codeIncludeForm, Severity: diag.Error, Title: "an include must be written `JSONFile(\"name.json\")`",
		Doc:     "CAPE looks for `JSONFile(`, the name in double quotes, and `)`. Spaces before `(` or `)`, or single quotes, keep it from reading the include. A missing `)` does no harm and is only a warning.",
		Example: "{\"a\": JSONFile ('a.json')}"},
	{Code: codeIncludeKey, Severity: diag.Warning, Title: "`\"&include\":` must be followed by a name on the same line",
		Doc:     "CAPE recognizes `\"&include\":` only with no space before the colon and the name of a file on the same line. Written in another way it stays an ordinary option, which CAPE does not know and ignores.",
		Example: "{\"&include\" : \"a.json\"}"},
}

var severities = func() map[diag.Code]diag.Severity {
	m := make(map[diag.Code]diag.Severity, len(Rules))
	for _, r := range Rules {
		m[r.Code] = r.Severity
	}
	return m
}()
