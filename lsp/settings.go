package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/diag"
)

// Settings are what a user chooses in the editor.
type Settings struct {
	analysis.Settings
	Confirm string // cape.edits.confirm
	Save    string // cape.edits.save
	Python  string // cape.python; empty: found as CAPE would
	Tools   ToolSettings
	Facts   FactSettings
	Trust   bool          // cape.trust; what the client says at initialize goes before it
	Quiet   time.Duration // cape.diagnostics.delay
	Scope   string        // cape.diagnostics.scope
}

// ToolSettings say how tools are run.
type ToolSettings struct {
	Confirm string        // cape.tools.confirm; empty: changing
	Timeout time.Duration // cape.tools.timeout; 0: none
}

// FactSettings say where the facts about CAPE's options come from.
type FactSettings struct {
	Source string // cape.options.source; empty: installed
	Path   string // cape.options.path, absolute; empty: found through Python
}

// Setting is one row of the table of settings, from which documentation and the client's
// configuration are made.
type Setting struct {
	Name     string // "cape.edits.confirm"
	Type     string // a JSON schema type
	Enum     []string
	EnumDocs []string // what each word of Enum means
	Default  any
	Doc      string
	Scope    string         // who may set it, in VS Code's words; empty: "window"
	Schema   map[string]any // more of its JSON schema: "minimum", "items"
	set      func(*Settings, json.RawMessage) error
}

// ofMachine is the scope of what names a program or a folder of this machine.
const ofMachine = "machine-overridable"

// texts is the schema of a list of texts.
var texts = map[string]any{"items": map[string]any{"type": "string"}, "uniqueItems": true}

const defaultQuiet = 120 // milliseconds

