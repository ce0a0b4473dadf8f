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
	files := map[string]string{"inputs/marked.csv": marked, "inputs/windows.json": crlf, "other.json": "{}\n", "pyOver.yaml": "RunControl:\n\tnIter: 10\n"}
	runVSCode(t, "drive.mjs", files, "CHECKS=checks.js", "CLIENT="+clientFolder(t), "CAPE_LS_SERVER="+server)
}

// marks is a tool that leaves a file behind.
const marks = "\"\"\"Leave a mark\"\"\"\n\nif __name__ == \"__main__\":\n    open(\"marked\", \"w\").close()\n"

// TestVSCodeUntrusted opens a workspace that nobody has called trusted. Its settings name another server.
func TestVSCodeUntrusted(t *testing.T) {
	node := program(t, "node", "see https://nodejs.org")
	folder := filepath.Join(t.TempDir(), "client")
	require.NoError(t, os.Mkdir(folder, 0o777))
	stage := exec.Command(node, "-e", "import('./package.mjs').then(({ stage }) => stage(process.env.FOLDER, 'linux-x64'))")
	stage.Dir = clientFolder(t)
	stage.Env = append(os.Environ(), "FOLDER="+folder)
	out, err := stage.CombinedOutput()
	require.NoError(t, err, "%s", out)
	files := map[string]string{"tools/marks.py": marks, ".vscode/settings.json": "{\"cape.server.path\": \"/bin/false\", \"cape.trust\": true}\n"}
	runVSCode(t, "drive.mjs", files, "CHECKS=untrusted.js", "UNTRUSTED=yes", "CLIENT="+folder, "CAPE_LS_SERVER="+server)
}

// powered is a control file with a character of two UTF-16 units before a finding on its third line.
const powered = "{\n    \"RunControl\": {\"PhaseSequence\": [0], \"PhaseIters\": [100]},\n    \"PBS\": {\"q\": \"\U0001F6E9\", \"ncpus\": \"4\"}\n}\n"

// TestVSCodePackage installs the package for this machine, with the server inside, and does by keyboard and
// mouse what a person does.
func TestVSCodePackage(t *testing.T) {
	runPackage(t, "person.mjs", wing(t, map[string]string{"powered.json": powered}))
}

// TestVSCodeTrust opens a workspace that nobody has called trusted, and trusts it.
func TestVSCodeTrust(t *testing.T) {
	runPackage(t, "trust.mjs", wing(t, map[string]string{"tools/marks.py": marks}))
}

// TestVSCodeElsewhere opens a folder that has nothing to do with CAPE.
func TestVSCodeElsewhere(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"README.md": "# Other\n", "package.json": "{}\n", "setup.py": "x = 1\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	runPackage(t, "elsewhere.mjs", folder)
}

// runPackage runs a driver of testdata/vscode in a folder, with the client installed from its package.
func runPackage(t *testing.T, driver, folder string) {
	t.Helper()
	node := program(t, "node", "see https://nodejs.org")
	to := t.TempDir()
	out, err := exec.Command(node, filepath.Join(clientFolder(t), "package.mjs"), "--out", to, "linux-x64").CombinedOutput()
	require.NoError(t, err, "%s", out)
	packages, err := filepath.Glob(filepath.Join(to, "*.vsix"))
	require.NoError(t, err)
	require.Len(t, packages, 1)
	pictures, err := filepath.Abs(filepath.Join(top, "testdata", "e2e", "pictures"))
	require.NoError(t, err)
	runVSCodeIn(t, driver, folder, "PACKAGE="+packages[0], "PICTURES="+pictures)
}

// runVSCode runs a driver of testdata/vscode with a copy of the example repository.
func runVSCode(t *testing.T, driver string, files map[string]string, env ...string) {
	t.Helper()
	runVSCodeIn(t, driver, wing(t, files), env...)
}

// runVSCodeIn runs a driver of testdata/vscode in a folder.
func runVSCodeIn(t *testing.T, driver, folder string, env ...string) {
	t.Helper()
	node := program(t, "node", "see https://nodejs.org")
	program(t, "chromium", "apt-get install chromium")
	installed, err := filepath.Abs(filepath.Join(top, "testdata", "e2e", "vscode"))
	require.NoError(t, err)
	require.DirExists(t, filepath.Join(installed, "node_modules", "code-server"), "install it with: .ci/vscode")
	cmd := exec.Command(node, filepath.Join("testdata", "vscode", driver))
	cmd.Env = append(os.Environ(), append([]string{"WORK=" + t.TempDir(), "WORKSPACE=" + folder, "INSTALLED=" + installed}, env...)...)
	runScript(t, cmd)
}

// clientFolder is the folder of the client, bundled.
func clientFolder(t *testing.T) string {
	t.Helper()
	folder, err := filepath.Abs(filepath.Join(top, "vscode-client"))
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(folder, "dist", "extension.js"), "make it with: npm run bundle --prefix vscode-client")
	return folder
}
