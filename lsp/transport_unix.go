//go:build !windows

package lsp

import (
	"context"
	"net"
)

func dialPipe(ctx context.Context, name string) (net.Conn, error) {
	d := net.Dialer{Timeout: dialTime}
	return d.DialContext(ctx, "unix", name)
}
