// Package report writes findings for people and programs that are no editor: text, JSON, SARIF and
// GitHub's workflow commands.
//
// Columns count code points from one. It reads no file and decides nothing.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

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

// About is what SARIF says of the program and its rules.
type About struct {
	Version string
	Rules   []diag.Rule
	Docs    string // where the rules are described, each under its code as the fragment; empty: nowhere
}

// Write writes the findings of all files.
func Write(w io.Writer, f Format, files []File, about About) error {
	switch f {
	case Text:
		return writeText(w, files)
	case JSON:
		return writeJSON(w, files)
	case SARIF:
		return writeSARIF(w, files, about)
	case GitHub:
		return writeGitHub(w, files)
	}
	return fmt.Errorf("unknown format %q: it must be text, json, sarif or github", f)
}

// Line is one finding in the form that compilers use: path:line:col: severity: message [code].
func Line(file File, d diag.Diagnostic) string {
	at := file.Mapper.Position(d.Span.Start, text.UTF32)
	return fmt.Sprintf("%s:%d:%d: %s: %s [%s]", file.Name, at.Line+1, at.Column+1, d.Severity, d.Message, d.Code)
}

func writeText(w io.Writer, files []File) error {
	var b strings.Builder
	for _, f := range files {
		for _, d := range f.Found {
			b.WriteString(Line(f, d) + "\n")
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
	results, codes := []object{}, []string{}
	for _, f := range findings(files) {
		if !slices.Contains(codes, f.Code) {
			codes = append(codes, f.Code)
		}
		results = append(results, object{
			"ruleId": f.Code, "level": level(f, "note"), "message": object{"text": f.Message},
			"locations": []object{{"physicalLocation": object{
				"artifactLocation": object{"uri": f.Path},
				"region": object{
					"startLine": f.Start.Line, "startColumn": f.Start.Column, "endLine": f.End.Line, "endColumn": f.End.Column,
				},
			}}},
		})
	}
	slices.Sort(codes)
	rules := []object{}
	for _, c := range codes {
		rules = append(rules, sarifRule(c, about))
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(object{
		"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
		"runs": []object{{
			"tool":       object{"driver": object{"name": "cape-ls", "version": about.Version, "rules": rules}},
			"columnKind": "unicodeCodePoints", "results": results,
		}},
	})
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
