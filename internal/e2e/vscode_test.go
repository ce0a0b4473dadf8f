//go:build vscode

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVSCode runs testdata/vscode/checks.js in the extension host of a real VS Code. It needs 800 MB of
// packages, so it has a build tag; .ci/vscode installs them and runs it.
func TestVSCode(t *testing.T) {
	node := program(t, "node", "see https://nodejs.org")
	program(t, "chromium", "apt-get install chromium")
	installed, err := filepath.Abs(filepath.Join(top, "testdata", "e2e", "vscode"))
	require.NoError(t, err)
	require.DirExists(t, filepath.Join(installed, "node_modules", "code-server"), "install it with: .ci/vscode")
	client, err := filepath.Abs(filepath.Join(top, "vscode-client"))
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(client, "dist", "extension.js"), "make it with: npm run bundle --prefix vscode-client")

	files := map[string]string{"inputs/marked.csv": marked, "inputs/windows.json": crlf, "other.json": "{}\n"}
	cmd := exec.Command(node, filepath.Join("testdata", "vscode", "drive.mjs"))
	cmd.Env = append(os.Environ(), "WORK="+t.TempDir(), "WORKSPACE="+wing(t, files), "CLIENT="+client,
		"CAPE_LS_SERVER="+server, "INSTALLED="+installed)
	runScript(t, cmd)
}
