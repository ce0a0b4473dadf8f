package capejson_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/capejson"
)

func addFiles(f *testing.F) {
	for _, s := range valid {
		f.Add(s)
	}
	for _, rule := range capejson.Rules {
		f.Add(rule.Example)
	}
	for _, s := range hostile {
		f.Add("{" + strings.Repeat(s, 8))
	}
	f.Add("{\n\t\"a\": {\n        \"b\": 1\n    \"c\": [\n2\n}},\n\t\"d\": 3]\n}")
}

// FuzzParse: any bytes give a tree that holds, and an error exactly where CAPE fails.
func FuzzParse(f *testing.F) {
	addFiles(f)
	f.Fuzz(func(t *testing.T, s string) {
		tree := capejson.Parse([]byte(s))
		checkTree(t, []byte(s), tree)
		checkTree(t, []byte(s), capejson.ParseFragment([]byte(s)))
		checkTokens(t, []byte(s))
		for at := 0; at <= len(s); at += 1 + len(s)/16 {
			require.NotNil(t, tree.At(at))
			_ = tree.At(at).Pointer()
		}
		if len(tree.Includes) > 0 || strings.Contains(s, "JSONFile") {
			return
		}
		if err := capejson.Reads([]byte(s)); (err == nil) != (worst(tree) == nil) {
			t.Fatalf("%q\nCAPE: %v\nParse: %+v", s, err, worst(tree))
		}
	})
}

// FuzzStripComment compares with the rule stated by regular expressions, as far as no brace stands
// outside of quotes: there the answer is either an error or a line without one brace of a pair.
func FuzzStripComment(f *testing.F) {
	for _, s := range []string{"", "// c", "\"a\": 1, // c\n", "\"a\\\"//b\"", "x // \"a//b\"", "\"a\": { // c", "{{ \"a\" // }}", "\"a\" {0} // c", "1 // a\nb", "{:999999999999} // \"a\""} {
		f.Add(s)
	}
	piece := regexp.MustCompile(`"[^"\n]*"`)
	comment := regexp.MustCompile(`//[^\n]*(\n?)\z`)
	f.Fuzz(func(t *testing.T, line string) {
		if !utf8.ValidString(line) {
			return
		}
		got, err := capejson.StripComment(line)
		switch {
		case !strings.Contains(line, "//"):
			require.NoError(t, err)
			require.Equal(t, line, got)
		case strings.HasPrefix(strings.TrimLeft(line, " \t\n\v\f\r\x1c\x1d\x1e\x1f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"), "//"):
			require.NoError(t, err)
			require.Equal(t, "\n", got)
		case !piece.MatchString(line):
			require.NoError(t, err)
			require.Equal(t, comment.ReplaceAllString(line, "$1"), got)
		default:
			// A quoted piece is hidden behind a private character for each of its bytes.
			hidden := piece.ReplaceAllStringFunc(line, func(s string) string { return strings.Repeat("\x00", len(s)) })
			cut := comment.ReplaceAllString(hidden, "$1")
			if strings.ContainsAny(cut, "{}") {
				var raised *capejson.Raised
				if err != nil {
					require.True(t, errors.As(err, &raised))
				}
				return
			}
			require.NoError(t, err)
			keep := len(strings.TrimSuffix(cut, "\n"))
			want := line[:keep]
			if strings.HasSuffix(cut, "\n") {
				want += "\n"
			}
			require.Equal(t, want, got)
		}
	})
}

// FuzzCheck compares with encoding/json where the two must agree, and holds what is true of every
// answer.
func FuzzCheck(f *testing.F) {
	addFiles(f)
	for _, s := range []string{`NaN`, `"\ud83d"`, `-0`, `1e999`, "\ufeff1", `"\u00`, `[1,]`, `01`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || len(s) > 20000 {
			return
		}
		v, err := capejson.Check(s)
		var bad *capejson.SyntaxError
		var raised *capejson.Raised
		switch {
		case err == nil:
			_ = v.Repr()
			_ = v.Any()
			if !strings.Contains(s, "NaN") && !strings.Contains(s, "Infinity") {
				require.True(t, json.Valid([]byte(s)), "%q", s)
			}
		case errors.As(err, &bad):
			require.False(t, json.Valid([]byte(s)), "%q: %v", s, err)
			before := s[:bad.Offset]
			require.Equal(t, utf8.RuneCountInString(before), bad.Pos)
			require.Equal(t, 1+strings.Count(before, "\n"), bad.Line)
			require.Equal(t, 1+utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]), bad.Col)
		case errors.As(err, &raised):
			require.Contains(t, []string{"RecursionError", "ValueError"}, raised.Class)
		default:
			t.Fatalf("%T", err)
		}
		verdict := capejson.Validate(s)
		if verdict.Valid {
			require.Empty(t, verdict.Context)
		} else if verdict.Raised == nil {
			require.NotEmpty(t, verdict.Hint)
			require.Equal(t, verdict.Lines > 0, strings.Contains(verdict.Context, "--> "))
		}
	})
}
