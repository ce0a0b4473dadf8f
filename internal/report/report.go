// Package report writes findings for people and programs that are no editor: text, JSON, SARIF and
// GitHub's workflow commands.
//
// Columns count code points from one. It reads no file and decides nothing.
package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/text"
)

// File is one checked file with its findings.
type File struct {
	Name   string // as it is to be shown
	Mapper *text.Mapper
	Found  []diag.Diagnostic
}

// Format names an output form.
type Format string

// The forms.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
)

// String and Set make a form the value of a flag.
func (f *Format) String() string { return string(*f) }

// Set fails for a word that is no form.
func (f *Format) Set(word string) error {
	if !slices.Contains([]Format{Text, JSON, SARIF, GitHub}, Format(word)) {
		return errors.New("must be text, json, sarif or github")
	}
	*f = Format(word)
	return nil
}

// About says what is not in the findings: of the program and its rules for SARIF, of the reader for text.
type About struct {
	Color   bool // text is for a terminal that shows colours
	Version string
	Rules   []diag.Rule
	Docs    string // where the rules are described, each under its code as the fragment; empty: nowhere
}

// Write writes the findings of all files.
func Write(w io.Writer, f Format, files []File, about About) error {
	switch f {
	case Text:
		return writeText(w, files, about.Color)
	case JSON:
		return writeJSON(w, files)
	case SARIF:
		return writeSARIF(w, files, about)
	case GitHub:
		return writeGitHub(w, files)
	}
	return fmt.Errorf("there is no format %q", f)
}

// Line is one finding in the form that compilers use: path:line:col: severity: message [code]. It is one line whatever
// names and messages hold, and steers no terminal.
func Line(file File, d diag.Diagnostic) string { return line(file, d, paint{}) }

func line(file File, d diag.Diagnostic, p paint) string {
	at := file.Mapper.Position(d.Span.Start, text.UTF32)
	return p.dim(fmt.Sprintf("%s:%d:%d:", printable(file.Name), at.Line+1, at.Column+1)) + " " +
		p.severity(d.Severity) + " " + printable(d.Message) + " " + p.dim("["+string(d.Code)+"]")
}

// printable writes control characters as Go escapes, such as \n and \x1b. A file name may hold any.
func printable(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func writeText(w io.Writer, files []File, color bool) error {
	var b strings.Builder
	for _, f := range files {
		for _, d := range f.Found {
			b.WriteString(line(f, d, paint{color}) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type finding struct {
	Path     string   `json:"path"`
	Start    place    `json:"start"`
	End      place    `json:"end"`
	Severity string   `json:"severity"`
	Code     string   `json:"code"`
	Message  string   `json:"message"`
	Fixes    []string `json:"fixes,omitempty"`
}

func findings(files []File) []finding {
	out := []finding{}
	for _, f := range files {
		for _, d := range f.Found {
			start, end := f.Mapper.Range(d.Span, text.UTF32)
			one := finding{
				Path: f.Name, Severity: d.Severity.String(), Code: string(d.Code), Message: d.Message,
				Start: place{start.Line + 1, start.Column + 1}, End: place{end.Line + 1, end.Column + 1},
			}
			for _, fix := range d.Fixes {
				one.Fixes = append(one.Fixes, fix.Title)
			}
			out = append(out, one)
		}
	}
	return out
}

// writeJSON writes one list; lines and columns count from one, the end is exclusive.
func writeJSON(w io.Writer, files []File) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(findings(files))
}

// level is the severity where it is error or warning, which all forms know, else the word for less.
func level(f finding, less string) string {
	if f.Severity == diag.Error.String() || f.Severity == diag.Warning.String() {
		return f.Severity
	}
	return less
}

// writeGitHub writes workflow commands, which GitHub shows as annotations of a change.
func writeGitHub(w io.Writer, files []File) error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for _, f := range findings(files) {
		fmt.Fprintf(&b, "::%s file=%s,line=%d,col=%d,title=%s::%s\n",
			level(f, "notice"), property.Replace(f.Path), f.Start.Line, f.Start.Column, property.Replace(f.Code), escape.Replace(f.Message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSARIF writes SARIF 2.1.0, the static analysis results interchange format of OASIS.
func writeSARIF(w io.Writer, files []File, about About) error {
	type object = map[string]any
	found := findings(files)
	codes := codesOf(found)
	rules, codeIndex := []object{}, map[string]int{}
	for i, c := range codes {
		rules = append(rules, sarifRule(c, about))
		codeIndex[c] = i
	}
	results := []object{}
	for _, f := range found {
		results = append(results, object{
			"ruleId": f.Code, "ruleIndex": codeIndex[f.Code], "level": level(f, "note"), "message": object{"text": f.Message},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": object{"uri": uri(f.Path)},
				"region": object{
					"startLine": f.Start.Line, "startColumn": f.Start.Column, "endLine": f.End.Line, "endColumn": f.End.Column,
				},
			}}},
		})
	}
	driver := object{"name": "cape-ls", "version": about.Version, "rules": rules}
	if about.Docs != "" {
		driver["informationUri"] = about.Docs
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{
			"tool":       object{"driver": driver},
			"columnKind": "unicodeCodePoints", "results": results,
		}},
	})
}

// codesOf returns the rules that found something, each once, by name.
func codesOf(found []finding) []string {
	var out []string
	for _, f := range found {
		out = append(out, f.Code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// uri writes a file name as the reference that SARIF wants: percent-coded, with a scheme where it is absolute.
func uri(name string) string {
	u := url.URL{Path: filepath.ToSlash(name)}
	if filepath.IsAbs(name) {
		u.Scheme = "file"
		if !strings.HasPrefix(u.Path, "/") {
			u.Path = "/" + u.Path // a drive of Windows
		}
	}
	return u.String()
}

// sarifRule describes a rule (SARIF 2.1.0, reportingDescriptor).
func sarifRule(code string, about About) map[string]any {
	out := map[string]any{"id": code}
	if about.Docs != "" {
		out["helpUri"] = about.Docs + "#" + code
	}
	i := slices.IndexFunc(about.Rules, func(r diag.Rule) bool { return string(r.Code) == code })
	if i < 0 {
		return out
	}
	rule := about.Rules[i]
	out["shortDescription"] = map[string]any{"text": rule.Title}
	out["help"] = map[string]any{"text": rule.Doc, "markdown": rule.Doc}
	severity := level(finding{Severity: rule.Severity.String()}, "note")
	out["defaultConfiguration"] = map[string]any{"level": severity}
	return out
}
