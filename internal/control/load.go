package control

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/options"
	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// readFile reads a file of options as CAPE does, YAML or JSON by its extension, and returns the decoded
// value. The name is relative to cwd, the folder CAPE runs in, or absolute; includes count from cwd. The
// error is an *options.Raised.
func readFile(files repo.Files, cwd, name string) (any, error) {
	if isYAMLName(name) {
		return readYAML(files, cwd, name)
	}
	r := capejson.Reader{Cwd: cwd, ReadFile: files.ReadFile}
	v, err := r.ReadOptions(name)
	if err != nil {
		return nil, raised(err)
	}
	return fromJSON(v), nil
}

// ReadAgentFile reads the agent's options in a folder as CAPE's agent does when it starts there. Without
// the file the defaults hold. The error is an *options.Raised: CAPE's agent does not start.
func ReadAgentFile(files repo.Files, cwd, name string) (options.Agent, []options.Warning, error) {
	path := filepath.Join(cwd, name)
	if filepath.IsAbs(name) {
		path = name
	}
	if !isFile(files, path) {
		return options.Agent{}, nil, nil
	}
	values, err := readFile(files, cwd, name)
	if err != nil {
		return options.Agent{}, nil, err
	}
	title := ""
	if !isYAMLName(name) {
		title, _, _ = strings.Cut(filepath.Base(repo.RealPath(path)), ".")
	}
	return options.ReadAgent(values, title)
}

func isYAMLName(name string) bool {
	ext := strings.ToLower(filepath.Ext(name))
	return ext == ".yaml" || ext == ".yml"
}

// raised turns the errors of the reader rooms into the one of the room options.
func raised(err error) *options.Raised {
	var r *capejson.Raised
	if errors.As(err, &r) {
		return &options.Raised{Class: r.Class, Message: r.Message}
	}
	return &options.Raised{Class: "OSError", Message: err.Error()}
}

func readYAML(files repo.Files, cwd, name string) (any, error) {
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(cwd, name)
	}
	src, err := files.ReadFile(path)
	switch {
	case err != nil:
		return nil, raised(err)
	case !utf8.Valid(src):
		return nil, &options.Raised{Class: "UnicodeDecodeError", Message: "'utf-8' codec can't decode the file"}
	}
	doc := yaml11.Parse(src)
	if doc.Err != nil {
		return nil, &options.Raised{Class: doc.Err.Raises, Message: doc.Err.Problem}
	}
	if doc.Root == nil {
		return nil, nil
	}
	return fromYAML(doc.Root.Value(), 0), nil
}

func fromJSON(v capejson.Value) any {
	switch v.Type() {
	case "list":
		out := make([]any, len(v.Items()))
		for i, item := range v.Items() {
			out[i] = fromJSON(item)
		}
		return out
	case "dict":
		out := make(options.Object, len(v.Fields()))
		for i, f := range v.Fields() {
			out[i] = options.Field{Name: f.Name, Value: fromJSON(f.Value)}
		}
		return out
	}
	return v.Any()
}

// maxNesting bounds how deep a YAML value is followed: with aliases it may contain itself.
const maxNesting = 200

func fromYAML(v yaml11.Value, depth int) any {
	if depth > maxNesting {
		return nil
	}
	switch v.Kind {
	case yaml11.NoValue, yaml11.Null:
		return nil
	case yaml11.Bool:
		return v.Bool()
	case yaml11.Int:
		return json.Number(v.Int().String())
	case yaml11.Float:
		return floatNumber(v.Float())
	case yaml11.Str:
		return v.Text()
	case yaml11.List, yaml11.Tuple:
		out := make([]any, len(v.Items()))
		for i, item := range v.Items() {
			out[i] = fromYAML(item, depth+1)
		}
		return out
	case yaml11.Map:
		out := make(options.Object, len(v.Entries()))
		for i, e := range v.Entries() {
			out[i] = options.Field{Name: e.Key.Text(), Value: fromYAML(e.Value, depth+1)}
			if e.Key.Kind != yaml11.Str {
				out[i].NotText = options.TypeName(fromYAML(e.Key, depth+1))
			}
		}
		return out
	}
	return options.Other{Type: otherTypes[v.Kind], Text: v.Text()}
}

var otherTypes = map[yaml11.ValueKind]string{
	yaml11.Bytes: "bytes", yaml11.Date: "date", yaml11.DateTime: "datetime", yaml11.Set: "set",
}

// floatNumber writes a float as Python's json does, so that it does not look like an int.
func floatNumber(f float64) json.Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return json.Number(pytext.ReprFloat(f))
}
