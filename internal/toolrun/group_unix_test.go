//go:build unix

package toolrun

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The script starts a child that holds a lock and the output. The lock is free when both are dead.
func TestChildrenDieWithTheScript(t *testing.T) {
	lock, ready := filepath.Join(t.TempDir(), "lock"), filepath.Join(t.TempDir(), "ready")
	require.NoError(t, syscall.Mkfifo(ready, 0o600))
	path := script(t, "import fcntl, os, sys, time", "f = open(sys.argv[1], 'w')", "fcntl.flock(f, fcntl.LOCK_EX)",
		"os.fork()", "os.write(os.open(sys.argv[2], os.O_WRONLY), b'.')", "time.sleep(600)")
	q := request(t, path, lock, ready)
	ctx, giveUp := context.WithCancel(t.Context())
	go func() {
		defer giveUp() // both processes are there
		pipe, err := os.OpenFile(ready, os.O_RDWR, 0)
		if err == nil {
			defer pipe.Close()
			_, _ = io.ReadFull(pipe, make([]byte, 2))
		}
	}()
	r := Run(ctx, q)
	require.True(t, r.Canceled)

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
	r, _ := timeOut(t, request(t, path, pid))
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
