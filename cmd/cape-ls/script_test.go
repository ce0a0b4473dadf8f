package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"cape-ls": func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		if code := run(ctx, streams{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]); code != 0 {
			os.Exit(code)
		}
	}})
}

// TestScripts runs testdata/script: the program as a user of the shell sees it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/.cache")
			e.Setenv("HOME", e.WorkDir)
			cape, err := filepath.Abs("../../internal/toolrun/testdata/fake")
			e.Setenv("CAPE", cape) // a CAPE that was made up
			if err != nil {
				return err
			}
			return nil
		},
	})
}
