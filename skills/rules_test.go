package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
)

// head is a front matter without a fault, to be added to.
const head = "---\nname: run-case\ndescription: Runs one case.\n"

// whole is a file without a fault.
const whole = head + "---\n\n# Run\n\nRun it.\n"

// fault is a file with findings. The first fix of the first finding, if there is one, makes it fixed.
type fault struct {
	name  string
	path  string // empty: capePath
	src   string
	with  memory
	env   func(*Env)
	want  []string // "code severity text-of-the-span"
	says  string   // a part of the first message
	fixed string   // after the first fix; empty: there is none
}

func in(lines string) string { return head + lines + "---\n\n# Run\n\nRun it.\n" }

func body(text string) string { return head + "---\n\n" + text }

func long(n int) string { return strings.Repeat("é", n) }

var faults = []fault{
	{name: "not UTF-8", src: body("caf\xe9\n"), want: []string{"file-encoding error \xe9"}, says: "0xe9"},
	{name: "UTF-16", src: "\xff\xfe-\x00-\x00-\x00", want: []string{"file-encoding error \xff\xfe"}, says: "UTF-16"},
	{name: "byte order mark, CAPE", src: "\ufeff" + whole, want: []string{"file-bom error \ufeff"}, says: "CAPE skips this skill", fixed: whole},
	{name: "byte order mark, format", path: formatPath, src: "\ufeff" + whole, want: []string{"file-bom information \ufeff"}},
	{name: "file name, CAPE", path: "/r/.agents/skills/run-case/skill.md", src: whole, want: []string{"file-name-case error ---"}, says: "CAPE does not find", fixed: whole},
	{name: "file name, format", path: "/r/.claude/skills/run-case/skill.md", src: whole, want: []string{"file-name-case warning ---"}, fixed: whole},
	{name: "too deep", path: "/r/.agents/skills/a/run-case/SKILL.md", src: whole, want: []string{"skill-location warning ---"}, says: "one folder deep", fixed: whole},
	{name: "no folder", path: "/r/.agents/skills/SKILL.md", src: strings.Replace(whole, "run-case", "skills", 1), want: []string{"skill-location warning ---"}},
	{name: "hidden folder", path: "/r/.agents/skills/.run-case/SKILL.md", src: strings.Replace(whole, "run-case", "'.run-case'", 1), want: []string{"skill-location warning ---", "name-format error '.run-case'"}, fixed: strings.Replace(whole, "run-case", "'.run-case'", 1)},
	{name: "no front matter, CAPE", src: "# Run\n", want: []string{"front-matter-missing error # Run"}, says: "CAPE skips", fixed: "---\nname: run-case\ndescription: What this skill does and when to use it.\n---\n\n# Run\n"},
	{name: "no front matter, format", path: formatPath, src: "# Run\r\n", want: []string{"front-matter-missing error # Run"}, says: "agents do not load", fixed: "---\r\nname: run-case\r\ndescription: What this skill does and when to use it.\r\n---\r\n\r\n# Run\r\n"},
	{name: "empty file", src: "", want: []string{"front-matter-missing error "}, fixed: "---\nname: run-case\ndescription: What this skill does and when to use it.\n---\n\nSay here what to do, step by step.\n"},
	{name: "blank line first", src: "\n" + whole, want: []string{"front-matter-late error \n"}, says: "blank space", fixed: whole},
	{name: "text first", path: formatPath, src: "<!-- MIT -->\n" + whole, want: []string{"front-matter-late error <!-- MIT -->"}, fixed: head + "---\n<!-- MIT -->\n\n# Run\n\nRun it.\n"},
	{name: "in a code block", path: formatPath, src: "```markdown\n" + whole + "```\n", want: []string{"front-matter-late error ```markdown"}, says: "a code fence before", fixed: whole},
	{name: "front matter in a code block", path: formatPath, src: "~~~~yaml\r\n" + head + "---\n~~~~\n\n# Run\n\nRun it.\n", want: []string{"front-matter-late error ~~~~yaml"}, fixed: whole},
	{name: "in a code block without an end", path: formatPath, src: "```\n" + whole + "```x\ny\n", want: []string{"front-matter-late error ```"}},
	{name: "folded lines not indented", path: formatPath, src: "---\nname: run-case\ndescription: >\nRuns one case.\n---\n\nRun it.\n", want: []string{"yaml-syntax error Runs one case."}, says: "must be indented"},
	{name: "not closed", src: head + "\n# Run\n", want: []string{"front-matter-unclosed error ---"}, says: "CAPE skips", fixed: head + "---\n\n# Run\n"},
	{name: "just begun", src: "---\r\n\r\n", want: []string{"front-matter-unclosed error ---"}, fixed: "---\r\nname: run-case\r\ndescription: What this skill does and when to use it.\r\n---\r\n\r\nSay here what to do, step by step.\r\n"},
	{name: "closed by indented dashes", src: head + "  ---\n\nRun it.\n", want: []string{"front-matter-unclosed error ---"}, fixed: head + "---\n\nRun it.\n"},
	{name: "four dashes open, CAPE", src: "-" + whole, want: []string{"fence-format warning ----"}, says: "CAPE reads this", fixed: whole},
	{name: "four dashes open, format", path: formatPath, src: "-" + whole, want: []string{"fence-format error ----"}, fixed: whole},
	{name: "text on the closing line", src: head + "---text\n\nRun it.\n", want: []string{"fence-format warning ---text"}, fixed: head + "---\ntext\n\nRun it.\n"},
	{name: "dashes inside", src: head + "license: >\n  x\n---y\nversion: 2\n---\n\nRun it.\n", want: []string{"fence-inside error ---"}, says: "CAPE ends the front matter here", fixed: head + "license: >\n  x\n  ---y\nversion: 2\n---\n\nRun it.\n"},
	{name: "colon in a value", src: "---\nname: run-case\ndescription: Use when: it failed\n---\nx\n", want: []string{"yaml-syntax error :"}, says: "colon and a space", fixed: "---\nname: run-case\ndescription: \"Use when: it failed\"\n---\nx\n"},
	{name: "colon in a value, format", path: formatPath, src: in("license: a: \"b\" \\c # d\n"), want: []string{"yaml-syntax error :"}, says: "agents do not load", fixed: in("license: 'a: \"b\" \\c' # d\n")},
	{name: "brackets", src: in("argument-hint: [file] [line]\n"), want: []string{"yaml-syntax error [line]"}, says: "begins with [", fixed: in("argument-hint: \"[file] [line]\"\n")},
	{name: "asterisk", src: in("compatibility: *nix only\n"), want: []string{"yaml-syntax error *nix"}, says: "begins with *", fixed: in("compatibility: \"*nix only\"\n")},
	{name: "at sign", src: in("compatibility: @home\n"), want: []string{"yaml-syntax error @"}, says: "begins with @", fixed: in("compatibility: \"@home\"\n")},
	{name: "backquote", src: in("compatibility: `a` b\n"), want: []string{"yaml-syntax error `"}, says: "begins with `", fixed: in("compatibility: \"`a` b\"\n")},
	{name: "tab", src: in("license:\tMIT\n"), want: []string{"yaml-syntax error \t"}, says: "tab", fixed: in("license: MIT\n")},
	{name: "no such day", src: in("version: 2026-13-01\n"), want: []string{"yaml-value error 2026-13-01"}, says: "month must be in 1..12", fixed: in("version: \"2026-13-01\"\n")},
	{name: "empty front matter", src: "---\n---\n\nRun it.\n", want: []string{"front-matter-mapping error ---"}, says: "is empty", fixed: "---\nname: run-case\ndescription: What this skill does and when to use it.\n---\n\nRun it.\n"},
	{name: "a list", path: formatPath, src: "---\n- a\n---\n\nRun it.\n", want: []string{"front-matter-mapping error - a"}, says: "a list"},
	{name: "misspelt", src: in("user-invokable: true\n"), want: []string{"key-misspelt information user-invokable"}, says: "user-invocable", fixed: in("user-invocable: true\n")},
	{name: "misspelt name", src: strings.Replace(whole, "name", "Name", 1), want: []string{"key-misspelt error Name"}, says: "CAPE skips this skill: the key name is missing", fixed: whole},
	{name: "no name", src: strings.Replace(whole, "name: run-case\n", "", 1), want: []string{"name-missing error ---"}, says: "CAPE skips", fixed: whole},
	{name: "name is nothing", src: strings.Replace(whole, " run-case", "", 1), want: []string{"name-empty error name"}, says: "does not start", fixed: whole},
	{name: "name is blank, format", path: formatPath, src: strings.Replace(whole, "run-case", "' '", 1), want: []string{"name-empty error ' '"}, fixed: whole},
	{name: "name is true", src: strings.Replace(whole, "run-case", "yes", 1), want: []string{"name-type error yes"}, says: "CAPE reads this name as true", fixed: whole},
	{name: "name is a number, folder too", path: "/r/.agents/skills/010/SKILL.md", src: strings.Replace(whole, "run-case", "010", 1), want: []string{"name-type error 010"}, says: "the number 8", fixed: strings.Replace(whole, "run-case", "\"010\"", 1)},
	{name: "name is a list", src: strings.Replace(whole, "run-case", "[a]", 1), want: []string{"name-type error [a]"}, says: "as a list, stops looking", fixed: whole},
	{name: "name is a date, format", path: formatPath, src: strings.Replace(whole, "run-case", "2026-11-30", 1), want: []string{"name-type error 2026-11-30"}, says: "the date 2026-11-30", fixed: whole},
	{name: "name with capitals", src: strings.Replace(whole, "run-case", "Run Case", 1), want: []string{"name-format error Run Case"}, fixed: whole},
	{name: "name with two hyphens, format", path: formatPath, src: strings.Replace(whole, "run-case", "\"run--case\"", 1), want: []string{"name-format error \"run--case\""}, fixed: whole},
	{name: "name too long", src: strings.Replace(whole, "run-case", strings.Repeat("a", 65), 1), want: []string{"name-length error " + strings.Repeat("a", 65)}, says: "65", fixed: whole},
	{name: "name is not the folder's", src: strings.Replace(whole, "run-case", "run", 1), want: []string{"name-folder warning run"}, says: "run-case", fixed: whole},
	{name: "no description", src: "---\nname: run-case\nlicense: MIT\n---\nx\n", want: []string{"description-missing error ---"}, fixed: "---\nname: run-case\ndescription: What this skill does and when to use it.\nlicense: MIT\n---\nx\n"},
	{name: "description cut off", src: strings.Replace(whole, "one case", "issue #3", 1), want: []string{"value-cut warning #3."}, fixed: strings.Replace(whole, "Runs one case.", "\"Runs issue #3.\"", 1)},
	{name: "description is a comment", src: strings.Replace(whole, "Runs one case.", "# Runs", 1), want: []string{"value-cut error # Runs"}, fixed: strings.Replace(whole, "Runs one case.", "\"# Runs\"", 1)},
	{name: "description is nothing", src: strings.Replace(whole, " Runs one case.", "", 1), want: []string{"description-empty error description"}, says: "None"},
	{name: "description is a list", src: strings.Replace(whole, "Runs one case.", "[a, b]", 1), want: []string{"description-type error [a, b]"}, says: "['a', 'b']"},
	{name: "description is a number", path: formatPath, src: strings.Replace(whole, "Runs one case.", "7", 1), want: []string{"description-type error 7"}, fixed: strings.Replace(whole, "Runs one case.", "\"7\"", 1)},
	{name: "description too long", src: strings.Replace(whole, "Runs one case.", long(1025), 1), want: []string{"description-length warning " + long(1025)}, says: "1025"},
	{name: "compatibility too long", src: in("compatibility: " + long(501) + "\n"), want: []string{"compatibility-length warning " + long(501)}, says: "501"},
	{name: "compatibility is a list", src: in("compatibility: [a]\n"), want: []string{"compatibility-length information [a]"}},
	{name: "metadata is text", src: in("metadata: mine\n"), want: []string{"metadata-type warning mine"}},
	{name: "metadata holds a number", src: in("metadata:\n  version: 1.10\n"), want: []string{"metadata-type hint 1.10"}, says: "1.1", fixed: in("metadata:\n  version: \"1.10\"\n")},
	{name: "allowed-tools is a number", src: in("allowed-tools: 7\n"), want: []string{"allowed-tools-type warning 7"}},
	{name: "allowed-tools with commas", src: in("allowed-tools: Read, Bash(git add:*, git rm:*)\n"), want: []string{"allowed-tools-format hint Read, Bash(git add:*, git rm:*)"}, fixed: in("allowed-tools: Read Bash(git add:*, git rm:*)\n")},
	{name: "tools is a number", src: in("tools: 7\n"), want: []string{"tools-type error 7"}, says: "CAPE skips"},
	{name: "tools is text", src: in("tools: ab, edit_file\n"), want: []string{"tools-unused hint tools", "tools-type warning ab, edit_file", "tool-unknown warning ab"}},
	{name: "tools is text in a built-in skill", path: "/r/.agents/skills/fix-json/SKILL.md", src: strings.Replace(in("tools: validate_json\n"), "run-case", "fix-json", 1), want: []string{"skill-shadowed warning fix-json", "tools-type error validate_json"}},
	{name: "tool that is not there", src: in("tools: [edit_files]\n"), want: []string{"tools-unused hint tools", "tool-unknown warning edit_files"}},
	{name: "tools without effect", src: in("tools: [edit_file]\n"), want: []string{"tools-unused hint tools"}, says: "adds no tools"},
	{name: "name of a built-in skill", path: "/r/.agents/skills/file-editor/SKILL.md", src: strings.Replace(in("tools: [read_file, edit_file]\n"), "run-case", "file-editor", 1), want: []string{"skill-shadowed warning file-editor"}, says: "its tool list_editable_files"},
	{name: "foreign tool in a built-in skill", path: "/r/.agents/skills/fix-json/SKILL.md", src: strings.Replace(in("tools: [validate_json, edit_file]\n"), "run-case", "fix-json", 1), want: []string{"skill-shadowed warning fix-json", "tool-unknown error edit_file"}},
	{name: "two of one name, this is lost", src: whole, env: func(e *Env) { e.Skills = []Other{{"run-case", "/r/.agents/skills/x/SKILL.md"}} }, want: []string{"skill-duplicate warning run-case"}, says: "this skill is lost"},
	{name: "two of one name, that is lost", src: whole, env: func(e *Env) { e.Skills = []Other{{"run-case", "/r/.agents/skills/a/SKILL.md"}} }, want: []string{"skill-duplicate warning run-case"}, says: "that skill is lost"},
	{name: "key twice", src: in("license: MIT\nlicense: MIT\n"), want: []string{"key-duplicate warning license"}, fixed: in("license: MIT\n")},
	{name: "key twice inside", src: in("metadata:\n  a: b # c\n  a: d\n"), want: []string{"key-duplicate warning a"}, fixed: in("metadata:\n  a: d\n")},
	{name: "key of one's own", src: in("weather-of-day: rain\n"), want: []string{"key-unknown hint weather-of-day"}},
	{name: "key of one's own, warned", src: in("weather-of-day: rain\n"), env: func(e *Env) { e.ExtraKeys = WarnKeys }, want: []string{"key-unknown warning weather-of-day"}},
	{name: "value of another time", src: in("context: fresh\n"), want: []string{"value-unknown information fresh"}, says: "context must be fork"},
	{name: "value misspelt", path: formatPath, src: in("effort: \"hgih\"\n"), want: []string{"value-unknown warning \"hgih\""}, says: "low, medium, high, xhigh or max", fixed: in("effort: high\n")},
	{name: "neither true nor false", src: in("user-invocable: [no]\n"), want: []string{"value-unknown warning [no]"}, says: "as if the key were not there"},
	{name: "false by another word", src: in("user-invocable: Off\n"), want: []string{"value-unknown warning Off"}, says: "YAML 1.2", fixed: in("user-invocable: false\n")},
	{name: "tags in the description", path: formatPath, src: strings.Replace(whole, "one case", "<one-case/>", 1), want: []string{"description-tags information <one-case/>"}},
	{name: "keys indented", src: "---\n  name: run-case\n  description: Runs one case.\n---\nx\n", want: []string{"front-matter-reading error   name: run-case"}, says: "must not be indented", fixed: "---\nname: run-case\ndescription: Runs one case.\n---\nx\n"},
	{name: "hidden space", src: body("a\u200bb\n"), want: []string{"text-hidden warning \u200b"}, says: "U+200B (zero-width space)", fixed: body("ab\n")},
	{name: "hidden words", src: body("a\U000E006F\U000E0062\n"), want: []string{"text-hidden warning \U000E006F\U000E0062"}, says: `say "ob"`, fixed: body("a\n")},
	{name: "control character", src: body("a\x1b[1m\n"), want: []string{"text-hidden warning \x1b"}, says: "U+001B (escape)", fixed: body("a[1m\n")},
	{name: "key of GitHub", src: body("github_pat_" + strings.Repeat("a1B2c3D4e5F6g7", 5) + "\n"), want: []string{"secret-written warning github_pat_" + strings.Repeat("a1B2c3D4e5F6g7", 5)}, says: "GitHub"},
	{name: "folder of one person", src: body("See https://x.org/home/klara/x, /home2/klara/x and /home/klara/y\n"), want: []string{"path-personal information /home2/klara"}},
	{name: "no such picture in a tag", src: body("<p>\n<img\n src=\"gone.png\">\n</p>\n"), want: []string{"link-missing warning gone.png"}},
	{name: "no such file", src: body("[a](references/gone.md#x \"t\")\n"), want: []string{"link-missing warning references/gone.md#x"}, says: ".agents/skills/run-case/references/gone.md"},
	{name: "letter case", src: body("[a](<References/My Guide.md#x>)\n"), with: memory{"/r/.agents/skills/run-case/references/My guide.md": ""}, want: []string{"link-case warning References/My Guide.md#x"}, says: "references/My guide.md", fixed: body("[a](<references/My guide.md#x>)\n")},
	{name: "letter case, percent-coded", src: body("[a](./references/My%20Guide.md)\n"), with: memory{"/r/.agents/skills/run-case/references/My guide.md": ""}, want: []string{"link-case warning ./references/My%20Guide.md"}, fixed: body("[a](./references/My%20guide.md)\n")},
	{name: "no such script", src: body("Run `scripts/restart.py`.\n"), want: []string{"path-missing information scripts/restart.py"}},
	{name: "code not closed", src: body("```bash\nls\n"), want: []string{"code-unclosed warning ```"}, says: "all that follows"},
	{name: "code not closed in a list", src: body("- a\n  ~~~~\n  ls\n\nb\n"), want: []string{"code-unclosed warning ~~~~"}, says: "the list"},
	{name: "misspelt tool", src: body("Call `discover_user_tool()`.\n"), want: []string{"tool-misspelt warning discover_user_tool"}, fixed: body("Call `discover_user_tools()`.\n")},
	{name: "no instructions", src: head + "---\n \n", want: []string{"body-empty information ---"}},
	{name: "long instructions", src: body("# a\n" + strings.Repeat("x\n", 500)), want: []string{"body-length information x"}},
}

