package docgen

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// deviation is one place where cape-ls answers otherwise than CAPE on purpose.
type deviation struct {
	name   string // as it marks cases in testdata/vectors; not every one can be seen in a vector
	what   string
	reason string
	test   string // where it is held
}

var deviations = []deviation{
	{
		"line-ends", "Line ends stay as they are: CRLF and lone CR are kept, `old` and `new` match and take the line ends in force at their place.",
		"CAPE rewrites the whole file with LF on every edit. In an editor that is a change of every line, which hides the edit in review and breaks files that need CRLF.",
		"`TestVectorsEditFile`, `edits`",
	},
	{
		"overlap", "An `old` that overlaps itself counts every place, so `aa` in `aaa` is ambiguous and refused.",
		"CAPE counts from left to right without overlap and edits the first place, which need not be the one that was meant.",
		"`TestVectorsEditFile`, `edits`",
	},
	{
		"bom", "A byte order mark at the start of a file is no part of the text that `old` is searched in, and stays.",
		"CAPE shows it as an invisible character at the start of the first line, which no agent repeats.",
		"`edits`",
	},
	{
		"surrogates", "Half of a surrogate pair in an argument is refused before anything is touched.",
		"CAPE opens the file for writing first, and leaves it empty when the text cannot be encoded.",
		"`TestArgumentsAreCheckedAgainstTheSchema`",
	},
	{
		"atomic", "Files are written whole or not at all: a copy beside the file, then a rename.",
		"CAPE truncates the file and writes; a crash or a full disk leaves half a file.",
		"`internal/repo`",
	},
	{
		"cleanup", "`run_user_tool` keeps 16 MiB of output and says how much it dropped; at its timeout it ends the script with everything the script has started: it asks first and kills after a second. Runs in an editor are unbuffered, so that their output is seen as it comes.",
		"CAPE keeps all output in memory and ends only the script itself, so that a solver started by it goes on.",
		"`internal/toolrun`",
	},
	{
		"stdin", "A script has an empty standard input.",
		"CAPE hands its own on, which in a server is the protocol: a script that reads would take the editor's messages.",
		"`internal/toolrun`",
	},
	{
		"endless", "What CAPE does without end is recognized and answered: two includes on one line, circles of includes, mazes of linked folders, named pipes among the scripts.",
		"CAPE hangs or fills the memory.",
		"`internal/capejson`, `internal/repo`",
	},
	{
		"extra-arguments", "`edit_file` takes `replace_all` and `reason`; `why_editable`, `edit_files`, `apply_edit_result`, `edit_history` and `revert_edit` are ours. A call with an argument that the schema does not know is a wrong call, not a result.",
		"CAPE answers such a call with `TypeError`, which does not say which argument.",
		"`TestArgumentsAreCheckedAgainstTheSchema`",
	},
}

var vectorLine = regexp.MustCompile(`(?m)^([a-z_]+) (\d+)/(\d+)$`)

// TestFidelityPageIsCurrent holds docs/fidelity.md against the vectors. With -update all vector tests are
// run and the page takes what they print.
func TestFidelityPageIsCurrent(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "fidelity.md")
	sets := vectorSets(t)
	if *update {
		cmd := exec.Command("go", "test", "-count=1", "-v", "-run", "^TestVectors", "./...")
		cmd.Dir = filepath.Join("..", "..")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		passed := map[string]string{}
		for _, m := range vectorLine.FindAllStringSubmatch(string(out), -1) {
			passed[m[1]] = m[2]
		}
		for i := range sets {
			sets[i].passed, _ = strconv.Atoi(passed[sets[i].name])
		}
		require.NoError(t, os.WriteFile(file, []byte(fidelity(sets)), 0o644))
	}
	for i := range sets {
		sets[i].passed = sets[i].total // what the page must say; the vector tests themselves hold it
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, fidelity(sets), string(have), "run: go test ./internal/docgen -update")
}

type vectorSet struct {
	name                    string
	total, passed, deviates int
	marks                   []string
}

func vectorSets(t *testing.T) []vectorSet {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "vectors", "*.json"))
	require.NoError(t, err)
	var out []vectorSet
	for _, f := range files {
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		var set struct {
			Set   string
			Cases []struct{ ID, Deviation string }
		}
		require.NoError(t, json.Unmarshal(src, &set))
		v := vectorSet{name: set.Set, total: len(set.Cases)}
		for _, c := range set.Cases {
			if c.Deviation == "" {
				continue
			}
			require.True(t, slices.ContainsFunc(deviations, func(d deviation) bool { return d.name == c.Deviation }),
				"%s is marked with a deviation that is not in the table: %s", c.ID, c.Deviation)
			v.deviates++
			v.marks = append(v.marks, strings.TrimPrefix(c.ID, set.Set+"-")+" "+c.Deviation)
		}
		out = append(out, v)
	}
	require.Len(t, out, 16)
	return out
}

func fidelity(sets []vectorSet) string {
	var b strings.Builder
	b.WriteString("# Fidelity\n\n" + note)
	b.WriteString("cape-ls answers as CAPE's own Python implementation does. `testdata/vectors` holds recorded answers of CAPE to inputs\n" +
		"written for this project; every one of them is a test (`go test -run TestVectors ./...`). `CAPE_LS_VECTORS` names another\n" +
		"folder with sets of the same names.\n\n| set | vectors | passed | of them deviations on purpose |\n|---|---|---|---|\n")
	all := vectorSet{name: "**all**"}
	for _, v := range sets {
		row(&b, v)
		all.total, all.passed, all.deviates = all.total+v.total, all.passed+v.passed, all.deviates+v.deviates
	}
	row(&b, all)
	b.WriteString("\n## Deviations on purpose\n\nA deviation is made only where a user would lose data or be misled. The cases that show it are marked in the\n" +
		"vector files with the name, and hold our answer beside CAPE's.\n\n| name | what cape-ls does | why | held by |\n|---|---|---|---|\n")
	for _, d := range deviations {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", d.name, cell(d.what), cell(d.reason), d.test)
	}
	b.WriteString("\n## Marked cases\n\n")
	for _, v := range sets {
		if len(v.marks) > 0 {
			fmt.Fprintf(&b, "- %s: %s\n", v.name, strings.Join(v.marks, ", "))
		}
	}
	return b.String()
}

func row(b *strings.Builder, v vectorSet) {
	fmt.Fprintf(b, "| %s | %d | %d | %d |\n", v.name, v.total, v.passed, v.deviates)
}
