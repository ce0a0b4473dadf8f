package main

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/cape-ls/cape-ls/internal/usercache"
	"github.com/cape-ls/cape-ls/lsp"
)

const serveAbout = `Speaks the Language Server Protocol (3.18) with an editor, over standard input and output unless told
otherwise. Editors start it without a command: cape-ls --stdio.
`

func serve(ctx context.Context, std streams, args []string) int {
	fs := newFlags("serve")
	var t lsp.Transport
	fs.Bool("stdio", false, "use standard input and output (the default)")
	fs.StringVar(&t.Pipe, "pipe", "", "connect to the pipe or socket file `NAME` that the client listens on")
	fs.IntVar(&t.Socket, "socket", 0, "connect to the TCP `PORT` of this machine that the client listens on")
	trust := fs.Bool("trust", false, "let programs of the repository be run, unless the client says that it is not trusted")
	pid := fs.Int("clientProcessId", 0, "end when the process `N` ends")
	rest, code, done := parse(fs, std, serveAbout, args)
	if done {
		return code
	}
	if len(rest) > 0 {
		return wrong(std, "serve", fmt.Errorf("%q is no argument; cape-ls serve --help names them", rest[0]))
	}
	collectLess(serveGarbage)
	in, out, err := t.Open(ctx)
	if err != nil {
		return wrong(std, "serve", err)
	}
	cache, err := usercache.Folder()
	if err != nil {
		fmt.Fprintf(std.err, "cape-ls: the options of the installed CAPE are not read: %v\n", err)
	}
	ctx, stop := untilHangUp(ctx)
	defer stop()
	return lsp.Serve(ctx, in, out, lsp.Options{
		Version: versionText(), Log: std.err, ClientPID: *pid, Trust: *trust, Cache: cache,
	})
}

// untilHangUp returns a context that ends when the terminal is closed, too: scripts that run are ended then, in
// place of being left behind. Under nohup that signal does not count.
func untilHangUp(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return context.WithCancel(ctx)
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}
