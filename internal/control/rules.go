package control

import "github.com/cape-ls/cape-ls/internal/diag"

// The codes of findings. The rules are below.
const (
	codeType              diag.Code = "option-type"
	codeValue             diag.Code = "option-value"
	codeUnknown           diag.Code = "option-unknown"
	codeTwice             diag.Code = "option-twice"
	codeSpecial           diag.Code = "option-rule"
	codeInclude           diag.Code = "include-missing"
	codeIncludeCircle     diag.Code = "include-circle"
	codeIncludeFaulty     diag.Code = "include-faulty"
	codeKind              diag.Code = "type-unknown"
	codeKindCircle        diag.Code = "type-circle"
	codeComponentUnlisted diag.Code = "component-unlisted"
	codeComponent         diag.Code = "component-undefined"
	codeReportUnlisted    diag.Code = "report-unlisted"
	codeReport            diag.Code = "report-undefined"
	codeFigure            diag.Code = "figure-undefined"
	codeSubfigure         diag.Code = "subfigure-undefined"
	codeSweep             diag.Code = "sweep-undefined"
	codePoint             diag.Code = "point-undefined"
	codeMatrixFile        diag.Code = "matrix-file-missing"
	codeMatrixFaulty      diag.Code = "matrix-faulty"
	codeMatrixColumns     diag.Code = "matrix-columns"
	codeMatrixRow         diag.Code = "matrix-row"
	codeMatrixValue       diag.Code = "matrix-value"
	codeMatrixDouble      diag.Code = "matrix-row-duplicate"
	codeMatrixLength      diag.Code = "matrix-length"
	codeKeyUndefined      diag.Code = "matrix-key-unused"
	codePhase             diag.Code = "phase-iterations"
	codeExpression        diag.Code = "expression-name"
	codeElse              diag.Code = "expression-else"
	codeTarget            diag.Code = "target-undefined"
	codeSurface           diag.Code = "component-unknown"
	codeFormat            diag.Code = "matrix-format"
	codeNeeded            diag.Code = "definition-incomplete"
	codeJob               diag.Code = "job-limit"
	codeLayout            diag.Code = "layout-missing"
	codeFile              diag.Code = "file-missing"
	codeFunction          diag.Code = "function-undefined"

	codeAgentShape    diag.Code = "agent-shape"
	codeModelList     diag.Code = "model-list"
	codeModelUnlisted diag.Code = "model-unlisted"
	codeNull          diag.Code = "option-null"
	codeList          diag.Code = "option-list"
	codePattern       diag.Code = "pattern-dead"
	codePatternUnused diag.Code = "pattern-unused"
	codePatternBroad  diag.Code = "pattern-broad"
	codePatternSplit  diag.Code = "pattern-listed"
	codePatternHidden diag.Code = "pattern-unlisted"
	codeToolDir       diag.Code = "tool-folder-missing"
	codeParent        diag.Code = "parent-undefined"
	codeParentCircle  diag.Code = "parent-circle"
)

// Rules describes every finding in a control file and in cape-agent.json.
var Rules = append(controlRules, agentRules...)

