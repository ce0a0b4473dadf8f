package e2e

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// runScript runs a program that prints a line for each thing it looked at, "ok" or "FAIL", a tab, its
// name, a tab and the reason, and "done" at its end. Each line becomes a test.
func runScript(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	looks, done := 0, false
	for line := range strings.Lines(stdout.String()) {
		word, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		name, reason, _ := strings.Cut(rest, "\t")
		switch word {
		case "ok", "FAIL":
			looks++
			t.Run(name, func(t *testing.T) {
				if word != "ok" {
					t.Errorf("not so: %s", reason)
				}
			})
		case "done":
			done = true
		}
	}
	if err != nil || !done || looks == 0 {
		require.FailNow(t, "the script did not come to its end", "%v\n%s\n%s", err, stdout.String(), stderr.String())
	}
}
