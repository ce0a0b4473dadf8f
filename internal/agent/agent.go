// Package agent is the ONE table of agent tools: name, title, JSON schema, handler. The language server's
// commands, `cape-ls call` and every later door serve this table and nothing else.
//
// It promises the answers of CAPE's own tools (cape.agent.skills and cape.agent.tools), key for key,
// except where docs/fidelity.md says otherwise. It has no protocol: arguments come in as JSON, results go
// out as values.
package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/edits"
	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/toolrun"
	"github.com/cape-ls/cape-ls/skills"
)

// Tool is one row of the table.
type Tool struct {
	Name   string
	Title  string // one line, for people
	Doc    string // a sentence or two, for the model that calls it
	Params []Param
	Writes bool // changes files or runs a program
	handle func(ctx context.Context, s *Session, a arguments) (Result, error)
}

// Result is the dictionary that a tool answers with; "success" is always there.
type Result map[string]any

// Failed reports whether the result says that the call did not succeed.
func (r Result) Failed() bool { return r["success"] != true }

func failure(format string, args ...any) Result {
	return Result{"success": false, "error": fmt.Sprintf(format, args...)}
}

// Raised is a call that fails inside CAPE with a Python exception, which CAPE's agent answers with the
// name of the class only.
type Raised struct {
	Class, Text string
}

func (e *Raised) Error() string { return e.Class + ": " + e.Text }

// Result is what CAPE's agent makes of the exception (cape.agent.agentcntl).
func (e *Raised) Result() Result { return Result{"success": false, "reason": e.Class} }

// CallError is a call that is wrong in itself: no such tool, arguments that do not fit the schema.
type CallError struct{ Text string }

func (e *CallError) Error() string { return e.Text }

// Config is what a session needs from its door.
type Config struct {
	Root      string // the root folder, absolute, links not resolved
	Cwd       string // relative file names count from here; empty: the root
	Allow     []any  // EditAllowList as it stands in cape-agent.json; an entry may be no text
	Unread    bool   // cape-agent.json is there and cannot be read, so it does not count; refusals say so
	ToolDir   string // ToolDir; relative to the root, or absolute
	SkillSet  options.Level
	Workspace *repo.Workspace
	Door      edits.Door
	Confirm   edits.ConfirmPolicy
	Save      edits.SavePolicy
	// Analyzer foresees the findings that an edit would add; nil: nothing is foreseen.
	Analyzer *analysis.Analyzer
	// Detailed results of edits say more than CAPE's: saved, newProblems, why not and where.
	Detailed bool
	// Note gets what a result in CAPE's keys cannot say, for people: where the places are, what would break;
	// may be nil.
	Note func(text string)
	// Head lists the files of the newest commit below a folder, as `git ls-tree -r --name-only HEAD`.
	Head   func(dir string) ([]string, error)
	NoH5py bool // the Python of CAPE has no h5py: pylch control files cannot be opened
	// Python returns the interpreter that runs user tools.
	Python func() (string, error)
	// Timeout ends a run of a tool for which the call names no time; 0: none does.
	Timeout time.Duration
	// RunEnv is what tools get in addition to the environment: NAME=value.
	RunEnv []string
	// Logs is where the whole output of runs is kept when results are detailed; nil: nowhere.
	Logs *toolrun.Logs
	Now  func() time.Time
}

// Start fills in what CAPE's agent takes from its options when it starts. The error is the *Raised with
// which it would not start; what could be taken is there all the same.
func (c *Config) Start(opts options.Agent) error {
	var failed error
	var err error
	if c.Allow, err = opts.EditAllowList(); err != nil {
		failed = raised(err)
	}
	if c.ToolDir, err = opts.ToolDir(); err != nil {
		c.ToolDir, failed = options.DefaultToolDir, raised(err)
	}
	if c.SkillSet, err = opts.SkillSet(); err != nil {
		c.SkillSet, failed = options.Full, raised(err)
	}
	return failed
}

// Session is one agent session: what was registered and discovered lasts as long as it does. It is safe
// for concurrent use.
type Session struct {
	Config

	mu         sync.Mutex
	registered []string
	started    *skills.Session // what use_skill knows; nil before the first call
	tools      skills.ToolSet  // what discover_user_tools knows
	history    *edits.History
	helps      helps // what tools say of themselves
}

// NewSession returns a session without registered files.
func NewSession(c Config) *Session {
	if c.Cwd == "" {
		c.Cwd = c.Root
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Session{Config: c, history: &edits.History{}}
}

// Lookup returns the row of a tool.
func Lookup(name string) (Tool, bool) {
	for _, t := range Tools() {
		if t.Name == name {
			return t, true
		}
	}
	return Tool{}, false
}

// Call calls a tool with its arguments, a JSON object. The error is a *CallError when the call itself is
// wrong, a *Raised when CAPE fails instead of answering, or the context's.
func (s *Session) Call(ctx context.Context, name string, raw json.RawMessage) (Result, error) {
	tool, ok := Lookup(name)
	if !ok {
		return nil, &CallError{fmt.Sprintf("unknown tool %q; `cape-ls call --list` names them", name)}
	}
	args, err := tool.check(raw)
	if err != nil {
		return nil, err
	}
	return tool.handle(ctx, s, args)
}
