//go:build unix

package toolrun

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWithoutAFolderOfTheUserNoLogIsKept(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("HOME", "")
	require.Empty(t, UserLogs().Dir)
}
