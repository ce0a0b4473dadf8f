package capejson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/internal/vectortest"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// raised turns an error into the recorded form. A case that records no message has none compared.
func raised(want map[string]any, err error) map[string]any {
	var r *capejson.Raised
	if !errors.As(err, &r) {
		return map[string]any{"not a Raised": fmt.Sprint(err)}
	}
	got := map[string]any{"raises": r.Class}
	if _, ok := want["message"]; ok {
		got["message"] = r.Message
	}
	return got
}

func TestVectorsStripComment(t *testing.T) {
	vectortest.Run(t, "strip_comment", func(t *testing.T, c vectortest.Case) {
		code, err := capejson.StripComment(c.Call["line"].(string))
		got := map[string]any{"code": code}
		if err != nil {
			got = raised(c.Expect, err)
		}
		vectortest.Check(t, c.Expect, got)
	})
}

func TestVectorsJSONRead(t *testing.T) {
	vectortest.Run(t, "json_read", func(t *testing.T, c vectortest.Case) {
		e := c.Setup(t)
		r := capejson.Reader{Cwd: e.Cwd, ReadFile: os.ReadFile, YAML: readYAML}
		v, err := r.ReadOptions(e.ExpandText(c.Call["file"].(string)))
		want := e.Expand(c.Expect).(map[string]any)
		got := map[string]any{"value": plain(v)}
		if err != nil {
			got = raised(want, err)
		}
		vectortest.Check(t, want, got)
	})
}

// plain is a value in the form of the vectors.
func plain(v capejson.Value) any {
	switch v.Type() {
	case "list":
		out := []any{}
		for _, item := range v.Items() {
			out = append(out, plain(item))
		}
		return out
	case "dict":
		out := map[string]any{}
		for _, f := range v.Fields() {
			out[f.Name] = plain(f.Value)
		}
		return out
	case "float":
		if n, ok := v.Any().(json.Number); ok && !strings.ContainsAny(string(n), "0123456789") {
			return map[string]any{"t": "float", "v": v.Repr()}
		}
	}
	if f, ok := v.Any().(capejson.Foreign); ok {
		return map[string]any{"t": f.Type, "v": f.Text}
	}
	return v.Any()
}

// readYAML joins the YAML room to the reader, as the rooms above do.
func readYAML(src []byte) (capejson.Value, error) {
	doc := yaml11.Parse(src)
	if doc.Err != nil {
		return capejson.Value{}, &capejson.Raised{Class: "YAMLError"}
	}
	if doc.Root == nil {
		return capejson.Value{}, nil
	}
	return fromYAML(doc.Root.Value()), nil
}

func fromYAML(v yaml11.Value) capejson.Value {
	switch v.Kind {
	case yaml11.Null:
		return capejson.Value{}
	case yaml11.Bool:
		return capejson.Of(v.Bool())
	case yaml11.Int, yaml11.Float:
		return capejson.Of(json.Number(v.Repr()))
	case yaml11.Str:
		return capejson.Of(v.Text())
	case yaml11.List:
		items := []any{}
		for _, item := range v.Items() {
			items = append(items, fromYAML(item))
		}
		return capejson.Of(items)
	case yaml11.Map:
		fields := []capejson.Field{}
		for _, e := range v.Entries() {
			fields = append(fields, capejson.Field{Name: e.Key.Text(), Value: fromYAML(e.Value)})
		}
		return capejson.Of(fields)
	}
	var typed struct{ T, V string }
	b, _ := v.MarshalJSON()
	if json.Unmarshal(b, &typed) != nil {
		typed.T = "other"
	}
	return capejson.Of(capejson.Foreign{Type: typed.T, Text: typed.V})
}

// TestVectorsValidateJSON compares the core of validate_json. Files, names, links and the registry
// are the business of the agent's table; of those cases only the text is looked at here.
func TestVectorsValidateJSON(t *testing.T) {
	core, passed := 0, 0
	for _, c := range vectortest.Load(t, "validate_json") {
		e := c.Setup(t)
		name, _ := c.Call["fname"].(string)
		result, _ := c.Expect["result"].(map[string]any)
		name = e.ExpandText(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(e.Cwd, name)
		}
		src, err := os.ReadFile(name)
		if err != nil || !utf8.Valid(src) || result["success"] == false {
			continue
		}
		core++
		if t.Run(c.ID, func(t *testing.T) { vectortest.Check(t, coreOf(t, c.Expect), verdict(string(src), c.Expect)) }) {
			passed++
		}
	}
	t.Logf("validate_json (core) %d/%d", passed, core)
	fmt.Printf("validate_json (core) %d/%d\n", passed, core)
	require.Positive(t, core)
}

// coreOf leaves of a recorded answer what does not depend on the name of the file.
func coreOf(t *testing.T, expect map[string]any) map[string]any {
	result, ok := expect["result"].(map[string]any)
	if !ok {
		return expect
	}
	out := map[string]any{}
	for k, v := range result {
		switch k {
		case "success", "file", "registered", "message":
		default:
			out[k] = v
		}
	}
	require.Contains(t, out, "valid")
	return out
}

func verdict(text string, expect map[string]any) map[string]any {
	v := capejson.Validate(text)
	if v.Raised != nil {
		return raised(expect, v.Raised)
	}
	out := map[string]any{"valid": v.Valid, "n_lines": v.Lines}
	if !v.Valid {
		out["error"], out["lineno"], out["colno"] = v.Error, v.Line, v.Column
		out["eof"], out["hint"], out["context"] = v.EOF, v.Hint, v.Context
	}
	return out
}

func TestIntegersStayExact(t *testing.T) {
	v, err := capejson.Check(`[123456789012345678901234567890, -0, 1.50, 1e999]`)
	require.NoError(t, err)
	n, ok := new(big.Int).SetString(v.Items()[0].Text(), 10)
	require.True(t, ok)
	require.Equal(t, "123456789012345678901234567890", n.String())
	require.Equal(t, "[123456789012345678901234567890, 0, 1.5, inf]", v.Repr())
}
