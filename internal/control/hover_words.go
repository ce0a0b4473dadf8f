package control

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
)

// OptionWords says in a sentence what a common option is for, by its full name; empty for most.
func OptionWords(class *options.Class, name string) string {
	return optionWords[wordsKey(class)+"."+name]
}

// wordsKey names a class as optionWords does: "PBS" for PBSOpts, BatchPBSOpts and PostPBSOpts, "Subfigure" for
// all subfigures.
func wordsKey(class *options.Class) string {
	section := strings.TrimSuffix(group(class), "Opts")
	for _, prefix := range []string{"Batch", "Post"} {
		if rest := strings.TrimPrefix(section, prefix); rest == "PBS" || rest == "Slurm" {
			return rest
		}
	}
	return section
}

// optionWords is by class and option. Top-level options have the class "Options".
var optionWords = map[string]string{
	"Options.RunControl":     "How a case runs: its phases, iterations, processors and the programs it calls.",
	"Options.RunMatrix":      "The cases: the names of the variables and their values.",
	"Options.Mesh":           "The files that make up the mesh of a case.",
	"Options.Config":         "Components of the geometry and reference quantities.",
	"Options.DataBook":       "What is collected from finished cases.",
	"Options.Report":         "Documents made of figures, for a case or for a sweep of cases.",
	"Options.PBS":            "Settings of the PBS job of a case.",
	"Options.BatchPBS":       "What differs from PBS in jobs that work on many cases, such as post-processing.",
	"Options.PostPBS":        "What differs from PBS in jobs that process results.",
	"Options.Slurm":          "Settings of the Slurm job of a case.",
	"Options.BatchSlurm":     "What differs from Slurm in jobs that work on many cases, such as post-processing.",
	"Options.PostSlurm":      "What differs from Slurm in jobs that process results.",
	"Options.PythonPath":     "Folders with Python modules of your own, relative to the folder that CAPE runs in.",
	"Options.Modules":        "Python modules of your own that CAPE imports when it opens the control file.",
	"Options.InitFunction":   "Functions of your own, as module.function, called once after the control file is read.",
	"Options.CaseFunction":   "Functions of your own, as module.function, called while a case is set up.",
	"Options.Fun3DNamelist":  "The template of fun3d.nml, one for each phase if they differ.",
	"Options.Fun3D":          "Settings of fun3d.nml by namelist and variable; they replace those of the template.",
	"Options.MapBC":          "Boundary conditions by component, for the mapbc file of a case.",
	"Options.OverNamelist":   "The template of overflow.inp.",
	"Options.Overflow":       "Settings of overflow.inp by namelist and variable; they replace those of the template.",
	"Options.Grids":          "Settings of overflow.inp for single grids; ALL holds for each of them.",
	"Options.InputCntl":      "The template of input.cntl; CAPE has one of its own.",
	"Options.AeroCsh":        "The template of aero.csh; CAPE has one of its own.",
	"Options.JobXML":         "The template of the Kestrel job file.",
	"Options.ShellCmds":      "Commands that a job runs before it starts the case.",
	"Options.BatchShellCmds": "Commands that a batch job runs before it starts.",
	"Options.NSubmit":        "How many jobs are submitted at most in one go.",
	"Options.umask":          "Which permissions new files and folders do not get, as octal digits.",

	"RunControl.PhaseSequence":     "The phases that are run, in order; the same phase may come again.",
	"RunControl.PhaseIters":        "For each phase, the iteration of the case that must be reached before the next phase begins.",
	"RunControl.nIter":             "Iterations that one start of a phase runs.",
	"RunControl.nProc":             "Processors for each phase.",
	"RunControl.MPI":               "Start the solver with MPI.",
	"RunControl.mpicmd":            "The command that starts MPI programs.",
	"RunControl.qsub":              "Submit cases to PBS.",
	"RunControl.slurm":             "Submit cases to Slurm.",
	"RunControl.ResubmitSamePhase": "Submit a new job when the same phase is started once more.",
	"RunControl.ResubmitNextPhase": "Submit a new job for the next phase instead of going on in the same one.",
	"RunControl.ContinuePhase":     "Whether the same phase goes on in the same job when it has to be started once more.",
	"RunControl.StartNextPhase":    "Whether the next phase begins when one is done; with false the case waits.",
	"RunControl.RestartSamePhase":  "Whether a phase is started once more when it has not reached its iterations.",
	"RunControl.PreMesh":           "Make the mesh while the case is set up instead of in its job.",
	"RunControl.WarmStart":         "Begin from the solution of another case.",
	"RunControl.WarmStartFolder":   "The case that a warm start takes its solution from.",
	"RunControl.RootDir":           "The folder that CAPE runs in, from which names of files count.",
	"RunControl.Environ":           "Environment variables of the programs that a case runs.",
	"RunControl.ulimit":            "Limits of the shell that a case runs in.",
	"RunControl.PreShellCmds":      "Commands that run before each start of the solver.",
	"RunControl.PostShellCmds":     "Commands that run after each start of the solver.",
	"RunControl.PrePythonFuncs":    "Python functions that are called before each start of the solver.",
	"RunControl.PostPythonFuncs":   "Python functions that are called after each start of the solver.",
	"RunControl.Archive":           "What is deleted, packed and copied away when a case is done.",
	"RunControl.Verbose":           "Say more while a case runs.",

	"RunMatrix.Keys":        "The names of the variables, in the order of the columns of the run matrix file.",
	"RunMatrix.File":        "The run matrix file, relative to the folder that CAPE runs in. Columns count by place; headings are comments.",
	"RunMatrix.Definitions": "What a variable is: its type, how it shows in folder names, what it acts on.",
	"RunMatrix.Values":      "Values of variables in place of the run matrix file; a list has one for each case.",
	"RunMatrix.GroupMesh":   "Cases of a group share one mesh.",
	"RunMatrix.GroupPrefix": "How the folder of a group is called where no variable names it.",
	"RunMatrix.Prefix":      "Text before the name of each case folder.",

	"Definition.Type":         "What the variable is, and so what CAPE does with it. Without it, the name of the variable counts.",
	"Definition.Format":       "How a value is written in the name of a case folder, as in `%.2f`. Cases must not fall together by it.",
	"Definition.Abbreviation": "What stands before the value in the name of a case folder.",
	"Definition.Label":        "Whether the variable is part of the name of a case folder.",
	"Definition.Group":        "Whether cases that differ in this variable are in different groups, with a mesh for each.",
	"Definition.Value":        "What kind of values the column has: numbers or text.",
	"Definition.Units":        "The units that the values of the column are in.",

	"Mesh.MeshFile":  "The volume mesh, copied to each case or group.",
	"Mesh.MapBCFile": "The file with the boundary condition of each surface.",
	"Mesh.TriFile":   "The surface triangulation, or a list of several that are put together.",
	"Mesh.CopyFiles": "Other files that are copied to each case.",
	"Mesh.LinkFiles": "Other files that are linked into each case.",
	"Mesh.LinkMesh":  "Link the mesh into a case instead of copying it.",
	"Mesh.FauxFile":  "The file of planes that cut the geometry, for mesh adaptation.",

	"Config.ConfigFile": "The file that names the components of the surface.",
	"Config.Components": "Components of the surface whose forces are written while a case runs.",
	"Config.RefArea":    "Reference area, for all components or by component. It is written with a decimal point.",
	"Config.RefLength":  "Reference length, for all components or by component. It is written with a decimal point.",
	"Config.RefSpan":    "Reference span for moments about other axes; without it, the reference length.",
	"Config.RefPoint":   "Moment reference point: three numbers with decimal points, or the name of a point; by component if need be.",
	"Config.Points":     "Points with names, to be used elsewhere.",

	"PBS.select":   "How many nodes a job gets.",
	"PBS.ncpus":    "How many cores of each node.",
	"PBS.mpiprocs": "How many MPI processes on each node.",
	"PBS.model":    "The kind of node.",
	"PBS.walltime": "How long a job may run, as hours:minutes:seconds.",
	"PBS.q":        "The queue.",
	"PBS.W":        "Further attributes of the job, such as the group that pays for it.",
	"PBS.j":        "Whether output and errors go to one file.",
	"PBS.S":        "The shell that runs the job's script.",
	"Slurm.N":      "How many nodes a job gets.",
	"Slurm.n":      "How many tasks of a job.",
	"Slurm.time":   "How long a job may run, as hours:minutes:seconds.",
	"Slurm.p":      "The partition.",
	"Slurm.A":      "The account that pays for the job.",

	"DataBook.Components": "The components to collect; each may have a section of that name.",
	"DataBook.Folder":     "The folder of the collected data.",
	"DataBook.NStats":     "Over how many of the last iterations values are averaged.",
	"DataBook.NMin":       "The first iteration that may be used for averages.",
	"DataBook.Targets":    "Data of other sources to compare with, by name.",
	"Component.Type":      "What is collected: forces and moments, line loads, points, or what a function of yours returns.",
	"Component.CompID":    "The component, or components, of the surface that are collected. Without it, the name of the section counts.",
	"Component.Cols":      "The coefficients that are collected.",
	"Component.Targets":   "What a coefficient is compared with, as target/column.",

	"Report.Reports":    "The reports that exist; each has a section of that name.",
	"Report.Figures":    "Groups of subfigures with a heading, by name.",
	"Report.Subfigures": "Plots, tables and pictures, by name.",
	"Report.Sweeps":     "Sets of cases that are plotted together, by name.",

	"SingleReport.Title":       "The title on the first page.",
	"SingleReport.Figures":     "The figures of each case, in order.",
	"SingleReport.Sweeps":      "The sweeps whose figures come first.",
	"SingleReport.Restriction": "The text about who may see the report.",
	"SingleReport.Logo":        "A picture at the foot of each page, in the folder report.",
	"SingleReport.MinIter":     "How far a case must have come to be in the report.",
	"Figure.Subfigures":        "What the figure shows, in order.",
	"Figure.Header":            "The heading.",
	"Subfigure.Type":           "What is drawn, or another subfigure whose settings hold where this one has none.",
	"Subfigure.Component":      "The component of the data book that is plotted, or several.",
	"Subfigure.Coefficient":    "The coefficient that is plotted.",
	"Subfigure.Width":          "Width as a part of the width of the text. It is written with a decimal point.",
	"Subfigure.Caption":        "The caption, in LaTeX.",
	"Subfigure.Layout":         "The layout file that the picture is made from.",
	"Sweep.XCol":               "The run matrix key on the horizontal axis.",
	"Sweep.EqCons":             "Run matrix keys that are the same for all cases of one sweep.",
	"Sweep.TolCons":            "Run matrix keys that may differ by so much within one sweep.",
	"Sweep.GlobalCons":         "Conditions that a case must meet to be in a sweep.",
	"Sweep.MinCases":           "How many cases a sweep must have to be plotted.",

	"Agent.EditAllowList":    "Patterns of the files that the agent may edit, relative to the root folder. `*` matches slashes too.",
	"Agent.ToolDir":          "The folder with the Python scripts that the agent may run.",
	"Agent.ModelList":        "Models that have a section in this file.",
	"Model.ToolSet":          "How many of the built-in tools the model gets.",
	"Model.SkillSet":         "How many of the skills the model gets; with `none`, those of the repository are not read either.",
	"Model.Parent":           "Another model, whose settings hold where this one has none.",
	"Model.MaxToolCallLoops": "How many rounds of tool calls the agent may make for one question. Without it, this follows from ToolSet.",
}

