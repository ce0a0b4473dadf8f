package lsp

import "github.com/cape-ls/cape-ls/internal/analysis"

// What a client may say and hear beyond the protocol and the tools of an agent. docs/tools.md is made from these
// tables; TestWhatIsPublishedIsThere holds that they name all of it.

// Word is a command, a message or an option of our own.
type Word struct {
	Name  string
	Shape string // of its arguments, parameters or value, as JSON with ? behind what may be missing
	Doc   string // what it does, or when it is said
}

// OtherCommands are the commands of workspace/executeCommand that are no tools. File names in their arguments are
// absolute.
var OtherCommands = []Word{
	{analysis.AllowEditing, `{fname}`, "Lets the agent edit one more file: an edit of cape-agent.json, which can be undone. Answers `{success, file, pattern, path, created}` or `{success, error}`."},
	{commandStopTool, `{id?}`, "Stops the tool that runs under the id, or all that run. Answers `{success, stopped}`, where `stopped` lists ids."},
	{commandReloadOptions, ``, "Asks the installed CAPE again which options it has. Answers `{success, source, version, installed, solvers, error?}`."},
	{analysis.ChooseTool, `{fname}`, "Lets the user choose a tool of the file's repository, and runs it."},
	{analysis.ChooseSkill, `{fname}`, "Lets the user choose a skill, and shows it."},
	{commandOpenEditable, `{fname}`, "Lets the user choose one of the files that the agent may edit, and opens it."},
	{commandOpenScripts, `{fname}`, "Opens the script of a skill; among several the user chooses."},
	{commandShowFile, `{fname, select?: {Start, End}}`, "Opens a file, with a span of bytes selected. Code actions use it."},
	{commandPresent, `command, arguments...`, "Runs another command and shows its answer as a message. Code actions use it for clients that drop what a command answers."},
	{commandApplyFix, `{uri, version?, span?, title}`, "Makes a quick fix. Code actions use it for clients that take commands only; the argument is one of a code action."},
}

// ClientOptions are the members of initializationOptions that say what a client is and does. Settings may stand
// beside them.
var ClientOptions = []Word{
	{"trusted", "boolean", "Whether the user trusts the workspace: without `true`, no program of the repository is run, and the installed CAPE is not asked. It goes before `--trust` and `cape.trust`; a client that says nothing leaves it to these."},
	{"python", "string", "The interpreter that the user has chosen in the editor. `cape.python` goes before it."},
	{"capeTools", "boolean", "The client shows the output of tools itself, and hears of runs by `cape/tool...`. Otherwise the output goes into `window/logMessage`."},
	{"capeShow", "boolean", "The client shows what the commands of code actions answer, and hears `cape/status`. Otherwise the server shows answers as messages."},
	{"capeSave", "boolean", "The client answers `cape/saveDocuments`. Otherwise documents stay unsaved after an agent's edit."},
}

// ClientMessages are the notifications and requests of our own; the server sends them where nothing else is said.
var ClientMessages = []Word{
	{methodTrust, `{trusted}`, "From the client: the user's trust has changed since it was said in the option `trusted`."},
	{methodStatus, `{version, root, options: {source, version, path}}`, "With `capeShow`: the server's version, the root of the first folder, and where the facts about CAPE's options come from."},
	{methodChanged, `{skills, tools, editable}`, "With `capeShow` or `capeTools`: what has changed on the disk, as true or false; a client that shows these lists asks for them again."},
	{methodToolStarted, `{id, name, argv, command, cwd, log?}`, "With `capeTools`: a tool runs now. `log` is the file that holds all of its output."},
	{methodToolOutput, `{id, text}`, "With `capeTools`: a piece of its output."},
	{methodToolEnded, `{id, success, returncode?, error?, seconds, log?, changed, canceled?, timedOut?}`, "With `capeTools`: it has ended. `changed` lists the files that it changed among those that the agent may edit."},
	{methodSave, `{uris}`, "A request, with `capeSave`: save these documents. Answer `{saved}`, one true or false for each."},
}
