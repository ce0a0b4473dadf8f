package lsp

import (
	"crypto/sha256"
	"strconv"
	"sync"
	"time"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// commandStopTool stops a run, or all: [{id}], [].
const commandStopTool = "cape.stopTool"

// runs are the tools that run now, and what is known of those that ran before.
type runs struct {
	all sync.WaitGroup

	mu     sync.Mutex
	count  int
	live   map[string]*toolRun
	closed bool
	quiet  map[quietRun]bool
}

// quietRun is a text of a script that ran in a root without changing a file.
type quietRun struct {
	hash [sha256.Size]byte
	root string
}

// add takes a run up; false when the server is about to end.
func (r *runs) add(run *toolRun) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	if r.live == nil {
		r.live = map[string]*toolRun{}
	}
	r.count++
	run.id = "run-" + strconv.Itoa(r.count)
	r.live[run.id] = run
	r.all.Add(1)
	return true
}

func (r *runs) remove(run *toolRun) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.live, run.id)
	r.all.Done()
}

// stop stops the run with an id, or all when it is empty, and returns the ids of those that it stopped.
func (r *runs) stop(id string, why error) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	stopped := []string{}
	for _, run := range r.live {
		if id == "" || run.id == id {
			run.cancel(why)
			stopped = append(stopped, run.id)
		}
	}
	return stopped
}

// endTime is how long the end of the server waits for scripts to end. A script that does not want to is killed
// much earlier.
const endTime = 3 * time.Second

// close stops all runs for good. With a time it waits until they and all that they have started are gone.
func (r *runs) close(limit time.Duration) {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stop("", toolrun.ErrClosing)
	if limit == 0 {
		return
	}
	waitAtMost(limit, r.all.Wait)
}

func (r *runs) isQuiet(q quietRun) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.quiet[q]
}

func (r *runs) setQuiet(q quietRun, quiet bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.quiet == nil {
		r.quiet = map[quietRun]bool{}
	}
	r.quiet[q] = quiet
}

// stopTool answers cape.stopTool.
func (s *server) stopTool(p *commandParams) (any, error) {
	var which struct{ ID string }
	if len(p.Arguments) > 0 && string(p.Arguments[0]) != "null" {
		arg, err := decode[struct{ ID string }](p.Command, p.Arguments[0])
		if err != nil {
			return nil, err
		}
		which = *arg
	}
	stopped := s.runs.stop(which.ID, toolrun.ErrStopped)
	if len(stopped) == 0 && which.ID != "" {
		return encoded(agent.Result{"success": false, "error": "no tool runs under the id " + strconv.Quote(which.ID), "stopped": stopped})
	}
	return encoded(agent.Result{"success": true, "stopped": stopped})
}
