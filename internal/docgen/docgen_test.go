// Package docgen writes the pages of docs/ that describe rules, settings and commands from the tables in
// the code, and fails when a page is out of date: `go test ./internal/docgen -update` writes them anew.
package docgen

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/lsp"
	"github.com/cape-ls/cape-ls/skills"
)

var update = flag.Bool("update", false, "write docs/ anew")

const note = "<!-- made from the code by `go test ./internal/docgen -update` -->\n\n"

func TestPagesAreCurrent(t *testing.T) {
	for name, page := range map[string]string{"rules.md": rules(), "settings.md": settings(), "tools.md": tools()} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", name)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
			}
			have, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, page, string(have), "run: go test ./internal/docgen -update")
		})
	}
}

// TestEveryRuleSaysEnough holds what a reader of docs/rules.md may expect.
func TestEveryRuleSaysEnough(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range analysis.Rules() {
		code := string(r.Code)
		require.False(t, seen[code], "%s is there twice", code)
		seen[code] = true
		require.Regexp(t, `^[a-z][a-z0-9]*(-[a-z0-9]+)+$`, code)
		require.NotZero(t, r.Severity, code)
		require.NotEmpty(t, r.Title, code)
		require.Greater(t, len(r.Doc), 20, code)
		require.False(t, strings.HasSuffix(r.Title, "."), "%s: a title has no full stop", code)
	}
	require.Greater(t, len(seen), 60)
}

func rules() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" + note)
	b.WriteString("Severity follows harm: **error** when CAPE or an agent will not load the file, or loads it as something else;\n" +
		"**warning** when it will be misread; **information** and **hint** for the rest. The setting `cape.rules` gives a rule\n" +
		"another severity, or `off`; on the command line `cape-ls check --rule CODE=SEVERITY` does.\n")
	rest := analysis.Rules()
	for _, part := range []struct {
		title string
		count int
	}{
		{"Skills, and YAML in general", len(skills.Rules)}, {"Scripts in the tools folder", len(skills.ToolRules)},
		{"CAPE's JSON", len(capejson.Rules)}, {"Control files, run matrices and cape-agent.json", len(control.Rules)},
	} {
		fmt.Fprintf(&b, "\n**%s**\n\n| code | severity | what must be |\n|---|---|---|\n", part.title)
		for _, r := range rest[:part.count] {
			fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.Code, r.Code, r.Severity, cell(r.Title))
		}
		rest = rest[part.count:]
	}
	if len(rest) > 0 {
		panic("rules of no part of the page: " + string(rest[0].Code))
	}
	for _, r := range analysis.Rules() {
		fmt.Fprintf(&b, "\n## %s\n\n%s (%s).\n\n%s\n", r.Code, capital(r.Title), r.Severity, strings.TrimSpace(r.Doc))
		if r.Example != "" {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.TrimRight(r.Example, "\n"))
		}
	}
	return b.String()
}

func settings() string {
	var b strings.Builder
	b.WriteString("# Settings\n\n" + note)
	b.WriteString("VS Code: in `settings.json`. Other editors: as the answer to `workspace/configuration`, in\n" +
		"`workspace/didChangeConfiguration`, or as `initializationOptions`.\n\n| setting | type | default | meaning |\n|---|---|---|---|\n")
	for _, s := range lsp.SettingsTable {
		kind := s.Type
		if len(s.Enum) > 0 {
			kind = "`" + strings.Join(s.Enum, "`, `") + "`"
		}
		def, _ := json.Marshal(s.Default)
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", s.Name, kind, def, cell(s.Doc))
	}
	return b.String()
}

func tools() string {
	var b strings.Builder
	b.WriteString("# Tools and commands\n\n" + note)
	b.WriteString("One table serves every door: `cape-ls call TOOL ARGS-JSON`, and the command of `workspace/executeCommand`\n" +
		"with the arguments as one object. Where several folders are open, the command is about the first one, unless a file in\n" +
		"its arguments lies in another. A command whose tool takes no file may be given one for that, by its absolute name:\n" +
		"`{\"fname\": \"/home/me/wing/cape-agent.json\"}`.\n\n| tool | command | what it does |\n|---|---|---|\n")
	commands := lsp.ToolCommands()
	for _, t := range agent.Tools() {
		command := ""
		if c := commands[t.Name]; c != "" {
			command = "`" + c + "`"
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", t.Name, t.Name, command, cell(t.Title))
	}
	for _, t := range agent.Tools() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", t.Name, t.Doc)
		if len(t.Params) > 0 {
			b.WriteString("\n| argument | type | |\n|---|---|---|\n")
		}
		for _, p := range t.Params {
			need := "optional: "
			if p.Required {
				need = ""
			}
			kind := strings.Join(p.Type, ", ")
			if kind == "" {
				kind = "any"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s%s |\n", p.Name, kind, need, cell(p.Doc))
		}
	}
	b.WriteString("\n## Other commands\n\nCommands of `workspace/executeCommand` that are no tools. File names in their arguments are absolute.\n\n")
	words(&b, "command", "argument", lsp.OtherCommands)
	b.WriteString("\n## For authors of clients\n\nEverything works in a client that knows the protocol only. One that can do more says so in `initializationOptions`,\n" +
		"beside settings, and then hears messages of our own.\n\n")
	words(&b, "option", "type", lsp.ClientOptions)
	b.WriteString("\nThese messages go from the server to the client, but for the first:\n\n")
	words(&b, "message", "parameters", lsp.ClientMessages)
	return b.String()
}

// words writes a table of what is of our own.
func words(b *strings.Builder, what, shape string, list []lsp.Word) {
	fmt.Fprintf(b, "| %s | %s | |\n|---|---|---|\n", what, shape)
	for _, w := range list {
		with := w.Shape
		if strings.ContainsAny(with, "{.") {
			with = "`" + with + "`"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", w.Name, cell(with), cell(w.Doc))
	}
}

func cell(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "\n", " ")
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
