package docgen

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/control"
	"github.com/cape-ls/cape-ls/internal/diag"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/vectortest"
)

const schemaDir = "../../docs/schema"

// schema is a JSON Schema (draft 7), as a value that encodes with its keys in order.
type schema map[string]any

const schemaNote = "Made from the code of cape-ls by `go test ./internal/docgen -update`. It serves editors that do not run cape-ls. " +
	"A schema knows nothing of CAPE's comments, of files that are included, or of names that must fit together: cape-ls does."

// agentSchema describes cape-agent.json: it accepts what CAPE's agent keeps and can use.
func agentSchema() schema {
	top, model := options.AgentClass(), options.ModelClass()
	properties := schema{}
	for name, s := range propertiesOf(top) {
		properties[name] = s
	}
	return schema{
		"$schema": "http://json-schema.org/draft-07/schema#", "$comment": schemaNote,
		"title": "Options of CAPE's agent (" + options.AgentFile + ")",
		"type":  "object", "properties": properties,
		"additionalProperties": schema{"$ref": "#/definitions/model"},
		"definitions": schema{"raw": schema{
			"type": "object", "description": "The value itself.", "properties": schema{"@raw": schema{}},
			"additionalProperties": false, "minProperties": 1,
		}, "model": schema{
			"type": "object", "description": "The options of one model of ModelList.",
			"properties": propertiesOf(model), "additionalProperties": false,
		}},
	}
}

func propertiesOf(class *options.Class) schema {
	out := schema{}
	for _, name := range class.Names() {
		opt := class.Options[name]
		s := optionSchema(opt)
		s["description"] = control.OptionWords(class, name)
		out[name] = s
		for _, alias := range opt.Aliases {
			other := optionSchema(opt)
			other["description"] = "Another name of " + name + "."
			out[alias] = other
		}
	}
	return out
}

// jsonTypes are the types of JSON for those of Python.
var jsonTypes = map[string]string{"str": "string", "int": "integer", "bool": "boolean", "float": "number", "dict": "object", "list": "array"}

// nullStops are the options for which null is not the same as leaving them out.
var nullStops = []string{"EditAllowList", "ToolDir", "ModelList", "ToolSet", "SkillSet"}

func optionSchema(opt *options.Option) schema {
	types := []any{jsonTypes[opt.Types[0].Name]}
	if opt.Types[0].Name == "int" {
		types = append(types, "boolean") // true and false are numbers to Python
	}
	if opt.ListDepth == 0 && !slices.Contains(nullStops, opt.Name) {
		types = append(types, "null")
	}
	one := schema{"type": types}
	if len(opt.Values) > 0 {
		one["enum"] = opt.Values
	}
	out := schema{"anyOf": []any{one, schema{"$ref": "#/definitions/raw"}}}
	switch {
	case opt.Name == "ModelList":
		out = schema{"type": "array", "items": one}
	case opt.ListDepth > 0:
		out = schema{"anyOf": []any{schema{"type": "array", "items": one}, one, schema{"$ref": "#/definitions/raw"}}}
	}
	if opt.Default != nil {
		out["default"] = opt.Default
	}
	return out
}

func encodeSchema(t *testing.T, s schema) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	require.NoError(t, enc.Encode(s))
	return b.Bytes()
}

// TestSchemasAreCurrent holds docs/schema against the code.
func TestSchemasAreCurrent(t *testing.T) {
	for name, s := range map[string]schema{"cape-agent.schema.json": agentSchema(), "control.schema.json": controlSchema()} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(schemaDir, name)
			want := encodeSchema(t, s)
			if name == "control.schema.json" {
				want = encodeByDefinition(t, s)
			}
			if *update {
				require.NoError(t, os.WriteFile(file, want, 0o644))
			}
			have, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), string(have), "run: go test ./internal/docgen -update")
		})
	}
}

