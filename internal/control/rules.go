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
	codeMatrixColumns     diag.Code = "matrix-columns"
	codeMatrixRow         diag.Code = "matrix-row"
	codeMatrixValue       diag.Code = "matrix-value"
	codeMatrixDouble      diag.Code = "matrix-row-duplicate"
	codeMatrixLength      diag.Code = "matrix-length"
	codeKeyUndefined      diag.Code = "matrix-key-unused"
	codePhase             diag.Code = "phase-iterations"
	codeExpression        diag.Code = "expression-name"
	codeFile              diag.Code = "file-missing"
	codeFunction          diag.Code = "function-undefined"

	codeAgentShape    diag.Code = "agent-shape"
	codeModelList     diag.Code = "model-list"
	codeModelUnlisted diag.Code = "model-unlisted"
	codeNull          diag.Code = "option-null"
	codeList          diag.Code = "option-list"
	codePattern       diag.Code = "pattern-dead"
	codePatternUnused diag.Code = "pattern-unused"
	codeToolDir       diag.Code = "tool-folder-missing"
	codeParent        diag.Code = "parent-undefined"
	codeParentCircle  diag.Code = "parent-circle"
)

// Rules describes every finding in a control file and in cape-agent.json.
var Rules = append(controlRules, agentRules...)

