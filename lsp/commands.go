package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/analysis"
)

// commandApplyFix makes a quick fix on behalf of clients whose code actions are commands.
const commandApplyFix = "cape.applyFix"

// toolCommand is a command that calls one tool of the agent's table.
type toolCommand struct {
	name  string // of the command
	tool  string // of the tool
	edits bool   // goes through the editor, so the client must let the server edit
}

// toolCommands are the commands of workspace/executeCommand that are tools of an agent.
var toolCommands = []toolCommand{
	{name: "cape.editFile", tool: "edit_file", edits: true},
	{name: "cape.editFiles", tool: "edit_files", edits: true},
	{name: "cape.applyEditResult", tool: "apply_edit_result", edits: true},
	{name: "cape.edits.history", tool: "edit_history"},
	{name: "cape.edits.revert", tool: "revert_edit", edits: true},
	{name: "cape.listEditableFiles", tool: "list_editable_files"},
	{name: "cape.registerEditableFile", tool: "register_editable_file"},
	{name: "cape.whyEditable", tool: "why_editable"},
	{name: "cape.readFile", tool: "read_file"},
	{name: "cape.validateJson", tool: "validate_json"},
	{name: "cape.listSkills", tool: "discover_user_skills"},
	{name: "cape.useSkill", tool: "use_skill"},
	{name: "cape.readSkill", tool: "read_skillfile"},
	{name: "cape.draftSkill", tool: "draft_skill"},
	{name: "cape.listScripts", tool: "list_scripts"},
	{name: "cape.listPromptSkills", tool: "list_prompt_skills"},
	{name: "cape.showAgentView", tool: "show_agent_view"},
	{name: "cape.listTools", tool: "discover_user_tools"},
	{name: "cape.runTool", tool: "run_user_tool"},
	{name: "cape.toolHelp", tool: "tool_help"},
}

// commandNames are the commands that this client can use.
func (s *server) commandNames() []string {
	var out []string
	for _, c := range toolCommands {
		if _, known := agent.Lookup(c.tool); known && (!c.edits || s.caps.Workspace.ApplyEdit) {
			out = append(out, c.name)
		}
	}
	if s.caps.Workspace.ApplyEdit {
		out = append(out, commandApplyFix, analysis.AllowEditing)
	}
	out = append(out, commandStopTool)
	out = append(out, commandReloadOptions)
	return append(append(out, s.showCommands()...), s.choiceCommands()...)
}

type commandParams struct {
	Command       string
	Arguments     []json.RawMessage
	WorkDoneToken json.RawMessage
}

// executeCommand implements workspace/executeCommand. The answer to a tool's command is the tool's
// result dictionary, refusals included; an error says that the command itself is wrong.
func (s *server) executeCommand(ctx context.Context, p *commandParams) (any, error) {
	switch p.Command {
	case commandApplyFix:
		return withArgument(ctx, s, p, "{uri, title}", (*server).applyFix)
	case commandShowFile:
		return withArgument(ctx, s, p, "{fname}", (*server).showFile)
	case commandOpenScripts:
		return withArgument(ctx, s, p, "{fname}", (*server).openScripts)
	case commandPresent:
		return s.present(ctx, p)
	case commandStopTool:
		return s.stopTool(p)
	case commandReloadOptions:
		return s.reloadOptions(ctx, p.WorkDoneToken)
	case analysis.AllowEditing:
		return withArgument(ctx, s, p, "{fname}", (*server).allowEditing)
	case analysis.ChooseTool:
		return withArgument(ctx, s, p, "{fname}", (*server).chooseTool)
	case analysis.ChooseSkill:
		return withArgument(ctx, s, p, "{fname}", (*server).chooseSkill)
	case commandOpenEditable:
		return withArgument(ctx, s, p, "{fname}", (*server).openEditable)
	}
	i := slices.IndexFunc(toolCommands, func(c toolCommand) bool { return c.name == p.Command })
	if i < 0 {
		return nil, invalid("there is no command %q", p.Command)
	}
	c := toolCommands[i]
	tool, ok := agent.Lookup(c.tool)
	if !ok {
		return nil, invalid("there is no command %q", p.Command)
	}
	args, err := toolArguments(tool, p.Arguments)
	if err != nil {
		return nil, err
	}
	if agent.Runs(c.tool) {
		return s.runTool(ctx, c, p, args)
	}
	return s.callTool(ctx, c.tool, args)
}

// withArgument calls the function of a command with its one argument.
func withArgument[P any](ctx context.Context, s *server, p *commandParams, wanted string, f func(*server, context.Context, *P) (any, error)) (any, error) {
	if len(p.Arguments) == 0 {
		return nil, invalid("%s: one argument %s is wanted", p.Command, wanted)
	}
	arg, err := decode[P](p.Command, p.Arguments[0])
	if err != nil {
		return nil, err
	}
	return f(s, ctx, arg)
}

// toolArguments makes the one JSON object that a tool takes: the first argument if it is an object, else
// the arguments in the order of the tool's parameters. Some clients send null where there is none.
func toolArguments(t agent.Tool, given []json.RawMessage) (json.RawMessage, error) {
	if len(given) == 0 || len(given) == 1 && string(given[0]) == "null" {
		return json.RawMessage("{}"), nil
	}
	if len(given) == 1 && bytes.HasPrefix(bytes.TrimSpace(given[0]), []byte("{")) {
		return given[0], nil
	}
	if len(given) > len(t.Params) {
		return nil, invalid("%s takes at most %d arguments", t.Name, len(t.Params))
	}
	named := map[string]json.RawMessage{}
	for i, v := range given {
		named[t.Params[i].Name] = v
	}
	return json.Marshal(named)
}

func (s *server) callTool(ctx context.Context, name string, args json.RawMessage) (any, error) {
	session, err := s.session(ctx, args)
	if err != nil {
		return nil, err
	}
	res, err := session.Call(ctx, name, forTool(name, args))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return s.toolAnswer(ctx, res, err)
}

// forTool takes the name of a file out of the arguments of a tool that has no such parameter: code actions
// name the file they were offered in, which says what repository is meant.
func forTool(name string, args json.RawMessage) json.RawMessage {
	tool, ok := agent.Lookup(name)
	var named map[string]json.RawMessage
	if !ok || slices.ContainsFunc(tool.Params, func(p agent.Param) bool { return p.Name == "fname" }) || json.Unmarshal(args, &named) != nil || named["fname"] == nil {
		return args
	}
	delete(named, "fname")
	without, err := json.Marshal(named)
	if err != nil {
		return args
	}
	return without
}

// ToolCommands returns the command of workspace/executeCommand for each tool that has one, by the name of
// the tool. The page of the tools is made from it.
func ToolCommands() map[string]string {
	out := map[string]string{}
	for _, c := range toolCommands {
		out[c.tool] = c.name
	}
	return out
}
