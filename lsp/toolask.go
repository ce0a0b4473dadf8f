package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// The words of cape.tools.confirm.
const (
	confirmAlways = "always"
	confirmNever  = "never"
)

// errNotAskable is no word of the user, who was not asked.
var errNotAskable = errors.New("the tool was not run, since the editor could not ask whether it may be run; cape.tools.confirm says when that is asked")

// Agree implements toolrun.Door: it asks the user, as cape.tools.confirm says.
func (r *toolRun) Agree(ctx context.Context, p toolrun.Plan) error {
	unsaved := r.call.Unsaved(p)
	r.mu.Lock()
	r.plan, r.unsaved = p, unsaved
	r.mu.Unlock()
	switch policy := r.s.settings.Load().Tools.Confirm; {
	case policy == confirmNever:
		return nil
	case policy != confirmAlways && r.s.runs.isQuiet(quietRun{p.Hash, r.root}):
		return nil
	}
	r.setAsking(true)
	defer r.setAsking(false)
	return r.s.askToRun(ctx, r.question(p))
}

func (r *toolRun) setAsking(asking bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asking = asking
}

// mostAsked bounds what a question shows of a command, in bytes.
const mostAsked = 2000

// question names the tool, its arguments and the interpreter. What comes from the repository is shown as plain
// letters, so that it cannot look like something else.
func (r *toolRun) question(p toolrun.Plan) string {
	var b strings.Builder
	if r.call.Help {
		fmt.Fprintf(&b, "Run the tool %s with --help, to see its options? A script that does not know --help does its work.", oneLine(p.Name))
	} else {
		fmt.Fprintf(&b, "Run the tool %s?", oneLine(p.Name))
	}
	words := oneLine(p.Command())
	if len(words) > mostAsked {
		words = strings.ToValidUTF8(words[:mostAsked], "") + " ..."
	}
	fmt.Fprintf(&b, "\n\n%s\n\nin %s", words, oneLine(p.Dir))
	if python := r.s.lastPython.Load(); python != nil && python.Path == p.Interpreter {
		fmt.Fprintf(&b, ", with the Python from %s", oneLine(python.Source))
	}
	if r.unsaved {
		b.WriteString("\n\nThe script has changes that are not saved. What is on the disk will be run.")
	}
	return b.String()
}

// oneLine is a text of the repository or the user on one line.
func oneLine(s string) string {
	return strings.NewReplacer("\n", "\\n", "\r", "\\r", "\t", "\\t").Replace(toolrun.Plain(s))
}

// askToRun asks a question whose only yes is "Run" (LSP 3.18, window/showMessageRequest).
func (s *server) askToRun(ctx context.Context, question string) error {
	const yes, no = "Run", "Do Not Run"
	params, err := encoded(map[string]any{
		"type": protocol.MessageTypeWarning, "message": question, "actions": []map[string]any{{"title": yes}, {"title": no}},
	})
	if err != nil {
		return err
	}
	var answer *struct {
		Title string `json:"title"`
	}
	if err := s.askUntil(ctx, confirmTime, protocol.MethodWindowShowMessageRequest, params, &answer); err != nil {
		s.log.printf("%s: %v", protocol.MethodWindowShowMessageRequest, err)
		return errNotAskable
	}
	if answer == nil || answer.Title != yes {
		return toolrun.ErrDeclined
	}
	return nil
}

// askUntil calls the client and waits at most for the time given, and not longer than ctx or the client live.
// The client is told when nobody waits for its answer any more.
func (s *server) askUntil(ctx context.Context, limit time.Duration, method string, params, result any) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	defer context.AfterFunc(s.peer, cancel)()
	return protocol.Call(ctx, s.conn, method, params, result)
}
