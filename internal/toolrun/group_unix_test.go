//go:build unix

package toolrun

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The script starts a child that holds a lock and the output. The lock is free when both are dead.
func TestChildrenDieWithTheScript(t *testing.T) {
	lock := filepath.Join(t.TempDir(), "lock")
	path := script(t, "import fcntl, os, sys, time", "f = open(sys.argv[1], 'w')", "fcntl.flock(f, fcntl.LOCK_EX)",
		"os.fork()", "print('ready', flush=True)", "time.sleep(600)")
	q := request(t, path, lock)
	q.Timeout = number("3")
	r := Run(t.Context(), q)
	require.True(t, r.TimedOut)
	require.Equal(t, "ready\nready\n", r.Stdout)

	f, err := os.Open(lock)
	require.NoError(t, err)
	defer f.Close()
	free := make(chan error, 1)
	go func() { free <- syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }()
	select {
	case err := <-free:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		t.Fatal("the child lives on")
	}
}

// A child in a session of its own outlives the group and holds the pipe open: the answer comes nevertheless.
func TestEscapedChildDoesNotHoldTheAnswer(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	path := script(t, "import os, sys, time", "if os.fork() == 0:", "    os.setsid()",
		"    open(sys.argv[1], 'w').write(str(os.getpid()))", "    print('away', flush=True)", "    time.sleep(60)", "time.sleep(600)")
	q := request(t, path, pid)
	q.Timeout = number("3")
	r := Run(t.Context(), q)
	require.True(t, r.TimedOut)
	require.Equal(t, "away\n", r.Stdout)
	killEscaped(t, pid)
}

func killEscaped(t *testing.T, name string) {
	src, err := os.ReadFile(name)
	require.NoError(t, err)
	n := 0
	for _, c := range src {
		n = n*10 + int(c-'0')
	}
	require.Greater(t, n, 1)
	require.NoError(t, syscall.Kill(n, syscall.SIGKILL))
}
