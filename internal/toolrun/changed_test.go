package toolrun

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestChangedFiles(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	put := func(name, content string) {
		require.NoError(t, os.WriteFile(path(name), []byte(content), 0o644))
	}
	touch := func(name string) {
		require.NoError(t, os.Chtimes(path(name), noon.Add(time.Hour), noon.Add(time.Hour)))
	}
	names := []string{path("kept"), path("touched"), path("same size"), path("longer"), path("gone"), path("new"), path("big"), path("big touched"), path("folder"), path("never")}
	big := strings.Repeat("x", hashEach+1)
	for _, name := range []string{"kept", "touched", "same size", "longer", "gone"} {
		put(name, "text")
	}
	put("big", big)
	put("big touched", big)
	require.NoError(t, os.Mkdir(path("folder"), 0o755))
	for _, name := range names {
		_ = os.Chtimes(name, noon, noon) // some are not there
	}

	before := Look(names)
	require.Empty(t, before.Changed(Look(names)))
	put("same size", "TEXT")
	require.NoError(t, os.Chtimes(path("same size"), noon, noon))
	put("longer", "text and more")
	put("new", "")
	require.NoError(t, os.Remove(path("gone")))
	touch("touched")
	touch("big touched")
	require.Equal(t, []string{path("big touched"), path("gone"), path("longer"), path("new"), path("same size")}, before.Changed(Look(names)))
}
