package yaml11

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

// readBinary decodes base64 as leniently as Python: other characters are passed over. The second result is
// PyYAML's complaint.
func readBinary(s string) (raw, problem string) {
	if problem = notASCII(s); problem != "" {
		return "", "failed to convert base64 data into ascii: " + problem
	}
	var out []byte
	quad, pads, left := 0, 0, byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '=' {
			if quad >= 2 {
				if pads++; quad+pads >= 4 {
					return string(out), ""
				}
			}
			continue
		}
		v := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c)
		if v < 0 {
			continue
		}
		pads = 0
		switch quad {
		case 0:
			left = byte(v)
		case 1:
			out = append(out, left<<2|byte(v)>>4)
			left = byte(v) & 0x0f
		case 2:
			out = append(out, left<<4|byte(v)>>2)
			left = byte(v) & 0x03
		case 3:
			out = append(out, left<<6|byte(v))
		}
		quad = (quad + 1) % 4
	}
	switch quad {
	case 0:
		return string(out), ""
	case 1:
		return "", fmt.Sprintf("failed to decode base64 data: Invalid base64-encoded string: number of data characters "+
			"(%d) cannot be 1 more than a multiple of 4", len(out)/3*4+1)
	}
	return "", "failed to decode base64 data: Incorrect padding"
}

// notASCII is what Python's ascii codec says of the first run of other characters.
func notASCII(s string) string {
	start, count, first := 0, 0, ""
	for i := 0; i < len(s); {
		_, size := pytext.Decode(s[i:])
		switch {
		case size == 1 && s[i] < utf8.RuneSelf && count > 0:
			i = len(s)
			continue
		case s[i] < utf8.RuneSelf:
			start++
		default:
			if count++; count == 1 {
				first = s[i : i+size]
			}
		}
		i += size
	}
	switch count {
	case 0:
		return ""
	case 1:
		r, _ := pytext.Decode(first)
		return fmt.Sprintf("'ascii' codec can't encode character %s in position %d: ordinal not in range(128)", charEscape(r), start)
	}
	return fmt.Sprintf("'ascii' codec can't encode characters in position %d-%d: ordinal not in range(128)", start, start+count-1)
}

func charEscape(r rune) string {
	switch {
	case r < 0x100:
		return fmt.Sprintf(`'\x%02x'`, r)
	case r < 0x10000:
		return fmt.Sprintf(`'\u%04x'`, r)
	}
	return fmt.Sprintf(`'\U%08x'`, r)
}
