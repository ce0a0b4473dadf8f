//go:build unix && !darwin

package usercache

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFolder(t *testing.T) {
	for _, tt := range []struct{ cache, home, want string }{
		{"/cache", "/home/me", "/cache/cape-ls"}, {"", "/home/me", "/home/me/.cache/cape-ls"},
		{"", "me", ""}, {"cache", "/home/me", ""}, {"", "", ""},
	} {
		t.Setenv("XDG_CACHE_HOME", tt.cache)
		t.Setenv("HOME", tt.home)
		got, err := Folder()
		require.Equal(t, tt.want, got)
		require.Equal(t, tt.want == "", err != nil)
	}
}
