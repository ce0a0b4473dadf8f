package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/text"
)

// decode reads the parameters of a message.
func decode[P any](method string, raw []byte) (*P, error) {
	p := new(P)
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, invalid("%s: %s", method, decodeFault(err))
	}
	return p, nil
}

// decodeFault says what parameters must be, without the names of our types.
func decodeFault(err error) string {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err.Error()
	case wrong.Field == "":
		return "the parameters must be an object, not " + wrong.Value
	}
	return fmt.Sprintf("%s must not be of type %s", wrong.Field, wrong.Value)
}

// codec gives jsonrpc2 the library's own reading and writing of protocol types, and lets JSON that is
// already encoded pass as it is.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	switch m := v.(type) {
	case jsonrpc2.RawMessage:
		return orNull(m), nil
	case json.RawMessage:
		return orNull(m), nil
	case *json.RawMessage:
		return orNull(*m), nil
	}
	return protocol.Marshal(v)
}

func orNull(b []byte) []byte {
	if len(b) == 0 {
		return []byte("null")
	}
	return b
}

func (codec) Unmarshal(data []byte, v any) error {
	switch p := v.(type) {
	case *jsonrpc2.RawMessage:
		*p = bytes.Clone(data)
		return nil
	case *json.RawMessage:
		*p = bytes.Clone(data)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// The library guesses which kind a content change is: a range that it cannot decode (negative, 1.0,
// above 2^32-1) makes the event a replacement of the whole document, and "range": null an insertion at
// the start. Text would be lost, so the document notifications are decoded here. Numbers are read as
// JSON numbers, since some clients send 1.0 or a very large one for "to the end".

type wirePosition struct{ Line, Character float64 }

// position returns p as a place at or after the start of the text.
func (p wirePosition) position() text.Position {
	if p.Line < 0 {
		return text.Position{}
	}
	return text.Position{Line: clampInt(p.Line), Column: clampInt(p.Character)}
}

func clampInt(f float64) int {
	if !(f > 0) { // also NaN
		return 0
	}
	return int(min(f, math.MaxInt32))
}

type wireRange struct{ Start, End wirePosition }

// contentChange is one event of textDocument/didChange. A nil Range replaces the whole document.
type contentChange struct {
	Range *wireRange
	Text  *string
}

// The parameters of the requests, as far as they are used. The protocol's own types are not used for
// input: the library writes URIs anew, and refuses null, negative and very large numbers.

type documentParams struct {
	TextDocument struct{ URI string }
}

type positionParams struct {
	documentParams
	Position wirePosition
}

type rangeParams struct {
	documentParams
	Range wireRange
}

type didChangeParams struct {
	TextDocument struct {
		URI     string
		Version float64
	}
	ContentChanges []contentChange
}

type didOpenParams struct {
	TextDocument struct {
		URI        string
		LanguageID string `json:"languageId"`
		Version    float64
		Text       *string
	}
}

func decodeDidChange(raw []byte) (*didChangeParams, error) {
	p, err := decode[didChangeParams]("textDocument/didChange", raw)
	if err != nil {
		return nil, err
	}
	for i, c := range p.ContentChanges {
		if c.Text == nil {
			return nil, invalid("textDocument/didChange: change %d has no text", i)
		}
	}
	return p, nil
}

func decodeDidOpen(raw []byte) (*didOpenParams, error) {
	p, err := decode[didOpenParams]("textDocument/didOpen", raw)
	if err != nil {
		return nil, err
	}
	if p.TextDocument.Text == nil {
		return nil, invalid("textDocument/didOpen: the document has no text")
	}
	return p, nil
}

func version32(f float64) int32 {
	return int32(min(max(f, math.MinInt32), math.MaxInt32))
}

func invalid(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, format, args...)
}
