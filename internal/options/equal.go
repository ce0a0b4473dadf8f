package options

import "encoding/json"

// equal is Python's == for scalars: 1, 1.0 and True are equal.
func equal(a, b any) bool {
	x, okX := asNumber(a)
	y, okY := asNumber(b)
	if okX || okY {
		return okX && okY && x == y
	}
	switch a := a.(type) {
	case string:
		s, ok := b.(string)
		return ok && a == s
	case nil:
		return b == nil
	}
	return false
}

func asNumber(v any) (float64, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	}
	return 0, false
}
