package vectortest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"
)

// Check fails the test when got is not what was recorded, and says where they part.
func Check(t testing.TB, want, got any) {
	t.Helper()
	if d := Diff(want, got); d != "" {
		t.Errorf("not as recorded: %s", d)
	}
}

// Same reports whether got, turned into JSON, is the recorded value.
func Same(want, got any) bool { return Diff(want, got) == "" }

// Diff says where got, turned into JSON, parts from the recorded value; empty: they are the same.
// Numbers are the same when their values are; a recorded {"long": true, ...} stands for a text.
func Diff(want, got any) string {
	w, err := plain(want)
	if err != nil {
		return "the recorded value is not JSON: " + err.Error()
	}
	g, err := plain(got)
	if err != nil {
		return "the value is not JSON: " + err.Error()
	}
	return diff("result", w, g)
}

func plain(v any) (any, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(&b)
	dec.UseNumber()
	var out any
	err := dec.Decode(&out)
	return out, err
}

func diff(at string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		if w["long"] == true {
			return diffLong(at, w, got)
		}
		if g, ok := got.(map[string]any); ok {
			return diffMap(at, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return diffList(at, w, g)
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(w, g) {
			return ""
		}
	default: // string, bool, nil
		if want == got {
			return ""
		}
	}
	return fmt.Sprintf("%s:\n  want %s\n  got  %s", at, show(want), show(got))
}

func diffMap(at string, want, got map[string]any) string {
	keys := make([]string, 0, len(want))
	for k := range want {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		g, ok := got[k]
		if !ok {
			return fmt.Sprintf("%s.%s is missing, want %s, got %s", at, k, show(want[k]), show(got))
		}
		if d := diff(at+"."+k, want[k], g); d != "" {
			return d
		}
	}
	for k, v := range got {
		if _, ok := want[k]; !ok {
			return fmt.Sprintf("%s.%s must not be there: %s", at, k, show(v))
		}
	}
	return ""
}

func diffList(at string, want, got []any) string {
	for i := range min(len(want), len(got)) {
		if d := diff(fmt.Sprintf("%s[%d]", at, i), want[i], got[i]); d != "" {
			return d
		}
	}
	if len(want) != len(got) {
		return fmt.Sprintf("%s has %d items, want %d:\n  want %s\n  got  %s", at, len(got), len(want), show(want), show(got))
	}
	return ""
}

func diffLong(at string, want map[string]any, got any) string {
	g, ok := got.(string)
	if !ok {
		return fmt.Sprintf("%s: want a long text, got %s", at, show(got))
	}
	head, _ := want["head"].(string)
	tail, _ := want["tail"].(string)
	sum := sha256.Sum256([]byte(g))
	switch {
	case number(want["chars"]) != utf8.RuneCountInString(g):
		return fmt.Sprintf("%s has %d characters, want %v", at, utf8.RuneCountInString(g), want["chars"])
	case !strings.HasPrefix(g, head):
		return fmt.Sprintf("%s begins otherwise:\n  want %s\n  got  %s", at, show(head), show(g))
	case !strings.HasSuffix(g, tail):
		return fmt.Sprintf("%s ends otherwise, want %s", at, show(tail))
	case hex.EncodeToString(sum[:]) != want["sha256"]:
		return at + " differs between head and tail"
	}
	return ""
}

func sameNumber(a, b json.Number) bool {
	x, okX := new(big.Rat).SetString(a.String())
	y, okY := new(big.Rat).SetString(b.String())
	if !okX || !okY {
		return a == b
	}
	return x.Cmp(y) == 0
}

func show(v any) string {
	b, _ := json.Marshal(v)
	const most = 1500
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}
