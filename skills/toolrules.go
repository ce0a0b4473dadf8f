package skills

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Script is a Python file in the folder of tools, or below it.
type Script struct {
	Path string // absolute
	Src  []byte
	pysource.Script
	Outline pysource.Outline
	// Deep tells that the file lies in a folder below that of the tools, where CAPE does not look.
	Deep bool
}

// ReadTool reads a script that lies at path.
func ReadTool(src []byte, path string) *Script {
	return &Script{Path: path, Src: src, Script: pysource.Read(src), Outline: pysource.ReadOutline(src)}
}

// Private tells whether the name of the file hides it from CAPE.
func (s *Script) Private() bool { return privateName(filepath.Base(s.Path)) }

func privateName(file string) bool {
	return strings.HasPrefix(file, "_") || strings.HasPrefix(file, ".")
}

// Listed tells whether CAPE lists the script as a tool, as far as its name and its text go.
func (s *Script) Listed() bool { return s.Guard && !s.Private() && !s.Deep }

// program tells whether the script looks as if it were meant to be run: other modules of the folder serve
// the tools and need no guard.
func (s *Script) program() bool {
	return bytes.HasPrefix(s.Src, []byte("#!")) || s.Outline.ReadsArguments || s.Outline.Acts || s.main() != nil
}

// main returns the function that a guard would call.
func (s *Script) main() *pysource.Function {
	i := slices.IndexFunc(s.Outline.Functions, func(f pysource.Function) bool { return f.Name == "main" && !f.Class })
	if i < 0 {
		return nil
	}
	return &s.Outline.Functions[i]
}

// ToolRule is one row of the table of rules for tools.
type ToolRule struct {
	diag.Rule
	find func(*Script) *diag.Diagnostic
}

// ToolRules is the table. A script has at most one finding of each; a rule keeps quiet about what one above
// it has told.
var ToolRules = []ToolRule{
	toolRow(findToolEncoding, "tool-encoding", diag.Warning, "a tool must be UTF-8",
		"CAPE reads the scripts of the tools folder as UTF-8, finds no guard in what cannot be read so, and does not list it.", ""),
	toolRow(findToolSyntax, "tool-syntax", diag.Warning, "a tool must be valid Python",
		"When Python cannot parse a script, CAPE looks for the text of a `__main__` test anywhere in it, in comments too, and lists the script without a description. It fails when it is run. "+
			"What counts is Python 3.11; a script that uses newer syntax may run all the same.",
		"def main()\n    run()\n"),
	toolRow(findToolDeep, "tool-folder-deep", diag.Information, "a tool must lie in the tools folder itself",
		"CAPE does not look into the folders below that of the tools (`tools`, or the option `ToolDir`).", ""),
	toolRow(findToolPrivate, "tool-name-private", diag.Information, "the name of a tool must not begin with an underscore",
		"CAPE passes over files whose names begin with an underscore. That is right for modules that tools import. A script with a `__main__` guard looks as if it were meant to be run.", ""),
	toolRow(findGuardPlace, "tool-guard-place", diag.Warning, "the test of `__name__` must be an `if` of its own at the top level",
		"CAPE lists a script as a tool only if `if __name__ == \"__main__\":` stands at its top level, in this order and alone. A test inside a function or a block, the other way round, or together with another one does not count.",
		"def main():\n    if __name__ == \"__main__\":\n        run()\n"),
	toolRow(findGuardMissing, "tool-guard-missing", diag.Warning, "a tool must have a `__main__` guard",
		"CAPE lists only scripts with `if __name__ == \"__main__\":` at their top level, since it takes all others for modules. For a file that does not look like a program, but like a module that tools import, this is a hint.",
		"print(\"done\")\n"),
	toolRow(findToolDocstring, "tool-docstring-missing", diag.Information, "a tool must say in its docstring what it is for",
		"The first line of the docstring is all that CAPE's agent learns of a tool before it runs it. Without one the description is empty.",
		"import sys\n"),
}

