package options_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/options"
)

func TestCloseMatches(t *testing.T) {
	tests := []struct {
		name, word string
		names      []string
		want       []string
	}{
		{"best first", "appel", []string{"ape", "apple", "peach", "puppy"}, []string{"apple", "ape"}},
		{"ties: the later name first", "ab", []string{"abc", "abd"}, []string{"abd", "abc"}},
		{"no more than three", "aaaa", []string{"aaab", "aaac", "aaad", "aaae"}, []string{"aaae", "aaad", "aaac"}},
		{"exactly at the cutoff", "abcde", []string{"abcxy"}, []string{"abcxy"}},
		{"case counts", "model", []string{"MODEL"}, nil},
		{"empty word", "", []string{"a", ""}, []string{""}},
		{"code points, not bytes", "größe", []string{"grösse", "größer"}, []string{"größer", "grösse"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, options.CloseMatches(tt.word, tt.names))
		})
	}
}
