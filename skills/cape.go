package skills

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
	"github.com/cape-ls/cape-ls/internal/yaml11"
)

// Skill is a skill as CAPE holds it (cape.agent.skills.skillbase.Skill). CAPE checks no types: name and
// description are whatever YAML makes of them.
type Skill struct {
	Name, Description yaml11.Value
	Tools             []yaml11.Value
	Body              string // the instructions
	Path              string // of the file
}

// Refusal says why CAPE refuses a file.
type Refusal string

// The reasons, in the order in which CAPE finds them. BadYAML is an error of syntax or structure, BadValue a
// scalar whose value cannot be built.
const (
	NotUTF8            Refusal = "not-utf8"
	NoFrontMatter      Refusal = "no-front-matter"
	NoClosing          Refusal = "no-closing"
	BadYAML            Refusal = "yaml"
	BadValue           Refusal = "yaml-value"
	NotMapping         Refusal = "not-mapping"
	MissingName        Refusal = "missing-name"
	MissingDescription Refusal = "missing-description"
	ToolsNotIterable   Refusal = "tools-not-iterable"
)

// ReadError is the exception with which CAPE refuses a file.
type ReadError struct {
	Kind    Refusal
	Raises  string          // the Python class
	Message string          // the text of the exception; for BadYAML its problem
	Problem *yaml11.Problem // for BadYAML and BadValue; positions are those in the stripped front matter
}

func (e *ReadError) Error() string { return e.Message }

// Read reads a skill file as CAPE's read_skillfile does. The path is for messages and for Skill.Path.
func Read(src []byte, path string) (Skill, *ReadError) {
	skill, body, refused := readFront(src, path)
	if refused != nil {
		return Skill{}, refused
	}
	skill.Body = string(body)
	return skill, nil
}

// NameIn returns the name of the skill in a file as CAPE reads it. Of a file that CAPE refuses it is the
// name that stands there, if any: a broken skill does not vanish. Only the front matter is read.
func NameIn(src []byte) string {
	if skill, _, refused := readFront(src, ""); refused == nil {
		return skill.Name.String()
	}
	if e, ok := parseHead(src).Field("name"); ok && e.Pair.Value != nil {
		return e.Pair.Value.Text
	}
	return ""
}

// readFront is Read but for the body, which it returns as it stands in the file.
func readFront(src []byte, path string) (Skill, []byte, *ReadError) {
	if e := notUTF8(src); e != nil {
		return Skill{}, nil, e
	}
	front, body, err := splitAsCAPE(pytext.Universal(src), path)
	if err != nil {
		return Skill{}, nil, err
	}
	doc := yaml11.Parse(front)
	if doc.Err != nil {
		return Skill{}, nil, yamlRefusal(doc.Err)
	}
	refuse := func(kind Refusal, what string) (Skill, []byte, *ReadError) {
		return Skill{}, nil, &ReadError{Kind: kind, Raises: "ValueError", Message: fmt.Sprintf("Skill file '%s' %s", path, what)}
	}
	if doc.Root == nil || doc.Root.Value().Kind != yaml11.Map {
		return refuse(NotMapping, "front matter is not a mapping")
	}
	fields := doc.Root.Value()
	skill := Skill{Path: path}
	var ok bool
	if skill.Name, ok = fields.GetText("name"); !ok {
		return refuse(MissingName, "is missing required key 'name'")
	}
	if skill.Description, ok = fields.GetText("description"); !ok {
		return refuse(MissingDescription, "is missing required key 'description'")
	}
	if tools, ok := fields.GetText("tools"); ok {
		if skill.Tools, err = listOf(tools); err != nil {
			return Skill{}, nil, err
		}
	}
	return skill, body, nil
}

// readAs reads a parsed file as CAPE does.
func readAs(f *File, path string) (Skill, *ReadError) { return Read(f.Src, path) }

// Listing returns the line that CAPE shows of a skill in its list of skills.
func (s Skill) Listing() string {
	return fmt.Sprintf("* `%s`: %s", s.Name.String(), s.Description.String())
}

