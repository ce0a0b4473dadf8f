package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// Commands that show something in the editor. They are offered as code actions and are no tools.
const (
	commandShowFile    = "cape.showFile"    // [{fname, select}]: a file, with a span of it selected
	commandOpenScripts = "cape.openScripts" // [{fname}]: a script of the skill or the repository
	commandPresent     = "cape.present"     // [command, arguments...]: a command and its answer
)

// showCommands are those of them that the client can use.
func (s *server) showCommands() []string {
	if s.caps.Window.ShowDocument.Support {
		return []string{commandPresent, commandShowFile, commandOpenScripts}
	}
	return []string{commandPresent}
}

type fileToShow struct {
	Fname  string     `json:"fname"`
	Select *text.Span `json:"select,omitempty"` // bytes
}

func (f *fileToShow) check(command string) error {
	if !filepath.IsAbs(f.Fname) {
		return invalid("%s: fname must be an absolute path", command)
	}
	return nil
}

// showFile brings a file to the front.
func (s *server) showFile(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(commandShowFile); err != nil {
		return nil, err
	}
	v := s.view(s.snapshot(ctx))
	params := map[string]any{"uri": s.spelling.uri(f.Fname), "takeFocus": true}
	if doc := v.document(f.Fname); doc != nil && f.Select != nil {
		r := v.rangeOf(doc, *f.Select)
		params["selection"] = r
	}
	return encoded(map[string]any{"success": s.askToShow(params)})
}

func (s *server) askToShow(params map[string]any) bool {
	raw, err := encoded(params)
	var answer struct {
		Success bool `json:"success"`
	}
	return err == nil && s.ask(s.opts.AnswerTime, protocol.MethodWindowShowDocument, raw, &answer) && answer.Success
}

// mostScripts is how many scripts a question to the user names.
const mostScripts = 20

// openScripts shows the script of a skill or a repository, or lets the user choose among several.
func (s *server) openScripts(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(commandOpenScripts); err != nil {
		return nil, err
	}
	args, err := json.Marshal(map[string]any{"fname": f.Fname})
	if err != nil {
		return nil, err
	}
	raw, err := s.callTool(ctx, "list_scripts", args)
	if err != nil {
		return nil, err
	}
	var listed struct{ Scripts []struct{ File, Path string } }
	if b, ok := raw.(json.RawMessage); !ok || json.Unmarshal(b, &listed) != nil || len(listed.Scripts) == 0 {
		return encoded(agent.Result{"success": false, "error": "there is no script here"})
	}
	chosen := 0
	if len(listed.Scripts) > 1 {
		var names []string
		for _, script := range listed.Scripts[:min(len(listed.Scripts), mostScripts)] {
			names = append(names, script.File)
		}
		if chosen = s.choose(ctx, "Which script?", names); chosen < 0 {
			return raw, ctx.Err()
		}
	}
	s.askToShow(map[string]any{"uri": s.spelling.uri(listed.Scripts[chosen].Path), "takeFocus": true})
	return raw, nil
}

// choose lets the user choose one of several names; -1 when none was chosen (LSP 3.18,
// window/showMessageRequest). The question is taken back when ctx ends.
func (s *server) choose(ctx context.Context, question string, names []string) int {
	items := make([]map[string]any, len(names))
	for i, name := range names {
		items[i] = map[string]any{"title": name}
	}
	raw, err := encoded(map[string]any{"type": protocol.MessageTypeInfo, "message": question, "actions": items})
	var answer *struct {
		Title string `json:"title"`
	}
	if err == nil {
		err = s.askUntil(ctx, confirmTime, protocol.MethodWindowShowMessageRequest, raw, &answer)
	}
	if err != nil && ctx.Err() == nil {
		s.log.printf("%s: %v", protocol.MethodWindowShowMessageRequest, err)
	}
	if err != nil || answer == nil {
		return -1
	}
	for i, name := range names {
		if name == answer.Title {
			return i
		}
	}
	return -1
}

// present runs a command and shows its answer as a message, for clients that drop what the command of a
// code action answers.
func (s *server) present(ctx context.Context, p *commandParams) (any, error) {
	var name string
	if len(p.Arguments) == 0 || json.Unmarshal(p.Arguments[0], &name) != nil || name == commandPresent {
		return nil, invalid("%s: the name of another command is wanted first", p.Command)
	}
	res, err := s.executeCommand(ctx, &commandParams{Command: name, Arguments: p.Arguments[1:], WorkDoneToken: p.WorkDoneToken})
	if err != nil {
		return nil, err
	}
	var answer map[string]any
	if raw, ok := res.(json.RawMessage); ok && json.Unmarshal(raw, &answer) == nil {
		s.message(answer)
	}
	return res, nil
}

// mostShown bounds a message, in bytes.
const mostShown = 8000

// message shows the answer of a command in words.
func (s *server) message(answer map[string]any) {
	kind, words := protocol.MessageTypeInfo, inWords(answer)
	if answer["success"] != true {
		kind = protocol.MessageTypeError
	}
	if len(words) > mostShown {
		words = strings.ToValidUTF8(words[:mostShown], "") + "\n..."
	}
	if err := s.notify(protocol.MethodWindowShowMessage, map[string]any{"type": kind, "message": words}); err != nil {
		s.log.printf("message: %v", err)
	}
}

// inWords is the part of an answer that a person wants to read.
func inWords(answer map[string]any) string {
	lines, ok := answer["lines"].([]any)
	if !ok {
		lines, ok = answer["files"].([]any)
	}
	if ok && len(lines) > 0 {
		out := make([]string, len(lines))
		for i, line := range lines {
			out[i] = fmt.Sprint(line)
		}
		return strings.Join(out, "\n")
	}
	if _, ran := answer["returncode"]; ran {
		return runInWords(answer)
	}
	for _, key := range []string{"error", "stdout", "content", "text"} {
		if s, ok := answer[key].(string); ok && strings.TrimSpace(s) != "" {
			return s
		}
	}
	return "done"
}

// runInWords is what a tool printed, and how it ended when there is more to say than that it succeeded.
func runInWords(answer map[string]any) string {
	var out []string
	if s, ok := answer["stdout"].(string); ok && strings.TrimSpace(s) != "" {
		out = append(out, strings.TrimRight(toolrun.Plain(s), "\n"))
	}
	switch {
	case answer["error"] != nil:
		out = append(out, fmt.Sprint(answer["error"]))
	case answer["success"] != true || len(out) == 0:
		out = append(out, fmt.Sprintf("ended with code %v", answer["returncode"]))
	}
	if log, ok := answer["log"]; ok && len(out) > 0 && len(out[0]) > 500 {
		out = append(out, fmt.Sprintf("all output: %v", log))
	}
	return strings.Join(out, "\n")
}
