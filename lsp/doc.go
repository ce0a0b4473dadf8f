// Package lsp is the door for editors: the only room that knows the Language Server Protocol (3.18).
//
// It promises that document changes are taken in wire order, that a request is answered from the text
// that the client had when it asked, that positions are counted in the encoding that was negotiated,
// that nothing a client sends ends the server, and that no panic reaches the client.
//
// It decides nothing about skills, control files or edits: it asks internal/analysis, internal/agent
// and edits, and turns byte spans into ranges. It never writes a file that the editor could write.
//
// How a message travels: Stream reads one frame; the handler chain (handler.go) runs notifications at
// once, in order, on the reader's goroutine, and hands requests to their own goroutine together with a
// snapshot. Whatever leaves the server goes through the Stream's queue, so the reader never waits for
// a client that does not read.
package lsp