func (f fault) place() Env {
	path := f.path
	if path == "" {
		path = capePath
	}
	env := envAt(path, f.src, f.with)
	if f.env != nil {
		f.env(&env)
	}
	return env
}

func show(src []byte, found []diag.Diagnostic) []string {
	var out []string
	for _, d := range found {
		out = append(out, fmt.Sprintf("%s %s %s", d.Code, d.Severity, d.Span.In(src)))
	}
	return out
}

func TestEveryFaultIsFoundOnce(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			found := Check(Parse([]byte(f.src)), f.place())
			require.ElementsMatch(t, f.want, show([]byte(f.src), found), "%+v", found)
			require.Contains(t, found[0].Message, f.says)
			for _, d := range found {
				seen[d.Code] = true
				if f.place().Judge() == ByFormat && !strings.HasPrefix(string(d.Code), "skill-location") {
					require.NotContains(t, d.Message, "CAPE", "where the format is judge CAPE is not mentioned")
				}
			}
		})
	}
	for _, r := range Rules {
		require.True(t, seen[r.Code], "no case finds %s", r.Code)
		require.NotEmpty(t, r.Title)
		require.NotEmpty(t, r.Doc)
	}
}

func codes(found []diag.Diagnostic) map[diag.Code]int {
	out := map[diag.Code]int{}
	for _, d := range found {
		out[d.Code]++
	}
	return out
}

