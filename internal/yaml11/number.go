package yaml11

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// pyError is a Python exception that is no YAMLError.
type pyError struct{ class, message string }

func valueError(format string, args ...any) *pyError {
	return &pyError{"ValueError", fmt.Sprintf(format, args...)}
}

var emptyNumber = &pyError{"IndexError", "string index out of range"}

// readInt builds an integer as PyYAML does, from any text: a tag may force it on a text that is none.
func readInt(s string) (*big.Int, *pyError) {
	s = strings.ReplaceAll(s, "_", "")
	if s == "" {
		return nil, emptyNumber
	}
	negative := s[0] == '-'
	s = trimSign(s)
	var n *big.Int
	var err *pyError
	switch {
	case s == "0":
		return new(big.Int), nil
	case strings.HasPrefix(s, "0b"):
		n, err = pyInt(s[2:], 2)
	case strings.HasPrefix(s, "0x"):
		n, err = pyInt(s[2:], 16)
	case s == "":
		return nil, emptyNumber
	case s[0] == '0':
		n, err = pyInt(s, 8)
	case strings.Contains(s, ":"):
		n, err = base60(strings.Split(s, ":"))
	default:
		n, err = pyInt(s, 10)
	}
	if err == nil && negative {
		n.Neg(n)
	}
	return n, err
}

// base60 adds up the parts; in halves, so that many parts do not take quadratic time.
func base60(parts []string) (*big.Int, *pyError) {
	if len(parts) == 1 {
		return pyInt(parts[0], 10)
	}
	half := len(parts) / 2
	high, err := base60(parts[:half])
	if err != nil {
		return nil, err
	}
	low, err := base60(parts[half:])
	if err != nil {
		return nil, err
	}
	scale := new(big.Int).Exp(big.NewInt(60), big.NewInt(int64(len(parts)-half)), nil)
	return high.Add(high.Mul(high, scale), low), nil
}

// pyInt is Python's int(s, base) for the bases 2, 8, 10 and 16.
func pyInt(s string, base int) (*big.Int, *pyError) {
	bad := func() (*big.Int, *pyError) {
		shown := []rune(pytext.Repr(s))
		return nil, valueError("invalid literal for int() with base %d: %s", base, string(shown[:min(len(shown), 200)]))
	}
	t := plainDigits(s)
	t = strings.TrimFunc(t, isSpace)
	negative := strings.HasPrefix(t, "-")
	t = trimSign(t)
	if prefix := map[int]string{2: "0b", 8: "0o", 16: "0x"}[base]; prefix != "" && len(t) > 2 && strings.EqualFold(t[:2], prefix) {
		t = t[2:]
	}
	digits := span(t, func(c byte) bool { return digitValue(c) < base })
	if base == 10 && digits > maxDigits {
		return nil, valueError("%s", tooManyDigits(digits))
	}
	if digits == 0 || digits != len(t) {
		return bad()
	}
	n := new(big.Int)
	if base == 10 {
		n.SetString(t, 10)
	} else {
		n.SetBytes(packBits(t, map[int]int{2: 1, 8: 3, 16: 4}[base]))
	}
	if negative {
		n.Neg(n)
	}
	return n, nil
}

// packBits turns digits of a base that is a power of two into bytes, in linear time.
func packBits(digits string, width int) []byte {
	out := make([]byte, (len(digits)*width+7)/8)
	have, acc, at := 0, 0, len(out)
	for i := len(digits) - 1; i >= 0; i-- {
		acc |= digitValue(digits[i]) << have
		have += width
		if have >= 8 {
			at--
			out[at] = byte(acc)
			acc >>= 8
			have -= 8
		}
	}
	if have > 0 && at > 0 {
		out[at-1] = byte(acc)
	}
	return out
}

func digitValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// plainDigits writes every decimal digit of Unicode as an ASCII digit, as Python's number readers do.
func plainDigits(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < utf8.RuneSelf
	}
	if ascii {
		return s
	}
	return mapRunes(s, func(r rune) rune {
		if r < utf8.RuneSelf || !unicode.Is(unicode.Nd, r) {
			return r
		}
		return '0' + digitOf(r)
	})
}

// mapRunes changes each code point of s, surrogates too.
func mapRunes(s string, change func(rune) rune) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := pytext.Decode(s[i:])
		b.WriteString(runeText(change(r)))
		i += size
	}
	return b.String()
}

func lower(s string) string { return mapRunes(s, unicode.ToLower) }

// digitOf returns the value of a decimal digit. They come in runs of ten.
func digitOf(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// isSpace is Python's str.isspace for one character.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// nanOf tells NaN values apart: PyYAML has one for .nan, and makes a new one for a text such as "nan".
type nanOf int

const (
	noNaN nanOf = iota
	sharedNaN
	ownNaN
)

// readFloat builds a float as PyYAML does.
func readFloat(s string) (float64, nanOf, *pyError) {
	s = lower(strings.ReplaceAll(s, "_", ""))
	if s == "" {
		return 0, noNaN, emptyNumber
	}
	sign := 1.0
	if s[0] == '-' {
		sign = -1
	}
	s = trimSign(s)
	if strings.Contains(s, ":") {
		f, err := floatBase60(strings.Split(s, ":"))
		return sign * f, nanKind(f), err
	}
	switch s {
	case ".inf":
		return sign * math.Inf(1), noNaN, nil
	case ".nan":
		return math.NaN(), sharedNaN, nil
	}
	f, err := pyFloat(s)
	return sign * f, nanKind(f), err
}

func nanKind(f float64) nanOf {
	if f != f {
		return ownNaN
	}
	return noNaN
}

func floatBase60(parts []string) (float64, *pyError) {
	digits := make([]float64, len(parts))
	for i, p := range parts {
		f, err := pyFloat(p)
		if err != nil {
			return 0, err
		}
		digits[i] = f
	}
	total := 0.0
	base := big.NewInt(1)
	sixty := big.NewInt(60)
	for i := len(digits) - 1; i >= 0; i-- {
		b, _ := new(big.Float).SetInt(base).Float64()
		if math.IsInf(b, 0) {
			return 0, &pyError{"OverflowError", "int too large to convert to float"}
		}
		total += digits[i] * b
		base.Mul(base, sixty)
	}
	return total, nil
}

// pyFloat is Python's float(s).
func pyFloat(s string) (float64, *pyError) {
	t := strings.TrimFunc(plainDigits(s), isSpace)
	switch u := trimSign(t); u {
	case "nan":
		return math.NaN(), nil
	case "inf", "infinity":
	default:
		if span(u, func(c byte) bool { return isDigit(c) || strings.IndexByte(".e+-", c) >= 0 }) != len(u) {
			return 0, valueError("could not convert string to float: %s", pytext.Repr(s))
		}
	}
	f, err := strconv.ParseFloat(t, 64)
	if errors.Is(err, strconv.ErrSyntax) {
		return 0, valueError("could not convert string to float: %s", pytext.Repr(s))
	}
	return f, nil
}
