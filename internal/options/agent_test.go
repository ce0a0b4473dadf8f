package options_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/options"
)

// TestReadAgentWarns states, for settings that CAPE drops, the line it prints.
func TestReadAgentWarns(t *testing.T) {
	const model = "Custom options for a particular LLM used with CAPE agentic"
	tests := []struct{ name, src, want string }{
		{"unknown", `{"Colour": 1}`, "Unknown 'cape-agent' option 'Colour'"},
		{"close", `{"EditAllowlist": []}`, "Unknown 'cape-agent' option 'EditAllowlist'; nearest matches: EditAllowList"},
		{"alias of another class", `{"ToolLevel": "low"}`, "Unknown 'cape-agent' option 'ToolLevel'"},
		{"int for text", `{"ToolDir": 4}`, "For 'cape-agent' option 'ToolDir': got type 'int'; expected 'str'"},
		{"float", `{"ToolDir": 4.0}`, "For 'cape-agent' option 'ToolDir': got type 'float'; expected 'str'"},
		{"in a list", `{"ToolDir": ["a", 1]}`, "For 'cape-agent' option 'ToolDir' phase 1: got type 'int'; expected 'str'"},
		{"in a nested list", `{"EditAllowList": [["a"], ["b", "c", 1]]}`,
			"For 'cape-agent' option 'EditAllowList' phase 2: got type 'int'; expected 'str'"},
		{"raw of a wrong type", `{"ToolDir": {"@raw": 1}}`, "For 'cape-agent' option 'ToolDir': got type 'dict'; expected 'str'"},
		{"raw null", `{"ToolDir": {"@raw": null}}`, "For 'cape-agent' option 'ToolDir': got type 'dict'; expected 'str'"},
		{"raw with more", `{"ToolDir": {"@raw": "a", "b": 1}}`, `'cape-agent' option 'ToolDir' @raw has unrecognized extra key "b"`},
		{"expr that is no text", `{"ToolDir": {"@expr": 1}}`, "For 'cape-agent' option 'ToolDir' @expr: got type 'dict'; expected 'str'"},
		{"map without key", `{"ToolDir": {"@map": {}}}`, "'cape-agent' option 'ToolDir' @map is missing required key 'key'"},
		{"map key that is no text", `{"ToolDir": {"@map": {}, "key": 1}}`,
			`For 'cape-agent' option 'ToolDir' @map key "key": got type 'dict'; expected 'str'`},
		{"value in a list", `{"ModelList": ["a"], "a": {"ToolSet": ["low", "big"]}}`,
			"Unknown value 'big' for '" + model + "' option 'ToolSet' ; available options: 'none' 'low' 'medium' 'full'"},
		{"quotes as Python has them", `{"ModelList": ["a"], "a": {"ToolSet": "it's"}}`,
			"Unknown value \"it's\" for '" + model + "' option 'ToolSet' ; available options: 'none' 'low' 'medium' 'full'"},
		{"null is never wrong", `{"ToolDir": null}`, ""},
		{"a list may be empty", `{"ToolDir": []}`, ""},
		{"true is an int", `{"ModelList": ["a"], "a": {"MaxToolCallLoops": true}}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, warnings, err := options.ReadAgent(decode(t, tt.src), "cape-agent")
			require.NoError(t, err)
			var got string
			for _, w := range warnings {
				got += w.Text
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestReadAgentRaises(t *testing.T) {
	tests := []struct {
		name, src, file string
		want            options.Raised
	}{
		{"null in JSON", `null`, "cape-agent", options.Raised{Class: "UnboundLocalError",
			Message: "cannot access local variable 'msg' where it is not associated with a value"}},
		{"null in YAML", `null`, "", options.Raised{Class: "OptdictTypeError", Message: "Got type 'NoneType'; expected 'dict'"}},
		{"list", `[]`, "x", options.Raised{Class: "OptdictTypeError", Message: "Got type 'list'; expected 'dict'"}},
		{"names that are no list", `{"Models": true}`, "x", options.Raised{Class: "OptdictTypeError",
			Message: "For option name list, *opts*: got type 'bool'; expected 'set' | 'list' | 'tuple'"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := options.ReadAgent(decode(t, tt.src), tt.file)
			require.Equal(t, &tt.want, err)
		})
	}
	yaml := options.Object{{NotText: "int", Value: "x"}}
	_, _, err := options.ReadAgent(yaml, "")
	require.Equal(t, &options.Raised{Class: "TypeError", Message: "'int' object is not iterable"}, err)
}

func TestAgentAtStartUp(t *testing.T) {
	read := func(src string) options.Agent {
		a, _, err := options.ReadAgent(decode(t, src), "cape-agent")
		require.NoError(t, err)
		return a
	}
	allow, err := read(`{}`).EditAllowList()
	require.NoError(t, err)
	require.Empty(t, allow)
	allow, err = read(`{"EditAllowList": "*.md"}`).EditAllowList()
	require.NoError(t, err)
	require.Equal(t, []any{"*.md"}, allow)
	allow, err = read(`{"EditAllowList": ["a", null, ["b"]]}`).EditAllowList()
	require.NoError(t, err)
	require.Equal(t, []any{"a", nil, []any{"b"}}, allow)
	_, err = read(`{"EditAllowList": null}`).EditAllowList()
	require.EqualError(t, err, "'NoneType' object is not iterable")

	dir, err := options.Agent{}.ToolDir()
	require.NoError(t, err)
	require.Equal(t, "tools", dir)
	_, err = read(`{"ToolDir": null}`).ToolDir()
	require.ErrorContains(t, err, "NoneType")

	a := read(`{"Model": "m", "ModelList": ["m", "p"], "m": {"Parent": "p"}, "p": {"SkillLevel": "low"}}`)
	require.Equal(t, "m", a.Model())
	require.Equal(t, []string{"m", "p"}, a.Sections())
	level, err := a.SkillSet()
	require.NoError(t, err)
	require.Equal(t, options.Low, level)
	loops, _, err := a.ModelOption("m", "MaxToolCallLoops")
	require.NoError(t, err)
	require.Equal(t, json.Number("12"), loops)
	_, err = read(`{"Model": "m", "ModelList": ["m"], "m": {"SkillSet": ["low"]}}`).SkillSet()
	require.EqualError(t, err, "unhashable type: 'list'")
	level, err = options.Agent{}.SkillSet()
	require.NoError(t, err)
	require.Equal(t, options.Full, level)
}

func TestParentThatIsAnOption(t *testing.T) {
	a, _, err := options.ReadAgent(decode(t, `{"URL": "u", "ModelList": ["m"], "m": {"Parent": "URL"}}`), "x")
	require.NoError(t, err)
	v, warnings, err := a.ModelOption("m", "ToolSet")
	require.NoError(t, err)
	require.Nil(t, v)
	require.Equal(t, "For section 'URL': got type 'str'; expected 'dict'", warnings[0].Text)
	_, _, err = a.ModelOption("URL", "Parent")
	require.EqualError(t, err, "'str' object has no attribute 'get_opt'")
}
