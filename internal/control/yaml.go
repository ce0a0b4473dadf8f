package control

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/feature"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// The findings in YAML control files are those that front matter has, too: one reader judges both.
const (
	codeYAML          diag.Code = "yaml-syntax"
	codeYAMLValue     diag.Code = "yaml-value"
	codeYAMLDuplicate diag.Code = "key-duplicate"
	codeYAMLBytes     diag.Code = "file-encoding"
)

// maxYAML bounds the findings of one file: after that many, those that follow are guesses.
const maxYAML = 10

// IsYAMLControl reports whether a YAML file has a section RunControl at its top, as every control file has. What
// cannot be read of the file does not count.
func IsYAMLControl(src []byte) bool {
	if !bytes.Contains(src, []byte("RunControl")) {
		return false
	}
	key, _ := yaml11.Parse(src).Root.Resolve().Get("RunControl")
	return key != nil
}

// CheckYAML returns what is wrong with the syntax of a YAML control file, sorted by place. CAPE reads it with
// PyYAML, whose verdict this is; comments with // and JSONFile(...) are unknown there.
func CheckYAML(src []byte) []diag.Diagnostic {
	y := yamlCheck{src: src}
	if at := firstBadByte(src); at >= 0 {
		y.found(diag.Error, codeYAMLBytes, text.Span{Start: at, End: at + 1}, "the file must be UTF-8 text: CAPE cannot read it")
		return y.out
	}
	doc := yaml11.Parse(src)
	for i, p := range doc.Problems[:min(len(doc.Problems), maxYAML)] {
		if i > 0 && !p.Value.Empty() && doc.Problems[i-1].Value == p.Value {
			continue
		}
		y.problem(p)
	}
	root := doc.Root.Resolve()
	if len(doc.Problems) == 0 && (root == nil || root.Kind != yaml11.Mapping) {
		span := text.Span{}
		if root != nil {
			span = root.Span
		}
		y.found(diag.Error, codeYAML, span, "the file must hold keys with values: CAPE cannot read it as options")
	}
	y.duplicates(doc.Root, 0)
	diag.Sort(y.out)
	return y.out
}