// controlRules are those of control files; cape-agent.json can have some of them as well.
var controlRules = []diag.Rule{
	{Code: codeType, Severity: diag.Warning, Title: "a value must have a type that its option accepts",
		Doc:     "CAPE drops a setting whose value has the wrong type and goes on with the default; it says so only on the terminal. A whole number is not accepted where a number with a decimal point is wanted (write `4.0`, not `4`), nor are 0 and 1 for false and true. One wrong element drops the whole list.",
		Example: "{\"Config\": {\"RefArea\": 4}}"},
	{Code: codeValue, Severity: diag.Warning, Title: "a value must be one that its option allows",
		Doc:     "CAPE drops a value that its option does not allow and goes on with the default. For ToolSet and SkillSet in `cape-agent.json` the default is `full`: `\"SkillSet\": \"off\"` switches everything on. Write `none`.",
		Example: "{\"RunControl\": {\"mpicmd\": \"srun\"}}"},
	{Code: codeUnknown, Severity: diag.Warning, Title: "an option must have a name that CAPE knows",
		Doc:     "CAPE ignores an option whose name it does not know. Letter case counts. Where the options of the installed CAPE could not be read, a name that is no slip of the pen is only a hint: each release of CAPE knows further options.",
		Example: "{\"RunControl\": {\"PhaseSequece\": [0]}}"},
	{Code: codeTwice, Severity: diag.Warning, Title: "an option must be set under one name only",
		Doc:     "Many options have several names. When a section sets the same option under two of them, CAPE takes the last one and the other is lost. The same holds for whole sections.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\"], \"cols\": [\"alpha\"]}}"},
	{Code: codeSpecial, Severity: diag.Warning, Title: "an object with `@expr`, `@cons`, `@map` or `@raw` must be complete",
		Doc:     "Such an object is a rule that gives each case its own value. `@expr` holds a string, `@cons` and `@map` hold an object, `@map` needs `key` beside it, and there must be nothing else in the object. Otherwise CAPE drops the setting.",
		Example: "{\"Config\": {\"RefArea\": {\"@map\": {\"a\": 1.0}}}}"},
	{Code: codeInclude, Severity: diag.Error, Title: "a file that is included must exist",
		Doc:     "CAPE looks for included files in the folder it runs in, not beside the file that includes them. When one is missing, it cannot read the control file. The same holds for a string in place of a section: CAPE takes it for the name of a file that holds the section.",
		Example: "{\"RunControl\": JSONFile(\"missing.json\")}"},
	{Code: codeIncludeFaulty, Severity: diag.Error, Title: "a file that is included must be free of errors",
		Doc:     "Stands where another file is included and sums up what is wrong in that file. The findings themselves stand in the file; its options are judged by the section that it is included into. The severity is that of the worst of them.",
		Example: "{\"PBS\": JSONFile(\"pbs.json\")}"},
	{Code: codeIncludeCircle, Severity: diag.Error, Title: "a file must not include itself",
		Doc:     "CAPE notices a circle only in the simplest case; otherwise it ends with a RecursionError.",
		Example: "{\"RunControl\": JSONFile(\"pyFun.json\")}"},
	{Code: codeKind, Severity: diag.Warning, Title: "the type of a component, subfigure or run matrix key must be one that CAPE knows",
		Doc:     "CAPE never collects a data book component of an unknown type, does not draw a subfigure of one, and treats a run matrix key of one as a plain value. The type may also be the name of a section beside this one, whose settings are then inherited.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"], \"wing\": {\"Type\": \"Force\"}}}"},
	{Code: codeKindCircle, Severity: diag.Error, Title: "types must not lead back to themselves",
		Doc:     "The type of a section may be the name of a section beside it. A circle of such names ends in a RecursionError while CAPE reads the file.",
		Example: "{\"Report\": {\"Subfigures\": {\"a\": {\"Type\": \"b\"}, \"b\": {\"Type\": \"a\"}}}}"},
	{Code: codeComponentUnlisted, Severity: diag.Warning, Title: "a component of the data book must be listed in Components",
		Doc:     "CAPE ignores the section of a component that is not in Components.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"], \"tail\": {\"Type\": \"FM\"}}}"},
	{Code: codeComponent, Severity: diag.Warning, Title: "a subfigure must show a component of the data book",
		Doc:     "A plot of a component that is not in the Components of DataBook stays empty.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"]}, \"Report\": {\"Subfigures\": {\"a\": {\"Type\": \"PlotCoeff\", \"Component\": \"wnig\"}}}}"},
	{Code: codeReportUnlisted, Severity: diag.Warning, Title: "a report must be listed in Reports",
		Doc:     "CAPE ignores the section of a report that is not in Reports.",
		Example: "{\"Report\": {\"Reports\": [\"case\"], \"mach\": {\"Title\": \"Mach\"}}}"},
	{Code: codeReport, Severity: diag.Error, Title: "a report that is listed must have a section",
		Doc:     "When Reports names a report without a section, CAPE stops with a KeyError as soon as it makes that report.",
		Example: "{\"Report\": {\"Reports\": [\"case\"]}}"},
	{Code: codeFigure, Severity: diag.Error, Title: "a figure that is named must be defined",
		Doc:     "Reports and sweeps name figures of the section Figures. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Reports\": [\"case\"], \"case\": {\"Figures\": [\"forces\"]}}}"},
	{Code: codeSubfigure, Severity: diag.Error, Title: "a subfigure that is named must be defined",
		Doc:     "Figures name subfigures of the section Subfigures. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Figures\": {\"forces\": {\"Subfigures\": [\"CA\"]}}}}"},
	{Code: codeSweep, Severity: diag.Error, Title: "a sweep that is named must be defined",
		Doc:     "Reports name sweeps of the section Sweeps. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Reports\": [\"mach\"], \"mach\": {\"Sweeps\": [\"alpha\"]}}}"},
	{Code: codePoint, Severity: diag.Error, Title: "a reference point that is named must be defined",
		Doc:     "A string in RefPoint is the name of a point in the Points of Config; so is one in the Vector, the Points or the Center of a run matrix key that moves parts of the surface. CAPE stops with a KeyError when it needs a point that is missing.",
		Example: "{\"Config\": {\"RefPoint\": \"MRP\", \"Points\": {\"CG\": [0.0, 0.0, 0.0]}}}"},
	{Code: codeMatrixFile, Severity: diag.Error, Title: "the run matrix file must exist",
		Doc:     "When the File of RunMatrix is missing, CAPE finds no cases and says nothing. The name counts from the folder that CAPE runs in.",
		Example: "{\"RunMatrix\": {\"File\": \"inputs/matrxi.csv\"}}"},
	{Code: codeMatrixFaulty, Severity: diag.Error, Title: "the run matrix file must fit Keys",
		Doc:     "Stands at File in the control file and sums up what is wrong in the run matrix file. The findings themselves stand in that file. Its severity is that of the worst of them.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\", \"alpha\"], \"File\": \"matrix.csv\"}}"},
	{Code: codeMatrixColumns, Severity: diag.Warning, Title: "the headings of the run matrix file must be in the order of Keys",
		Doc: "CAPE takes columns by position; to CAPE the line with the headings is only a comment. When its order differs from Keys, Mach numbers are read as angles without notice. The finding stands in the run matrix file. One fix rewrites the headings, the other Keys: the numbers below tell which of the two is right."},
	{Code: codeMatrixRow, Severity: diag.Warning, Title: "each line of the run matrix file must have a value for each key",
		Doc: "CAPE drops values beyond the number of Keys; it takes 0 for a missing number and an empty string for a missing text."},
	{Code: codeMatrixValue, Severity: diag.Error, Title: "a column of numbers must hold numbers only",
		Doc: "A text where a number is wanted makes the whole run matrix unreadable; CAPE's message names neither file nor line."},
	{Code: codeMatrixDouble, Severity: diag.Warning, Title: "each case of the run matrix must have a folder of its own",
		Doc: "CAPE makes the name of a case's folder from the values of its keys. Two lines with the same values, or with values that differ only in a key without a Label or behind the last digit that Format keeps, are two cases in the same folder."},
	{Code: codeMatrixLength, Severity: diag.Error, Title: "the lists in Values must have the same length",
		Doc:     "CAPE cannot read the run matrix when the lists of values for its keys differ in length, or when a key has no values at all.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\", \"alpha\"], \"Values\": {\"mach\": [0.5, 0.8], \"alpha\": [0.0, 1.0, 2.0]}}}"},
	{Code: codeKeyUndefined, Severity: diag.Hint, Title: "a run matrix key that is defined must be used",
		Doc:     "A definition of a name that is not in Keys has no effect.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\"], \"Definitions\": {\"aplha\": {}}}}"},
	{Code: codePhase, Severity: diag.Warning, Title: "phases and their iterations must fit together",
		Doc:     "PhaseSequence lists the phases of a case. PhaseIters gives, for each phase, the iteration that the case must have reached before the next phase begins. It counts from the start of the case, so its numbers must not go down.",
		Example: "{\"RunControl\": {\"PhaseSequence\": [0, 1], \"PhaseIters\": [200, 100]}}"},
	{Code: codeExpression, Severity: diag.Warning, Title: "an expression must use run matrix keys",
		Doc:     "`$mach` in an expression is the value of the run matrix key mach. A name ends at the first character that is neither a letter nor an underscore: `$q1` is read as `$q` followed by 1. CAPE stops at a name that is not a key.",
		Example: "{\"Config\": {\"RefArea\": {\"@expr\": \"$q1\"}}}"},
	{Code: codeElse, Severity: diag.Hint, Title: "an expression should have a value for all other cases",
		Doc:     "`@map` without `_default_`, and `@cons` without the condition `True`, give null to a case that nothing in them fits.",
		Example: "{\"Config\": {\"RefArea\": {\"@map\": {\"cruise\": 1.0}, \"key\": \"config\"}}}"},
	{Code: codeTarget, Severity: diag.Warning, Title: "a target that is named must be defined",
		Doc:     "The Targets of a component name, as `target/column`, the data it is compared with; a subfigure names them in Target. Both must be in the Targets of DataBook. CAPE stops when it makes a plot with a target that is missing.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"], \"wing\": {\"Targets\": {\"CA\": \"tunnel/CA\"}}}}"},
	{Code: codeSurface, Severity: diag.Hint, Title: "a component must be known to the configuration file",
		Doc: "Components of the data book, and those that Config asks the solver for, are parts of the surface that the ConfigFile names. CAPE finds out only when it collects data. Looked at for FUN3D and Cart3D, with configuration files in XML or JSON."},
	{Code: codeFormat, Severity: diag.Error, Title: "Format must fit the values of the run matrix key",
		Doc:     "CAPE writes the value of a key into the names of folders by `Format`, as Python's `%` does. The format has exactly one conversion, one that the type of the values allows; otherwise CAPE stops whenever it names a case.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\"], \"Definitions\": {\"mach\": {\"Format\": \"m%.2\"}}}}"},
	{Code: codeNeeded, Severity: diag.Warning, Title: "a run matrix key must say what its type needs",
		Doc:     "A key that moves parts of the surface needs CompID and, for a translation, Vector; the Vector of a rotation is a list of two points. A key that sets a condition at a surface needs CompID. CAPE finds out when it prepares a case.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"flap\"], \"Definitions\": {\"flap\": {\"Type\": \"translate\", \"CompID\": \"flap\"}}}}"},
	{Code: codeJob, Severity: diag.Hint, Title: "what is asked of the queue must have the form that the queue reads",
		Doc:     "CAPE hands walltime, or time, and the numbers of nodes and processors on to PBS or Slurm as they are. The queue refuses a job with a time it cannot read.",
		Example: "{\"PBS\": {\"walltime\": \"8h\"}}"},
	{Code: codeLayout, Severity: diag.Hint, Title: "a file that a report is made of must exist",
		Doc:     "Layouts of Tecplot and Paraview, Python scripts, pictures, and the data of targets are used when a report is made; without them CAPE leaves the picture out, or cannot make the report. As with other files, nothing is reported when all the files are missing.",
		Example: "{\"Report\": {\"Subfigures\": {\"slice\": {\"Type\": \"Tecplot\", \"Layout\": \"slice.lay\"}}}}"},
	{Code: codeFile, Severity: diag.Warning, Title: "a file that is named must exist",
		Doc:     "When a template, mesh or configuration file is missing, CAPE stops, or goes on without it and says nothing, depending on the option. The name counts from the folder that CAPE runs in; a file beside the control file is accepted too. Nothing is reported when all the files are missing: the control file is then a copy outside its repository. Files that the setting `cape.files.ignore` names are never reported.",
		Example: "{\"Config\": {\"File\": \"wing.xml\"}, \"Mesh\": {\"TriFile\": \"wing.tri\"}}"},
	{Code: codeFunction, Severity: diag.Warning, Title: "a function that is named must exist",
		Doc:     "InitFunction, CaseFunction, the Function of a run matrix key or of a data book component, and the functions of a phase are named as `module.function`. Modules beside the control file and in PythonPath are looked at; other modules may be installed, and nothing is said about them, unless a module in PythonPath has nearly the same name.",
		Example: "{\"InitFunction\": [\"start\"]}"},
}

