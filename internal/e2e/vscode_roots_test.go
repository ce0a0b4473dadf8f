//go:build vscode

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVSCodeTwoRoots runs testdata/vscode/two.js in a workspace of two repositories and a folder of others.
func TestVSCodeTwoRoots(t *testing.T) {
	first, second := wing(t, nil), wing(t, map[string]string{"tools/marks.py": marks})
	workspace := filepath.Join(t.TempDir(), "both.code-workspace")
	folders := `{"folders": [{"path": "` + first + `", "name": "first"}, {"path": "` + second + `", "name": "second"}, {"path": "` + t.TempDir() + `"}]` +
		`, "settings": {"cape.tools.confirm": "never"}}`
	require.NoError(t, os.WriteFile(workspace, []byte(folders), 0o666))
	runVSCode(t, "drive.mjs", nil, "WORKSPACE="+workspace, "CHECKS=two.js", "CLIENT="+clientFolder(t), "CAPE_LS_SERVER="+server)
}