func splitAsCAPE(src []byte, path string) (front, body []byte, err *ReadError) {
	if !bytes.HasPrefix(src, []byte("---")) {
		return nil, nil, &ReadError{Kind: NoFrontMatter, Raises: "ValueError",
			Message: fmt.Sprintf("Skill file '%s' has no YAML front matter", path)}
	}
	cut := bytes.Index(src[3:], []byte("\n---"))
	if cut < 0 {
		return nil, nil, &ReadError{Kind: NoClosing, Raises: "ValueError",
			Message: fmt.Sprintf("Skill file '%s' has no closing '---' for front matter", path)}
	}
	front = bytes.TrimFunc(bytes.TrimLeft(src[:3+cut], "-"), pythonSpace)
	rest := bytes.TrimLeft(src[3+cut+1:], "-")
	return front, bytes.TrimLeftFunc(rest, pythonSpace), nil
}

// pythonSpace reports what Python's str.strip takes for white space.
func pythonSpace(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

func yamlRefusal(p *yaml11.Problem) *ReadError {
	kind := BadYAML
	if p.Kind == yaml11.ValueError {
		kind = BadValue
	}
	return &ReadError{Kind: kind, Raises: p.Raises, Message: p.Problem, Problem: p}
}

// listOf is Python's list(value): text gives its letters, a mapping its keys, binary data its bytes.
func listOf(v yaml11.Value) ([]yaml11.Value, *ReadError) {
	switch v.Kind {
	case yaml11.Null:
		return nil, nil
	case yaml11.List, yaml11.Tuple, yaml11.Set:
		return v.Items(), nil
	case yaml11.Map:
		var keys []yaml11.Value
		for _, e := range v.Entries() {
			keys = append(keys, e.Key)
		}
		return keys, nil
	case yaml11.Str:
		return valuesOf(letters(v.Text())), nil
	case yaml11.Bytes:
		var numbers []string
		for _, b := range []byte(v.Text()) {
			numbers = append(numbers, fmt.Sprint(b))
		}
		return valuesOf(numbers), nil
	}
	return nil, &ReadError{Kind: ToolsNotIterable, Raises: "TypeError",
		Message: fmt.Sprintf("'%s' object is not iterable", pythonType(v))}
}

// letters writes each code point of a text as a YAML scalar.
func letters(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 && len(s) >= i+3 && s[i] == 0xed {
			// A lone surrogate, held as three bytes.
			r, size = 0xd000|rune(s[i+1]&0x3f)<<6|rune(s[i+2]&0x3f), 3
		}
		out = append(out, fmt.Sprintf(`"\U%08X"`, r))
		i += size
	}
	return out
}

// valuesOf reads scalars written in YAML.
func valuesOf(scalars []string) []yaml11.Value {
	doc := yaml11.Parse([]byte("[" + strings.Join(scalars, ", ") + "]"))
	if doc.Root == nil {
		return nil
	}
	return doc.Root.Value().Items()
}

// pythonType is the name of a value's type as error texts have it.
func pythonType(v yaml11.Value) string {
	switch v.Kind {
	case yaml11.Null:
		return "NoneType"
	case yaml11.Bool:
		return "bool"
	case yaml11.Int:
		return "int"
	case yaml11.Float:
		return "float"
	case yaml11.Str:
		return "str"
	case yaml11.Bytes:
		return "bytes"
	case yaml11.Date:
		return "datetime.date"
	case yaml11.DateTime:
		return "datetime.datetime"
	case yaml11.List:
		return "list"
	case yaml11.Tuple:
		return "tuple"
	case yaml11.Set:
		return "set"
	case yaml11.Map:
		return "dict"
	}
	return "object"
}

// shownValue says what a value is read as, in a message: true, 90, 2026-11-30.
func shownValue(n *yaml11.Node) string {
	v := n.Value()
	switch v.Kind {
	case yaml11.Bool:
		if v.Bool() {
			return "true"
		}
		return "false"
	case yaml11.NoValue:
		return kindWord(n)
	case yaml11.Date:
		return "the date " + v.String()
	case yaml11.DateTime:
		return "the time " + v.String()
	case yaml11.Int, yaml11.Float:
		return "the number " + short([]byte(v.String()))
	}
	return short([]byte(v.String()))
}

// notUTF8 is the UnicodeDecodeError that Python raises for bytes that are not UTF-8.
func notUTF8(src []byte) *ReadError {
	bad := pytext.Invalid(src)
	if bad == nil {
		return nil
	}
	return &ReadError{Kind: NotUTF8, Raises: "UnicodeDecodeError", Message: bad.Error()}
}
