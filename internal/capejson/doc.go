// Package capejson reads CAPE's JSON dialect, syntax only: JSON with whole-line and trailing //
// comments, and with other files included by JSONFile("x.json") or "&include": "x.json".
//
// It has two sides. Parse is for the editor: it never fails, keeps a span for every part, and finds
// all faults at their true places in the file, each with a code and, where there is one right
// answer, a fix. StripComment, Check, ReadOptions and Validate are CAPE's own verdict: the same
// values, messages and line numbers as its Python code gives, quirks included. The two agree: Parse
// reports an error exactly where CAPE cannot read the file, as far as one file can tell.
//
// The package deliberately does not know what any key means, does not open files, and does not
// follow includes while parsing for the editor.
package capejson