func firstBadByte(src []byte) int {
	if utf8.Valid(src) {
		return -1
	}
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

type yamlCheck struct {
	src []byte
	out []diag.Diagnostic
}

func (y *yamlCheck) found(sev diag.Severity, code diag.Code, span text.Span, message string, fixes ...diag.Fix) {
	y.out = append(y.out, diag.Diagnostic{Code: code, Severity: sev, Span: span.Clamp(len(y.src)), Message: message, Fixes: fixes})
}

func (y *yamlCheck) problem(p yaml11.Problem) {
	span := p.Span.Clamp(len(y.src))
	if span.Empty() {
		start, end := y.line(span.Start)
		span = text.Span{Start: min(span.Start, max(end-1, start)), End: end}
	}
	code := codeYAML
	if p.Kind == yaml11.ValueError {
		code = codeYAMLValue
	}
	message, fixes := y.words(p, span)
	y.found(diag.Error, code, span, message+"; CAPE cannot read the file", fixes...)
	if !p.Related.Empty() {
		last := &y.out[len(y.out)-1]
		last.Related = []diag.Related{{Span: p.Related.Clamp(len(y.src)), Message: "the other place"}}
	}
}

// line returns where the line that holds an offset begins and ends.
func (y *yamlCheck) line(offset int) (start, end int) {
	start = bytes.LastIndexByte(y.src[:offset], '\n') + 1
	end = len(y.src)
	if i := bytes.IndexByte(y.src[offset:], '\n'); i >= 0 {
		end = offset + i
	}
	return start, end
}

// yamlWords say what must be where YAML's own words do not help.
var yamlWords = map[yaml11.Cause]string{
	yaml11.UnquotedColon:    "a value with a colon and a space in it must be in quotes",
	yaml11.LeadingIndicator: "a value that begins with a sign of YAML must be in quotes",
	yaml11.FlowBracket:      "nothing may follow the bracket that closes a value; if it is part of a text, the value must be in quotes",
	yaml11.UnclosedBracket:  "a bracket must be closed",
	yaml11.Tab:              "there must be no tab here: YAML takes spaces only",
	yaml11.UnclosedQuote:    "a value that begins with a quote must end with the same quote",
	yaml11.TextAfterQuote:   "nothing may follow the closing quote",
	yaml11.BadEscape:        "a backslash in double quotes must be written twice, or the value must be in single quotes",
	yaml11.Indentation:      "a key must begin in the same column as the key above it",
	yaml11.MissingColon:     "a key must be followed by a colon and a space",
	yaml11.MissingBlank:     "the colon after a key must be followed by a space",
	yaml11.UndefinedAlias:   "a value that begins with * must be in quotes",
	yaml11.UnknownTag:       "a value that begins with ! must be in quotes",
	yaml11.Unhashable:       "a key must not be a list or a mapping",
	yaml11.SecondDocument:   "nothing may follow the end of the document",
	yaml11.DuplicateAnchor:  "an anchor must be given only once",
	yaml11.TooDeep:          "values must not be nested so deeply",
}

// words says what must be, and how to mend it where that is clear.
func (y *yamlCheck) words(p yaml11.Problem, span text.Span) (string, []diag.Fix) {
	if start, _ := y.line(span.Start); strings.HasPrefix(strings.TrimLeft(string(y.src[start:]), " \t"), "//") {
		at := start + bytes.IndexByte(y.src[start:], '/')
		return "a comment must begin with #: YAML does not know //",
			[]diag.Fix{replaceFix("Write a # comment", text.Span{Start: at, End: at + 2}, "#", sure)}
	}
	if bytes.Contains(p.Value.Clamp(len(y.src)).In(y.src), []byte("JSONFile(")) {
		return "JSONFile(...) has no meaning in a YAML file: write the options here", nil
	}
	var fixes []diag.Fix
	switch value := p.Value.Clamp(len(y.src)); {
	case p.Cause == yaml11.ForbiddenCharacter:
		return fmt.Sprintf("the character U+%04X must not be in a YAML file", p.Character),
			[]diag.Fix{replaceFix("Remove the character", span, "", sure)}
	case p.Cause == yaml11.MissingBlank:
		if colon := bytes.IndexByte(span.In(y.src), ':'); colon >= 0 {
			fixes = append(fixes, replaceFix("Put a space after the colon", text.At(span.Start+colon+1), " ", sure))
		}
	case p.Cause == yaml11.Tab:
		if start, _ := y.line(span.Start); len(bytes.TrimSpace(y.src[start:span.End])) == 0 {
			fixes = append(fixes, replaceFix("Replace the tabs with spaces", text.Span{Start: start, End: span.End},
				strings.ReplaceAll(string(y.src[start:span.End]), "\t", "    "), maybe))
		}
	case !value.Empty() && !bytes.ContainsAny(value.In(y.src), "\r\n'") && p.Cause != yaml11.UnclosedQuote:
		fixes = append(fixes, replaceFix("Put the value in quotes", value, "'"+string(value.In(y.src))+"'", maybe))
	}
	if words := yamlWords[p.Cause]; words != "" {
		return words, fixes
	}
	words := p.Problem
	if p.Context != "" {
		words = p.Context + ": " + words
	}
	return "the file must be YAML: " + words, fixes
}

// duplicates looks for keys that are given twice in one mapping. Aliases are not followed.
func (y *yamlCheck) duplicates(n *yaml11.Node, depth int) {
	if n == nil || depth > maxNesting {
		return
	}
	for _, item := range n.Items {
		y.duplicates(item, depth+1)
	}
	seen := map[string]text.Span{}
	for _, p := range n.Pairs {
		y.duplicates(p.Value, depth+1)
		if p.Key == nil || p.Key.Kind != yaml11.Scalar || p.Key.Broken || p.Key.Text == "<<" {
			continue
		}
		id := p.Key.Tag + " " + p.Key.Text
		if first, twice := seen[id]; twice {
			y.found(diag.Warning, codeYAMLDuplicate, p.Key.Span, fmt.Sprintf("key %s is given twice; CAPE takes the last one", quote(p.Key.Text)))
			y.out[len(y.out)-1].Related = []diag.Related{{Span: first, Message: "given here first"}}
		}
		seen[id] = p.Key.Span
	}
}

// YAMLSymbols are the keys of a YAML control file as a tree.
func YAMLSymbols(src []byte) []feature.Symbol {
	return yamlSymbols(yaml11.Parse(src).Root, 0)
}

func yamlSymbols(n *yaml11.Node, depth int) []feature.Symbol {
	if n == nil || n.Kind != yaml11.Mapping || depth > maxNesting {
		return nil
	}
	var out []feature.Symbol
	for _, p := range n.Pairs {
		if p.Key == nil || p.Key.Kind != yaml11.Scalar {
			continue
		}
		s := feature.Symbol{Name: p.Key.Text, Kind: feature.SymbolProperty, Span: p.Key.Span, Select: p.Key.Span}
		if p.Value != nil {
			s.Span.End = max(s.Span.End, p.Value.Span.End)
			s.Children = yamlSymbols(p.Value, depth+1)
			switch p.Value.Kind {
			case yaml11.Mapping:
				s.Kind = feature.SymbolObject
			case yaml11.Sequence:
				s.Kind = feature.SymbolArray
			}
		}
		out = append(out, s)
	}
	return out
}

// YAMLFolding are the mappings and lists of more than one line.
func YAMLFolding(src []byte) []feature.Fold {
	var out []feature.Fold
	var walk func(n *yaml11.Node, depth int)
	walk = func(n *yaml11.Node, depth int) {
		if n == nil || depth > maxNesting {
			return
		}
		for _, p := range n.Pairs {
			if p.Key != nil && p.Value != nil && bytes.ContainsAny(text.Span{Start: p.Key.Span.Start, End: max(p.Key.Span.Start, p.Value.Span.End)}.Clamp(len(src)).In(src), "\n") {
				out = append(out, feature.Fold{Span: text.Span{Start: p.Key.Span.Start, End: p.Value.Span.End}})
			}
			walk(p.Value, depth+1)
		}
		for _, item := range n.Items {
			walk(item, depth+1)
		}
	}
	walk(yaml11.Parse(src).Root, 0)
	return out
}
