package pytext_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/pytext"
)

func TestSplitLinesKnowsPythonsLineEnds(t *testing.T) {
	for s, want := range map[string][]string{
		"": {}, "a": {"a"}, "a\n": {"a"}, "a\n\n": {"a", ""}, "\r\n\r": {"", ""}, "a\r\r\nb": {"a", "", "b"},
		"a\vb\fc\x1cd\x1de\x1ef\u0085g\u2028h\u2029i": {"a", "b", "c", "d", "e", "f", "g", "h", "i"},
		"a\x1fb\x00c": {"a\x1fb\x00c"}, "â€\u00c2": {"â€\u00c2"},
	} {
		require.Equal(t, want, pytext.SplitLines(s), "%q", s)
		require.Equal(t, s, strings.Join(pytext.Lines(s), ""))
	}
	require.Equal(t, "a\nb\n\nc", string(pytext.Universal([]byte("a\r\nb\r\r\nc"))))
}

// The texts were printed by Python 3.11.
func TestReprIsPythons(t *testing.T) {
	for s, want := range map[string]string{
		"": `''`, "it's": `"it's"`, `a"b`: `'a"b'`, `a"b'c`: `'a"b\'c'`, "\t\n\r\\": `'\t\n\r\\'`, "é😀": `'é😀'`,
		"\x00\x1f\x7f\u00a0\u200b\u2028\U000e0001": `'\x00\x1f\x7f\xa0\u200b\u2028\U000e0001'`, "\xed\xa0\xbd": `'\ud83d'`,
	} {
		require.Equal(t, want, pytext.Repr(s), "%q", s)
	}
	require.Equal(t, `'\xe9\U0001f600~'`, pytext.ASCII("é😀~"))
}

func TestReprFloatIsPythons(t *testing.T) {
	for want, f := range map[string]float64{
		"1.0": 1, "1e-07": 1e-7, "0.0001": 1e-4, "1e-05": 1e-5, "1e+16": 1e16, "1234567890123456.0": 1234567890123456,
		"-0.0": math.Copysign(0, -1), "nan": math.NaN(), "inf": math.Inf(1), "-inf": math.Inf(-1), "0.1": 0.1, "1.5e+300": 1.5e300,
	} {
		require.Equal(t, want, pytext.ReprFloat(f))
	}
}

// The texts were printed by Python 3.11.
func TestInvalidSaysWhatPythonSays(t *testing.T) {
	for src, want := range map[string]string{
		"a\xe9b":           "'utf-8' codec can't decode byte 0xe9 in position 1: invalid continuation byte",
		"caf\xe9":          "'utf-8' codec can't decode byte 0xe9 in position 3: unexpected end of data",
		"\xff":             "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
		"\xf0\x9f\x98":     "'utf-8' codec can't decode bytes in position 0-2: unexpected end of data",
		"\xf0\x9f\x98x":    "'utf-8' codec can't decode bytes in position 0-2: invalid continuation byte",
		"\xed\xa0\x80":     "'utf-8' codec can't decode byte 0xed in position 0: invalid continuation byte",
		"\xc0\x80":         "'utf-8' codec can't decode byte 0xc0 in position 0: invalid start byte",
		"é\xe0\x80\x80":    "'utf-8' codec can't decode byte 0xe0 in position 2: invalid continuation byte",
		"\xf4\x90\x80\x80": "'utf-8' codec can't decode byte 0xf4 in position 0: invalid continuation byte",
	} {
		require.EqualError(t, pytext.Invalid([]byte(src)), want, "%q", src)
	}
	require.Nil(t, pytext.Invalid([]byte("é😀")))
}
