package peers

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/analysis"
)

const (
	page  = "../../docs/peers.md"
	begin = "<!-- from here on written by `CAPE_LS_PEERS=1 go test ./internal/peers -run TestPage -timeout 30m` -->"
)

// knownCodes are the codes of cape-ls, in the order of docs/rules.md.
func knownCodes() []string {
	var out []string
	for _, r := range analysis.Rules() {
		out = append(out, string(r.Code))
	}
	return out
}

// TestPage writes the page when the peers are wanted, and holds that it speaks of the rules and versions of now.
func TestPage(t *testing.T) {
	have, err := os.ReadFile(page)
	require.NoError(t, err)
	own, _, ok := strings.Cut(string(have), begin)
	require.True(t, ok, "%s must hold the line %s", page, begin)
	if home := os.Getenv("CAPE_LS_PEERS"); home != "" {
		have = []byte(own + begin + "\n\n" + compare(t, install(t, home)))
		require.NoError(t, os.WriteFile(page, have, 0o644))
	}
	for _, tool := range tools {
		if tool.Package != "" {
			require.Contains(t, string(have), tool.Package+"@"+tool.Version, "run the peers again")
		}
	}
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+)`").FindAllStringSubmatch(string(have), -1)
	require.Greater(t, len(rows), 30)
	for _, row := range rows {
		require.Contains(t, knownCodes(), row[1], "the page has a row for a rule that is gone: run the peers again")
	}
}

// TestTablesNameRules holds that what peers' rules are said to be about are rules of ours.
func TestTablesNameRules(t *testing.T) {
	names := append(slices.Clone(ofCape), broken...)
	for name, rules := range concerns {
		require.True(t, slices.ContainsFunc(tools, func(x tool) bool { return x.Name == name }), name)
		for rule, codes := range rules {
			require.False(t, isAdvice(name, rule), "%s %s must be about a fault or be advice", name, rule)
			names = append(names, codes...)
		}
	}
	for _, name := range names {
		require.Contains(t, knownCodes(), name)
	}
}

// TestEveryCaseIsRead holds that what must be found is read from each case.
func TestEveryCaseIsRead(t *testing.T) {
	clean := 0
	for _, file := range homeFiles(t) {
		c, p := load(t, casesRoot, file)
		require.NotEmpty(t, p.Skills, c.Name)
		require.NotEmpty(t, p.Sentence, c.Name)
		clean += len(p.clean())
		for _, w := range p.Want {
			require.Contains(t, knownCodes(), w.Rule)
			require.Contains(t, p.Skills, w.File)
		}
	}
	require.Greater(t, clean, 5)
}

// compare runs everything and returns the tables.
func compare(t *testing.T, r runner) string {
	times := clock(t, r)
	home := ask(t, r, casesRoot, homeFiles(t))
	away, err := filepath.Glob("testdata/probes/*.txtar")
	require.NoError(t, err)
	base := ask(t, r, "testdata", []string{"testdata/plain.txtar"})[0]
	var b strings.Builder
	fmt.Fprintf(&b, "Run on %s:\n\n", time.Now().UTC().Format(time.DateOnly))
	versions(&b)
	faults(&b, home)
	quiet(&b, home)
	others(&b, ask(t, r, "testdata", away), base)
	b.WriteString(times)
	return b.String()
}

func versions(b *strings.Builder) {
	b.WriteString("| tool | package | how it is run | places it gives |\n|---|---|---|---|\n")
	for _, tool := range tools {
		pkg := "this repository"
		if tool.Package != "" {
			pkg = "`" + tool.Package + "@" + tool.Version + "`"
		}
		fmt.Fprintf(b, "| %s | %s | `%s` | %s |\n", tool.Name, pkg, tool.Command, tool.Lines)
	}
}

func header(b *strings.Builder, title string, first ...string) {
	fmt.Fprintf(b, "\n## %s\n\n| %s |", title, strings.Join(first, " | "))
	for _, tool := range tools {
		fmt.Fprintf(b, " %s |", tool.Name)
	}
	b.WriteString("\n" + strings.Repeat("|---", len(first)+len(tools)) + "|\n")
}

// faults writes a row for each kind of fault.
func faults(b *strings.Builder, probes []probe) {
	header(b, "Faults", "fault", "an example of it", "cases")
	totals, ofFormat := map[string]map[mark]int{}, map[string]map[mark]int{}
	for _, tool := range tools {
		totals[tool.Name], ofFormat[tool.Name] = map[mark]int{}, map[mark]int{}
	}
	for _, code := range knownCodes() {
		with := slices.DeleteFunc(slices.Clone(probes), func(p probe) bool { return !slices.Contains(p.codes(), code) })
		if len(with) == 0 {
			continue
		}
		// The case that shows nothing but this fault is the best example of it.
		example := slices.MinFunc(with, func(a, b probe) int { return cmp.Compare(len(a.codes()), len(b.codes())) })
		fmt.Fprintf(b, "| `%s`%s | %s | %d |", code, star(code), example.Sentence, len(with))
		for _, tool := range tools {
			marks := map[mark]int{}
			for _, p := range with {
				m := p.judge(tool.Name, code)
				marks[m]++
				totals[tool.Name][m]++
				if star(code) == "" {
					ofFormat[tool.Name][m]++
				}
			}
			fmt.Fprintf(b, " %s |", cell(marks, len(with)))
		}
		b.WriteString("\n")
	}
	total(b, "**all**", totals)
	total(b, "**without those of CAPE (\\*)**", ofFormat)
}

func star(code string) string {
	if slices.Contains(ofCape, code) {
		return " \\*"
	}
	return ""
}

// cell writes one mark when all cases agree, else how many cases have which.
func cell(marks map[mark]int, of int) string {
	var parts []string
	for _, m := range []mark{found, elsewhere, crashed, silent} {
		switch n := marks[m]; {
		case n == of:
			return markNames[m]
		case n > 0:
			parts = append(parts, fmt.Sprintf("%s %d", markNames[m], n))
		}
	}
	return strings.Join(parts, "; ")
}

func total(b *strings.Builder, name string, totals map[string]map[mark]int) {
	all := 0
	for _, n := range totals[tools[0].Name] {
		all += n
	}
	fmt.Fprintf(b, "| %s | | %d |", name, all)
	for _, tool := range tools {
		fmt.Fprintf(b, " %s |", cell(totals[tool.Name], -1))
	}
	b.WriteString("\n")
}

// quiet writes what the tools say about files without a fault.
func quiet(b *strings.Builder, probes []probe) {
	files := 0
	count := map[string]map[string]int{} // tool, kind of speech
	rules := map[string]map[string]int{} // tool, rule that is no advice
	for _, tool := range tools {
		count[tool.Name], rules[tool.Name] = map[string]int{}, map[string]int{}
	}
	for _, p := range probes {
		for _, file := range p.clean() {
			files++
			for _, tool := range tools {
				name := tool.Name
				spoke := map[string]bool{}
				for _, f := range p.Got[name].Findings {
					if f.File != file {
						continue
					}
					if isAdvice(name, f.Rule) {
						spoke["advice"] = true
						continue
					}
					spoke["fault"] = true
					spoke[f.Rule] = true
				}
				for kind := range spoke {
					if kind == "advice" || kind == "fault" {
						count[name][kind]++
					} else {
						rules[name][kind]++
					}
				}
			}
		}
	}
	header(b, fmt.Sprintf("The %d files without a fault", files), "what is said")
	for _, row := range [][2]string{{"a fault is reported", "fault"}, {"advice on style is given", "advice"}} {
		fmt.Fprintf(b, "| %s |", row[0])
		for _, tool := range tools {
			fmt.Fprintf(b, " %d files |", count[tool.Name][row[1]])
		}
		b.WriteString("\n")
	}
	b.WriteString("\nThe rules behind the first row:\n\n")
	for _, tool := range tools {
		var parts []string
		for _, rule := range slices.Sorted(maps.Keys(rules[tool.Name])) {
			parts = append(parts, fmt.Sprintf("%s (%d)", rule, rules[tool.Name][rule]))
		}
		if len(parts) > 0 {
			fmt.Fprintf(b, "- %s: %s\n", tool.Name, strings.Join(parts, ", "))
		}
	}
}

// others writes a row for each thing that a peer has a rule for: who says more than about the plain skill?
func others(b *strings.Builder, probes []probe, base probe) {
	header(b, "What peers have rules for", "what is in the file")
	for _, p := range probes {
		fmt.Fprintf(b, "| %s |", p.Sentence)
		for _, tool := range tools {
			fmt.Fprintf(b, " %s |", more(p.Got[tool.Name], base.Got[tool.Name]))
		}
		b.WriteString("\n")
	}
}

func more(got, base outcome) string {
	if got.Crash != "" {
		return markNames[crashed]
	}
	var rules []string
	for _, f := range got.Findings {
		known := slices.ContainsFunc(base.Findings, func(g finding) bool { return g.Rule == f.Rule })
		if !known && !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	if len(rules) == 0 {
		return markNames[silent]
	}
	return "found: " + strings.Join(rules, ", ")
}

// clock writes how long the tools take for 100 files, as multiples of the time that cape-ls takes.
func clock(t *testing.T, r runner) string {
	var b strings.Builder
	dir := manySkills(t)
	header(&b, "Time for 100 files", "")
	b.WriteString("| times cape-ls, one run |")
	var own time.Duration
	for _, tool := range tools {
		start := time.Now()
		require.Empty(t, tool.Run(r, dir).Crash)
		took := time.Since(start)
		if own == 0 {
			own = took
		}
		fmt.Fprintf(&b, " %.0f |", float64(took)/float64(own))
	}
	b.WriteString("\n")
	return b.String()
}
