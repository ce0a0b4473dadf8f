package yaml11

import (
	"fmt"
	"unicode/utf8"
)

// utf8Error is the first place where bytes are not UTF-8, in Python's words.
type utf8Error struct {
	start, end int
	first      byte
	reason     string
}

func (e *utf8Error) Error() string {
	if e.end-e.start == 1 {
		return fmt.Sprintf("'utf-8' codec can't decode byte 0x%02x in position %d: %s", e.first, e.start, e.reason)
	}
	return fmt.Sprintf("'utf-8' codec can't decode bytes in position %d-%d: %s", e.start, e.end-1, e.reason)
}

// invalidUTF8 returns where b stops being UTF-8 and why, nil when it is UTF-8.
func invalidUTF8(b []byte) *utf8Error {
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(b[i:])
		if r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		n, reason := badSequence(b[i:])
		return &utf8Error{i, i + n, b[i], reason}
	}
	return nil
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
