package lsp

import (
	"context"
	"errors"
	"net"
)

// dialPipe says that named pipes are not supported: Go's standard library cannot read and write one at
// the same time.
func dialPipe(context.Context, string) (net.Conn, error) {
	return nil, errors.New("named pipes are not supported on Windows, use --stdio or --socket")
}

// surviveBrokenPipe has nothing to do: there is no such signal.
func surviveBrokenPipe() {}
