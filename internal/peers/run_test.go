package peers

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// finding is what a tool says about a file.
type finding struct {
	File     string // from the root of the case, with slashes, in the case's own folder names
	Line     int    // from 1; 0 when the tool names none
	Rule     string // the tool's id of the rule, or what stands for it
	Severity string
}

// outcome is what a tool says about one case.
type outcome struct {
	Findings []finding
	Crash    string // why the run counts as a crash, or ""
}

// tool is one column of the page.
type tool struct {
	Name    string // as shown
	Package string // on npm; "" for cape-ls
	Version string // the exact one that is compared
	Command string // as shown
	Lines   string // what it says about places
	Run     func(r runner, dir string) outcome
}

// tools are the columns, our own first.
var tools = []tool{
	{"cape-ls", "", "", "cape-ls check --format json .", "line and column, start and end", runCape},
	{"skill-check", "skill-check", "1.2.0", "skill-check check . --format json --no-security-scan", "line and column", runSkillCheck},
	{"skill-tools", "skill-tools", "0.2.2", "skill-tools validate and lint, --format json, on the skills folder", "line", runSkillTools},
	{"claudelint", "claude-code-lint", "0.5.0", "claudelint check-all --format json --no-cache --no-config", "line for some rules", runClaudelint},
	{"skills-ref", "skills-ref", "0.1.5", "skills-ref validate, once for each skill", "none", runSkillsRef},
}

// runner knows where the programs are.
type runner struct {
	t    *testing.T
	bin  string // folder of the peers' programs
	cape string // our own program
}

