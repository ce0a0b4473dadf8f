// Package analysis is the one face that the doors see: everything that can be asked about a file, as a
// function of a snapshot.
//
// It chooses by path what a file is, keeps what was parsed, and hands the question to the room that
// knows. It has no rules of its own and no protocol types.
package analysis

import (
	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pysource"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/skills"
)

// Settings is what a user can choose; the zero value is the default.
type Settings struct {
	Root      string                      // cape.root, absolute
	ExtraKeys string                      // cape.skills.extraKeys: allow | hint | warn
	KnownKeys []string                    // cape.skills.knownKeys: front matter keys that are never reported
	Inlay     bool                        // cape.skills.inlayLength
	Rules     map[diag.Code]diag.Severity // cape.rules: another severity, or Off
	// WalkForOpen keeps rules that list many folders to files that are open. An editor's server sets it: what
	// it looks at when it starts must not grow with the number of case folders.
	WalkForOpen bool
	// Start is what an editor's server keeps of skills and tools from one start to the next; nil: nothing.
	Start *StartCache
	// IgnoreFiles is cape.files.ignore: patterns of files that may be missing.
	IgnoreFiles []string
	// Options is what is known of CAPE's options; nil: the bundled facts.
	Options *options.Tree
}

// Analyzer answers questions about snapshots. It is safe for concurrent use.
type Analyzer struct {
	Settings   Settings
	roots      *repo.RootFinder
	known      *repositories
	skillFiles cache[*skills.File]
	jsonTrees  cache[*capejson.Tree]
	partTrees  cache[*capejson.Tree]
	companions companions
	beside     control.Known
	toolFiles  cache[*skills.Script]
	heads      *memory[skills.Head]
	scripts    *memory[pysource.Script]
}

// New returns an analyzer.
func New(s Settings) *Analyzer {
	return &Analyzer{
		Settings: s, roots: &repo.RootFinder{Override: s.Root}, known: &repositories{}, heads: &memory[skills.Head]{}, scripts: &memory[pysource.Script]{},
	}
}

// With returns an analyzer with other settings. The two share what was read of cape-agent.json, skills and tools on
// disk, which no setting changes.
func (a *Analyzer) With(s Settings) *Analyzer {
	other := New(s)
	other.known, other.heads, other.scripts = a.known, a.heads, a.scripts
	return other
}

// Forget drops what was remembered of the disk, because files changed.
func (a *Analyzer) Forget() {
	a.heads.clear()
	a.scripts.clear()
	a.Changed(nil)
}

// Changed is Forget for a caller that knows which files changed: of the others, what was read of them is
// kept for as long as their size and their time say that they are the same.
func (a *Analyzer) Changed(paths []string) {
	a.heads.drop(paths)
	a.scripts.drop(paths)
	a.roots.Forget()
	a.known.forget()
	a.companions.forget()
}

// Root returns the root of the repository that path belongs to.
func (a *Analyzer) Root(snap *repo.Snapshot, path string) string { return a.roots.Root(snap, path) }
