package lsp

import (
	"context"
	"time"
)

// processPoll is how often the server looks whether its client still lives.
const processPoll = 2 * time.Second

// watchProcess ends the server when the process pid ends (LSP 3.18, InitializeParams.processId): a
// client that is killed cannot close the connection when another process holds the pipe too. A process
// that cannot be seen from here at all, as from inside a container, is not watched.
func (s *server) watchProcess(pid int) {
	if pid <= 0 || !alive(pid) {
		return
	}
	s.background("process watch", func(ctx context.Context) {
		tick := time.NewTicker(s.opts.pollProcess)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if !alive(pid) {
				select {
				case s.orphan <- struct{}{}:
				default:
				}
				return
			}
		}
	})
}