// accepts is as much of JSON Schema as our schemas use.
func accepts(root, s schema, v any) bool {
	if ref, ok := s["$ref"].(string); ok {
		return accepts(root, root["definitions"].(schema)[strings.TrimPrefix(ref, "#/definitions/")].(schema), v)
	}
	if some, ok := s["anyOf"].([]any); ok && !slices.ContainsFunc(some, func(one any) bool { return accepts(root, one.(schema), v) }) {
		return false
	}
	switch types := s["type"].(type) {
	case string:
		if !isType(types, v) {
			return false
		}
	case []any:
		if !slices.ContainsFunc(types, func(one any) bool { return isType(one.(string), v) }) {
			return false
		}
	}
	if values, ok := s["enum"].([]any); ok && !slices.Contains(values, v) {
		return false
	}
	switch v := v.(type) {
	case []any:
		items, ok := s["items"].(schema)
		return !ok || !slices.ContainsFunc(v, func(item any) bool { return !accepts(root, items, item) })
	case map[string]any:
		if least, ok := s["minProperties"].(json.Number); ok && len(v) < int(least[0]-'0') {
			return false
		}
		properties, _ := s["properties"].(schema)
		for name, value := range v {
			one, known := properties[name].(schema)
			if !known {
				if s["additionalProperties"] == false {
					return false
				}
				if one, known = s["additionalProperties"].(schema); !known {
					continue
				}
			}
			if !accepts(root, one, value) {
				return false
			}
		}
	}
	return true
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case json.Number:
		return name == "number" || name == "integer" && !strings.ContainsAny(v.String(), ".eE")
	case []any:
		return name == "array"
	}
	return name == "object"
}

// decode reads a file that CAPE reads, without its comments.
func decode(t *testing.T, src []byte) any {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(string(src)) {
		code, err := capejson.StripComment(line)
		require.NoError(t, err)
		b.WriteString(code)
	}
	dec := json.NewDecoder(strings.NewReader(b.String()))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	return v
}

// judged is one file and whether the schema must accept it.
type judged struct {
	ID     string
	Value  any
	Accept bool
}

var dropped = regexp.MustCompile(`got type|Unknown value`)

// agentFiles are the recorded files: the schema refuses those of which CAPE drops a value by its type or its
// enumeration, and accepts those that CAPE takes without a word and cape-ls has no warning about. Names it does not
// judge as CAPE does: it cannot know the list of models.
func agentFiles(t *testing.T) []judged {
	src, err := os.ReadFile("../../examples/wing/cape-agent.json")
	require.NoError(t, err)
	out := []judged{{"examples/wing", decode(t, src), true}}
	for _, c := range vectortest.Load(t, "agent_options") {
		e := c.Setup(t)
		path := filepath.Join(e.Cwd, options.AgentFile)
		src, err := os.ReadFile(path)
		if err != nil || capejson.Reads(src) != nil {
			continue
		}
		load := e.Expand(c.Expect).(map[string]any)["load"].(map[string]any)
		said, _ := load["stderr"].([]any)
		lost := slices.ContainsFunc(said, func(line any) bool { return dropped.MatchString(line.(string)) })
		_, raises := load["raises"]
		found := control.CheckAgent(capejson.Parse(src), control.Env{Path: path, Root: e.Cwd})
		warned := slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Severity <= diag.Warning })
		if lost || raises || len(said) == 0 && !warned {
			out = append(out, judged{c.ID, decode(t, src), !lost && !raises})
		}
	}
	return out
}

// readSchema decodes a schema as this program and as a validator see it.
func readSchema(t *testing.T, name string) schema {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(schemaDir, name))
	require.NoError(t, err)
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	var s map[string]any
	require.NoError(t, dec.Decode(&s))
	return typed(s).(schema)
}

func typed(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := schema{}
		for k, one := range v {
			out[k] = typed(one)
		}
		return out
	case []any:
		for i := range v {
			v[i] = typed(v[i])
		}
	}
	return v
}

func TestAgentSchemaJudgesAsCAPE(t *testing.T) {
	s := readSchema(t, "cape-agent.schema.json")
	refused := 0
	for _, f := range agentFiles(t) {
		require.Equal(t, f.Accept, accepts(s, s, f.Value), f.ID)
		if !f.Accept {
			refused++
		}
	}
	require.Greater(t, refused, 20)
}

// TestSchemasInAnotherValidator asks ajv, where the client's packages are installed and CAPE_LS_PEERS wants it.
func TestSchemasInAnotherValidator(t *testing.T) {
	if os.Getenv("CAPE_LS_PEERS") == "" {
		return // the test above judges the same files
	}
	input, err := json.Marshal(agentFiles(t))
	require.NoError(t, err)
	cmd := exec.Command("node", "-e", `
		const Ajv = require("./vscode-client/node_modules/ajv");
		const ajv = new Ajv({ allErrors: true, strict: false });
		const read = (name) => JSON.parse(require("fs").readFileSync("docs/schema/" + name, "utf8"));
		const agent = ajv.compile(read("cape-agent.schema.json"));
		ajv.compile(read("control.schema.json"));
		for (const f of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
			if (agent(f.Value) !== f.Accept) { console.log(f.ID, JSON.stringify(agent.errors)); process.exitCode = 1; }
		}`)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
