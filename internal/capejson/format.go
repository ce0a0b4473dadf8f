package capejson

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// formatter is Python's str.format for arguments that are all texts, named by position only, which
// is the one way in which CAPE's comment stripping uses it. Messages and their order are CPython's
// (Objects/stringlib/unicode_format.h), written anew.
type formatter struct {
	args    []string
	numbers numbering
	next    int // the argument that the next empty field takes
}

type numbering int

const (
	numbersOpen numbering = iota
	numbersAuto
	numbersManual
)

// field is one {name!conversion:spec}.
type field struct {
	name, spec string
	conversion rune
	nested     bool // the spec has braces of its own
}

func pyFormat(template string, args []string) (string, *Raised) {
	f := &formatter{args: args}
	return f.build(template, 2)
}

func valueError(message string) *Raised { return raise("ValueError", message) }

// build formats one template; the specs inside may be templates too, one level deep.
func (f *formatter) build(s string, depth int) (string, *Raised) {
	if depth <= 0 {
		return "", valueError("Max string recursion exceeded")
	}
	var b strings.Builder
	for at := 0; at < len(s); {
		i := strings.IndexAny(s[at:], "{}")
		if i < 0 {
			b.WriteString(s[at:])
			break
		}
		b.WriteString(s[at : at+i])
		at += i
		c := s[at]
		at++
		if at < len(s) && s[at] == c {
			b.WriteByte(c)
			at++
			continue
		}
		if c == '}' || at == len(s) {
			return "", valueError("Single '" + string(c) + "' encountered in format string")
		}
		fd, size, err := parseField(s[at:])
		if err != nil {
			return "", err
		}
		at += size
		text, err := f.field(fd, depth)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		if b.Len() > mostText {
			return "", raise("MemoryError", "")
		}
	}
	return b.String(), nil
}

// parseField reads a field behind its opening brace and returns its size with the closing one.
func parseField(s string) (fd field, size int, err *Raised) {
	i := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '{':
			return fd, 0, valueError("unexpected '{' in field name")
		case '[':
			if end := strings.IndexByte(s[i:], ']'); end >= 0 {
				i += end // the bracket itself is read as an ordinary character
			} else {
				i = len(s) - 1
			}
			continue
		case '}':
			fd.name = s[:i]
			return fd, i + 1, nil
		case ':':
			fd.name = s[:i]
			return fd.parseSpec(s, i+1)
		case '!':
			fd.name = s[:i]
			return fd.parseConversion(s, i+1)
		}
	}
	return fd, 0, valueError("expected '}' before end of string")
}

func (fd field) parseConversion(s string, i int) (field, int, *Raised) {
	if i >= len(s) {
		return fd, 0, valueError("end of string while looking for conversion specifier")
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	fd.conversion = r
	i += size
	if i < len(s) {
		c := s[i]
		i++
		if c == '}' {
			return fd, i, nil
		}
		if c != ':' {
			return fd, 0, valueError("expected ':' after conversion specifier")
		}
	}
	return fd.parseSpec(s, i)
}

func (fd field) parseSpec(s string, i int) (field, int, *Raised) {
	for k, open := i, 1; k < len(s); k++ {
		switch s[k] {
		case '{':
			fd.nested = true
			open++
		case '}':
			if open--; open == 0 {
				fd.spec = s[i:k]
				return fd, k + 1, nil
			}
		}
	}
	return fd, 0, valueError("unmatched '{' in format spec")
}

// field gives the text of one field.
func (f *formatter) field(fd field, depth int) (string, *Raised) {
	value, err := f.lookUp(fd.name)
	if err != nil {
		return "", err
	}
	switch fd.conversion {
	case 0, 's':
	case 'r':
		value = pytext.Repr(value)
	case 'a':
		value = pytext.ASCII(value)
	default:
		if fd.conversion > 32 && fd.conversion < 127 {
			return "", valueError("Unknown conversion specifier " + string(fd.conversion))
		}
		return "", valueError(fmt.Sprintf(`Unknown conversion specifier \x%x`, fd.conversion))
	}
	spec := fd.spec
	if fd.nested {
		if spec, err = f.build(spec, depth-1); err != nil {
			return "", err
		}
	}
	return formatText(value, spec)
}

// lookUp finds the argument that a field names, and the part of it that the rest of the name selects.
func (f *formatter) lookUp(name string) (string, *Raised) {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	first, rest := name[:end], name[end:]
	index, err := pyInteger(first)
	if err != nil {
		return "", err
	}
	if first == "" || index >= 0 {
		want := numbersManual
		if first == "" {
			want = numbersAuto
		}
		if f.numbers == numbersOpen {
			f.numbers = want
		}
		switch {
		case f.numbers == numbersManual && want == numbersAuto:
			return "", valueError("cannot switch from manual field specification to automatic field numbering")
		case f.numbers == numbersAuto && want == numbersManual:
			return "", valueError("cannot switch from automatic field numbering to manual field specification")
		}
	}
	if first == "" {
		index = f.next
		f.next++
	}
	if index < 0 {
		return "", raise("KeyError", pytext.Repr(first))
	}
	if index >= len(f.args) {
		return "", raise("IndexError", fmt.Sprintf("Replacement index %d out of range for positional args tuple", index))
	}
	return selectPart(f.args[index], rest)
}

// selectPart follows .attribute and [index] steps. A text has no attributes that could be meant.
func selectPart(value, rest string) (string, *Raised) {
	for rest != "" {
		switch rest[0] {
		case '.':
			name := rest[1:]
			if end := strings.IndexAny(name, ".["); end >= 0 {
				name = name[:end]
			}
			if name == "" {
				return "", valueError("Empty attribute in format string")
			}
			return "", raise("AttributeError", "'str' object has no attribute '"+name+"'")
		case '[':
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return "", valueError("Missing ']' in format string")
			}
			name := rest[1:end]
			rest = rest[end+1:]
			index, err := pyInteger(name)
			switch {
			case err != nil:
				return "", err
			case name == "":
				return "", valueError("Empty attribute in format string")
			case index < 0:
				return "", raise("TypeError", "string indices must be integers, not 'str'")
			}
			runes := []rune(value)
			if index >= len(runes) {
				return "", raise("IndexError", "string index out of range")
			}
			value = string(runes[index])
		default:
			return "", valueError("Only '.' or '[' may follow ']' in format field specifier")
		}
	}
	return value, nil
}

// pyInteger reads decimal digits of any script; -1 means that s is not of digits only.
func pyInteger(s string) (int, *Raised) {
	if s == "" {
		return -1, nil
	}
	n := 0
	for _, r := range s {
		d := decimal(r)
		if d < 0 {
			return -1, nil
		}
		if n > (1<<63-1-d)/10 {
			return -1, valueError("Too many decimal digits in format string")
		}
		n = n*10 + d
	}
	return n, nil
}

// decimal returns the value of a decimal digit, -1 for anything else. Unicode lists the digits of a
// script in a run from zero to nine.
func decimal(r rune) int {
	if r < 0x80 {
		if r >= '0' && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	if !unicode.Is(unicode.Nd, r) {
		return -1
	}
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10
		}
	}
	return -1
}
