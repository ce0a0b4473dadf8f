package casetest

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cape-ls/cape-ls/internal/text"
)

var update = flag.Bool("update", false, "write the goldens of testdata/cases anew, from the library")

const casesDir = "../../testdata/cases"

// binary is the built program, made once.
var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "cape-ls-cases-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "cape-ls")
		build := exec.Command("go", "build", "-o", binary, "../../cmd/cape-ls")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return 1
		}
		return m.Run()
	}())
}

func TestCases(t *testing.T) {
	var files []string
	require.NoError(t, filepath.WalkDir(casesDir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".txtar") {
			files = append(files, name)
		}
		return err
	}))
	require.GreaterOrEqual(t, len(files), 40, "the cases must have been found")
	for _, file := range files {
		name, err := filepath.Rel(casesDir, file)
		require.NoError(t, err)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			c := Load(t, casesDir, file)
			if c.isEdit() {
				c.runEdit(t)
				return
			}
			if *update {
				c.updateAll(t)
				c = Load(t, casesDir, file)
			}
			c.run(t)
		})
	}
}

// updateAll writes every golden from the library's answers.
func (c *Case) updateAll(t *testing.T) {
	c.set(t, "@diagnostics", showFindings(c.library()))
	for _, name := range c.goldens() {
		if name != "@diagnostics" {
			c.set(t, name, c.ask(t, name))
		}
	}
}

func (c *Case) run(t *testing.T) {
	want, _ := c.golden("@diagnostics")
	require.Equal(t, want, showFindings(c.library()), "library")
	for _, enc := range []text.Encoding{text.UTF8, text.UTF16} {
		require.Equal(t, want, showFindings(c.server(t, enc)), "language server, %s", enc)
	}
	require.Equal(t, onlyLines(want), c.command(t), "cape-ls check")
	for _, name := range c.goldens() {
		if name != "@diagnostics" {
			golden, _ := c.golden(name)
			require.Equal(t, golden, c.ask(t, name), name)
		}
	}
	for _, enc := range []text.Encoding{text.UTF8, text.UTF16} {
		c.runEditor(t, enc)
	}
}

// runEditor asks the questions of the goldens through a language server.
func (c *Case) runEditor(t *testing.T, enc text.Encoding) {
	t.Helper()
	var e *asker
	for _, name := range c.goldens() {
		if !askedOfEditor(name) {
			continue
		}
		if e == nil {
			if e = c.asker(t, enc); e == nil {
				return
			}
		}
		golden, _ := c.golden(name)
		require.Equal(t, golden, e.ask(name), "%s, language server, %s", name, enc)
	}
	if e != nil {
		e.close()
	}
}

// command runs the built program in the folder of the case.
func (c *Case) command(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(binary, "check")
	cmd.Dir = c.Dir
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	code := 0
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
		code = err.(*exec.ExitError).ExitCode()
	}
	require.Empty(t, log.String())
	if out.Len() == 0 {
		require.Equal(t, 0, code)
	} else {
		require.Equal(t, 1, code)
	}
	return out.String()
}
