package e2e

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// top is the folder of the project, as seen from this package.
const top = "../.."

// server is the program under test, built once for all tests.
var server string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "cape-ls-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	server = os.Getenv("CAPE_LS_SERVER")
	if server == "" {
		server = filepath.Join(dir, "cape-ls")
		if runtime.GOOS == "windows" {
			server += ".exe"
		}
		build := exec.Command("go", "build", "-o", server, "./cmd/cape-ls")
		build.Dir = top
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "go build ./cmd/cape-ls: %v\n%s", err, out)
			os.Exit(1)
		}
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// program finds a program that a test cannot do without.
func program(t *testing.T, name, install string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	require.NoError(t, err, "%s is needed to run this test; install it with: %s", name, install)
	return path
}

// nodePackages returns the folder with the client's npm packages.
func nodePackages(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join(top, "vscode-client", "node_modules"))
	require.NoError(t, err)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		require.FailNow(t, "the packages of the client are needed to run this test",
			"install them with: npm ci --ignore-scripts --prefix vscode-client")
	}
	return dir
}

// wing returns a copy of the example repository, with files added or replaced.
func wing(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	root = filepath.Join(root, "wing")
	require.NoError(t, os.CopyFS(root, os.DirFS(filepath.Join(top, "examples", "wing"))))
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	}
	return root
}

func read(t *testing.T, root, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(content)
}
