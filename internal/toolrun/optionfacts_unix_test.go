//go:build unix

package toolrun

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSecondPythonHasCape(t *testing.T) {
	f := factSource(t, "")
	with := filepath.Join(t.TempDir(), "python3")
	text := "#!/bin/sh\nPYTHONPATH='" + fake(t) + "' exec '" + f.Choice.Setting + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(with, []byte(text), 0o700))
	f.Lookups = Machine()
	f.Lookups.Getenv = func(string) string { return "" }
	look := f.Lookups.LookPath
	f.Lookups.LookPath = func(name string) (string, error) {
		if name == "python3" {
			return with, nil
		}
		return look(name)
	}
	f.Choice = Choice{Editor: f.Choice.Setting}
	found, err := f.Find(t.Context())
	require.NoError(t, err)
	require.Equal(t, Python{with, "PATH"}, found.Python)
}
