package yaml11

import "strings"

// The tags that safe_load knows, as Node.Tag has them.
const (
	tagPrefix    = "tag:yaml.org,2002:"
	TagNull      = tagPrefix + "null"
	TagBool      = tagPrefix + "bool"
	TagInt       = tagPrefix + "int"
	TagFloat     = tagPrefix + "float"
	TagBinary    = tagPrefix + "binary"
	TagTimestamp = tagPrefix + "timestamp"
	TagOmap      = tagPrefix + "omap"
	TagPairs     = tagPrefix + "pairs"
	TagSet       = tagPrefix + "set"
	TagStr       = tagPrefix + "str"
	TagSeq       = tagPrefix + "seq"
	TagMap       = tagPrefix + "map"
	TagMerge     = tagPrefix + "merge"
	TagValue     = tagPrefix + "value"
)

// resolvePlain returns the tag of a scalar without one, by its text. One line end at the end of the text is
// not looked at, as with $ in a Python pattern.
func resolvePlain(s string) string {
	if s == "" {
		return TagNull
	}
	t := strings.TrimSuffix(s, "\n")
	switch c := t; {
	case t == "":
		return TagStr
	case strings.IndexByte("yYnNtTfFoO~<=!&*", c[0]) >= 0:
		return resolveWord(t)
	case c[0] == '-' || c[0] == '+' || c[0] == '.' || isDigit(c[0]):
		switch {
		case isFloat(t):
			return TagFloat
		case isInt(t):
			return TagInt
		}
		if _, ok := matchTimestamp(t, strictDate); ok {
			return TagTimestamp
		}
	}
	return TagStr
}

// IsText reports whether a plain scalar is text: no number, no date, none of the words that YAML 1.1 reads otherwise.
func IsText(s string) bool { return resolvePlain(s) == TagStr }

func resolveWord(t string) string {
	switch t {
	case "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE",
		"on", "On", "ON", "off", "Off", "OFF":
		return TagBool
	case "~", "null", "Null", "NULL":
		return TagNull
	case "<<":
		return TagMerge
	case "=":
		return TagValue
	case "!", "&", "*":
		return tagPrefix + "yaml"
	}
	return TagStr
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// span returns how many bytes at the start of s are in the set of ok.
func span(s string, ok func(byte) bool) int {
	n := 0
	for n < len(s) && ok(s[n]) {
		n++
	}
	return n
}

func digitOrLine(c byte) bool { return isDigit(c) || c == '_' }
func octalOrLine(c byte) bool { return '0' <= c && c <= '7' || c == '_' }
func bitOrLine(c byte) bool   { return c == '0' || c == '1' || c == '_' }
func hexOrLine(c byte) bool   { return isHex(c) || c == '_' }

func trimSign(s string) string {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		return s[1:]
	}
	return s
}

// sexagesimal returns the length of one or more `:NN` parts with NN below 60.
func sexagesimal(s string) int {
	n := 0
	for n+1 < len(s) && s[n] == ':' && isDigit(s[n+1]) {
		if n+2 < len(s) && isDigit(s[n+2]) && s[n+1] <= '5' {
			n += 3
		} else {
			n += 2
		}
	}
	return n
}

// isInt reports a YAML 1.1 integer: binary, octal with a leading zero, decimal, hexadecimal or base 60.
func isInt(s string) bool {
	s = trimSign(s)
	if s == "" || !isDigit(s[0]) {
		return false
	}
	if s[0] == '0' {
		if len(s) == 1 {
			return true
		}
		switch s[1] {
		case 'b':
			return len(s) > 2 && span(s[2:], bitOrLine) == len(s)-2
		case 'x':
			return len(s) > 2 && span(s[2:], hexOrLine) == len(s)-2
		}
		return span(s[1:], octalOrLine) == len(s)-1
	}
	n := span(s, digitOrLine)
	return n+sexagesimal(s[n:]) == len(s)
}

// isFloat reports a YAML 1.1 float: there must be a point, and an exponent must have a sign.
func isFloat(s string) bool {
	switch s {
	case ".nan", ".NaN", ".NAN":
		return true
	}
	if s[0] == '.' && len(s) > 1 && isDigit(s[1]) {
		return isExponent(s[1+span(s[1:], digitOrLine):])
	}
	s = trimSign(s)
	switch s {
	case ".inf", ".Inf", ".INF":
		return true
	}
	if s == "" || !isDigit(s[0]) {
		return false
	}
	s = s[span(s, digitOrLine):]
	if n := sexagesimal(s); n > 0 {
		s = s[n:]
		return s != "" && s[0] == '.' && span(s[1:], digitOrLine) == len(s)-1
	}
	if s == "" || s[0] != '.' {
		return false
	}
	return isExponent(s[1+span(s[1:], digitOrLine):])
}

func isExponent(s string) bool {
	if s == "" {
		return true
	}
	return len(s) > 2 && (s[0] == 'e' || s[0] == 'E') && (s[1] == '-' || s[1] == '+') && span(s[2:], isDigit) == len(s)-2
}
