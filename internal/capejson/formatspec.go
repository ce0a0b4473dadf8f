package capejson

import (
	"strings"
	"unicode/utf8"
)

// textSpec is [[fill]align][sign][z][#][0][width][grouping][.precision][type] as far as it matters
// for a text.
type textSpec struct {
	fill, align      rune
	width, precision int
}

// mostText bounds the line that fields with a width can ask for.
const mostText = 16 << 20

// formatText formats a text by a format specification, as str.__format__ does.
func formatText(value, spec string) (string, *Raised) {
	if spec == "" {
		return value, nil
	}
	t, err := parseTextSpec(spec)
	if err != nil {
		return "", err
	}
	n := utf8.RuneCountInString(value)
	if t.precision >= 0 && n > t.precision {
		value, n = string([]rune(value)[:t.precision]), t.precision
	}
	pad := t.width - n
	if pad <= 0 {
		return value, nil
	}
	if pad > mostText {
		return "", raise("MemoryError", "")
	}
	left := 0
	switch t.align {
	case '>':
		left = pad
	case '^':
		left = pad / 2
	}
	fill := string(t.fill)
	return strings.Repeat(fill, left) + value + strings.Repeat(fill, pad-left), nil
}

func parseTextSpec(spec string) (textSpec, *Raised) {
	s := []rune(spec)
	t := textSpec{fill: ' ', align: '<', width: -1, precision: -1}
	at := func(i int) rune { return runeAt(s, i) }
	i := 0
	aligned, filled := false, false
	switch {
	case len(s) >= 2 && strings.ContainsRune("<>=^", s[1]):
		t.fill, t.align, i, aligned, filled = s[0], s[1], 2, true, true
	case strings.ContainsRune("<>=^", at(0)) && at(0) != 0:
		t.align, i, aligned = s[0], 1, true
	}
	refused, i := specFlags(s, i, &t, filled)
	var err *Raised
	if t.width, i, err = specNumber(s, i); err != nil {
		return t, err
	}
	grouping, i, err := specGrouping(s, i)
	if err != nil {
		return t, err
	}
	if at(i) == '.' {
		from := i + 1
		if t.precision, i, err = specNumber(s, from); err != nil {
			return t, err
		}
		if i == from {
			return t, valueError("Format specifier missing precision")
		}
	}
	code := 's'
	switch left := len(s) - i; {
	case left > 1:
		return t, valueError("Invalid format specifier '" + spec + "' for object of type 'str'")
	case left == 1:
		code = s[i]
	}
	if grouping != 0 && !strings.ContainsRune("deEfFgG%", code) && !(grouping == '_' && strings.ContainsRune("boxX", code)) {
		return t, groupingError(grouping, code)
	}
	if code != 's' {
		return t, unknownCode(code)
	}
	if refused == "" && aligned && t.align == '=' {
		refused = "'=' alignment not allowed in string format specifier"
	}
	if refused != "" {
		return t, valueError(refused)
	}
	return t, nil
}

func unknownCode(r rune) *Raised {
	if r > 32 && r < 128 {
		return valueError("Unknown format code '" + string(r) + "' for object of type 'str'")
	}
	return valueError(`Unknown format code '\x` + strings.TrimLeft(hexText(r), "0") + "' for object of type 'str'")
}

func hexText(r rune) string {
	const digits = "0123456789abcdef"
	b := make([]byte, 8)
	for i := 7; i >= 0; i-- {
		b[i] = digits[r&15]
		r >>= 4
	}
	return string(b)
}

// groupingError says that , and _ do not go with a type.
func groupingError(grouping, code rune) *Raised {
	with := string(code)
	if code <= 32 || code >= 128 {
		with = `\x` + strings.TrimLeft(hexText(code), "0")
	}
	return valueError("Cannot specify '" + string(grouping) + "' with '" + with + "'.")
}

func specNumber(s []rune, i int) (n, end int, err *Raised) {
	start := i
	for i < len(s) {
		d := decimal(s[i])
		if d < 0 {
			break
		}
		if n > (1<<63-1-d)/10 {
			return 0, 0, valueError("Too many decimal digits in format string")
		}
		n = n*10 + d
		i++
	}
	if i == start {
		n = -1
	}
	return n, i, nil
}

// specFlags reads the sign, z, # and 0. The first of them that a text cannot have is returned; it counts
// only when the rest of the specification is right.
func specFlags(s []rune, i int, t *textSpec, filled bool) (refused string, next int) {
	refuse := func(message string) {
		if refused == "" {
			refused = message
		}
		i++
	}
	switch runeAt(s, i) {
	case ' ':
		refuse("Space not allowed in string format specifier")
	case '+', '-':
		refuse("Sign not allowed in string format specifier")
	}
	if runeAt(s, i) == 'z' {
		refuse("Negative zero coercion (z) not allowed in string format specifier")
	}
	if runeAt(s, i) == '#' {
		refuse("Alternate form (#) not allowed in string format specifier")
	}
	if !filled && runeAt(s, i) == '0' {
		t.fill = '0'
		i++
	}
	return refused, i
}

// specGrouping reads "," or "_".
func specGrouping(s []rune, i int) (grouping rune, next int, err *Raised) {
	if runeAt(s, i) == ',' {
		grouping = ','
		i++
	}
	if runeAt(s, i) != '_' {
		return grouping, i, nil
	}
	if grouping != 0 || runeAt(s, i+1) == ',' {
		return 0, i, valueError("Cannot specify both ',' and '_'.")
	}
	return '_', i + 1, nil
}

// runeAt returns 0 behind the end.
func runeAt(s []rune, i int) rune {
	if i < len(s) {
		return s[i]
	}
	return 0
}
