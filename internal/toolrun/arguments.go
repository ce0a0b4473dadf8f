package toolrun

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/capejson"
	"github.com/cape-ls/cape-ls/skills"
)

// Arguments turns the argument argv of run_user_tool into words: nothing for null, each item of a list
// as Python's str() prints it, anything else as one word.
func Arguments(argv capejson.Value) []string {
	out := []string{}
	switch argv.Type() {
	case "NoneType":
	case "list":
		for _, item := range argv.Items() {
			out = append(out, str(item))
		}
	default:
		out = append(out, str(argv))
	}
	return out
}

// str is Python's str().
func str(v capejson.Value) string {
	if v.Type() == "str" {
		return v.Text()
	}
	return v.Repr()
}

// systemArgument turns a word into what the system gets. A lone surrogate, which JSON may hold, stands for
// one odd byte or cannot be said at all.
func systemArgument(s string) (string, *skills.Raised) {
	if strings.IndexByte(s, 0) >= 0 {
		return "", &skills.Raised{Class: "ValueError", Message: "embedded null byte"}
	}
	if utf8.ValidString(s) {
		return s, nil
	}
	var b strings.Builder
	for i, n := 0, 0; i < len(s); n++ {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 && i+2 < len(s) && s[i] == 0xED && s[i+1] >= 0xA0 {
			r, size = rune(0xD000|int(s[i+1]&0x3F)<<6|int(s[i+2]&0x3F)), 3
		}
		switch {
		case r >= 0xDC80 && r <= 0xDCFF:
			b.WriteByte(byte(r & 0xFF))
		case r >= 0xD800 && r <= 0xDFFF:
			return "", &skills.Raised{Class: "UnicodeEncodeError",
				Message: fmt.Sprintf(`'utf-8' codec can't encode character '\u%04x' in position %d: surrogates not allowed`, r, n)}
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String(), nil
}

// timeLimit reads the argument timeout, in seconds: null is none, true counts as one. A time that has
// passed is none left.
func timeLimit(v capejson.Value) (limit time.Duration, limited bool, raised *skills.Raised) {
	seconds := 0.0
	switch v.Type() {
	case "NoneType":
		return 0, false, nil
	case "bool":
		if v.True() {
			seconds = 1
		}
	case "int", "float":
		seconds, _ = strconv.ParseFloat(v.Text(), 64) // out of range gives an infinity
	default:
		return 0, false, &skills.Raised{Class: "TypeError",
			Message: fmt.Sprintf("unsupported operand type(s) for +: 'float' and '%s'", v.Type())}
	}
	if math.IsNaN(seconds) {
		return 0, false, &skills.Raised{Class: "ValueError", Message: "Invalid value NaN (not a number)"}
	}
	const most = float64(math.MaxInt64/2) / float64(time.Second)
	return time.Duration(min(max(seconds, 0), most) * float64(time.Second)), true, nil
}