// agentRules are those that only cape-agent.json can have.
var agentRules = []diag.Rule{
	{Code: codeAgentShape, Severity: diag.Error, Title: "`cape-agent.json` must hold an object",
		Doc:     "CAPE's agent does not start when the file holds a list, a string or null.",
		Example: "[]"},
	{Code: codeModelList, Severity: diag.Error, Title: "ModelList must be a list of strings",
		Doc:     "ModelList names the models that may have sections of their own. CAPE's agent does not start when it is anything but a list of strings.",
		Example: "{\"ModelList\": \"llama\"}"},
	{Code: codeModelUnlisted, Severity: diag.Warning, Title: "a model with a section must be listed in ModelList",
		Doc:     "CAPE ignores the section of a model that is not in ModelList; the model is then given all tools and skills.",
		Example: "{\"llama\": {\"ToolSet\": \"low\"}}"},
	{Code: codeNull, Severity: diag.Error, Title: "`null` must not be used for a default",
		Doc:     "CAPE accepts null for every option and then does not use the default. With null for EditAllowList the agent does not start; with null for ToolDir it stops when it looks for tools; with null for ToolSet or SkillSet it gives the model everything. Leave the option out instead.",
		Example: "{\"EditAllowList\": null}"},
	{Code: codeList, Severity: diag.Error, Title: "an option that takes one string must not be a list",
		Doc:     "CAPE accepts a list for every option, as one value for each phase of a case. The agent has no phases and fails when it uses the option.",
		Example: "{\"ToolDir\": [\"tools\"]}"},
	{Code: codePattern, Severity: diag.Warning, Title: "a pattern in EditAllowList must be able to match a file",
		Doc:     "CAPE compares patterns with file names relative to the root folder, with links resolved and without `./`, `..` or a slash at the start. A `*` also matches slashes.",
		Example: "{\"EditAllowList\": [\"./inputs/*.csv\"]}"},
	{Code: codePatternUnused, Severity: diag.Hint, Title: "a pattern in EditAllowList must match a file that exists",
		Doc:     "Until a file with such a name exists the pattern allows nothing, since the agent cannot create files. CAPE's case folders are not looked into.",
		Example: "{\"EditAllowList\": [\"notes.txt\", \"notes/*.txt\"]}"},
	{Code: codePatternBroad, Severity: diag.Warning, Title: "a pattern in EditAllowList must not match every file",
		Doc:     "A `*` in the list matches slashes as well, so that `*` alone lets the agent change everything below the root folder: scripts that it may run, the case folders, and cape-agent.json itself.",
		Example: "{\"EditAllowList\": [\"*\"]}"},
	{Code: codePatternSplit, Severity: diag.Warning, Title: "a pattern in EditAllowList must match the files that CAPE lists for it",
		Doc:     "CAPE lists editable files with one kind of pattern, in which `**` stands for any number of folders, and checks edits with another, in which it is two stars: `inputs/**/*.csv` lists `inputs/a.csv`, but an edit of it is refused, since there is no second slash in the name. Add `inputs/*.csv`, which alone allows both.",
		Example: "{\"EditAllowList\": [\"inputs/**/*.csv\"]}"},
	{Code: codePatternHidden, Severity: diag.Hint, Title: "a pattern in EditAllowList should not match more than CAPE lists",
		Doc:     "When CAPE checks an edit, a `*` matches slashes and names with a dot in front. When it lists the files that may be edited it does not, so that the agent may change files that nobody sees on the list.",
		Example: "{\"EditAllowList\": [\"*.json\"]}"},
	{Code: codeToolDir, Severity: diag.Warning, Title: "the folder of ToolDir must exist",
		Doc:     "Without the folder CAPE's agent has no user tools.",
		Example: "{\"ToolDir\": \"scripts\"}"},
	{Code: codeParent, Severity: diag.Warning, Title: "a parent must have a section",
		Doc:     "A model takes settings that its own section lacks from the section of its Parent. When there is no such section it has the defaults, which give it all tools and skills.",
		Example: "{\"ModelList\": [\"a\"], \"a\": {\"Parent\": \"b\"}}"},
	{Code: codeParentCircle, Severity: diag.Error, Title: "parents must not lead back to themselves",
		Doc:     "A circle of parents ends in a RecursionError when CAPE looks for an option that none of them sets.",
		Example: "{\"ModelList\": [\"a\", \"b\"], \"a\": {\"Parent\": \"b\"}, \"b\": {\"Parent\": \"a\"}}"},
}

// severities are the defaults by code.
var severities = func() map[diag.Code]diag.Severity {
	m := map[diag.Code]diag.Severity{}
	for _, r := range Rules {
		m[r.Code] = r.Severity
	}
	return m
}()