// apply makes a fix, and moves the file where the fix moves it or its folder.
func apply(t *testing.T, src []byte, env Env, fix diag.Fix) ([]byte, Env) {
	t.Helper()
	after, ok := diag.Apply(src, fix.Edits)
	require.True(t, ok, "edits of %q overlap", fix.Title)
	for _, r := range fix.Renames {
		if rest, inside := strings.CutPrefix(env.Path, r.Old); inside {
			env.Path = r.New + rest
		}
	}
	files := memory{env.Path: string(after)}
	if m, ok := env.Files.(memory); ok {
		for name, content := range m {
			if !strings.HasSuffix(strings.ToLower(name), "skill.md") {
				files[name] = content
			}
		}
	}
	env.Files = files
	return after, env
}

func TestEveryFixMendsAndAddsNothing(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			src, env := []byte(f.src), f.place()
			found := Check(Parse(src), env)
			if f.fixed == "" {
				require.Empty(t, found[0].Fixes, "a fix that no case expects")
			}
			before := codes(found)
			for _, d := range found {
				for i, fix := range d.Fixes {
					after, place := apply(t, src, env, fix)
					if d.Code == found[0].Code && i == 0 {
						require.Equal(t, f.fixed, string(after))
					}
					now := codes(Check(Parse(after), place))
					require.Less(t, now[d.Code], before[d.Code], "%q leaves the finding", fix.Title)
					for code, n := range now {
						require.LessOrEqual(t, n, before[code], "%q brings %s in\n%s", fix.Title, code, after)
					}
				}
			}
		})
	}
}

