package control

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
)

// Env is what a check may know besides the text.
type Env struct {
	Path  string     // the file, absolute
	Root  string     // the folder that CAPE runs in, absolute
	Files repo.Files // nil: no other file is looked at
	// Solver names the solver ("pyfun"). Empty: told by the content, else by the name of the file.
	Solver string
	// Options is what is known of CAPE's options; nil: the bundled facts.
	Options *options.Tree
	// Class holds the options of the whole text, when it is a part of a control file (PartClass); nil:
	// told by the path and the content.
	Class *options.Class
	// Fellows are control files that may share files with this text: those that it is a part of, or the
	// others of the repository. Names that they share are found and changed in all of them.
	Fellows []Fellow
	// Ignore holds patterns of files that may be missing (allow.Match), the setting cape.files.ignore.
	Ignore []string
	// Settle gives findings in other files the severities that the user chose, before they are counted;
	// nil: those of the rules.
	Settle func([]diag.Diagnostic) []diag.Diagnostic
	// NoWalk leaves out what would list folder after folder: nobody looks at the file, and the repository may
	// hold thousands of case folders.
	NoWalk bool
	// Known keeps what was made of other files; nil: nothing is kept.
	Known *Known
}

// solver returns whose options the file has. Content goes before the name, as in `cape find-json`; where
// it tells nothing in particular, the name of the file does.
func (e Env) solver(tree *capejson.Tree) string {
	if e.Solver != "" {
		return e.Solver
	}
	if s := solverOf(nodeLook{tree.Root}); s != "" && s != options.DefaultSolver {
		return s
	}
	if s := e.Options.SolverOf(filepath.Base(e.Path)); s != "" {
		return s
	}
	return options.DefaultSolver
}

// pass is one check of one file.
type pass struct {
	tree *capejson.Tree // the file that findings are made in
	env  Env
	out  []diag.Diagnostic
	// part is set when the file is one that a control file includes; env is then that of the control file.
	part *part
	// loose: brackets are missing, so that it is a guess which section an option stands in.
	loose bool
	// kept holds the sections that are not made twice: long ones, and those that rules ask for by name.
	kept map[*capejson.Node]*section
	// sections and entries are chunks to take from; made is how many sections the current one had.
	sections []section
	entries  []entry
	made     int
	// left is how many names may still be compared to find one that is meant.
	left int
}

// maxCompared bounds the search for names that resemble a wrong one.
const maxCompared = 100_000

// close returns the names that may be meant, best first.
func (p *pass) close(word string, names []string) []string {
	if p.left -= len(names); p.left < 0 {
		return nil
	}
	return options.CloseMatches(word, names)
}

func newPass(tree *capejson.Tree, env Env) *pass {
	loose := slices.ContainsFunc(tree.Problems, func(d diag.Diagnostic) bool {
		return strings.HasPrefix(string(d.Code), "json-bracket-")
	})
	return &pass{tree: tree, env: env, loose: loose, left: maxCompared}
}

// found adds a finding with the severity of its rule.
func (p *pass) found(code diag.Code, span text.Span, message string, fixes ...diag.Fix) *diag.Diagnostic {
	return p.foundAs(severities[code], code, span, message, fixes...)
}

// foundAs adds a finding that is more or less harmful than its rule is by default.
func (p *pass) foundAs(sev diag.Severity, code diag.Code, span text.Span, message string, fixes ...diag.Fix) *diag.Diagnostic {
	p.out = append(p.out, diag.Diagnostic{
		Code: code, Severity: sev, Span: span.Clamp(len(p.tree.Src)), Message: message, Fixes: fixes})
	return &p.out[len(p.out)-1]
}

// done returns the findings in the order in which they are shown.
func (p *pass) done() []diag.Diagnostic {
	diag.Sort(p.out)
	return p.out
}

// replaceFix is a fix with one edit.
func replaceFix(title string, span text.Span, with string, preferred preference) diag.Fix {
	return diag.Fix{Title: title, Preferred: preferred == sure, Edits: []diag.Edit{{Span: span, New: with}}}
}

// preference says whether a fix is the one right answer.
type preference int

const (
	maybe preference = iota
	sure
)
