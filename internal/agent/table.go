package agent

// fname is the parameter that most tools share.
var fname = Param{
	Name: "fname", Required: true, Type: []string{"string"},
	Doc: "name of the file, absolute or relative to the current folder; it must lie inside the root folder",
}

// reason is the label of an edit in the editor.
var reason = Param{Name: "reason", Strict: true, Type: []string{"string"}, Doc: "why, in a few words; the editor shows it beside the change"}

// Tools returns the table, in the order in which it is shown.
func Tools() []Tool { return table }

// The table is filled by init because handlers look into it.
var table []Tool

func init() {
	table = []Tool{
		{
			Name: "discover_user_skills", Title: "List skills", handle: discoverSkills,
			Doc: "Lists the skills in .agents/skills of the root folder, and the files that are skipped with the reason.",
		},
		{
			Name: "read_skillfile", Title: "Read a skill file", handle: readSkill,
			Doc:    "Reads one SKILL.md and returns what CAPE holds of it: name, description, tools and content.",
			Params: []Param{fname},
		},
		{
			Name: "use_skill", Title: "Use a skill", handle: useSkill,
			Doc: "Returns the full instructions of a skill and the tools that it adds.",
			Params: []Param{
				{Name: "name", Required: true, Type: []string{"string"}, Doc: "name of the skill as the list of skills shows it"},
				{Name: "refresh", Type: []string{"boolean"}, Strict: true, Doc: "read the skills anew first"},
			},
		},
		{
			Name: "list_prompt_skills", Title: "List what the agent would see", handle: listPrompt,
			Doc: "Returns the lines about skills in the system prompt of CAPE's agent, in its order. What CAPE says of its built-in skills is in our words. Not in CAPE.",
		},
		{
			Name: "show_agent_view", Title: "Show what the agent sees with a model", handle: agentView,
			Doc:    "Returns what CAPE's agent would be told when it starts with a model: skills as its system prompt lists them, tools, and the patterns of files it may edit. Nothing is run. Not in CAPE.",
			Params: []Param{{Name: "model", Type: []string{"string", "null"}, Doc: "name of a model; without it, the option Model"}},
		},
		{
			Name: "draft_skill", Title: "Draft a new skill", handle: draftSkill,
			Doc: "Returns the text of a new SKILL.md and where it belongs, and writes nothing. Not in CAPE.",
			Params: []Param{
				{Name: "name", Type: []string{"string"}, Strict: true, Doc: "name of the skill; without it, one that is still free"},
				{Name: "fname", Type: []string{"string"}, Strict: true, Doc: "a SKILL.md; outside of .agents/skills the new one lies beside it"},
			},
		},
		{
			Name: "list_scripts", Title: "List scripts", handle: listScripts,
			Doc:    "Lists the scripts that come with one skill, or the tools of the repository and the scripts of all its skills. Not in CAPE.",
			Params: []Param{{Name: "fname", Type: []string{"string"}, Strict: true, Doc: "a SKILL.md, whose scripts alone are listed"}},
		},
		{
			Name: "discover_user_tools", Title: "List tools", handle: discoverTools,
			Doc:    "Lists the scripts of the tools folder that have a __main__ guard, with the first line of their docstrings.",
			Params: []Param{{Name: "refresh", Type: []string{"boolean", "null"}, Doc: "look again, even if tools were found before"}},
		},
		{
			Name: "run_user_tool", Title: "Run a tool", handle: runTool, Writes: true,
			Doc: "Runs a script of the tools folder with the root folder as its current folder, and returns its output.",
			Params: []Param{
				{Name: "name", Required: true, Type: []string{"string"}, Doc: "name of the tool, with or without .py"},
				{
					Name: "argv", Type: []string{"array", "null"}, Doc: `arguments of the script; ["--help"] shows its own help`,
					Items: &Param{Type: []string{"string"}, Doc: "one argument"},
				},
				{Name: "timeout", Type: []string{"number", "null"}, Doc: "seconds after which the script is stopped; without it, it may run for ever"},
			},
		},
		{
			Name: "tool_help", Title: "Show the help of a tool", handle: toolHelp, Writes: true,
			Doc: "Runs a script of the tools folder with --help, and returns what it prints and the options that it names. Not in CAPE.",
			Params: []Param{
				{Name: "name", Required: true, Strict: true, Type: []string{"string"}, Doc: "name of the tool, with or without .py"},
				{Name: "refresh", Type: []string{"boolean"}, Strict: true, Doc: "ask the script again, even if its text is as it was when it was asked before"},
			},
		},
		{
			Name: "list_editable_files", Title: "List editable files", handle: listEditable,
			Doc: "Lists the patterns of the allow-list and the files that match them.",
		},
		{
			Name: "why_editable", Title: "Explain the allow-list for a file", handle: whyEditable,
			Doc:    "Says whether a file may be edited, and which pattern of which source decides it.",
			Params: []Param{fname},
		},
		{
			Name: "read_file", Title: "Read a file with line numbers", handle: readFile,
			Doc:    "Reads a text file of up to 2 MB; of a file of more than 2000 lines the middle is left out.",
			Params: []Param{fname},
		},
		{
			Name: "register_editable_file", Title: "Let a file be edited in this session", handle: registerFile, Writes: true,
			Doc:    "Adds a file inside the root folder to the allow-list until the session ends.",
			Params: []Param{fname},
		},
		{
			Name: "validate_json", Title: "Validate a JSON file", handle: validateJSON,
			Doc:    "Reads a .json file with CAPE's comments and says where its first syntax error is; the file may then be edited.",
			Params: []Param{fname},
		},
		{
			Name: "edit_file", Title: "Edit a file", handle: editFile, Writes: true,
			Doc: "Replaces the one place where old stands in a file of the allow-list, and returns a unified diff.",
			Params: []Param{
				fname,
				{Name: "old", Required: true, Type: []string{"string"}, Doc: "exact text to search for; it must occur exactly once"},
				{Name: "new", Required: true, Type: []string{"string"}, Doc: "text to put there; may be empty"},
				{Name: "replace_all", Type: []string{"boolean"}, Strict: true, Doc: "replace every place instead; not in CAPE"},
				reason,
			},
		},
		{
			Name: "edit_files", Title: "Edit several files as one", handle: editFiles, Writes: true,
			Doc: "Makes several edits, of one or more files, as one step: all of them or none. Not in CAPE.",
			Params: []Param{{
				Name: "edits", Required: true, Strict: true, Type: []string{"array"}, Doc: "edits in the order in which they are made",
				Items: &Param{Type: []string{"object"}, Doc: "the arguments of edit_file, or those of apply_edit_result"},
			}},
		},
		{
			Name: "apply_edit_result", Title: "Apply an agent's edit result", handle: applyResult, Writes: true,
			Doc: "Makes the edit that the result of an edit_file elsewhere describes by its unified diff. Not in CAPE.",
			Params: []Param{
				{Name: "diff", Required: true, Strict: true, Type: []string{"string"}, Doc: "a unified diff"},
				{Name: "success", Type: []string{"boolean"}, Strict: true, Doc: "of the result"},
				{Name: "file", Type: []string{"string"}, Strict: true, Doc: "the file, where the diff does not name it"},
				{Name: "truncated", Type: []string{"boolean"}, Strict: true, Doc: "of the result: the diff is cut, which is refused"},
				{Name: "error", Type: []string{"string", "null"}, Strict: true, Doc: "of the result"},
				reason,
			},
		},
		{
			Name: "edit_history", Title: "List the edits of this session", handle: editHistory,
			Doc: "Lists what was edited in this session: time, file, old, new and outcome. Not in CAPE.",
		},
		{
			Name: "revert_edit", Title: "Take back an edit", handle: revertEdit, Writes: true,
			Doc:    "Takes one edit of the history back by the reverse edit, when the text still fits. Not in CAPE.",
			Params: []Param{{Name: "id", Required: true, Strict: true, Type: []string{"integer"}, Doc: "number of the edit in the history"}},
		},
	}
}
