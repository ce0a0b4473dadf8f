package yaml11

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// mostText is where the text of a value is cut: aliases can make it longer than memory.
const mostText = 1 << 20

// mostNesting is how deep the text of a value goes, as Python's recursion limit would have it.
const mostNesting = 1000

// String is Python's str of the value, "" for NoValue.
func (v Value) String() string {
	switch v.Kind {
	case Str:
		return v.text
	case DateTime:
		m := v.Moment()
		return m.iso(" ")
	case Date:
		m := v.Moment()
		return m.iso("")
	}
	return v.Repr()
}

// Repr is Python's repr of the value. A text of more than a million bytes is cut off.
func (v Value) Repr() string {
	w := writer{}
	w.value(v)
	return w.b.String()
}

type writer struct {
	b    strings.Builder
	path []any
}

func (w *writer) value(v Value) {
	switch v.Kind {
	case Null:
		w.b.WriteString("None")
	case Bool:
		if v.Bool() {
			w.b.WriteString("True")
		} else {
			w.b.WriteString("False")
		}
	case Int:
		w.b.WriteString(v.Int().String())
	case Float:
		w.b.WriteString(pytext.ReprFloat(v.num))
	case Str:
		w.b.WriteString(pytext.Repr(v.text))
	case Bytes:
		w.b.WriteString(reprBytes(v.text))
	case Date, DateTime:
		m := v.Moment()
		w.b.WriteString(m.repr())
	case List, Tuple, Set, Map:
		w.collection(v)
	}
}

func (w *writer) collection(v Value) {
	brackets := map[ValueKind]string{List: "[]", Tuple: "()", Set: "{}", Map: "{}"}[v.Kind]
	if v.Kind == Set && len(v.Items()) == 0 {
		w.b.WriteString("set()")
		return
	}
	if w.b.Len() > mostText || len(w.path) > mostNesting || w.inside(v.ref) {
		w.b.WriteString(brackets[:1] + "..." + brackets[1:])
		return
	}
	w.path = append(w.path, v.ref)
	w.b.WriteByte(brackets[0])
	for i, item := range v.Items() {
		if !w.comma(i) {
			break
		}
		w.value(item)
	}
	for i, e := range v.Entries() {
		if !w.comma(i) {
			break
		}
		w.value(e.Key)
		w.b.WriteString(": ")
		w.value(e.Value)
	}
	w.b.WriteByte(brackets[1])
	w.path = w.path[:len(w.path)-1]
}

// comma separates items; false when the text is long enough.
func (w *writer) comma(i int) bool {
	if i > 0 {
		w.b.WriteString(", ")
	}
	if w.b.Len() > mostText {
		w.b.WriteString("...")
		return false
	}
	return true
}

func (w *writer) inside(ref any) bool {
	for _, p := range w.path {
		if p == ref {
			return true
		}
	}
	return false
}

func reprBytes(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b := []byte{'b', quote}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c >= ' ' && c < 0x7f:
			b = append(b, c)
		default:
			b = fmt.Appendf(b, `\x%02x`, c)
		}
	}
	return string(append(b, quote))
}

// MarshalJSON writes the typed value {"t": type, "v": value} of the recorded answers. A value inside itself is
// written as {"t":"recursive"}, a broken one as {"t":"none"}. Lone surrogates become \u escapes.
func (v Value) MarshalJSON() ([]byte, error) {
	w := writer{}
	w.typed(v)
	return []byte(w.b.String()), nil
}

var typeNames = [...]string{"none", "null", "bool", "int", "float", "str", "bytes", "date", "datetime", "list", "tuple", "set", "map"}

func (w *writer) typed(v Value) {
	m := v.Moment()
	switch v.Kind {
	case NoValue, Null:
		w.b.WriteString(`{"t":"` + typeNames[v.Kind] + `"}`)
		return
	case List, Tuple, Set, Map:
		if w.b.Len() > mostText*16 || len(w.path) > mostNesting || w.inside(v.ref) {
			w.b.WriteString(`{"t":"recursive"}`)
			return
		}
	}
	w.b.WriteString(`{"t":"` + typeNames[v.Kind] + `","v":`)
	switch v.Kind {
	case Bool:
		w.b.WriteString(strconv.FormatBool(v.Bool()))
	case Int, Float:
		w.b.WriteString(`"` + v.Repr() + `"`)
	case Str:
		w.jsonText(v.text)
	case Bytes:
		w.jsonText(base64.StdEncoding.EncodeToString([]byte(v.text)))
	case Date, DateTime:
		w.jsonText(m.iso("T"))
	default:
		w.typedCollection(v)
	}
	w.b.WriteByte('}')
}

func (w *writer) typedCollection(v Value) {
	w.path = append(w.path, v.ref)
	w.b.WriteByte('[')
	for i, item := range v.Items() {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.typed(item)
	}
	for i, e := range v.Entries() {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.b.WriteByte('[')
		w.typed(e.Key)
		w.b.WriteByte(',')
		w.typed(e.Value)
		w.b.WriteByte(']')
	}
	w.b.WriteByte(']')
	w.path = w.path[:len(w.path)-1]
}

func (w *writer) jsonText(s string) {
	w.b.WriteByte('"')
	for i := 0; i < len(s); {
		r, size := pytext.Decode(s[i:])
		switch {
		case r == '"' || r == '\\':
			w.b.WriteString(`\` + string(r))
		case r < ' ' || r >= 0xD800 && r <= 0xDFFF || r == 0x2028 || r == 0x2029 || r >= utf8.RuneSelf && size == 1:
			fmt.Fprintf(&w.b, `\u%04x`, r)
		default:
			w.b.WriteString(s[i : i+size])
		}
		i += size
	}
	w.b.WriteByte('"')
}