// SettingsTable holds every setting of the server.
var SettingsTable = []Setting{
	{
		Name: "cape.root", Type: "string", Default: "",
		Doc: "The root of the CAPE repository, an absolute path. Empty: found from each file, upwards.",
		set: func(s *Settings, raw json.RawMessage) error {
			path, err := word(raw)
			if err == nil && path != "" && !filepath.IsAbs(path) {
				err = fmt.Errorf("must be an absolute path")
			}
			if err != nil || path == "" {
				s.Root = ""
				return err
			}
			s.Root = filepath.Clean(path)
			return nil
		},
	},
	{
		Name: "cape.skills.extraKeys", Type: "string", Enum: []string{"allow", "hint", "warn"}, Default: "hint",
		EnumDocs: []string{
			"Nothing is said",
			"They are marked as a hint",
			"They are a warning",
		},
		Doc: "What to say of front matter keys that no known agent reads.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.ExtraKeys, err = oneOf(raw, "allow", "hint", "warn")
			return err
		},
	},
	{
		Name: "cape.skills.knownKeys", Type: "array", Default: []string{},
		Schema: texts,
		Doc:    "Front matter keys of your own that are never reported.",
		set: func(s *Settings, raw json.RawMessage) error {
			var keys []string
			if err := json.Unmarshal(raw, &keys); err != nil {
				return fmt.Errorf("must be a list of texts")
			}
			s.KnownKeys = keys
			return nil
		},
	},
	{
		Name: "cape.skills.inlayLength", Type: "boolean", Default: false,
		Doc: "Show after a name or description how much of its limit is used.",
		set: func(s *Settings, raw json.RawMessage) error { return json.Unmarshal(raw, &s.Inlay) },
	},
	{
		Name: "cape.edits.confirm", Type: "string", Enum: []string{"always", "outsideOpenFiles", "never"}, Default: "outsideOpenFiles",
		EnumDocs: []string{
			"Each edit is shown before it is made",
			"An edit is shown before it is made when it touches a file that is not open",
			"Edits are made at once; undo takes them back",
		},
		Doc: "When the editor asks before an agent's edit is made, where it can.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.Confirm, err = oneOf(raw, "always", "outsideOpenFiles", "never")
			return err
		},
	},
	{
		Name: "cape.edits.save", Type: "string", Enum: []string{"whenClean", "always", "never"}, Default: "whenClean",
		EnumDocs: []string{
			"A document that had no unsaved changes before the edit is saved",
			"Every document that was edited is saved, your own unsaved changes included",
			"Saving is left to you",
		},
		Scope: "resource",
		Doc:   "Whether a document is saved after an agent's edit: when it had no unsaved changes before, always, or never.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.Save, err = oneOf(raw, "whenClean", "always", "never")
			return err
		},
	},
	{
		Name: "cape.python", Type: "string", Default: "",
		Scope: ofMachine,
		Doc:   "The Python that runs the scripts in tools/. Empty: found as CAPE would.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.Python, err = word(raw)
			return err
		},
	},
	{
		Name: "cape.trust", Type: "boolean", Default: false,
		Doc: "For editors without workspace trust: programs of the repository may be run. What the editor itself says of trust goes before it.",
		set: func(s *Settings, raw json.RawMessage) error { return json.Unmarshal(raw, &s.Trust) },
	},
	{
		Name: "cape.tools.confirm", Type: "string", Enum: []string{"always", "changing", "never"}, Default: "changing",
		EnumDocs: []string{
			"You are asked each time",
			"You are asked, unless this text of the script has run before and changed no file that the agent may edit",
			"You are not asked",
		},
		Doc: "Whether you are asked before a tool runs: always, never, or unless this text of the script has run before and changed no file that the agent may edit.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.Tools.Confirm, err = oneOf(raw, "always", "changing", "never")
			return err
		},
	},
	{
		Name: "cape.tools.timeout", Type: "integer", Default: 0,
		Schema: map[string]any{"minimum": 0, "maximum": 1000000},
		Doc:    "Seconds after which a tool that you run is stopped. 0: it may run for ever.",
		set:    setTimeout,
	},
	{
		Name: "cape.options.source", Type: "string", Enum: []string{"installed", "bundled"}, Default: "installed",
		EnumDocs: []string{
			"The CAPE that is installed here, where there is one and the workspace is trusted",
			"The facts that come with the server",
		},
		Doc: "What CAPE's options are taken from: the CAPE that is installed here, where there is one and the workspace is trusted, or the facts that come with the server.",
		set: func(s *Settings, raw json.RawMessage) (err error) {
			s.Facts.Source, err = oneOf(raw, "installed", "bundled")
			return err
		},
	},
	{
		Name: "cape.options.path", Type: "string", Default: "",
		Scope: ofMachine,
		Doc:   "The folder that holds the package cape, an absolute path, where no Python finds it by itself.",
		set: func(s *Settings, raw json.RawMessage) error {
			path, err := word(raw)
			if err == nil && path != "" && !filepath.IsAbs(path) {
				path, err = "", fmt.Errorf("must be an absolute path")
			}
			s.Facts.Path = path
			return err
		},
	},
	{
		Name: "cape.files.ignore", Type: "array", Default: []string{},
		Schema: texts,
		Doc:    "Patterns of file names, as in EditAllowList, that are not reported when the files are missing.",
		set: func(s *Settings, raw json.RawMessage) error {
			var patterns []string
			if err := json.Unmarshal(raw, &patterns); err != nil {
				return fmt.Errorf("must be a list of texts")
			}
			s.IgnoreFiles = patterns
			return nil
		},
	},
	{
		Name: "cape.diagnostics.delay", Type: "integer", Default: defaultQuiet,
		Schema: map[string]any{"minimum": 0, "maximum": 60000},
		Doc:    "Milliseconds without typing before a file is checked.",
		set:    setQuiet,
	},
	{
		Name: "cape.diagnostics.scope", Type: "string", Enum: []string{scopeRepository, scopeOpenFiles}, Default: scopeRepository,
		EnumDocs: []string{
			"Also what the agent of CAPE reads when it starts: the skills, and the JSON files of the root that it may edit",
			"Open files only",
		},
		Doc: "What is checked: also what CAPE's agent reads when it starts (the skills, and the JSON files of the root that it may edit), or open files only.",
		set: func(s *Settings, raw json.RawMessage) error {
			scope, err := oneOf(raw, scopeRepository, scopeOpenFiles)
			if s.Scope = scope; err != nil {
				s.Scope = scopeRepository
			}
			return err
		},
	},
	{
		Name: "cape.rules", Type: "object", Default: map[string]string{},
		Schema: map[string]any{"additionalProperties": map[string]any{"type": "string", "enum": []string{"error", "warning", "information", "hint", "off"}}},
		Doc:    "Another severity for a rule, by its code: error, warning, information, hint or off.",
		set:    setRules,
	},
}

func setQuiet(s *Settings, raw json.RawMessage) error {
	var ms float64
	if err := json.Unmarshal(raw, &ms); err != nil || ms < 0 || ms > 60000 {
		return fmt.Errorf("must be a number from 0 to 60000")
	}
	s.Quiet = time.Duration(ms * float64(time.Millisecond))
	return nil
}