func toolRow(find func(*Script) *diag.Diagnostic, code diag.Code, severity diag.Severity, title, doc, example string) ToolRule {
	return ToolRule{diag.Rule{Code: code, Severity: severity, Title: title, Doc: doc, Example: example}, find}
}

// CheckTool returns the findings in a script, sorted by place.
func CheckTool(s *Script) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, r := range ToolRules {
		if d := r.find(s); d != nil {
			d.Code = r.Code
			if d.Severity == diag.Off {
				d.Severity = r.Severity
			}
			d.Span = d.Span.Clamp(len(s.Src))
			out = append(out, *d)
		}
	}
	diag.Sort(out)
	return out
}

func tells(span text.Span, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Span: span, Message: fmt.Sprintf(format, args...)}
}

const capeNotLists = "CAPE does not list this script"

func findToolEncoding(s *Script) *diag.Diagnostic {
	if !s.NotText || s.Private() {
		return nil
	}
	at := len(s.Src) - len(bytes.TrimLeftFunc(s.Src, func(r rune) bool { return r != utf8.RuneError }))
	return tells(text.Span{Start: at, End: min(at+1, len(s.Src))}, "the file must be UTF-8: %s", capeNotLists)
}

func findToolSyntax(s *Script) *diag.Diagnostic {
	if s.Problem == nil || s.Private() && !s.Guard {
		return nil
	}
	effect := capeNotLists
	switch {
	case s.Deep || s.Private():
		effect = "Python does not run it"
	case s.Guard:
		effect = "CAPE lists this script without a description, and it fails when it is run"
	}
	if bytes.HasPrefix(s.Src, []byte(text.BOM)) {
		d := tells(text.Span{Start: 0, End: len(text.BOM)}, "there must be no byte order mark: CAPE cannot parse this script with it")
		d.Fixes = []diag.Fix{{Title: "Remove the byte order mark", Edits: []diag.Edit{{Span: d.Span}}, Preferred: true}}
		return d
	}
	return tells(wordAt(s.Src, s.Problem.Offset), "%s: %s", s.Problem.Message, effect)
}

// wordAt is the word or sign at an offset; at the end of a line, the place.
func wordAt(src []byte, at int) text.Span {
	at = min(at, len(src))
	end := at
	for end < len(src) && (src[end] == '_' || src[end] >= 0x80 || src[end]|0x20 >= 'a' && src[end]|0x20 <= 'z' || src[end] >= '0' && src[end] <= '9') {
		end++
	}
	if end == at && end < len(src) && src[end] != '\n' && src[end] != '\r' {
		end++
	}
	return text.Span{Start: at, End: end}
}

func findToolDeep(s *Script) *diag.Diagnostic {
	if !s.Deep || !s.Guard || s.Private() {
		return nil
	}
	return tells(s.GuardSpan, "a tool must lie in the tools folder itself, not in %s: %s", filepath.Base(filepath.Dir(s.Path)), capeNotLists)
}

func findToolPrivate(s *Script) *diag.Diagnostic {
	if !s.Private() || !s.Guard || !s.Parses || strings.HasPrefix(filepath.Base(s.Path), "__") {
		return nil
	}
	return tells(s.GuardSpan, "the name of a tool must not begin with %q: %s", filepath.Base(s.Path)[:1], capeNotLists)
}

// unlisted tells whether the script could be a tool but for its guard.
func (s *Script) unlisted() bool { return s.Parses && !s.Guard && !s.Private() && !s.Deep }

