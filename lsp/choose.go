package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
)

// commandOpenEditable is [{fname}]: a file that the agent may edit, chosen by the user.
const commandOpenEditable = "cape.openEditable"

// clientChoices are the commands of a client with capeTools that do better what the server can only ask by a
// message: they let the user search.
var clientChoices = map[string]string{
	analysis.ChooseTool:  "capeLs.runTool",
	analysis.ChooseSkill: "capeLs.useSkill",
}

// choiceCommands are the commands that let the user choose.
func (s *server) choiceCommands() []string {
	out := []string{analysis.ChooseTool, analysis.ChooseSkill}
	if s.caps.Window.ShowDocument.Support {
		out = append(out, commandOpenEditable)
	}
	return out
}

// chooseTool lets the user choose a tool, and runs it.
func (s *server) chooseTool(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(analysis.ChooseTool); err != nil {
		return nil, err
	}
	if !s.trusted() {
		return encoded(agent.Result{"success": false, "error": refusedUntrusted})
	}
	var listed struct{ Tools []struct{ Name string } }
	if err := s.list(ctx, "discover_user_tools", map[string]any{"fname": f.Fname, "refresh": true}, &listed); err != nil {
		return nil, err
	}
	var names []string
	for _, t := range listed.Tools {
		names = append(names, t.Name)
	}
	return s.withChosen(ctx, "Which tool?", "there is no tool here", names, "cape.runTool", f.Fname)
}

// chooseSkill lets the user choose a skill, and shows it.
func (s *server) chooseSkill(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(analysis.ChooseSkill); err != nil {
		return nil, err
	}
	var listed struct{ Skills []struct{ Name any } }
	if err := s.list(ctx, "discover_user_skills", map[string]any{"fname": f.Fname}, &listed); err != nil {
		return nil, err
	}
	var names []string
	for _, k := range listed.Skills {
		if name, ok := k.Name.(string); ok && name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return s.withChosen(ctx, "Which skill?", "there is no skill here", names, "cape.useSkill", f.Fname)
}

// openEditable lets the user choose one of the files that the agent may edit, and shows it.
func (s *server) openEditable(ctx context.Context, f *fileToShow) (any, error) {
	if err := f.check(commandOpenEditable); err != nil {
		return nil, err
	}
	var listed struct {
		Rootdir string
		Files   []string
	}
	if err := s.list(ctx, "list_editable_files", map[string]any{"fname": f.Fname}, &listed); err != nil {
		return nil, err
	}
	if len(listed.Files) == 0 {
		return encoded(agent.Result{"success": false, "error": "no file matches a pattern of the allow-list"})
	}
	i := s.chooseOf(ctx, "Which file?", listed.Files)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if i >= 0 {
		s.askToShow(map[string]any{"uri": s.spelling.uri(filepath.Join(listed.Rootdir, filepath.FromSlash(listed.Files[i]))), "takeFocus": true})
	}
	return encoded(agent.Result{"success": true, "files": listed.Files})
}

// list calls a tool of the table that lists something, and reads its answer.
func (s *server) list(ctx context.Context, tool string, args map[string]any, into any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	answer, err := s.callTool(ctx, tool, raw)
	if err != nil {
		return err
	}
	b, _ := answer.(json.RawMessage)
	_ = json.Unmarshal(b, into) // a refusal lists nothing
	return nil
}

// withChosen runs a command for the name that the user chooses, and shows its answer.
func (s *server) withChosen(ctx context.Context, question, none string, names []string, command, fname string) (any, error) {
	if len(names) == 0 {
		answer := agent.Result{"success": false, "error": none}
		s.message(answer)
		return encoded(answer)
	}
	i := s.chooseOf(ctx, question, names)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if i < 0 {
		return encoded(agent.Result{"success": false, "error": "nothing was chosen"})
	}
	args := []json.RawMessage{json.RawMessage(value(map[string]any{"name": names[i], "fname": fname}))}
	if s.shows {
		return s.executeCommand(ctx, &commandParams{Command: command, Arguments: args})
	}
	return s.present(ctx, &commandParams{Command: commandPresent, Arguments: append([]json.RawMessage{json.RawMessage(value(command))}, args...)})
}

// chooseOf lets the user choose one of many names, a page at a time; -1 when none was chosen.
func (s *server) chooseOf(ctx context.Context, question string, names []string) int {
	const more = "More..."
	if len(names) <= mostScripts {
		return s.choose(ctx, question, names)
	}
	for from := 0; from < len(names); from += mostScripts - 1 {
		page := slices.Clone(names[from:min(from+mostScripts-1, len(names))])
		if from+len(page) < len(names) {
			page = append(page, more)
		}
		i := s.choose(ctx, question, page)
		switch {
		case i < 0:
			return -1
		case i < mostScripts-1:
			return from + i
		}
	}
	return -1
}
