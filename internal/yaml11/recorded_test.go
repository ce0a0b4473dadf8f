package yaml11

import (
	"encoding/json"
	"os"
	"sort"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// recordedRow is one answer of PyYAML; testdata/pyyaml.json says how it was recorded.
type recordedRow struct {
	YAML        string          `json:"yaml"`
	Value       json.RawMessage `json:"value"`
	Repr        *string         `json:"repr"`
	Raises      string          `json:"raises"`
	Problem     string          `json:"problem"`
	Context     string          `json:"context"`
	Str         string          `json:"str"` // Python's str of the exception
	Mark        []int           `json:"mark"`
	ContextMark []int           `json:"context_mark"`
	Position    int             `json:"position"`
	Character   rune            `json:"character"`
}

func recordedRows(t testing.TB) []recordedRow {
	t.Helper()
	raw, err := os.ReadFile("testdata/pyyaml.json")
	require.NoError(t, err)
	var file struct{ Rows []recordedRow }
	require.NoError(t, json.Unmarshal(raw, &file))
	require.NotEmpty(t, file.Rows)
	return file.Rows
}

func TestRecordedAnswers(t *testing.T) {
	for i, row := range recordedRows(t) {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			d := Parse([]byte(row.YAML))
			if row.Raises == "" {
				checkAccepted(t, d, row)
				return
			}
			require.NotNil(t, d.Err, "%q is refused with: %s", row.YAML, row.Problem)
			require.Equal(t, row.Raises, d.Err.Raises, row.YAML)
			require.Equal(t, row.Problem, d.Err.Problem, row.YAML)
			require.Equal(t, row.Context, d.Err.Context, row.YAML)
			require.Equal(t, row.Str, d.Err.Message([]byte(row.YAML)), row.YAML)
			if row.Raises == "ReaderError" {
				require.Equal(t, row.Position, d.Err.Position)
				require.Equal(t, row.Character, d.Err.Character)
			}
			if row.Mark != nil {
				require.Equal(t, row.Mark, []int{d.Err.Position, d.Err.Line, d.Err.Column}, row.YAML)
				require.Equal(t, row.ContextMark, []int{d.Err.ContextLine, d.Err.ContextColumn}, row.YAML)
			}
		})
	}
}

func checkAccepted(t *testing.T, d *Document, row recordedRow) {
	t.Helper()
	require.Nil(t, d.Err, row.YAML)
	require.Empty(t, d.Problems)
	v := Value{Kind: Null}
	if d.Root != nil {
		v = d.Root.Value()
	}
	got, err := json.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, withSortedSets(t, row.Value), withSortedSets(t, got), row.YAML)
	if row.Repr != nil {
		require.Equal(t, *row.Repr, v.Repr(), row.YAML)
	}
}

// withSortedSets decodes a typed value; the order in a Python set means nothing.
func withSortedSets(t *testing.T, raw []byte) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	return sortSets(v)
}

func sortSets(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = sortSets(v[i])
		}
	case map[string]any:
		if v["v"] = sortSets(v["v"]); v["t"] == "set" {
			list := v["v"].([]any)
			sort.Slice(list, func(i, k int) bool { return jsonText(list[i]) < jsonText(list[k]) })
		}
	}
	return v
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
