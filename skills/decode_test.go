package skills

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/options"
)

// decodeOptions reads strict JSON into the values that options takes: names in order, the last of a
// name winning.
func decodeOptions(t testing.TB, src []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	v, err := decodeOption(dec)
	require.NoError(t, err)
	return v
}

func decodeOption(dec *json.Decoder) (any, error) {
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := decodeOption(dec)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	case json.Delim('{'):
		o := options.Object{}
		for dec.More() {
			name, err := dec.Token()
			if err != nil {
				return nil, err
			}
			v, err := decodeOption(dec)
			if err != nil {
				return nil, err
			}
			o = o.Set(name.(string), v)
		}
		_, err = dec.Token()
		return o, err
	}
	return tok, nil
}
