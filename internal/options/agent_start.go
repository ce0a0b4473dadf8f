package options

// What CAPE's agent takes from its options when it starts (cape.agent.agentcntl).

// EditAllowList returns the patterns of files that may be edited, as they stand in the file: an entry
// may be something else than a text. The error is the TypeError that CAPE fails with when the option is
// null.
func (a Agent) EditAllowList() ([]any, error) {
	v, err := a.startup("EditAllowList", []any{})
	if err != nil {
		return nil, err
	}
	list, ok := v.([]any)
	if !ok {
		return nil, &Raised{"TypeError", "'" + TypeName(v) + "' object is not iterable"}
	}
	return list, nil
}

// ToolDir returns the folder of user tools as it is written: relative to the root, or absolute. The
// error is the TypeError that CAPE fails with when it is not a text.
func (a Agent) ToolDir() (string, error) {
	v, err := a.startup("ToolDir", DefaultToolDir)
	if err != nil {
		return "", err
	}
	text, ok := v.(string)
	if !ok {
		return "", &Raised{"TypeError",
			"join() argument must be str, bytes, or os.PathLike object, not '" + TypeName(v) + "'"}
	}
	return text, nil
}

// Startup returns EditAllowList or ToolDir as CAPE looks them up when it starts, in the shape of the
// file.
func (a Agent) Startup(name string) (any, error) {
	if name == "EditAllowList" {
		return a.startup(name, []any{})
	}
	return a.startup(name, DefaultToolDir)
}

func (a Agent) startup(name string, missing any) (any, error) {
	if _, ok := a.stored.Get(name); !ok {
		return missing, nil
	}
	return a.Get(name)
}

// Model returns the Model option, empty when it is not set or not one text. CAPE then takes the first
// model that its server offers.
func (a Agent) Model() string {
	v, _ := a.Get("Model")
	text, _ := v.(string)
	return text
}

// Level says how many skills or tools a model gets.
type Level string

// The four levels. A null, or a section that is null, gives All, which is treated as Full.
const (
	None   Level = "none"
	Low    Level = "low"
	Medium Level = "medium"
	Full   Level = "full"
)

// SkillSet returns the level of skills of the Model that is set. The error is a *Raised: CAPE's agent
// does not start.
func (a Agent) SkillSet() (Level, error) { return a.level("SkillSet") }

// ToolSet returns the level of fixed tools of the Model that is set.
func (a Agent) ToolSet() (Level, error) { return a.level("ToolSet") }

func (a Agent) level(name string) (Level, error) {
	v, _, err := a.ModelOption(a.Model(), name)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case string:
		return Level(v), nil
	case []any:
		return "", &Raised{"TypeError", "unhashable type: 'list'"}
	}
	return Full, nil
}
