//go:build !windows

package lsp

import (
	"context"
	"net"
	"os"
	"os/signal"
	"syscall"
)

func dialPipe(ctx context.Context, name string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTime}
	return d.DialContext(ctx, "unix", name)
}

// surviveBrokenPipe makes the write to a client that does not read any more an error, as on any other connection:
// else it would end the process at once, and leave behind the tools that run. The signal is taken, not ignored,
// because programs that are started would inherit that.
func surviveBrokenPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
