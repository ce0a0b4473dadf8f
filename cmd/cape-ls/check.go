package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/report"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/internal/usercache"
)

const checkAbout = `Prints the findings in SKILL.md files, CAPE's control files, cape-agent.json and the JSON files that the
allow-list names, in tools and run matrices, one a line: path:line:col: severity: message [code]. Columns count characters from 1.
No settings are read: --rule, --extra-keys and --known-key say here what the settings say in an editor.

Exit code: 0 when there is nothing to report, 1 when there are findings, 2 when it could not run.
`

func check(ctx context.Context, std streams, args []string) int {
	fs := newFlags("check")
	root := fs.String("root", "", "the root folder `DIR` of the repository (default: found from each file)")
	level := fs.String("level", diag.Hint.String(), "leave out what is less bad than `SEVERITY`: error, warning, information or hint")
	c := checkRun{format: report.Text}
	fs.Var(&c.format, "format", "how to print: `FORM` is text, json, sarif or github")
	fs.Func("rule", "another severity for a rule, `CODE=SEVERITY`: error, warning, information, hint or off; may be given again", c.setRule)
	fs.Func("extra-keys", "what to say of front matter keys that no known agent reads, `WORD`: allow, hint or warn (default hint)", c.setExtraKeys)
	fs.Func("known-key", "a front matter `KEY` that is never reported; may be given again", c.addKnownKey)
	facts := fs.String("options", "bundled", "where CAPE's options come from, `SOURCE`: bundled, installed (your Python is asked), or the folder that holds the package cape")
	paths, code, done := parse(fs, std, checkAbout, args)
	if done {
		return code
	}
	if err := c.readOptions(ctx, *facts); err != nil {
		return wrong(std, "check", err)
	}
	worst, ok := diag.ParseSeverity(*level)
	if !ok {
		return wrong(std, "check", fmt.Errorf("--level %s: must be error, warning, information or hint", *level))
	}
	c.worst = worst
	if *root != "" {
		dir, err := folder("root", *root)
		if err != nil {
			return wrong(std, "check", err)
		}
		c.settings.Root = dir
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	collectLess(checkGarbage)
	files, failed := c.run(paths)
	if files == nil && failed != nil {
		return wrong(std, "check", failed)
	}
	about := report.About{Version: versionText(), Rules: analysis.Rules(), Docs: analysis.RulesPage, Color: colors(std.out)}
	if err := report.Write(std.out, c.format, files, about); err != nil {
		return wrong(std, "check", err)
	}
	if failed != nil { // said last, so that one broken file hides nothing of the others
		return wrong(std, "check", failed)
	}
	if len(files) == 0 {
		fmt.Fprintf(std.err, "cape-ls check: there is nothing to check in %s: no SKILL.md, no control file, no cape-agent.json\n", strings.Join(paths, ", "))
	}
	if slices.ContainsFunc(files, func(f report.File) bool { return len(f.Found) > 0 }) {
		return exitFound
	}
	return exitClean
}

// checkRun is one run of `cape-ls check`.
type checkRun struct {
	format   report.Format
	settings analysis.Settings
	worst    diag.Severity
}

// readOptions takes --options. Nothing but CAPE's own classes is imported, as in an editor.
func (c *checkRun) readOptions(ctx context.Context, source string) error {
	if source == "bundled" {
		return nil
	}
	facts := toolrun.FactSource{Lookups: toolrun.Machine()}
	if source != "installed" {
		dir, err := folder("options", source)
		if err != nil {
			return fmt.Errorf("%w; or say bundled, or installed", err)
		}
		facts.Folder = dir
	}
	var err error
	if facts.Cache, err = usercache.Folder(); err != nil {
		return err
	}
	found, err := facts.Find(ctx)
	if err != nil {
		return fmt.Errorf("--options %s: %w", source, err)
	}
	if c.settings.Options = found.Options; c.settings.Options != nil {
		return nil
	}
	tree, err := found.Dump(ctx)
	if tree == nil {
		return fmt.Errorf("--options %s: %w", source, err)
	}
	c.settings.Options = tree // an error beside it says only that it could not be kept
	return nil
}

// setRule takes one --rule.
func (c *checkRun) setRule(given string) error {
	code, word, ok := strings.Cut(given, "=")
	severity, known := diag.ParseSeverity(word)
	if !ok || !known {
		return fmt.Errorf("must be CODE=SEVERITY, with error, warning, information, hint or off for the severity")
	}
	if !slices.Contains(ruleCodes(), code) {
		return fmt.Errorf("there is no rule %q%s; docs/rules.md names them", code, meant(code, ruleCodes()))
	}
	if c.settings.Rules == nil {
		c.settings.Rules = map[diag.Code]diag.Severity{}
	}
	c.settings.Rules[diag.Code(code)] = severity
	return nil
}

func ruleCodes() []string {
	var out []string
	for _, r := range analysis.Rules() {
		out = append(out, string(r.Code))
	}
	return out
}

// setExtraKeys takes --extra-keys.
func (c *checkRun) setExtraKeys(word string) error {
	if !slices.Contains([]string{"allow", "hint", "warn"}, word) {
		return fmt.Errorf("must be allow, hint or warn")
	}
	c.settings.ExtraKeys = word
	return nil
}

// addKnownKey takes one --known-key.
func (c *checkRun) addKnownKey(key string) error {
	if key == "" {
		return fmt.Errorf("must be the name of a key")
	}
	c.settings.KnownKeys = append(c.settings.KnownKeys, key)
	return nil
}

// run checks the files that the paths mean. The error may come with files: those that could be read.
func (c checkRun) run(paths []string) ([]report.File, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	snap := repo.NewWorkspace(foldersOf(here, paths)...).Snapshot().Remembering()
	a := analysis.New(c.settings)
	var names []string
	seen := map[string]bool{}
	for _, p := range paths {
		found, err := c.expand(a, snap, p)
		if err != nil {
			return nil, err
		}
		for _, path := range found {
			if !seen[path] {
				seen[path] = true
				names = append(names, path)
			}
		}
	}
	name := c.naming(here, paths)
	files := make([]report.File, len(names))
	failed := make([]error, len(names))
	analysis.AtOnce(len(names), max(runtime.GOMAXPROCS(0), analysis.FewAtOnce), func(i int) {
		src, err := snap.ReadFile(names[i])
		if err != nil {
			failed[i] = fmt.Errorf("%s: cannot be read: %w", name(names[i]), errors.Unwrap(err))
			return
		}
		files[i] = report.File{Name: name(names[i]), Mapper: text.NewMapper(src), Found: c.keep(a.Check(snap, names[i]))}
	})
	files = slices.DeleteFunc(files, func(f report.File) bool { return f.Mapper == nil })
	return files, errors.Join(failed...)
}

// foldersOf returns the folders whose files belong together: the current one, and of each other one that is named
// the root that it lies in, else the folder itself.
func foldersOf(here string, paths []string) []string {
	nowhere := repo.NewWorkspace().Snapshot()
	finder := &repo.RootFinder{}
	out := []string{here}
	for _, p := range paths {
		full, err := filepath.Abs(p)
		if err != nil || repo.Inside(here, full) {
			continue
		}
		if info, err := os.Stat(full); err == nil && info.IsDir() {
			out = append(out, finder.Root(nowhere, filepath.Join(full, repo.AgentFile)))
		}
	}
	return out
}

// expand returns the files that a path on the command line means.
func (c checkRun) expand(a *analysis.Analyzer, snap *repo.Snapshot, path string) ([]string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: there is no such file or folder", path)
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read: %w", path, errors.Unwrap(err))
	case info.IsDir():
		found, err := a.Collect(snap, full)
		if reason := (*fs.PathError)(nil); errors.As(err, &reason) {
			err = fmt.Errorf("%s: cannot be read: %w", path, reason.Err)
		}
		return found, err
	case a.Kind(snap, full) == analysis.None:
		return nil, fmt.Errorf("%s: must be a SKILL.md, a control file or a file that one names, cape-agent.json, a tool, or a JSON file that the allow-list names", path)
	}
	return []string{full}, nil
}

func (c checkRun) keep(found []diag.Diagnostic) []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, d := range found {
		if d.Severity <= c.worst {
			out = append(out, d)
		}
	}
	return out
}

// naming returns what names a file in the output: as the user would type it, from the current folder, and with its
// whole path only where the paths on the command line are whole ones too. GitHub counts names in annotations and in
// SARIF from the folder of the checkout, which GITHUB_WORKSPACE names in its runs.
func (c checkRun) naming(here string, paths []string) func(path string) string {
	base, upwards := here, slices.ContainsFunc(paths, func(p string) bool { return !filepath.IsAbs(p) })
	if checkout := os.Getenv("GITHUB_WORKSPACE"); checkout != "" && (c.format == report.GitHub || c.format == report.SARIF) {
		base, upwards = checkout, false
	}
	return func(path string) string {
		rel, err := filepath.Rel(base, path)
		if err != nil || !filepath.IsLocal(rel) && !upwards {
			return path
		}
		return filepath.ToSlash(rel)
	}
}