func TestCleanFilesAreSilent(t *testing.T) {
	clean := []struct{ name, src string }{
		{"plain", whole},
		{"CRLF", strings.ReplaceAll(whole, "\n", "\r\n")},
		{"CR", strings.ReplaceAll(whole, "\n", "\r")},
		{"blanks behind the fences", strings.ReplaceAll(whole, "---\n", "--- \n")},
		{"keys that agents read", in("argument-hint: '[file]'\nmodel: small\ncontext: fork\nuser-invocable: true\nhooks:\n  Stop: []\nversion: 1.2\ntriggers: [a]\nwhen_to_use: x\n")},
		{"all keys of the format", in("license: MIT\ncompatibility: Needs git\nmetadata:\n  a: b\n  c: \"1\"\nallowed-tools: Bash(git:*) Read\n")},
		{"allowed-tools as a list", in("allowed-tools:\n  - Read\n  - Bash(git log:*)\n")},
		{"longest description", strings.Replace(whole, "Runs one case.", long(1024), 1)},
		{"dashes in values and in the body", in("metadata:\n  rule: \"---\"\nlicense: a --- b ----\n") + "\n---\n\n| a |\n| --- |\n\n---\nb\n"},
		{"a comment that is meant as one", in("model: small # as small as can be\nlicense: MIT # or later\n")},
		{"links that lead nowhere on purpose", body("[a](#x) [b](https://x.org/y.md) [c](mailto:a@b) [d]({baseDir}/x.md) [e](${ROOT}/x.md) [f](<x y>/<z>) `[g](no.md)` \\[h](no.md) [i](/x) <!-- [j](no.md) -->\n\n```\n[k](no.md)\n```\n\n    [l](no.md)\n\n<div>\n[m](no.md)\n</div>\n\n[^1]: no.md\n")},
		{"visible writing", body("\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F \U0001F469\u200D\U0001F469\u200D\U0001F467 ❤\uFE0F می\u200cخواهم שלום\u200f x\n\nภาษา\u200bไทย\n")},
		{"closed code", body("- a\n  ```sh\n  ls\n  ```\n\n~~~\n```\n~~~~\n")},
		{"tools of CAPE", body("Call `discover_user_tools`, then `run_user_tool(name)`, `my_own_word` and `forces`.\n")},
		{"examples", body("A script, for example `scripts/x.py`, may help.\n")},
	}
	for _, c := range clean {
		t.Run(c.name, func(t *testing.T) {
			for _, path := range []string{capePath, formatPath} {
				found := Check(Parse([]byte(c.src)), envAt(path, c.src, nil))
				require.Empty(t, found, path)
			}
		})
	}
}

