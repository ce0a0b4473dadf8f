package docgen

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
)

// solverFiles are the names of control files and the solvers that they are for.
var solverFiles = map[string]string{
	"cape.json": "cfdx", "pyCart.json": "pycart", "pyFun.json": "pyfun", "pyOver.json": "pyover",
	"pyKes.json": "pykes", "pyLava.json": "pylava", "pyLCH.json": "pylch",
}

// controlSchema describes the options of control files as far as the bundled facts know them: names, types, values.
// Names that are not known are accepted, since CAPE changes; the definition of a solver is what a file is held
// against.
func controlSchema() schema {
	var known *options.Tree // the bundled facts
	defs := schema{"any": schema{}, "rule": schema{
		"type": "object", "description": "A rule that gives the value.", "minProperties": 1, "additionalProperties": false,
		"properties": schema{"@expr": schema{"type": "string"}, "@cons": schema{"type": "object"}, "@map": schema{"type": "object"}, "@raw": schema{}, "key": schema{"type": "string"}},
	}}
	for _, solver := range solverFiles {
		defs[solver] = schema{"$ref": "#/definitions/" + define(defs, known.For(solver))}
	}
	return schema{
		"$schema": "http://json-schema.org/draft-07/schema#", "$comment": schemaNote,
		"title":       "Options of CAPE's control files",
		"description": "One definition for each solver: #/definitions/pyfun and so on. Facts about CAPE " + known.Version() + ".",
		"definitions": defs,
	}
}

// pushedDown are options that CAPE moves into the sections around them before it looks at their types.
var pushedDown = map[string][]string{"ReportOpts": {"Archive", "Location"}}

// define adds the definition of a class, and of all that it leads to, and returns its name.
func define(defs schema, class *options.Class) string {
	if _, done := defs[class.ID]; done {
		return class.ID
	}
	properties := schema{}
	s := schema{"type": "object", "properties": properties}
	defs[class.ID] = s
	for _, name := range class.Names() {
		opt := class.Options[name]
		one := controlOption(defs, opt)
		properties[name] = one
		for _, alias := range opt.Aliases {
			if _, dead := class.DeadAliases[alias]; !dead {
				properties[alias] = one
			}
		}
	}
	for _, name := range pushedDown[class.Name()] {
		properties[name] = schema{}
	}
	if class.AnyKey != nil && class.Kinds == nil {
		s["additionalProperties"] = controlOption(defs, class.AnyKey)
	}
	return class.ID
}

func controlOption(defs schema, opt *options.Option) schema {
	if opt.Section != nil {
		section := schema{"$ref": "#/definitions/" + define(defs, opt.Section)}
		if opt.Section.Switch {
			return schema{"anyOf": []any{section, schema{"type": "boolean"}}}
		}
		return section
	}
	if len(opt.Types) == 0 {
		return schema{}
	}
	return schema{"$ref": "#/definitions/" + defineTypes(defs, opt)}
}

// unsafeName is what would have to be escaped in a reference.
var unsafeName = regexp.MustCompile(`[^A-Za-z0-9_]`)

// defineTypes adds the definition of the values that an option takes, once for all options that take the same, and
// returns its name. Null passes for every option, and true and false for whole numbers.
func defineTypes(defs schema, opt *options.Option) string {
	var values []any
	types := []any{"null"}
	for _, t := range opt.Types {
		switch {
		case t.Class != nil:
			values = append(values, schema{"$ref": "#/definitions/" + define(defs, t.Class)})
		case jsonTypes[t.Name] == "":
			return "any"
		default:
			types = append(types, jsonTypes[t.Name])
			if t.Name == "int" && !slices.Contains(types, any("boolean")) {
				types = append(types, "boolean")
			}
		}
	}
	name := strings.Join(opt.TypeNames(), "-or-")
	plain := schema{"type": types}
	if len(opt.Values) > 0 {
		plain["enum"] = append(slices.Clone(opt.Values), nil)
		words := make([]string, len(opt.Values))
		for i, v := range opt.Values {
			words[i] = unsafeName.ReplaceAllString(fmt.Sprint(v), "_")
		}
		name += "." + strings.Join(words, "-")
	}
	values = append(values, plain)
	item := schema{"anyOf": append(slices.Clone(values), schema{"type": "array"})}
	defs[name] = schema{"anyOf": append(values, schema{"type": "array", "items": item}, schema{"$ref": "#/definitions/rule"})}
	return name
}

// encodeByDefinition writes one definition on a line, so that the file stays small and a change of the facts is seen.
func encodeByDefinition(t *testing.T, s schema) []byte {
	t.Helper()
	defs := s["definitions"].(schema)
	var b strings.Builder
	line := func(v any) string {
		var out strings.Builder
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(v))
		return strings.TrimSpace(out.String())
	}
	b.WriteString("{\n")
	for _, key := range []string{"$schema", "$comment", "title", "description"} {
		b.WriteString(line(key) + ": " + line(s[key]) + ",\n")
	}
	b.WriteString("\"definitions\": {")
	for i, name := range slices.Sorted(maps.Keys(defs)) {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n" + line(name) + ": " + line(defs[name]))
	}
	b.WriteString("\n}}\n")
	return []byte(b.String())
}

func TestControlSchema(t *testing.T) {
	s := readSchema(t, "control.schema.json")
	judge := func(solver, src string) bool {
		return accepts(s, schema{"$ref": "#/definitions/" + solver}, decode(t, []byte(src)))
	}
	for _, c := range []struct {
		src    string
		accept bool
	}{
		{`{"RunControl": {"MPI": true, "nProc": [4, 8], "PhaseSequence": {"@expr": "$q"}}, "Other": 1}`, true},
		{`{"RunControl": {"MPI": 1}}`, false},
		{`{"RunControl": {"nProc": ["4"]}}`, false},
		{`{"RunControl": []}`, false},
		{`{"RunControl": {"nProc": {"@what": 1}}}`, false},
	} {
		require.Equal(t, c.accept, judge("pyfun", c.src), c.src)
	}
	src, err := os.ReadFile("../../examples/wing/pyFun.json")
	require.NoError(t, err)
	require.True(t, judge("pyfun", string(src)))
	if os.Getenv("CAPE_LS_CORPUS") == "" {
		return
	}
	names, err := filepath.Glob(filepath.Join(os.Getenv("CAPE_LS_CORPUS"), "*", "*.json"))
	require.NoError(t, err)
	for _, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		if solver, _, ok := strings.Cut(filepath.Base(filepath.Dir(name)), "-"); ok && strings.Contains(string(src), `"RunControl"`) && capejson.Reads(src) == nil {
			require.True(t, judge(strings.TrimRight(solver, "0123456789"), string(src)), name)
		}
	}
}
