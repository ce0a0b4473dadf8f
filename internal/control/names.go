package control

import (
	"strings"

	"github.com/cape-ls/cape-ls/internal/options"
)

// realm is a kind of thing that a control file gives a name to. A name means the same thing everywhere in
// its realm.
type realm int

const (
	noRealm realm = iota
	figures
	subfigures
	sweeps
	reports
	components
	points
	matrixKeys
	targetNames
	models
)

// realmWords names one thing of a realm.
var realmWords = [...]string{
	"", "figure", "subfigure", "sweep", "report", "component", "point", "run matrix key", "target", "model",
}

func (r realm) String() string { return realmWords[r] }

// rank tells how much a mention says of its thing.
type rank int

const (
	use     rank = iota // it is named only
	outside             // it is defined by another program's file: a surface, the heading of a column
	listing             // it stands in the list that makes it known
	setting             // its settings stand under it
)

// holder says what the texts, or the keys, of an option name.
type holder struct {
	realm realm
	rank  rank
	// loose: other names may stand there too, so that the name alone does not say that there is such a thing.
	loose bool
	// words: the texts are expressions, in which the names are words.
	words bool
}

// textHolders are the options whose texts are names, by class and option. "Subfigure" is any subfigure,
// "Definition" any definition of a run matrix key, "Component" any component of the data book.
var textHolders = map[string]holder{
	"ReportOpts.Reports":            {realm: reports, rank: listing},
	"SingleReportOpts.Parent":       {realm: reports},
	"SingleReportOpts.Figures":      {realm: figures},
	"SingleReportOpts.ErrorFigures": {realm: figures},
	"SingleReportOpts.ZeroFigures":  {realm: figures},
	"SingleReportOpts.Sweeps":       {realm: sweeps},
	"SweepOpts.Figures":             {realm: figures},
	"FigureOpts.Subfigures":         {realm: subfigures},

	"DataBookOpts.Components":       {realm: components, rank: listing},
	"TargetDataBookOpts.Components": {realm: components},
	"ConfigOpts.Components":         {realm: components, rank: outside},
	"ConfigOpts.Force":              {realm: components},
	"MeshOpts.FreezeComponents":     {realm: components, loose: true},
	"Subfigure.Component":           {realm: components},
	"Subfigure.Components":          {realm: components},
	"Component.CompID":              {realm: components, loose: true},
	"Component.Patches":             {realm: components, loose: true},
	"Definition.CompID":             {realm: components, loose: true},
	"Definition.CompIDSymmetric":    {realm: components, loose: true},
	"Definition.CompIDTranslate":    {realm: components, loose: true},

	"Definition.CompIDTranslateSymmetric": {realm: components, loose: true},

	"Subfigure.Target": {realm: targetNames},

	"ConfigOpts.RefPoint":                 {realm: points},
	"Component.Points":                    {realm: points, loose: true},
	"Component.Point":                     {realm: points, loose: true},
	"Definition.Points":                   {realm: points},
	"Definition.PointsSymmetric":          {realm: points},
	"Definition.TranslatePoints":          {realm: points},
	"Definition.TranslatePointsSymmetric": {realm: points},
	"Definition.TranslateRefPoint":        {realm: points},
	"Definition.Vector":                   {realm: points},

	"RunMatrixOpts.Keys":     {realm: matrixKeys, rank: listing},
	"SweepOpts.XCol":         {realm: matrixKeys, loose: true},
	"SweepOpts.YCol":         {realm: matrixKeys, loose: true},
	"SweepOpts.EqCons":       {realm: matrixKeys, loose: true, words: true},
	"SweepOpts.CarpetEqCons": {realm: matrixKeys, loose: true, words: true},
	"SweepOpts.GlobalCons":   {realm: matrixKeys, loose: true, words: true},
	"Subfigure.XCol":         {realm: matrixKeys, loose: true},
	"Subfigure.SkipVars":     {realm: matrixKeys, loose: true},
	"Subfigure.SpecialVars":  {realm: matrixKeys, loose: true},

	"AgentOpts.ModelList": {realm: models, rank: listing},
	"AgentOpts.Model":     {realm: models},
	"ModelOpts.Parent":    {realm: models},
}

// keyHolders are the options that hold an object whose keys are names.
var keyHolders = map[string]holder{
	"ConfigOpts.Points":       {realm: points, rank: setting},
	"ConfigOpts.RefArea":      {realm: components},
	"ConfigOpts.RefLength":    {realm: components},
	"ConfigOpts.RefSpan":      {realm: components},
	"ConfigOpts.RefPoint":     {realm: components},
	"RunMatrixOpts.Values":    {realm: matrixKeys, rank: listing},
	"SweepOpts.TolCons":       {realm: matrixKeys, loose: true},
	"SweepOpts.CarpetTolCons": {realm: matrixKeys, loose: true},
}

// innerHolders are the options that hold objects with names in their texts: any text, or that of one key.
var innerHolders = map[string]map[string]holder{
	"ConfigOpts.Points":         {"": {realm: points}},
	"ConfigOpts.RefPoint":       {"": {realm: points}},
	"Component.Transformations": {"FromMRP": {realm: points}, "ToMRP": {realm: points}},
}

// sectionNames are the classes whose sub-sections have names of the user's.
var sectionNames = map[string]realm{
	"FigureCollectionOpts":         figures,
	"SubfigCollectionOpts":         subfigures,
	"SweepCollectionOpts":          sweeps,
	"ReportOpts":                   reports,
	"DataBookOpts":                 components,
	"TargetDataBookCollectionOpts": targetNames,
	"KeyDefnCollectionOpts":        matrixKeys,
	"AgentOpts":                    models,
}

// group names the classes that are alike in what their options name.
func group(class *options.Class) string {
	name := class.Name()
	switch {
	case strings.HasSuffix(name, "SubfigOpts"):
		return "Subfigure"
	case strings.HasSuffix(name, "KeyDefnOpts"), strings.HasSuffix(name, "DefnKeyOpts"):
		return "Definition"
	case name == "DataBookOpts", name == "TargetDataBookOpts":
		return name
	case strings.HasSuffix(name, "DataBookOpts"), strings.HasPrefix(name, "DB"):
		return "Component"
	}
	return name
}

// namesSection says whether a key of an object of a class is the name of a sub-section.
func namesSection(class *options.Class, name string) realm {
	r := sectionNames[class.Name()]
	switch {
	case r == noRealm, class.Options[class.Full(name)] != nil, name == "&include", name == "":
		return noRealm
	case r == matrixKeys && name == "Default":
		return noRealm
	case r == reports && (name == "Archive" || name == "Location"):
		return noRealm // CAPE hands these on to every report
	}
	return r
}
