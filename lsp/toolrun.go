package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// What a client with capeTools is told of a run.
const (
	methodToolStarted = "cape/toolStarted" // {id, name, argv, command, cwd, log?}
	methodToolOutput  = "cape/toolOutput"  // {id, text}
	methodToolEnded   = "cape/toolEnded"   // {id, success, returncode?, error?, seconds, log?, changed, canceled?, timedOut?}
)

// prepare makes a call that runs a script, with the options as they are now.
func (a *agentSession) prepare(name string, args json.RawMessage) (*agent.ToolRun, error) {
	if a.options.TryLock() { // else a call is under way, and what was read before it holds on
		a.refresh()
		a.options.Unlock()
	}
	a.options.RLock()
	defer a.options.RUnlock()
	return a.Session.Prepare(name, args)
}

// python finds the interpreter for scripts, and says in the log which one it is and why.
func (s *server) python() (string, error) {
	found, err := toolrun.FindPython(s.pythonChoice(), toolrun.Machine())
	if err != nil {
		s.log.printf("python: %v", err)
		return "", err
	}
	if last := s.lastPython.Swap(&found); last == nil || *last != found {
		s.log.printf("python: %s (from %s)", found.Path, found.Source)
	}
	return found.Path, nil
}

// runTool answers the commands that run a script of the repository.
func (s *server) runTool(ctx context.Context, c toolCommand, p *commandParams, args json.RawMessage) (any, error) {
	if !s.trusted() {
		return encoded(agent.Result{"success": false, "error": refusedUntrusted})
	}
	session, err := s.session(ctx, args)
	if err != nil {
		return nil, err
	}
	call, err := session.prepare(c.tool, forTool(c.tool, args))
	if err != nil {
		return s.toolAnswer(ctx, nil, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	run := &toolRun{s: s, call: call, root: session.Root, cancel: cancel, live: newLiveOutput(s.showsRuns)}
	if !s.runs.add(run) {
		return nil, context.Canceled
	}
	defer s.runs.remove(run)
	return s.withReports(ctx, p.WorkDoneToken, run.title(args), run.status, func(ctx context.Context) (any, error) {
		res, err := call.Do(ctx, run)
		return s.toolAnswer(ctx, res, err)
	})
}

// toolAnswer makes the answer of a command out of what a tool answered.
func (s *server) toolAnswer(ctx context.Context, res agent.Result, err error) (any, error) {
	var wrong *agent.CallError
	var raised *agent.Raised
	switch {
	case errors.As(err, &wrong):
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, wrong.Text)
	case errors.As(err, &raised):
		out := raised.Result()
		out["error"] = raised.Text
		return encoded(out)
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return encoded(res)
}

// toolRun is one run as the user sees it. It implements agent.RunDoor.
type toolRun struct {
	s      *server
	id     string
	call   *agent.ToolRun
	root   string
	cancel context.CancelCauseFunc
	live   *liveOutput

	mu      sync.Mutex
	plan    toolrun.Plan
	asking  bool
	unsaved bool
	started time.Time
	log     string
}

func (r *toolRun) title(args json.RawMessage) string {
	var named struct{ Name string }
	_ = json.Unmarshal(args, &named) // the tool itself says what is wrong with its name
	name := toolrun.LastLine([]byte(strings.TrimSuffix(named.Name, ".py")))
	if r.call.Help {
		return "Ask tool " + name + " for its help"
	}
	return "Run tool " + name
}

// status is what the progress shows: the time, and the last line of the output.
func (r *toolRun) status() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.asking:
		return "waits for your answer"
	case r.started.IsZero():
		return ""
	}
	text := time.Since(r.started).Truncate(time.Second).String()
	if r.unsaved {
		text += ", without the changes that are not saved"
	}
	if line := r.live.lastLine(); line != "" {
		text += ": " + line
	}
	return text
}

// Started implements toolrun.Door.
func (r *toolRun) Started(p toolrun.Plan, log string) {
	r.mu.Lock()
	r.started, r.log = time.Now(), log
	r.mu.Unlock()
	if r.s.showsRuns {
		told := map[string]any{"id": r.id, "name": p.Name, "argv": p.Args, "command": toolrun.Plain(p.Command()), "cwd": p.Dir}
		if log != "" {
			told["log"] = log
		}
		r.tell(methodToolStarted, told)
	}
	r.s.background("output of a tool", func(context.Context) { r.live.run(r) })
}

// Output implements toolrun.Door.
func (r *toolRun) Output(piece []byte) { r.live.put(piece) }

// Ended implements agent.RunDoor: the last output leaves before the end is told, and what the tool may have
// changed is looked at again.
func (r *toolRun) Ended(res agent.Result, quiet bool) {
	r.mu.Lock()
	started, plan := !r.started.IsZero(), r.plan
	r.mu.Unlock()
	r.s.runs.setQuiet(quietRun{plan.Hash, r.root}, quiet)
	if started {
		r.live.end()
		r.tellEnd(res)
	}
	r.s.afterRun(r.root, res)
}

func (r *toolRun) tellEnd(res agent.Result) {
	if !r.s.showsRuns {
		r.logLine(r.plan.Name + ": " + endInWords(res))
		return
	}
	told := map[string]any{"id": r.id, "success": res["success"], "seconds": res["seconds"], "changed": res["changed"]}
	for _, key := range []string{"returncode", "error", "log", "canceled"} {
		if v, ok := res[key]; ok {
			told[key] = v
		}
	}
	if _, timedOut := res["timeout"]; timedOut {
		told["timedOut"] = true
	}
	r.tell(methodToolEnded, told)
}

func (r *toolRun) tell(method string, params any) {
	if err := r.s.notify(method, params); err != nil {
		r.s.log.printf("%s: %v", method, err)
	}
}

// afterRun looks at the files anew; those that are known to have changed are told as others that changed on the
// disk. Open documents are the editor's.
func (s *server) afterRun(root string, res agent.Result) {
	s.analyzer.Load().Forget() // a tool may have changed more than what is compared
	var paths []string
	changed, _ := res["changed"].([]string)
	for _, name := range changed {
		paths = append(paths, filepath.Join(root, filepath.FromSlash(name)))
	}
	s.filesChanged(paths)
}

// toolHelp returns what a script with this text has said of itself when the user had it asked; it runs
// nothing.
func (s *server) toolHelp(script []byte) (agent.Help, bool) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for _, session := range s.sessions.byRoot {
		if help, ok := session.Help(script); ok {
			return help, true
		}
	}
	return agent.Help{}, false
}
