package capejson

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

const (
	maxDigits = 4300 // of an integer, as Python 3.11 has it
	maxDepth  = 985  // levels of brackets that fit on Python's stack beside CAPE's own calls
)

// SyntaxError is what Python's json.JSONDecodeError carries (wording of CPython 3.11).
type SyntaxError struct {
	Msg    string
	Pos    int // in code points, from 0
	Line   int // from 1; only LF ends a line
	Col    int // in code points, from 1
	Offset int // in bytes, from 0
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s: line %d column %d (char %d)", e.Msg, e.Line, e.Col, e.Pos)
}

// Check gives the verdict of Python's json.loads on a text of valid UTF-8: the value, or a
// *SyntaxError, or a *Raised (RecursionError for deep nesting, ValueError for integers of more than
// 4300 digits).
func Check(s string) (Value, error) { return scanner{s: s, keep: true}.run() }

// verify is Check without the value.
func verify(s string) error {
	_, err := scanner{s: s}.run()
	return err
}

type scanner struct {
	s     string
	keep  bool // values are wanted
	depth int
}

func (d scanner) run() (Value, error) {
	if strings.HasPrefix(d.s, "\ufeff") {
		return Value{}, d.fail("Unexpected UTF-8 BOM (decode using utf-8-sig)", 0)
	}
	v, end, err := d.value(d.blanks(0))
	if err != nil {
		return Value{}, err
	}
	if end = d.blanks(end); end != len(d.s) {
		return Value{}, d.fail("Extra data", end)
	}
	return v, nil
}

func (d *scanner) fail(msg string, offset int) *SyntaxError {
	before := d.s[:min(offset, len(d.s))]
	last := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Msg:    msg,
		Pos:    utf8.RuneCountInString(before) + offset - len(before),
		Line:   1 + strings.Count(before, "\n"),
		Col:    1 + utf8.RuneCountInString(before[last:]) + offset - len(before),
		Offset: len(before),
	}
}

func (d *scanner) blanks(i int) int {
	for i < len(d.s) && (d.s[i] == ' ' || d.s[i] == '\n' || d.s[i] == '\t' || d.s[i] == '\r') {
		i++
	}
	return i
}

// at returns the byte at i, or 0 behind the end; 0 itself is nowhere expected.
func (d *scanner) at(i int) byte {
	if i < len(d.s) {
		return d.s[i]
	}
	return 0
}

var pyLiterals = []struct {
	word string
	kind valueKind
}{{"null", none}, {"true", boolTrue}, {"false", boolFalse}, {"NaN", float}, {"Infinity", float}, {"-Infinity", float}}

