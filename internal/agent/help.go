package agent

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"strings"
	"sync"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// helpTime is how long a script may take to print its help, in seconds.
const helpTime = "30"

// helpEnv makes argparse print plain lines of one width.
var helpEnv = []string{"COLUMNS=100", "NO_COLOR=1", "PYTHON_COLORS=0", "TERM=dumb"}

// Help is what a script says of itself.
type Help struct {
	Text    string
	Options []toolrun.HelpOption
}

// mostHelps bounds how many are remembered.
const mostHelps = 500

// helps remembers them by the text of the script.
type helps struct {
	mu     sync.Mutex
	byHash map[[sha256.Size]byte]Help
}

func (h *helps) get(script [sha256.Size]byte) (Help, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	help, ok := h.byHash[script]
	return help, ok
}

func (h *helps) put(script [sha256.Size]byte, help Help) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byHash == nil || len(h.byHash) >= mostHelps {
		h.byHash = map[[sha256.Size]byte]Help{}
	}
	h.byHash[script] = help
}

// Help returns what a script with this text has said of itself in this session, if it was asked. It runs
// nothing.
func (s *Session) Help(script []byte) (Help, bool) { return s.helps.get(sha256.Sum256(script)) }

func (h Help) result(name string, cached bool) Result {
	options := h.Options
	if options == nil {
		options = []toolrun.HelpOption{}
	}
	return Result{"success": true, "name": name, "text": h.Text, "options": options, "cached": cached}
}

// helpDoor asks before the script is run, and shows nothing of the run: the help is the answer.
type helpDoor struct{ RunDoor }

func (helpDoor) Started(toolrun.Plan, string) {}
func (helpDoor) Output([]byte)                {}

// askHelp runs the script with --help and remembers what it prints.
func (r *ToolRun) askHelp(ctx context.Context, job toolrun.Job, door RunDoor) (Result, error) {
	job.Argv, job.Timeout = capejson.Of([]any{"--help"}), capejson.Of(json.Number(helpTime))
	job.Env = append(helpEnv[:len(helpEnv):len(helpEnv)], job.Env...)
	if door != nil {
		job.Door = helpDoor{door}
	}
	res := job.Run(ctx)
	if text := res.Text(); res.Error == "" && res.Code == 0 && strings.TrimSpace(text) != "" {
		help := Help{Text: text, Options: toolrun.ParseHelp(text)}
		r.s.helps.put(job.Script.Hash, help)
		return help.result(job.Script.Name, false), nil
	}
	out := r.dict(res)
	if out["success"] = false; out["error"] == nil {
		out["error"] = "the script printed no help when it was asked with --help"
	}
	return r.answer(ctx, res, out)
}