// controlRules are those of control files; cape-agent.json can have some of them as well.
var controlRules = []diag.Rule{
	{Code: codeType, Severity: diag.Warning, Title: "a value has a type that its option accepts",
		Doc:     "CAPE drops a setting whose value has a wrong type and goes on with the default; it says so only on the terminal. A whole number is not accepted where a number with a decimal point is wanted (`4` for `4.0`), nor 0 and 1 for false and true. One wrong element drops the whole list.",
		Example: "{\"Config\": {\"RefArea\": 4}}"},
	{Code: codeValue, Severity: diag.Warning, Title: "a value is one of those that its option allows",
		Doc:     "CAPE drops a value that is not in the set of its option and goes on with the default. For ToolSet and SkillSet in `cape-agent.json` that default is `full`, so that `\"SkillSet\": \"off\"` switches everything on.",
		Example: "{\"RunControl\": {\"mpicmd\": \"srun\"}}"},
	{Code: codeUnknown, Severity: diag.Warning, Title: "an option has a name that CAPE knows",
		Doc:     "CAPE ignores an option whose name it does not know. Names are case-sensitive. The finding is only information where the name resembles no other: a newer CAPE than 2.2.2 may know it.",
		Example: "{\"RunControl\": {\"PhaseSequece\": [0]}}"},
	{Code: codeTwice, Severity: diag.Warning, Title: "an option is set under one name only",
		Doc:     "Many options have several names. When two of them are set in the same section, CAPE takes the last one and the other is lost, for whole sections too.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\"], \"cols\": [\"alpha\"]}}"},
	{Code: codeSpecial, Severity: diag.Warning, Title: "a rule for a value is complete",
		Doc:     "An object with `@expr`, `@cons`, `@map` or `@raw` stands for a value that depends on the case. `@expr` holds a text, `@cons` and `@map` an object; `@map` needs `key` beside it; nothing else may stand there. CAPE drops the setting otherwise.",
		Example: "{\"Config\": {\"RefArea\": {\"@map\": {\"a\": 1.0}}}}"},
	{Code: codeInclude, Severity: diag.Error, Title: "a file that is included exists",
		Doc:     "CAPE looks for included files in the folder it runs in, not beside the file that includes them, and cannot read the control file when one is missing. The same holds for a text that stands where a section belongs.",
		Example: "{\"RunControl\": JSONFile(\"missing.json\")}"},
	{Code: codeIncludeCircle, Severity: diag.Error, Title: "a file does not include itself",
		Doc:     "CAPE notices a circle only in the simplest case; otherwise it ends with a RecursionError.",
		Example: "{\"RunControl\": JSONFile(\"pyFun.json\")}"},
	{Code: codeKind, Severity: diag.Warning, Title: "the type of a component, subfigure or run matrix key is one that CAPE knows",
		Doc:     "A data book component of an unknown type is never collected, a subfigure of an unknown type is not drawn, and a run matrix key of an unknown type is a plain value. The type may also be the name of a sibling, whose settings are then inherited.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"], \"wing\": {\"Type\": \"Force\"}}}"},
	{Code: codeKindCircle, Severity: diag.Error, Title: "types do not lead back to themselves",
		Doc:     "The type of a section may be the name of a sibling. A circle of such names ends in a RecursionError while CAPE reads the file.",
		Example: "{\"Report\": {\"Subfigures\": {\"a\": {\"Type\": \"b\"}, \"b\": {\"Type\": \"a\"}}}}"},
	{Code: codeComponentUnlisted, Severity: diag.Warning, Title: "a component of the data book is listed in Components",
		Doc:     "CAPE ignores the section of a component that Components does not name.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"], \"tail\": {\"Type\": \"FM\"}}}"},
	{Code: codeComponent, Severity: diag.Warning, Title: "a subfigure shows a component of the data book",
		Doc:     "A plot of a component that is not in Components of DataBook stays empty.",
		Example: "{\"DataBook\": {\"Components\": [\"wing\"]}, \"Report\": {\"Subfigures\": {\"a\": {\"Type\": \"PlotCoeff\", \"Component\": \"wnig\"}}}}"},
	{Code: codeReportUnlisted, Severity: diag.Warning, Title: "a report is listed in Reports",
		Doc:     "CAPE ignores the section of a report that Reports does not name.",
		Example: "{\"Report\": {\"Reports\": [\"case\"], \"mach\": {\"Title\": \"Mach\"}}}"},
	{Code: codeReport, Severity: diag.Error, Title: "a report that is listed has a section",
		Doc:     "CAPE stops with a KeyError when it makes a report that Reports names and that has no section.",
		Example: "{\"Report\": {\"Reports\": [\"case\"]}}"},
	{Code: codeFigure, Severity: diag.Error, Title: "a figure that is named is defined",
		Doc:     "Reports and sweeps name figures of the section Figures. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Reports\": [\"case\"], \"case\": {\"Figures\": [\"forces\"]}}}"},
	{Code: codeSubfigure, Severity: diag.Error, Title: "a subfigure that is named is defined",
		Doc:     "Figures name subfigures of the section Subfigures. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Figures\": {\"forces\": {\"Subfigures\": [\"CA\"]}}}}"},
	{Code: codeSweep, Severity: diag.Error, Title: "a sweep that is named is defined",
		Doc:     "Reports name sweeps of the section Sweeps. CAPE stops when one is missing.",
		Example: "{\"Report\": {\"Reports\": [\"mach\"], \"mach\": {\"Sweeps\": [\"alpha\"]}}}"},
	{Code: codePoint, Severity: diag.Error, Title: "a reference point that is named is defined",
		Doc:     "A text in RefPoint is the name of a point in Points of Config. CAPE stops with a KeyError when it needs a point that is missing.",
		Example: "{\"Config\": {\"RefPoint\": \"MRP\", \"Points\": {\"CG\": [0.0, 0.0, 0.0]}}}"},
	{Code: codeMatrixFile, Severity: diag.Error, Title: "the run matrix file exists",
		Doc:     "When the file of RunMatrix is missing, CAPE finds no cases and says nothing. The name counts from the folder that CAPE runs in.",
		Example: "{\"RunMatrix\": {\"File\": \"inputs/matrxi.csv\"}}"},
	{Code: codeMatrixColumns, Severity: diag.Warning, Title: "the headings of the run matrix file are in the order of Keys",
		Doc:     "CAPE takes the columns by place; the line with the headings is a comment to it. When the order differs from Keys, Mach numbers become angles without notice.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\", \"alpha\"], \"File\": \"matrix.csv\"}}"},
	{Code: codeMatrixRow, Severity: diag.Warning, Title: "a line of the run matrix file has a value for each key",
		Doc: "Values beyond the number of Keys are dropped; a missing number is 0, a missing text is empty."},
	{Code: codeMatrixValue, Severity: diag.Error, Title: "a column of numbers holds numbers",
		Doc: "A text where a number is wanted makes the run matrix unreadable; CAPE's message names neither file nor line."},
	{Code: codeMatrixDouble, Severity: diag.Warning, Title: "each case of the run matrix is different",
		Doc: "Two lines with the same values share one case folder."},
	{Code: codeMatrixLength, Severity: diag.Error, Title: "lists in Values have one length",
		Doc:     "CAPE cannot read the run matrix when lists of values for its keys differ in length.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\", \"alpha\"], \"Values\": {\"mach\": [0.5, 0.8], \"alpha\": [0.0, 1.0, 2.0]}}}"},
	{Code: codeKeyUndefined, Severity: diag.Hint, Title: "a run matrix key that is defined is used",
		Doc:     "A definition for a name that is not in Keys has no effect.",
		Example: "{\"RunMatrix\": {\"Keys\": [\"mach\"], \"Definitions\": {\"aplha\": {}}}}"},
	{Code: codePhase, Severity: diag.Warning, Title: "phases and their iterations fit together",
		Doc:     "PhaseSequence lists the phases of a case. PhaseIters says, for each phase, up to which iteration of the case it runs at least; the numbers do not go down.",
		Example: "{\"RunControl\": {\"PhaseSequence\": [0, 1], \"PhaseIters\": [200, 100]}}"},
	{Code: codeExpression, Severity: diag.Warning, Title: "an expression names run matrix keys",
		Doc:     "`$mach` in an expression is the value of the run matrix key mach. A name ends at the first character that is no letter and no underscore: `$q1` is `$q` followed by 1. CAPE stops at a name it cannot find.",
		Example: "{\"Config\": {\"RefArea\": {\"@expr\": \"$q1\"}}}"},
	{Code: codeFile, Severity: diag.Warning, Title: "a file that is named exists",
		Doc:     "Missing templates, meshes and configuration files are passed over by CAPE without a word, or stop it. The name counts from the folder that CAPE runs in; a file beside the control file is accepted too. Nothing is said when all files are missing, since then the control file is a copy without its repository.",
		Example: "{\"Config\": {\"File\": \"wing.xml\"}, \"Mesh\": {\"TriFile\": \"wing.tri\"}}"},
	{Code: codeFunction, Severity: diag.Warning, Title: "a function that is named exists",
		Doc:     "InitFunction and CaseFunction name functions as `module.function`. Modules beside the control file and in PythonPath are looked at; others may be installed.",
		Example: "{\"InitFunction\": [\"start\"]}"},
}

