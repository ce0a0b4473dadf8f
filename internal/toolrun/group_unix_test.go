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
	lock, pipe := filepath.Join(t.TempDir(), "lock"), fifo(t)
	path := script(t, "import fcntl, os, sys, time", "f = open(sys.argv[1], 'w')", "fcntl.flock(f, fcntl.LOCK_EX)", "os.fork()", ready, "time.sleep(600)")
	r := running(t, pipe, 2, request(t, path, lock, pipe))
	require.True(t, r.Canceled)
	awaitFree(t, lock)
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

// running starts a run that is given up as soon as the script has written into the pipe that is its last
// argument, so often as is said.
func running(t *testing.T, ready string, times int, q Request) Result {
	t.Helper()
	ctx, giveUp := context.WithCancel(t.Context())
	go func() {
		defer giveUp()
		pipe, err := os.OpenFile(ready, os.O_RDWR, 0)
		if err == nil {
			defer pipe.Close()
			_, _ = io.ReadFull(pipe, make([]byte, times))
		}
	}()
	return Run(ctx, q)
}

func fifo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "ready")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	return name
}

const ready = "os.write(os.open(sys.argv[-1], os.O_WRONLY), b'.')"

func TestScriptMayTidyUp(t *testing.T) {
	pipe := fifo(t)
	path := script(t, "import os, signal, sys, time", "def end(*_):", "    print('tidied', flush=True)", "    sys.exit(7)",
		"signal.signal(signal.SIGTERM, end)", ready, "time.sleep(600)")
	r := running(t, pipe, 1, request(t, path, pipe))
	require.True(t, r.Canceled)
	require.Equal(t, 7, r.Code)
	require.Equal(t, "tidied\n", r.Stdout)
}

// Neither a script nor its child can refuse to end, and a child is not forgotten when the script itself ends
// at once and nothing holds the output open.
func TestNobodyRefusesToEnd(t *testing.T) {
	for name, lines := range map[string][]string{
		"both do not listen": {"signal.signal(signal.SIGTERM, signal.SIG_IGN)", "os.fork()", ready, "time.sleep(600)"},
		"the child does not listen": {"if os.fork() == 0:", "    signal.signal(signal.SIGTERM, signal.SIG_IGN)", "    os.close(1)", "    os.close(2)",
			"    " + ready, "    time.sleep(600)", ready, "time.sleep(600)"},
	} {
		t.Run(name, func(t *testing.T) {
			pipe, lock := fifo(t), filepath.Join(t.TempDir(), "lock")
			path := script(t, append([]string{"import fcntl, os, signal, sys, time", "f = open(sys.argv[1], 'w')", "fcntl.flock(f, fcntl.LOCK_EX)"}, lines...)...)
			r := running(t, pipe, 2, request(t, path, lock, pipe))
			require.True(t, r.Canceled)
			require.False(t, r.Unkilled)
			require.Negative(t, r.Code)
			awaitFree(t, lock)
		})
	}
}

// awaitFree waits until nobody holds the lock: a killed process lets go of it a moment later.
func awaitFree(t *testing.T, lock string) {
	t.Helper()
	f, err := os.Open(lock)
	require.NoError(t, err)
	defer f.Close()
	free := make(chan error, 1)
	go func() { free <- syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }()
	select {
	case err := <-free:
		require.NoError(t, err)
	case <-time.After(time.Minute):
		t.Fatal("a process lives on")
	}
}

func TestScriptThatClosesItsOutputIsWaitedFor(t *testing.T) {
	path := script(t, "import os, sys", "print('before', flush=True)", "os.close(1)", "os.close(2)", "open('after', 'w').close()", "os._exit(3)")
	r := Run(t.Context(), request(t, path))
	require.Equal(t, 3, r.Code)
	require.Equal(t, "before\n", r.Stdout)
	require.FileExists(t, filepath.Join(filepath.Dir(filepath.Dir(path)), "after"))
}

func TestScriptThatClosesItsOutputIsStopped(t *testing.T) {
	pipe := fifo(t)
	path := script(t, "import os, sys, time", "os.close(1)", "os.close(2)", ready, "time.sleep(600)")
	r := running(t, pipe, 1, request(t, path, pipe))
	require.True(t, r.Canceled)
	require.Equal(t, -int(syscall.SIGTERM), r.Code)
}

// What a script leaves behind on purpose, in a session of its own and without the output, lives on after a
// run that ended by itself, as in CAPE.
func TestDaemonIsLeftAlone(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	path := script(t, "import os, sys, time", "r, w = os.pipe()", "if os.fork() == 0:", "    os.setsid()", "    null = os.open(os.devnull, os.O_RDWR)",
		"    for fd in (0, 1, 2): os.dup2(null, fd)", "    open(sys.argv[1], 'w').write(str(os.getpid()))", "    os.write(w, b'.')", "    time.sleep(600)", "os.read(r, 1)")
	r := Run(t.Context(), request(t, path, pid))
	require.True(t, r.Success(), r.Error)
	killEscaped(t, pid)
}

func TestOutputWithoutALineEndAndWithBadBytes(t *testing.T) {
	path := script(t, "import sys", "sys.stdout.buffer.write(b'a\\xffb')")
	r := Run(t.Context(), request(t, path))
	require.Equal(t, "UnicodeDecodeError", r.Raised.Class, "CAPE fails here")
	require.Equal(t, "a\ufffdb", r.Stdout, "a person can read it nevertheless")
	require.Equal(t, "a\ufffdb", r.Text())
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
