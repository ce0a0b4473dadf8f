package control

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
)

// wordsFor says in a sentence what a common option is for; empty for most.
func wordsFor(class *options.Class, name string) string {
	section := strings.TrimSuffix(class.Name(), "Opts")
	return optionWords[section+"."+name]
}

// optionWords is by class and option. Top-level options have the class "Options".
var optionWords = map[string]string{
	"Options.RunControl":    "How a case runs: its phases, iterations, processors and the programs it calls.",
	"Options.RunMatrix":     "The cases: the names of the variables and their values.",
	"Options.Mesh":          "The files that make up the mesh of a case.",
	"Options.Config":        "Components of the geometry and reference quantities.",
	"Options.DataBook":      "What is collected from finished cases.",
	"Options.Report":        "Documents made of figures, for a case or for a sweep of cases.",
	"Options.PBS":           "Settings of the PBS job of a case.",
	"Options.Slurm":         "Settings of the Slurm job of a case.",
	"Options.PythonPath":    "Folders with Python modules of your own, relative to the folder that CAPE runs in.",
	"Options.InitFunction":  "Functions of your own, as module.function, called once after the control file is read.",
	"Options.CaseFunction":  "Functions of your own, as module.function, called while a case is set up.",
	"Options.Fun3DNamelist": "The template of fun3d.nml, one for each phase if they differ.",
	"Options.OverNamelist":  "The template of overflow.inp.",
	"Options.InputCntl":     "The template of input.cntl; CAPE has one of its own.",
	"Options.JobXML":        "The template of the Kestrel job file.",
	"Options.ShellCmds":     "Commands that a job runs before it starts the case.",

	"RunControl.PhaseSequence":     "The phases that are run, in order; the same phase may come again.",
	"RunControl.PhaseIters":        "For each phase, the iteration of the case that must be reached before the next phase begins.",
	"RunControl.nIter":             "Iterations that one start of a phase runs.",
	"RunControl.nProc":             "Processors for each phase.",
	"RunControl.qsub":              "Submit cases to PBS.",
	"RunControl.slurm":             "Submit cases to Slurm.",
	"RunControl.ResubmitNextPhase": "Submit a new job for the next phase instead of going on in the same one.",
	"RunControl.Archive":           "What is deleted, packed and copied away when a case is done.",

	"RunMatrix.Keys":        "The names of the variables, in the order of the columns of the run matrix file.",
	"RunMatrix.File":        "The run matrix file, relative to the folder that CAPE runs in. Columns count by place; headings are comments.",
	"RunMatrix.Definitions": "What a variable is: its type, how it shows in folder names, what it acts on.",
	"RunMatrix.Values":      "Values of variables in place of the run matrix file; a list has one for each case.",
	"RunMatrix.GroupMesh":   "Cases of a group share one mesh.",
	"RunMatrix.Prefix":      "Text before the name of each case folder.",

	"Config.ConfigFile": "The file that names the components of the surface.",
	"Config.RefArea":    "Reference area, for all components or by component. It is written with a decimal point.",
	"Config.RefLength":  "Reference length, for all components or by component. It is written with a decimal point.",
	"Config.RefPoint":   "Moment reference point: three numbers with decimal points, or the name of a point; by component if need be.",
	"Config.Points":     "Points with names, to be used elsewhere.",

	"DataBook.Components": "The components to collect; each may have a section of that name.",
	"DataBook.Folder":     "The folder of the collected data.",
	"Report.Reports":      "The reports that exist; each has a section of that name.",

	"Agent.EditAllowList":    "Patterns of the files that the agent may edit, relative to the root folder. `*` matches slashes too.",
	"Agent.ToolDir":          "The folder with the Python scripts that the agent may run.",
	"Agent.ModelList":        "Models that have a section in this file.",
	"Model.ToolSet":          "How many of the built-in tools the model gets.",
	"Model.SkillSet":         "How many of the skills the model gets; with `none`, those of the repository are not read either.",
	"Model.Parent":           "Another model, whose settings hold where this one has none.",
	"Model.MaxToolCallLoops": "How many rounds of tool calls the agent may make for one question. Without it, this follows from ToolSet.",
}