func findGuardPlace(s *Script) *diag.Diagnostic {
	near := s.Outline.NearGuard
	if !s.unlisted() || !near.Found() {
		return nil
	}
	d := tells(near.Span, `the test must be if __name__ == "__main__": and nothing more: %s`, capeNotLists)
	if near.Indented {
		d.Message = "the test must stand at the top level, not indented: " + capeNotLists
	}
	switch {
	case near.Indented && s.inFunction(near.Span):
		d.Fixes = []diag.Fix{s.addGuard()}
	case !near.Indented && s.alone(near.Span):
		d.Fixes = []diag.Fix{{Title: "Write the test as CAPE reads it", Edits: []diag.Edit{{Span: near.Span, New: `__name__ == "__main__"`}}, Preferred: true}}
	}
	return d
}

func (s *Script) inFunction(span text.Span) bool {
	return slices.ContainsFunc(s.Outline.Functions, func(f pysource.Function) bool {
		return !f.Class && f.Span.Start <= span.Start && span.End <= f.Span.End
	})
}

// alone tells whether a test is all that stands between an if and its colon.
func (s *Script) alone(span text.Span) bool {
	before := bytes.TrimRight(s.Src[:span.Start], " \t")
	after := bytes.TrimLeft(s.Src[span.End:], " \t")
	lineStart := bytes.LastIndexAny(before, "\r\n") + 1
	return string(before[lineStart:]) == "if" && bytes.HasPrefix(after, []byte(":"))
}

func findGuardMissing(s *Script) *diag.Diagnostic {
	if !s.unlisted() || s.Outline.NearGuard.Found() {
		return nil
	}
	d := tells(s.firstLine(), `a tool must have if __name__ == "__main__": at its top level: %s`, capeNotLists)
	if !s.program() {
		d.Severity = diag.Hint
	}
	d.Fixes = []diag.Fix{s.addGuard()}
	return d
}

func findToolDocstring(s *Script) *diag.Diagnostic {
	if !s.Listed() || !s.Parses || s.Description != "" {
		return nil
	}
	if s.HasDocstring {
		return tells(s.DocstringSpan, "the first line of the docstring must say what the tool is for: CAPE's agent sees an empty description")
	}
	d := tells(s.firstLine(), "a tool must begin with a docstring that says what it is for: CAPE's agent sees an empty description")
	nl := s.lineEnd()
	d.Fixes = []diag.Fix{{Title: "Add a docstring", Edits: []diag.Edit{{
		Span: text.At(s.Outline.FirstStatement), New: `"""Say in one line what this tool does."""` + nl + nl,
	}}}}
	return d
}

// firstLine is the line of the first statement, else the first of the file.
func (s *Script) firstLine() text.Span {
	start := s.Outline.FirstStatement
	if start >= len(s.Src) {
		start = 0
	}
	end := bytes.IndexAny(s.Src[start:], "\r\n")
	if end < 0 {
		end = len(s.Src) - start
	}
	return text.Span{Start: start, End: start + end}
}

// lineEnd is how the lines of the file end.
func (s *Script) lineEnd() string {
	switch i := bytes.IndexAny(s.Src, "\r\n"); {
	case i < 0 || s.Src[i] == '\n':
		return "\n"
	case i+1 < len(s.Src) && s.Src[i+1] == '\n':
		return "\r\n"
	}
	return "\r"
}

// addGuard is the fix that appends a guard, which calls the function main if there is one to be called
// without arguments.
func (s *Script) addGuard() diag.Fix {
	nl := s.lineEnd()
	var b strings.Builder
	if n := len(s.Src); n > 0 {
		if last := s.Src[n-1]; last != '\n' && last != '\r' {
			b.WriteString(nl)
		}
		b.WriteString(nl + nl)
	}
	b.WriteString(`if __name__ == "__main__":` + nl)
	title, call := "Add a __main__ guard", "pass"
	if f := s.main(); f != nil && f.Required == 0 {
		title, call = "Add a __main__ guard that calls main()", "main()"
	}
	b.WriteString("    " + call + nl)
	return diag.Fix{Title: title, Edits: []diag.Edit{{Span: text.At(len(s.Src)), New: b.String()}}}
}