// install fetches the peers when home is "1", else takes them from home, and builds cape-ls.
func install(t *testing.T, home string) runner {
	t.Helper()
	if home == "1" {
		home = t.TempDir()
		args := []string{"install", "--prefix", home, "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact"}
		for _, tool := range tools {
			if tool.Package != "" {
				args = append(args, tool.Package+"@"+tool.Version)
			}
		}
		out, err := exec.Command("npm", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for _, tool := range tools {
		if tool.Package == "" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(home, "node_modules", tool.Package, "package.json"))
		require.NoError(t, err)
		require.Contains(t, string(src), `"version": "`+tool.Version+`"`, "%s must be the version that the page names", tool.Package)
	}
	cape := filepath.Join(t.TempDir(), "cape-ls")
	out, err := exec.Command("go", "build", "-o", cape, "../../cmd/cape-ls").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return runner{t, filepath.Join(home, "node_modules", ".bin"), cape}
}

// output is what a program leaves behind.
type output struct {
	stdout, stderr []byte
	code           int // -1 when a signal or the time limit ended it
}

func (r runner) exec(dir, program string, args ...string) output {
	ctx, stop := context.WithTimeout(r.t.Context(), 2*time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "CI=1")
	// A file takes all of the output: some peers exit before a pipe has taken more than 64 KiB.
	stdout, err := os.Create(filepath.Join(r.t.TempDir(), "stdout"))
	require.NoError(r.t, err)
	defer func() { require.NoError(r.t, stdout.Close()) }()
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = stdout, &stderr
	err = cmd.Run()
	if cmd.ProcessState == nil {
		require.NoError(r.t, err)
	}
	written, err := os.ReadFile(stdout.Name())
	require.NoError(r.t, err)
	return output{written, stderr.Bytes(), cmd.ProcessState.ExitCode()}
}

func (r runner) peer(dir, name string, args ...string) output {
	return r.exec(dir, filepath.Join(r.bin, name), args...)
}

// decode reads JSON output into v and says why the run counts as a crash, if it does.
func (o output) decode(v any) string {
	if o.code < 0 {
		return "ended by a signal or after two minutes"
	}
	if err := json.Unmarshal(o.stdout, v); err != nil {
		return "no JSON: " + firstLine(append(slices.Clone(o.stderr), o.stdout...))
	}
	return ""
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	return line
}

func runCape(r runner, dir string) outcome {
	var list []struct {
		Path           string
		Start          struct{ Line int }
		Code, Severity string
	}
	out := r.exec(dir, r.cape, "check", "--format", "json", "--root", ".", ".")
	o := outcome{Crash: out.decode(&list)}
	for _, d := range list {
		o.Findings = append(o.Findings, finding{d.Path, d.Start.Line, d.Code, d.Severity})
	}
	return o
}

func runSkillCheck(r runner, dir string) outcome {
	var doc struct {
		Diagnostics []struct {
			RuleID, Severity, File string
			Line                   int
		}
	}
	out := r.peer(dir, "skill-check", "check", ".", "--format", "json", "--no-security-scan")
	o := outcome{Crash: out.decode(&doc)}
	for _, d := range doc.Diagnostics {
		o.Findings = append(o.Findings, finding{d.File, d.Line, d.RuleID, d.Severity})
	}
	return o
}

func runSkillTools(r runner, dir string) outcome {
	var o outcome
	for _, command := range []string{"validate", "lint"} {
		var list []struct {
			Diagnostics []struct {
				RuleID, Severity, File string
				Line                   int
			}
		}
		out := r.peer(dir, "skill-tools", command, skillsFolder(r.t, dir), "--format", "json")
		if command == "lint" && strings.HasPrefix(string(out.stderr), "No SKILL.md files found") {
			continue // validate says so too, in JSON
		}
		if crash := out.decode(&list); crash != "" {
			o.Crash = command + ": " + crash
		}
		for _, skill := range list {
			for _, d := range skill.Diagnostics {
				o.Findings = append(o.Findings, finding{relative(dir, d.File), d.Line, d.RuleID, d.Severity})
			}
		}
	}
	return o
}

// runClaudelint runs in a copy where .agents is called .claude, the one place that claudelint looks at.
func runClaudelint(r runner, dir string) outcome {
	copied := claudeCopy(r.t, dir)
	type list []struct {
		RuleID, Severity, File, Message string
		Line                            int
	}
	var doc struct {
		Validators []struct{ Errors, Warnings list }
	}
	out := r.peer(copied, "claudelint", "check-all", "--format", "json", "--no-cache", "--no-config")
	o := outcome{Crash: out.decode(&doc)}
	for _, v := range doc.Validators {
		for _, d := range append(v.Errors, v.Warnings...) {
			file := relative(copied, d.File)
			if _, err := os.Stat(filepath.Join(dir, ".agents")); err == nil {
				file = strings.Replace(file, ".claude", ".agents", 1)
			}
			if strings.HasPrefix(d.Message, "Validator failed: Rule ") {
				o.Crash = d.Message
				continue
			}
			if d.RuleID == "" {
				d.RuleID = noRule
			}
			o.Findings = append(o.Findings, finding{file, d.Line, d.RuleID, d.Severity})
		}
	}
	return o
}

// quoted are the parts of a message of skills-ref that differ from file to file.
var quoted = regexp.MustCompile(`'[^']*'|\([^)]*\)|: .*|\. .*|\d+`)

// runSkillsRef takes the fixed part of each message for the rule, as skills-ref has no ids.
func runSkillsRef(r runner, dir string) outcome {
	var o outcome
	for _, skill := range skillFolders(r.t, dir) {
		out := r.peer(dir, "skills-ref", "validate", skill)
		lines := strings.Split(strings.TrimSpace(string(out.stderr)+string(out.stdout)), "\n")
		if out.code < 0 || out.code > 1 || out.code == 1 && !strings.HasPrefix(lines[0], "Validation failed") {
			o.Crash = lines[0]
			continue
		}
		for _, line := range lines[1:] {
			message, ok := strings.CutPrefix(line, "  - ")
			if !ok {
				continue
			}
			rule := strings.Join(strings.Fields(quoted.ReplaceAllString(message, "")), " ")
			o.Findings = append(o.Findings, finding{skill + "/SKILL.md", 0, rule, "error"})
		}
	}
	return o
}

// skillsFolder returns the folder of a case that holds its skills.
func skillsFolder(t *testing.T, dir string) string {
	for _, name := range []string{".agents/skills", ".claude/skills"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return name
		}
	}
	t.Fatalf("%s has no skills", dir)
	return ""
}

// skillFolders returns the folders with a SKILL.md, in whatever letters.
func skillFolders(t *testing.T, dir string) []string {
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.EqualFold(d.Name(), "SKILL.md") {
			out = append(out, relative(dir, filepath.Dir(path)))
		}
		return err
	}))
	return out
}

func claudeCopy(t *testing.T, dir string) string {
	copied, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(copied, os.DirFS(dir)))
	if _, err := os.Stat(filepath.Join(copied, ".agents")); err == nil {
		require.NoError(t, os.Rename(filepath.Join(copied, ".agents"), filepath.Join(copied, ".claude")))
	}
	return copied
}

func relative(dir, file string) string {
	if !filepath.IsAbs(file) {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
