package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"time"
)

// Transport is how the bytes travel, as clients name it on the command line (LSP 3.18,
// "Implementation Considerations"). The zero value is standard input and output.
type Transport struct {
	Pipe   string // --pipe NAME: a Unix domain socket or a Windows named pipe that the client listens on
	Socket int    // --socket PORT: a TCP port of this machine that the client listens on
}

// dialTime bounds the wait for a client that listens; it does so before it starts the server.
const dialTime = 10 * time.Second

// Open returns the two ends that Serve speaks over. The caller closes nothing: the process ends after
// Serve. From then on the standard output is closed to everything else: what other code prints goes
// to standard error, because the output belongs to the protocol.
func (t Transport) Open(ctx context.Context) (io.Reader, io.Writer, error) {
	switch {
	case t.Pipe != "" && t.Socket != 0:
		return nil, nil, errors.New("--pipe and --socket exclude each other")
	case t.Pipe != "":
		conn, err := dialPipe(ctx, t.Pipe)
		if err != nil {
			return nil, nil, fmt.Errorf("--pipe: %w", err)
		}
		return conn, conn, nil
	case t.Socket < 0 || t.Socket > 65535:
		return nil, nil, fmt.Errorf("--socket: %d is not a port number", t.Socket)
	case t.Socket != 0:
		d := net.Dialer{Timeout: dialTime}
		conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(t.Socket)))
		if err != nil {
			return nil, nil, fmt.Errorf("--socket: %w", err)
		}
		return conn, conn, nil
	}
	in, out := os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	surviveBrokenPipe()
	return in, out, nil
}
