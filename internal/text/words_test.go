package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

func TestDistanceCountsLetters(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"check", "check", 0}, {"chekc", "check", 1}, {"chck", "check", 1}, {"checks", "check", 1}, {"chock", "check", 1},
		{"", "abc", 3}, {"straße", "strasse", 2}, {strings.Repeat("a", 65), "a", 64},
	} {
		require.Equal(t, c.want, text.Distance(c.a, c.b), "%s, %s", c.a, c.b)
		require.Equal(t, c.want, text.Distance(c.b, c.a), "%s, %s", c.b, c.a)
	}
}

func TestNearestKeepsQuietAboutWordsThatAreFar(t *testing.T) {
	words := []string{"serve", "check", "call", "version"}
	require.Equal(t, "check", text.Nearest("chekc", words))
	require.Equal(t, "version", text.Nearest("verzion", words))
	require.Empty(t, text.Nearest("lint", words))
	require.Empty(t, text.Nearest("", words))
}

func TestInvalidByteIsTheFirst(t *testing.T) {
	for src, want := range map[string]int{"": -1, "aé\ufffd\x00": -1, "caf\xe9\xff": 3, "\xff": 0, "ab\xc3": 2, "\xed\xa0\x80": 0} {
		require.Equal(t, want, text.InvalidByte([]byte(src)), "%q", src)
	}
}