func (d *scanner) value(i int) (Value, int, error) {
	switch d.at(i) {
	case '"':
		text, end, err := d.str(i)
		return Value{kind: str, text: text}, end, err
	case '{':
		return d.nested(i, d.object, "object")
	case '[':
		return d.nested(i, d.array, "array")
	case 'n', 't', 'f', 'N', 'I', '-':
		for _, l := range pyLiterals {
			if strings.HasPrefix(d.s[i:], l.word) {
				v := Value{kind: l.kind}
				if l.kind == float {
					v.text = l.word
				}
				return v, i + len(l.word), nil
			}
		}
	}
	size, digits := 0, 0
	if i < len(d.s) {
		size, digits = scanNumber(d.s[i:])
	}
	if size == 0 {
		return Value{}, 0, d.fail("Expecting value", i)
	}
	if digits > maxDigits {
		return Value{}, 0, valueError(fmt.Sprintf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", maxDigits, digits))
	}
	kind := float
	if digits > 0 {
		kind = integer
	}
	return Value{kind: kind, text: d.s[i : i+size]}, i + size, nil
}

func (d *scanner) nested(i int, read func(int) (Value, int, error), name string) (Value, int, error) {
	if d.depth >= maxDepth {
		return Value{}, 0, raise("RecursionError", "maximum recursion depth exceeded while decoding a JSON "+name+" from a unicode string")
	}
	d.depth++
	v, end, err := read(d.blanks(i + 1))
	d.depth--
	return v, end, err
}

func (d *scanner) object(i int) (Value, int, error) {
	out := Value{kind: dict}
	if d.at(i) == '}' {
		return out, i + 1, nil
	}
	var places map[string]int
	for {
		if d.at(i) != '"' {
			return out, 0, d.fail("Expecting property name enclosed in double quotes", i)
		}
		name, end, err := d.str(i)
		if err != nil {
			return out, 0, err
		}
		if i = d.blanks(end); d.at(i) != ':' {
			return out, 0, d.fail("Expecting ':' delimiter", i)
		}
		v, end, err := d.value(d.blanks(i + 1))
		if err != nil {
			return out, 0, err
		}
		if d.keep {
			places = out.set(places, name, v)
		}
		i = d.blanks(end)
		if d.at(i) == '}' {
			return out, i + 1, nil
		}
		if d.at(i) != ',' {
			return out, 0, d.fail("Expecting ',' delimiter", i)
		}
		i = d.blanks(i + 1)
	}
}

// set adds a field or replaces its value; places holds the names once there are many.
func (v *Value) set(places map[string]int, name string, value Value) map[string]int {
	if places == nil && len(v.fields) == 16 {
		places = make(map[string]int, 64)
		for i, f := range v.fields {
			places[f.Name] = i
		}
	}
	if places != nil {
		if i, ok := places[name]; ok {
			v.fields[i].Value = value
			return places
		}
		places[name] = len(v.fields)
	} else {
		for i := range v.fields {
			if v.fields[i].Name == name {
				v.fields[i].Value = value
				return places
			}
		}
	}
	v.fields = append(v.fields, Field{name, value})
	return places
}

func (d *scanner) array(i int) (Value, int, error) {
	out := Value{kind: list}
	if d.at(i) == ']' {
		return out, i + 1, nil
	}
	for {
		v, end, err := d.value(i)
		if err != nil {
			return out, 0, err
		}
		if d.keep {
			out.items = append(out.items, v)
		}
		i = d.blanks(end)
		if d.at(i) == ']' {
			return out, i + 1, nil
		}
		if d.at(i) != ',' {
			return out, 0, d.fail("Expecting ',' delimiter", i)
		}
		i = d.blanks(i + 1)
	}
}

// str reads the string whose opening quote is at open.
func (d *scanner) str(open int) (text string, end int, err error) {
	from := open + 1
	i := from
	escaped := false
	for ; ; i++ {
		if i >= len(d.s) {
			return "", 0, d.fail("Unterminated string starting at", open)
		}
		c := d.s[i]
		if c == '"' {
			break
		}
		if c < ' ' {
			return "", 0, d.fail("Invalid control character at", i)
		}
		if c == '\\' {
			escaped = true
			if i+1 >= len(d.s) {
				return "", 0, d.fail("Unterminated string starting at", open)
			}
			i++
			if d.s[i] == 'u' {
				if _, ok := hex4(d.s[i+1:]); !ok || i+5 >= len(d.s) {
					return "", 0, d.fail(`Invalid \uXXXX escape`, i)
				}
				i += 4
			} else if strings.IndexByte(simpleEscapes, d.s[i]) < 0 {
				return "", 0, d.fail(`Invalid \escape`, i-1)
			}
		}
	}
	text = d.s[from:i]
	if escaped && d.keep {
		var b strings.Builder
		eachUnit(text, func(_, _ int, decoded string) { b.WriteString(decoded) })
		text = b.String()
	}
	return text, i + 1, nil
}

// Reads gives CAPE's verdict on one file that includes no others: nil when its option reader takes
// the text, whatever type the value has, else the error.
func Reads(src []byte) error {
	if !utf8.Valid(src) {
		return raise("UnicodeDecodeError", "")
	}
	var b strings.Builder
	s := string(pytext.Universal(src))
	if !strings.Contains(s, "//") {
		return verify(s)
	}
	b.Grow(len(s))
	for line := range strings.Lines(s) {
		code, err := StripComment(line)
		if err != nil {
			return err
		}
		b.WriteString(code)
	}
	return verify(b.String())
}
