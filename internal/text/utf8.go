package text

import "unicode/utf8"

// InvalidByte returns the offset of the first byte of src that is not UTF-8, or -1.
func InvalidByte(src []byte) int {
	if utf8.Valid(src) {
		return -1
	}
	at := 0
	for {
		r, size := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
}
