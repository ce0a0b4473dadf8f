package peers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The JSON language service of VS Code is what people have for control files without cape-ls.
const (
	jsonService        = "vscode-json-languageservice"
	jsonServiceVersion = "5.7.2"
	recoveryPage       = "../../docs/recovery.md"
	recoverySample     = 200
)

// askJSONService is run by Node beside the package. It reads one text a line, as a JSON string, and answers with the
// lines of the findings, in the order of the file.
const askJSONService = `
const { getLanguageService, TextDocument } = require("vscode-json-languageservice");
const service = getLanguageService({});
const settings = { comments: "ignore", trailingCommas: "error", schemaValidation: "ignore" };
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
(async () => {
  for (const line of lines) {
    const doc = TextDocument.create("file:///pyFun.json", "jsonc", 1, JSON.parse(line));
    const found = await service.doValidation(doc, service.parseJSONDocument(doc), settings);
    found.sort((a, b) => doc.offsetAt(a.range.start) - doc.offsetAt(b.range.start));
    console.log(JSON.stringify(found.map((d) => d.range.start.line)));
  }
})();
`

// jsonServiceSays asks the JSON language service about texts.
func jsonServiceSays(t *testing.T, home string, texts []string) []said {
	t.Helper()
	if home == "1" {
		home = t.TempDir()
		out, err := exec.Command("npm", "install", "--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact",
			jsonService+"@"+jsonServiceVersion).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	src, err := os.ReadFile(filepath.Join(home, "node_modules", jsonService, "package.json"))
	require.NoError(t, err)
	require.Contains(t, string(src), `"version": "`+jsonServiceVersion+`"`, "%s must be the version that the page names", jsonService)
	script := filepath.Join(home, "ask.js")
	require.NoError(t, os.WriteFile(script, []byte(askJSONService), 0o644))
	var input bytes.Buffer
	for _, text := range texts {
		line, err := json.Marshal(text)
		require.NoError(t, err)
		input.Write(append(line, '\n'))
	}
	cmd := exec.Command("node", script)
	cmd.Stdin = &input
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, answers, len(texts))
	all := make([]said, len(texts))
	for i, a := range answers {
		require.NoError(t, json.Unmarshal([]byte(a), &all[i]))
	}
	return all
}

// TestRecoveryPage writes docs/recovery.md when the peers are wanted, and holds that it is about the files and the
// version of now.
func TestRecoveryPage(t *testing.T) {
	if home := os.Getenv("CAPE_LS_PEERS"); home != "" {
		require.NoError(t, os.WriteFile(recoveryPage, []byte(recoveryText(t, home)), 0o644))
	}
	have, err := os.ReadFile(recoveryPage)
	require.NoError(t, err)
	require.Contains(t, string(have), jsonService+"@"+jsonServiceVersion, "run the peers again")
	own := len(allMutations(ownFiles(t)))
	require.Contains(t, string(have), fmt.Sprintf("| all %d of our own files |", own), "the files have changed: run the peers again")
}

func recoveryText(t *testing.T, home string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Recovery from faults

What is said about a control file in which one comma, quote, bracket or brace is missing or doubled: is the first
finding within one line of the fault, and how many are there? Beside cape-ls stands the JSON language service of
VS Code (`+"`%s@%s`"+`, comments allowed, no schema), asked about the same texts.

- The files are our own: `+"`internal/peers/testdata/recovery`"+` and `+"`examples/wing`"+`, laid out in different ways. Each comma
  outside of strings, each quote, bracket and brace is removed once and doubled once. Faults after which CAPE still
  reads the file are left out: `+"`2,0`"+` without its comma is `+"`20`"+`.
- "the sample" is %d of them, drawn at random, the same ones each time.
- "the tutorials" are public control files for CAPE, which are not part of this repository.
- For cape-ls everything counts that an editor shows beyond what it shows of the file without the fault: what is wrong
  with options too. The language service knows nothing of options, and says less for that reason.

Run on %s, by `+"`CAPE_LS_PEERS=1 CAPE_LS_CORPUS=FOLDER go test ./internal/peers -run TestRecoveryPage`"+`:

| faults | tool | first finding within a line | at most two findings | exactly one | nothing said |
|---|---|---|---|---|---|
`, jsonService, jsonServiceVersion, recoverySample, time.Now().UTC().Format(time.DateOnly))
	own := ownFiles(t)
	compareRecovery(t, &b, home, fmt.Sprintf("all %d of our own files", len(allMutations(own))), own, every)
	pick := func(all []mutation) []mutation { return sample(all, recoverySample) }
	compareRecovery(t, &b, home, "the sample of these", own, pick)
	if corpus := corpusFiles(t); corpus != nil {
		compareRecovery(t, &b, home, fmt.Sprintf("the tutorials, all %d", len(allMutations(corpus))), corpus, every)
		compareRecovery(t, &b, home, fmt.Sprintf("the tutorials, a sample of %d", recoverySample), corpus, pick)
	}
	b.WriteString("\n`go test ./internal/peers -run TestRecovery` holds 95 % and 90 % for our own files, and with `CAPE_LS_CORPUS` for the tutorials.\n")
	return b.String()
}

// compareRecovery writes two rows: what we say, and what the peer says.
func compareRecovery(t *testing.T, b *strings.Builder, home, name string, files [][2]string, pick func([]mutation) []mutation) {
	var texts []string
	var faults []mutation
	ours := measure(t, files, pick, func(m mutation, _ said) {
		texts, faults = append(texts, m.Text), append(faults, m)
	})
	var theirs score
	for i, lines := range jsonServiceSays(t, home, texts) {
		theirs.add(faults[i], lines)
	}
	for tool, s := range []score{ours, theirs} {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %d |\n", name, []string{"cape-ls", "VS Code's JSON"}[tool],
			share(s.Near, s.Faults), share(s.Few, s.Faults), share(s.One, s.Faults), s.Silent)
	}
}