func TestLinkedSkillIsNoSecondOne(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, ".agents", "skills", "run-case")
	require.NoError(t, os.MkdirAll(own, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(own, "SKILL.md"), []byte(whole), 0o644))
	link := filepath.Join(dir, ".agents", "skills", "zz")
	if err := os.Symlink("run-case", link); err != nil {
		t.Fatalf("links are needed: %v", err)
	}
	env := Env{Path: filepath.Join(own, "SKILL.md"), Root: dir, Files: repo.Disk, Skills: []Other{{"run-case", filepath.Join(link, "SKILL.md")}}}
	require.Empty(t, Check(Parse([]byte(whole)), env))
	env.Path, env.Skills[0].Path = env.Skills[0].Path, env.Path
	require.Empty(t, Check(Parse([]byte(whole)), env), "seen by the name of the link, whose own name is not the skill's")
}

func TestTheOtherSkillOfANameIsShown(t *testing.T) {
	const other = "/r/.agents/skills/x/SKILL.md"
	env := envAt(capePath, whole, memory{other: whole})
	env.Skills = []Other{{"run-case", other}}
	found := Check(Parse([]byte(whole)), env)
	require.Len(t, found, 1)
	require.Len(t, found[0].Related, 1)
	require.Equal(t, other, found[0].Related[0].Path)
	require.Equal(t, "run-case", string(found[0].Related[0].Span.In([]byte(whole))))
}