// agentRules are those that only cape-agent.json can have.
var agentRules = []diag.Rule{
	{Code: codeAgentShape, Severity: diag.Error, Title: "cape-agent.json holds an object",
		Doc:     "CAPE's agent does not start when the file holds a list, a text or null.",
		Example: "[]"},
	{Code: codeModelList, Severity: diag.Error, Title: "ModelList is a list of texts",
		Doc:     "ModelList makes the names of models known, so that they may have sections. CAPE's agent does not start when it is not a list of texts.",
		Example: "{\"ModelList\": \"llama\"}"},
	{Code: codeModelUnlisted, Severity: diag.Warning, Title: "a model with a section is listed in ModelList",
		Doc:     "CAPE ignores the section of a model that ModelList does not name; the model then gets all tools and skills.",
		Example: "{\"llama\": {\"ToolSet\": \"low\"}}"},
	{Code: codeNull, Severity: diag.Error, Title: "null does not stand for a default",
		Doc:     "CAPE accepts null for every option and then does not use the default. EditAllowList null keeps the agent from starting, ToolDir null makes every look for tools fail, ToolSet null and SkillSet null give everything.",
		Example: "{\"EditAllowList\": null}"},
	{Code: codeList, Severity: diag.Error, Title: "an option for one text is no list",
		Doc:     "CAPE accepts a list for every option and reads it as one value for each phase. The agent has no phases and fails when it uses the option.",
		Example: "{\"ToolDir\": [\"tools\"]}"},
	{Code: codePattern, Severity: diag.Warning, Title: "a pattern of EditAllowList can match a file",
		Doc:     "The patterns are compared with names relative to the root folder, links resolved, without `./`, `..` or a slash in front. `*` also matches slashes.",
		Example: "{\"EditAllowList\": [\"./inputs/*.csv\"]}"},
	{Code: codePatternUnused, Severity: diag.Hint, Title: "a file that EditAllowList names exists",
		Doc:     "A pattern without `*`, `?` and `[` names one file. Until that file exists the pattern allows nothing, and the agent cannot create files.",
		Example: "{\"EditAllowList\": [\"notes.txt\"]}"},
	{Code: codeToolDir, Severity: diag.Warning, Title: "the folder of tools exists",
		Doc:     "Without the folder CAPE's agent has no user tools.",
		Example: "{\"ToolDir\": \"scripts\"}"},
	{Code: codeParent, Severity: diag.Warning, Title: "a parent has a section",
		Doc:     "A model takes the settings it does not have itself from the section of its Parent. Without such a section it has defaults, which give all tools and skills.",
		Example: "{\"ModelList\": [\"a\"], \"a\": {\"Parent\": \"b\"}}"},
	{Code: codeParentCircle, Severity: diag.Error, Title: "parents do not lead back to themselves",
		Doc:     "A circle of parents ends in a RecursionError when CAPE looks for an option that none of them has.",
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
