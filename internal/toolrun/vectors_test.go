package toolrun

import (
	"testing"

	"github.com/cape-ls/cape-ls/internal/vectortest"
)

// python is an interpreter for tests that cannot do without one.
func python(t *testing.T) string {
	t.Helper()
	p, err := FindPython(Choice{}, Machine())
	if err != nil {
		t.Fatalf("this test runs scripts and needs python3 on PATH: %v", err)
	}
	return p.Path
}

func TestVectorsTruncateStdout(t *testing.T) {
	vectortest.Run(t, "truncate_stdout", func(t *testing.T, c vectortest.Case) {
		got := shortenOutput(vectortest.Text(c.Call["text"]))
		vectortest.Check(t, c.Expect, map[string]any{"text": got})
	})
}
