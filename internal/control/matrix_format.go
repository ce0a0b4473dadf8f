package control

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// numberFormat is a text with one %-conversion of Python's, as Format of a run matrix key holds it.
type numberFormat struct {
	before, after string // %% is % in them
	spec          string // flags, width and precision: "-8.2"
	verb          byte   // 's', 'f', 'i', ...
}

// parseFormat reads a format. Why says what must be, when Python cannot use it for one value.
func parseFormat(s string) (f numberFormat, why string) {
	found := false
	var texts strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '%' {
			texts.WriteByte(s[i])
			i++
			continue
		}
		end := i + 1
		for end < len(s) && strings.IndexByte("-+ 0#", s[end]) >= 0 {
			end++
		}
		for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.') {
			end++
		}
		spec := s[i+1 : end]
		for end < len(s) && strings.IndexByte("hlL", s[end]) >= 0 {
			end++
		}
		switch {
		case end >= len(s):
			return f, "must not end in an incomplete conversion"
		case s[end] == '%':
			texts.WriteByte('%')
		case strings.IndexByte("diuoxXeEfFgGcrsa", s[end]) < 0:
			return f, fmt.Sprintf("must not have %s", quote(s[i:min(len(s), end+1)]))
		case found:
			return f, "must have one conversion such as %.2f, not several"
		default:
			found = true
			f.before = texts.String()
			texts.Reset()
			f.spec, f.verb = spec, s[end]
		}
		i = end + 1
	}
	if !found {
		return f, "must have a conversion such as %.2f"
	}
	f.after = texts.String()
	return f, ""
}

// fits reports whether Python accepts the conversion for the values of a column.
func (f numberFormat) fits(kind string) bool {
	switch f.verb {
	case 's', 'r', 'a':
		return true
	case 'o', 'x', 'X', 'c':
		return kind != "float" && kind != "str"
	}
	return kind != "str"
}

// matrixValue is one value of a case as Python has it.
type matrixValue struct {
	number  float64
	text    string // of a column of texts
	isText  bool
	isWhole bool // an int
}

// readValue reads the text of a cell; ok is false when CAPE could not read it.
func readValue(kind, s string) (v matrixValue, ok bool) {
	if !numberFits(kind, s) {
		return v, false
	}
	plain := strings.ReplaceAll(strings.TrimSpace(s), "_", "")
	switch kind {
	case "float":
		f, err := strconv.ParseFloat(plain, 64)
		return matrixValue{number: f}, err == nil
	case "int", "hex", "oct", "octal", "bin", "binary":
		base := map[string]int{"int": 10, "hex": 16, "oct": 8, "octal": 8, "bin": 2, "binary": 2}[kind]
		n, err := strconv.ParseInt(plain, base, 64)
		return matrixValue{number: float64(n), isWhole: true}, err == nil && math.Abs(float64(n)) < 1<<53
	}
	return matrixValue{text: s, isText: true}, true
}

// format writes a value as Python's % does; ok is false where that is not known here.
func (f numberFormat) format(v matrixValue) (s string, ok bool) {
	switch f.verb {
	case 's':
		s = v.said()
		s = fmt.Sprintf("%"+strings.TrimLeft(f.spec, "0+ #")+"s", s)
	case 'd', 'i', 'u':
		if v.isText || math.IsNaN(v.number) || math.Abs(v.number) >= 1<<53 {
			return "", false
		}
		s = fmt.Sprintf("%"+f.spec+"d", int64(v.number))
	case 'e', 'E', 'f', 'F', 'g', 'G':
		if v.isText || math.IsNaN(v.number) || math.IsInf(v.number, 0) || strings.Contains(f.spec, "#") {
			return "", false
		}
		spec := f.spec
		if !strings.Contains(spec, ".") && strings.IndexByte("gG", f.verb) >= 0 {
			spec += ".6"
		}
		s = fmt.Sprintf("%"+spec+string(f.verb), v.number)
	default:
		return "", false
	}
	return f.before + s + f.after, true
}

// said is Python's str() of the value.
func (v matrixValue) said() string {
	switch {
	case v.isText:
		return v.text
	case v.isWhole:
		return strconv.FormatInt(int64(v.number), 10)
	}
	return pytext.ReprFloat(v.number)
}