// kindSaid says what a kind of data book component, subfigure or run matrix key is.
var kindSaid = map[string]string{
	"FM": "forces and moments, averaged over the last iterations", "IterFM": "the history of forces and moments",
	"IterPoint": "the history of values at points", "LineLoad": "loads along an axis, cut by cut",
	"PointProbe": "the history of values at points", "PyFunc": "what a Python function of yours returns",
	"SurfCp": "pressure on the surface", "TimeSeries": "values over time",
	"TriqFM": "forces and moments, integrated over patches of the surface", "TriqPoint": "values at points of the surface",
	"LineSensor": "values along lines", "PointSensor": "values at points",

	"CoeffTable": "a table of coefficients by component", "Conditions": "a table of the run matrix keys of the case",
	"ConditionsTable": "a table of the run matrix keys of the case", "ContourCoeff": "contours of a coefficient over two keys",
	"FMTable": "a table of coefficients by component", "Image": "a picture from the case folder", "Paraview": "a picture made with ParaView",
	"PlotCoeff": "the history of a coefficient", "PlotCoeffIter": "the history of a coefficient",
	"PlotCoeffSweep": "a coefficient over the cases of a sweep", "PlotContour": "contours of a coefficient over two keys",
	"PlotContourSweep": "contours of a coefficient over two keys", "PlotL1": "the history of the L1 residual",
	"PlotL2": "the history of the L2 residual", "PlotLInf": "the history of the largest residual", "PlotLineLoad": "loads along an axis",
	"PlotResid": "the history of a residual", "Python": "a picture that a script of yours makes", "Summary": "a table of coefficients by component",
	"SweepCases": "the list of the cases of a sweep", "SweepCoeff": "a coefficient over the cases of a sweep",
	"SweepConditions": "a table of what the cases of a sweep have in common", "Tecplot": "a picture made with Tecplot",

	"mach": "the Mach number", "alpha": "the angle of attack", "beta": "the angle of sideslip", "aoap": "the total angle of attack",
	"phip": "the roll angle of the flow", "rey": "the Reynolds number for each unit of length", "p": "the static pressure",
	"T": "the static temperature", "p0": "the total pressure", "T0": "the total temperature", "q": "the dynamic pressure",
	"V": "the speed of the flow", "gamma": "the ratio of specific heats", "altitude": "the altitude", "Tw": "the temperature of walls",
	"Tv": "the temperature of vibration", "label": "a text in the name of the case folder", "config": "the name of the configuration, and so of the group",
	"GroupLabel": "a text in the name of the group's folder", "tag": "a text that marks a case", "user": "whose case it is",
	"value": "a value that CAPE does nothing with by itself", "SurfCT": "thrust at surfaces", "SurfBC": "a boundary condition at surfaces",
	"CaseFunction": "a value that a function of yours sets up a case with", "ConfigFunction": "a value that a function of yours changes the configuration with",
	"ConfigRotate": "a rotation of components", "ConfigTranslate": "a shift of components", "TriRotate": "a rotation of the surface",
	"TriTranslate": "a shift of the surface", "TriFunction": "a value that a function of yours changes the surface with",
	"XMLInput": "a value in the job file",
}
