package peers

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/cape-ls/cape-ls/internal/casetest"
)

const casesRoot = "../../testdata/cases"

// probe is one case with what must be found in it, and what each tool found.
type probe struct {
	Sentence string
	Skills   []string // the SKILL.md files
	Want     []finding
	Got      map[string]outcome // by tool
}

// wanted is a line of the golden of a case.
var wanted = regexp.MustCompile(`(?m)^(\S.*?):(\d+):\d+: (error|warning|information|hint): .* \[([a-z0-9-]+)\]$`)

// homeFiles returns the cases about SKILL.md files. Those that show help while typing are about texts that
// are not finished, and are left out.
func homeFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(casesRoot + "/skills/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return slices.DeleteFunc(files, func(file string) bool {
		archive, err := txtar.ParseFile(file)
		require.NoError(t, err)
		return slices.ContainsFunc(archive.Files, func(f txtar.File) bool {
			return strings.HasPrefix(f.Name, "@") && f.Name != "@diagnostics" && !strings.HasPrefix(f.Name, "@action ")
		})
	})
}

// load lays out a case and reads what must be found.
func load(t *testing.T, root, file string) (*casetest.Case, probe) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	sentence, _, _ := strings.Cut(string(archive.Comment), "\n")
	p := probe{Sentence: sentence, Got: map[string]outcome{}}
	for _, f := range archive.Files {
		if strings.EqualFold(filepath.Base(f.Name), "SKILL.md") {
			p.Skills = append(p.Skills, f.Name)
		}
		if f.Name != "@diagnostics" {
			continue
		}
		for _, m := range wanted.FindAllStringSubmatch(string(f.Data), -1) {
			line, err := strconv.Atoi(m[2])
			require.NoError(t, err)
			p.Want = append(p.Want, finding{m[1], line, m[4], m[3]})
		}
	}
	return casetest.Load(t, root, file), p
}

// ask runs all tools over the cases.
func ask(t *testing.T, r runner, root string, files []string) []probe {
	t.Helper()
	out := make([]probe, len(files))
	for i, file := range files {
		c, p := load(t, root, file)
		for _, tool := range tools {
			p.Got[tool.Name] = tool.Run(r, c.Dir)
		}
		out[i] = p
	}
	return out
}

// mark is a cell of the table.
type mark int

const (
	silent mark = iota
	crashed
	elsewhere
	found
)

var markNames = map[mark]string{silent: "silent", crashed: "crash", elsewhere: "found, other place", found: "found"}

// judge says how a tool met the findings of one code in a probe: the worst over all of them.
func (p probe) judge(tool, code string) mark {
	worst := found
	for _, w := range p.Want {
		if w.Rule == code {
			worst = min(worst, p.meets(tool, w))
		}
	}
	return worst
}

func (p probe) meets(tool string, w finding) mark {
	got := p.Got[tool]
	best := silent
	for _, g := range got.Findings {
		if !isAbout(tool, g.Rule, w.Rule) {
			continue
		}
		switch {
		case g.File == w.File && g.Line == w.Line:
			return found
		case g.File == w.File, g.File == "", strings.HasPrefix(w.File, g.File+"/"):
			best = elsewhere
		}
	}
	if best == silent && got.Crash != "" {
		return crashed
	}
	return best
}

// codes returns the codes that must be found in a probe, each once.
func (p probe) codes() []string {
	var out []string
	for _, w := range p.Want {
		if !slices.Contains(out, w.Rule) {
			out = append(out, w.Rule)
		}
	}
	return out
}

// clean returns the SKILL.md files in which nothing must be found.
func (p probe) clean() []string {
	return slices.DeleteFunc(slices.Clone(p.Skills), func(file string) bool {
		return slices.ContainsFunc(p.Want, func(w finding) bool { return w.File == file })
	})
}

// manySkills writes 100 skills of a usual size, for the clock.
func manySkills(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	body := strings.Repeat("Open the file and read the next value. See [the notes](references/notes.md).\n\n", 60)
	for i := range 100 {
		name := "case-" + strconv.Itoa(i)
		folder := filepath.Join(dir, ".claude", "skills", name)
		require.NoError(t, os.MkdirAll(filepath.Join(folder, "references"), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(folder, "references", "notes.md"), []byte("# Notes\n"), 0o644))
		src := "---\nname: " + name + "\ndescription: Runs case " + strconv.Itoa(i) + ". Use when it must run.\n---\n\n# Run\n\n" + body
		require.NoError(t, os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(src), 0o644))
	}
	return dir
}