func setTimeout(s *Settings, raw json.RawMessage) error {
	var seconds float64
	if err := json.Unmarshal(raw, &seconds); err != nil || seconds < 0 || seconds > 1e6 {
		return fmt.Errorf("must be a number from 0 to 1000000")
	}
	s.Tools.Timeout = time.Duration(seconds * float64(time.Second))
	return nil
}

func setRules(s *Settings, raw json.RawMessage) error {
	var words map[string]string
	if err := json.Unmarshal(raw, &words); err != nil {
		return fmt.Errorf("must be an object of code: severity")
	}
	s.Rules = map[diag.Code]diag.Severity{}
	var wrong []string
	for code, name := range words {
		sev, ok := diag.ParseSeverity(name)
		if !ok {
			wrong = append(wrong, fmt.Sprintf("%s: %q", code, name))
			continue
		}
		s.Rules[diag.Code(code)] = sev
	}
	if len(wrong) > 0 {
		slices.Sort(wrong)
		return fmt.Errorf("must be error, warning, information, hint or off, not %s", strings.Join(wrong, ", "))
	}
	return nil
}

func word(raw json.RawMessage) (string, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", fmt.Errorf("must be text")
	}
	return s, nil
}

// oneOf returns the word, or the empty word, which means the default, with the error.
func oneOf(raw json.RawMessage, words ...string) (string, error) {
	s, err := word(raw)
	if err != nil || !slices.Contains(words, s) {
		return "", fmt.Errorf("must be one of %s", strings.Join(words, ", "))
	}
	return s, nil
}

func defaultSettings(quiet time.Duration) *Settings {
	s := &Settings{Quiet: defaultQuiet * time.Millisecond, Scope: scopeRepository}
	if quiet != 0 {
		s.Quiet = max(quiet, 0)
	}
	return s
}

// configure reads the settings that a client sends: an object with a member "cape", that member's
// value, or dotted names. What is not named keeps its value; what is wrong is said and passed over.
func (s *server) configure(raw json.RawMessage) {
	var given map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &given) != nil || len(given) == 0 {
		return
	}
	next := *s.settings.Load()
	for _, row := range SettingsTable {
		value, ok := lookUp(given, row.Name)
		if !ok || string(value) == "null" {
			continue
		}
		if err := row.set(&next, value); err != nil {
			s.warn("setting %s: %v", row.Name, err)
		}
	}
	s.settings.Store(&next)
	s.analyze()
	s.factsWanted()
	s.checks.all()
}

// lookUp finds the value of a dotted name in an object that may be nested anywhere, and may leave out
// the first part.
func lookUp(given map[string]json.RawMessage, name string) (json.RawMessage, bool) {
	if v, ok := descend(given, name); ok {
		return v, true
	}
	return descend(given, strings.TrimPrefix(name, "cape."))
}

func descend(given map[string]json.RawMessage, name string) (json.RawMessage, bool) {
	if v, ok := given[name]; ok {
		return v, true
	}
	for i := range len(name) {
		if name[i] != '.' {
			continue
		}
		var inner map[string]json.RawMessage
		if json.Unmarshal(given[name[:i]], &inner) != nil {
			continue
		}
		if v, ok := descend(inner, name[i+1:]); ok {
			return v, true
		}
	}
	return nil, false
}

type configurationParams struct{ Settings json.RawMessage }

// didChangeConfiguration implements workspace/didChangeConfiguration. A client that is asked for its
// settings sends nothing of use with it.
func (s *server) didChangeConfiguration(p *configurationParams) error {
	if s.caps.Workspace.Configuration {
		s.background("settings", func(context.Context) { s.pullSettings() })
		return nil
	}
	s.configure(p.Settings)
	return nil
}

// pullSettings asks the client for its settings (workspace/configuration). One asks at a time: the answer to an
// older question must not come last.
func (s *server) pullSettings() {
	if !s.caps.Workspace.Configuration {
		return
	}
	s.pulling.Lock()
	defer s.pulling.Unlock()
	section := "cape"
	var answer []json.RawMessage
	var raw json.RawMessage
	ok := s.ask(registerTime, protocol.MethodWorkspaceConfiguration,
		&protocol.ConfigurationParams{Items: []protocol.ConfigurationItem{{Section: &section}}}, &raw)
	if !ok || json.Unmarshal(raw, &answer) != nil || len(answer) == 0 {
		return
	}
	s.configure(answer[0])
}
