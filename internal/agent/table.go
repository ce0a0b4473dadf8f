package agent

// fname is the parameter that most tools share.
var fname = Param{
	Name: "fname", Required: true, Type: []string{"string"},
	Doc: "name of the file, absolute or relative to the current folder; it must lie inside the root folder",
}

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
	}
}
