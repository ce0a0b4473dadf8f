package lsp

import (
	"bufio"
	"context"
	"net"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// The client listens, the server connects: as vscode-languageclient's pipe and socket transports do.
func TestTransports(t *testing.T) {
	for _, network := range []string{"unix", "tcp"} {
		t.Run(network, func(t *testing.T) {
			address := "127.0.0.1:0"
			if network == "unix" {
				if runtime.GOOS == "windows" {
					_, _, err := Transport{Pipe: `\\.\pipe\x`}.Open(context.Background())
					require.ErrorContains(t, err, "not supported")
					return
				}
				address = filepath.Join(t.TempDir(), "s")
			}
			ln, err := net.Listen(network, address)
			require.NoError(t, err)
			defer ln.Close()
			tr := Transport{Pipe: address}
			if network == "tcp" {
				tr = Transport{Socket: ln.Addr().(*net.TCPAddr).Port}
			}
			done := make(chan int, 1)
			go func() {
				r, w, err := tr.Open(context.Background())
				if err != nil {
					done <- -1
					return
				}
				done <- Serve(context.Background(), r, w, testOptions(t))
			}()
			conn, err := ln.Accept()
			require.NoError(t, err)
			_, err = conn.Write([]byte("Content-Length: 58\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`))
			require.NoError(t, err)
			line, err := bufio.NewReader(conn).ReadString('\n')
			require.NoError(t, err)
			require.Contains(t, line, "Content-Length")
			require.NoError(t, conn.Close())
			require.Equal(t, 1, <-done)
		})
	}
}

func TestTransportsThatCannotBe(t *testing.T) {
	for _, tc := range []struct {
		tr   Transport
		says string
	}{
		{Transport{Pipe: filepath.Join(t.TempDir(), "none")}, "--pipe"},
		{Transport{Socket: 70000}, "70000 is not a port"},
		{Transport{Socket: -1}, "-1 is not a port"},
		{Transport{Pipe: "x", Socket: 1}, "exclude each other"},
	} {
		_, _, err := tc.tr.Open(context.Background())
		require.ErrorContains(t, err, tc.says)
	}
}