func TestDraftIsWithoutFault(t *testing.T) {
	const dir = "/r/.agents/skills"
	for _, tc := range []struct{ name, got, says string }{
		{"", "new-skill-2", ""},
		{"on", "on", ""},
		{"2026", "2026", ""},
		{"polar-sweep", "polar-sweep", ""},
		{"Polar Sweep", "", "lower-case"},
		{"new-skill", "", "already"},
	} {
		files := memory{dir + "/new-skill/SKILL.md": whole}
		d, err := NewDraft(files, dir, tc.name)
		if tc.got == "" {
			require.ErrorContains(t, err, tc.says)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, tc.got, d.Name)
		require.Equal(t, dir+"/"+tc.got+"/SKILL.md", d.Path)
		require.Equal(t, tc.got, strings.Trim(string(d.Mark.In([]byte(d.Text))), "'"))
		files[d.Path] = d.Text
		require.Empty(t, Check(Parse([]byte(d.Text)), Env{Path: d.Path, Root: "/r", Files: files}))
	}
}

func TestCollection(t *testing.T) {
	for path, want := range map[string]string{
		"/r/.agents/skills/a/SKILL.md":   "/r/.agents/skills",
		"/r/.agents/skills/a/b/SKILL.md": "/r/.agents/skills",
		"/r/.agents/skills/SKILL.md":     "/r/.agents/skills",
		"/r/SKILL.md":                    "/r/.agents/skills",
		"/r/pyFun.json":                  "/r/.agents/skills",
		"":                               "/r/.agents/skills",
		"/r/.claude/skills/a/SKILL.md":   "/r/.claude/skills",
		"/r/skills/a/skill.md":           "/r/skills",
	} {
		require.Equal(t, want, Collection("/r", path), path)
	}
}
