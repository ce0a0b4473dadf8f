package report

import "github.com/cape-ls/cape-ls/internal/diag"

// paint puts colours around words, or nothing.
type paint struct{ on bool }

// The severities' colours (ECMA-48, SGR): red, yellow, cyan, and the terminal's own.
var severityColors = map[diag.Severity]string{diag.Error: "1;31", diag.Warning: "1;33", diag.Information: "36", diag.Hint: "0"}

func (p paint) severity(s diag.Severity) string { return p.with(severityColors[s], s.String()+":") }

// dim is for what is read last: where, and by which rule.
func (p paint) dim(s string) string { return p.with("2", s) }

func (p paint) with(code, s string) string {
	if !p.on {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
