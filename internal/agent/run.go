package agent

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// RunDoor is the user's side of a run: it is asked, and told what goes on.
type RunDoor interface {
	toolrun.Door
	// Ended is told how a run ended that was begun. quiet: it succeeded, and no file of the allow-list can have
	// changed meanwhile.
	Ended(r Result, quiet bool)
}

// ToolRun is a call that runs a script, with the options of the session as they were when it was made: a run
// may last for hours, and nobody has to wait for it.
type ToolRun struct {
	Help bool // the script is asked for its help

	s    *Session
	c    Config
	name string // of the tool of the table
	args arguments
}

// Runs reports whether a tool of the table runs a script of the repository, so that Prepare takes it.
func Runs(name string) bool { return name == "run_user_tool" || name == "tool_help" }

// Prepare makes a call of a tool that runs a script. The error is a *CallError.
func (s *Session) Prepare(name string, raw json.RawMessage) (*ToolRun, error) {
	tool, ok := Lookup(name)
	if !ok || !Runs(name) {
		return nil, &CallError{fmt.Sprintf("%q runs no script", name)}
	}
	args, err := tool.check(raw)
	if err != nil {
		return nil, err
	}
	return s.prepare(name, args), nil
}

func (s *Session) prepare(name string, args arguments) *ToolRun {
	return &ToolRun{Help: name == "tool_help", s: s, c: s.Config, name: name, args: args}
}

// runTool and toolHelp are their calls without a door: the caller is the user, or answers for one.
// run_user_tool is that of cape.agent.skills.usertools.
func runTool(ctx context.Context, s *Session, a arguments) (Result, error) {
	return s.prepare("run_user_tool", a).Do(ctx, nil)
}

func toolHelp(ctx context.Context, s *Session, a arguments) (Result, error) {
	return s.prepare("tool_help", a).Do(ctx, nil)
}

// Do runs the script. The door may be nil. The error is a *Raised, or the context's when it was cancelled; a
// run that ended since the user stopped it (toolrun.ErrStopped) has a result like any other.
func (r *ToolRun) Do(ctx context.Context, door RunDoor) (Result, error) {
	place := toolrun.Place{Files: repo.Disk, Root: r.c.Root, ToolDir: r.c.ToolDir}
	r.s.mu.Lock()
	script, refused := toolrun.Find(place, &r.s.tools, capejson.Of(r.args["name"]))
	r.s.mu.Unlock()
	if refused != nil {
		return r.plain(*refused)
	}
	if r.Help && r.args["refresh"] != true {
		if known, ok := r.s.helps.get(script.Hash); ok {
			return known.result(script.Name, true), nil
		}
	}
	var err error
	if place.Interpreter, err = r.c.Python(); err != nil {
		return failure("Could not run script: %v", err), nil
	}
	job := toolrun.Job{Place: place, Script: script, Argv: capejson.Of(r.args["argv"]), Timeout: capejson.Of(r.args["timeout"]), Env: r.c.RunEnv}
	if r.Help {
		return r.askHelp(ctx, job, door)
	}
	if r.args["timeout"] == nil && r.c.Timeout > 0 {
		job.Timeout = seconds(r.c.Timeout)
	}
	if door != nil {
		job.Door = door
	}
	if !r.c.Detailed {
		return r.answer(ctx, job.Run(ctx), nil)
	}
	job.Logs = r.c.Logs
	return r.detailed(ctx, job, door)
}

// seconds is a time as Python prints it.
func seconds(d time.Duration) capejson.Value {
	return capejson.Of(json.Number(strconv.FormatFloat(d.Seconds(), 'f', -1, 64)))
}

// plain answers what was refused before anything was run.
func (r *ToolRun) plain(res toolrun.Result) (Result, error) {
	if res.Raised != nil {
		return nil, raised(res.Raised)
	}
	return Result(res.Dict()), nil
}

// answer turns the end of a run into the answer; more is what is said beyond CAPE's.
func (r *ToolRun) answer(ctx context.Context, res toolrun.Result, more Result) (Result, error) {
	switch {
	case ctx.Err() != nil && res.Canceled && !errors.Is(context.Cause(ctx), toolrun.ErrStopped):
		return nil, ctx.Err()
	case more != nil:
		return more, nil
	}
	return r.plain(res)
}

// detailed runs the script and looks what has changed meanwhile.
func (r *ToolRun) detailed(ctx context.Context, job toolrun.Job, door RunDoor) (Result, error) {
	files := r.allowed()
	before := files.look()
	res := job.Run(ctx)
	if res.Plan == nil {
		return r.answer(ctx, res, nil)
	}
	changed := files.changed(before)
	out := r.dict(res)
	out["seconds"], out["changed"] = math.Round(res.Seconds*1000)/1000, changed
	if res.Log != "" {
		out["log"] = res.Log
	}
	if notes := r.notes(res, files); len(notes) > 0 {
		out["notes"] = notes
	}
	if door != nil {
		door.Ended(out, res.Success() && len(changed) == 0 && len(files.passed) == 0)
	}
	return r.answer(ctx, res, out)
}

// dict is the answer of CAPE, and where CAPE would fail, the class and the words of its failure with what the
// script printed.
func (r *ToolRun) dict(res toolrun.Result) Result {
	if res.Raised == nil {
		return res.Dict()
	}
	out := (&Raised{res.Raised.Class, res.Raised.Message}).Result()
	out["error"], out["name"], out["argv"] = res.Raised.Message, res.Name, res.Args
	if res.Ran {
		out["returncode"], out["stdout"] = res.Code, res.Stdout
	}
	return out
}

func (r *ToolRun) notes(res toolrun.Result, files allowed) []string {
	var out []string
	if r.Unsaved(*res.Plan) {
		out = append(out, fmt.Sprintf("%s has changes that are not saved; the text on the disk was run", repo.Relative(repo.RealPath(r.c.Root), res.Plan.Path)))
	}
	if res.NoLog != "" {
		out = append(out, "the output is not kept in a file: "+res.NoLog)
	}
	if res.Unkilled {
		out = append(out, "the system could not end the process; it may still be there")
	}
	for _, pattern := range files.passed {
		out = append(out, fmt.Sprintf("whether files of %q have changed was not looked at, since that would mean to look into many folders", pattern))
	}
	return out
}

// Unsaved reports whether the editor holds another text of the script than the disk.
func (r *ToolRun) Unsaved(p toolrun.Plan) bool {
	if r.c.Workspace == nil {
		return false
	}
	doc := r.c.Workspace.Snapshot().OpenAs(p.Path)
	return doc != nil && sha256.Sum256(doc.Text) != p.Hash && sha256.Sum256(append([]byte(text.BOM), doc.Text...)) != p.Hash
}
