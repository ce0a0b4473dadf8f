package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cape-ls/cape-ls/lsp/lsptest"
)

// BenchmarkKeystroke measures from a didChange to its publishDiagnostics, without the quiet time. Each
// change adds or takes away a fault in the middle, so that each has another list to publish.
func BenchmarkKeystroke(b *testing.B) {
	for _, tc := range []struct {
		name, file, text, mark string
		right, wrong           string
	}{
		{"SKILL.md of 5.6 kB", ".agents/skills/wing/SKILL.md", benchSkill(5600), "name: ", "w", "W"},
		{"control file of 12 kB", "pyFun.json", benchControl(12 << 10), `"Group": `, "f", "x"},
		{"JSON of 1 MB", "data.json", benchData(1 << 20), `"done": `, "f", "x"},
		{"control file of 1 MB", "pyFun.json", benchControl(1 << 20), `"Group": `, "f", "x"},
	} {
		b.Run(tc.name, func(b *testing.B) {
			dir := b.TempDir()
			for name, text := range map[string]string{tc.file: tc.text, "cape-agent.json": `{"EditAllowList": ["*.json"]}`} {
				path := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			opts := testOptions(b)
			opts.analysis = nil
			c := serve(b, opts)
			c.InitializeWith(map[string]any{
				"processId": nil, "rootUri": "file://" + dir, "capabilities": map[string]any{},
				"initializationOptions": map[string]any{"diagnostics": map[string]any{"scope": scopeOpenFiles}},
			})
			uri := fileURI(dir, tc.file)
			c.Open(uri, tc.text)
			b.Logf("%d bytes, %d findings", len(tc.text), len(c.Diagnostics(uri, 1)))
			at := middle(tc.text, tc.mark)
			line := strings.Count(tc.text[:at], "\n")
			column := at - strings.LastIndexByte(tc.text[:at], '\n') - 1
			var times []time.Duration
			version := 1
			for b.Loop() {
				version++
				char := tc.right
				if version%2 == 0 {
					char = tc.wrong
				}
				start := time.Now()
				c.Change(uri, version, lsptest.Edit{Range: lsptest.R(line, column, line, column+1), NewText: char})
				c.Await("textDocument/publishDiagnostics", version)
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
		})
	}
}

// middle returns the place after the mark that follows the middle of a text, else after the first one.
func middle(text, mark string) int {
	half := len(text) / 2
	if i := strings.Index(text[half:], mark); i >= 0 {
		return half + i + len(mark)
	}
	return strings.Index(text, mark) + len(mark)
}

func benchSkill(size int) string {
	var b strings.Builder
	b.WriteString("---\nname: wing\ndescription: Runs the wing cases and says what failed.\n---\n\n# Wing\n\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%d. Look at case `%d` and at its log; see [the notes](SKILL.md#wing).\n", i, i)
	}
	return b.String()
}

// benchControl is a control file that is right, of about the size: its run matrix has many keys.
func benchControl(size int) string {
	const line = "      // key %d\n      \"key%d\": {\"Group\": false, \"Type\": \"value\", \"Format\": \"%%6.2f\"},\n"
	n := size / (len(line) + 18) // with the key's name in the list
	var b strings.Builder
	b.WriteString("{\n  // what to run\n  \"RunControl\": {\"PhaseSequence\": [0], \"PhaseIters\": [200]},\n  \"RunMatrix\": {\n    \"Keys\": [\n")
	for i := range n {
		fmt.Fprintf(&b, "      \"key%d\",\n", i)
	}
	b.WriteString("      \"alpha\"\n    ],\n    \"Definitions\": {\n")
	for i := range n {
		fmt.Fprintf(&b, line, i, i)
	}
	b.WriteString("      \"alpha\": {\"Group\": true, \"Type\": \"alpha\"}\n    }\n  }\n}\n")
	return b.String()
}

// benchData is a JSON file that the allow-list names and that is no control file: results, one case a line.
func benchData(size int) string {
	var b strings.Builder
	b.WriteString("{\n  // one line a case\n  \"results\": [\n")
	for i := 0; b.Len() < size-60; i++ {
		fmt.Fprintf(&b, "    {\"case\": \"m%.2fa%d\", \"force\": [%d.25, -0.5, 1.5e-3], \"note\": null, \"done\": false},\n", float64(i%200)/100, i%40, i)
	}
	b.WriteString("    {\"case\": \"last\", \"done\": true}\n  ]\n}\n")
	return b.String()
}

// BenchmarkSync measures what one typed character costs without any check: a document of 1 MB.
func BenchmarkSync(b *testing.B) {
	text := benchControl(1 << 20)
	c := start(b)
	c.Initialize("", nil)
	c.Open("file:///a.none", text)
	line := strings.Count(text, "\n") / 2
	version := 1
	for b.Loop() {
		version++
		c.Change("file:///a.none", version, lsptest.Edit{Range: lsptest.R(line, 3, line, 3), NewText: "x"})
		c.MustCall("textDocument/hover", lsptest.At("file:///a.none", 0, 0), nil)
	}
}

// BenchmarkInitialize measures the handshake in one process, without its start.
func BenchmarkInitialize(b *testing.B) {
	for b.Loop() {
		c := start(b)
		c.Initialize("", nil)
		c.CloseInput()
		c.ExitCode()
	}
}
