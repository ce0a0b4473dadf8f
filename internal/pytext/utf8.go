package pytext

import (
	"fmt"
	"unicode/utf8"
)

// DecodeError is the first place where bytes are not UTF-8; its text is that of Python's
// UnicodeDecodeError.
type DecodeError struct {
	Start, End int  // the bytes that CPython blames
	First      byte // the one at Start
	Reason     string
}

func (e *DecodeError) Error() string {
	if e.End-e.Start == 1 {
		return fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", e.First, e.Start, e.Reason)
	}
	return fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", e.Start, e.End-1, e.Reason)
}

// Invalid returns where b stops being UTF-8 and why, nil when it is UTF-8.
func Invalid(b []byte) *DecodeError {
	if utf8.Valid(b) {
		return nil
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 {
			n, reason := badSequence(b[i:])
			return &DecodeError{i, i + n, b[i], reason}
		}
		i += size
	}
}

// badSequence says how many of the first bytes are at fault, as CPython counts them.
func badSequence(b []byte) (int, string) {
	want, low, high := 0, byte(0x80), byte(0xBF)
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		want = 2
	case c >= 0xE0 && c <= 0xEF:
		want = 3
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		want = 4
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	default:
		return 1, "invalid start byte"
	}
	for n := 1; n < want; n++ {
		if n == len(b) {
			return n, "unexpected end of data"
		}
		if b[n] < low || b[n] > high {
			return n, "invalid continuation byte"
		}
		low, high = 0x80, 0xBF
	}
	return want, "invalid continuation byte"
}
