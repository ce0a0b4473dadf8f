package lsp

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/agent"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// liveBounds say how output is told to a client while a tool runs. A script is never held up by a client that
// reads slowly, and what waits for one is bounded: of more the oldest is left out, with a note. The log of the
// run holds all.
type liveBounds struct {
	every   time.Duration // between two messages
	message int           // bytes in one message, at most
	waiting int           // bytes that wait, at most
}

var (
	boundsOfOutput = liveBounds{every: 60 * time.Millisecond, message: 64 << 10, waiting: 256 << 10}
	// boundsOfLines are for clients that know window/logMessage only, some of which write each into a file or
	// show each to the user.
	boundsOfLines = liveBounds{every: 250 * time.Millisecond, message: 4 << 10, waiting: 4 << 10}
)

// lateTime is how long the end of a run waits for a client that does not read its output.
const lateTime = 2 * time.Second

// tailSize is how much of the newest output is kept for the progress, in bytes.
const tailSize = 4 << 10

// liveOutput holds the output that was not told yet.
type liveOutput struct {
	liveBounds
	raw bool // the client shows output as it is

	more, over chan struct{} // there is output; there will be none
	told       chan struct{} // closed when all was told

	mu      sync.Mutex
	pending []byte
	lost    int64
	tail    []byte
	mute    bool // the end was told: nothing may follow
}

func newLiveOutput(raw bool) *liveOutput {
	l := &liveOutput{liveBounds: boundsOfLines, raw: raw}
	if raw {
		l.liveBounds = boundsOfOutput
	}
	l.more, l.over, l.told = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	return l
}

// put takes a piece of output. It never waits for the client.
func (l *liveOutput) put(piece []byte) {
	l.mu.Lock()
	l.tail = newest(append(l.tail, piece[max(0, len(piece)-tailSize):]...), tailSize)
	l.pending = append(l.pending, piece...)
	if len(l.pending) > l.waiting {
		over := lineStart(l.pending, len(l.pending)-l.waiting/2) // half at once, or each small piece would move all
		l.lost += int64(over)
		l.pending = l.pending[:copy(l.pending, l.pending[over:])]
	}
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// newest cuts b to its last n bytes, in place.
func newest(b []byte, n int) []byte {
	if len(b) <= n {
		return b
	}
	return b[:copy(b, b[len(b)-n:])]
}

// lineStart returns the start of the first line at or after offset, or if that is far away, of a character.
func lineStart(b []byte, offset int) int {
	if i := bytes.IndexByte(b[offset:min(len(b), offset+1024)], '\n'); i >= 0 {
		return offset + i + 1
	}
	for offset < len(b) && !utf8.RuneStart(b[offset]) {
		offset++
	}
	return offset
}

func (l *liveOutput) lastLine() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return toolrun.LastLine(l.tail)
}

// run tells the output as it comes, until end is called.
func (l *liveOutput) run(r *toolRun) {
	defer close(l.told)
	for {
		last := false
		select {
		case <-l.more:
		case <-l.over:
			last = true
		}
		r.s.stream.out.room()
		for l.tellOne(r, last) && last {
		}
		if last {
			return
		}
		select {
		case <-time.After(l.every):
		case <-l.over:
		}
	}
}

// tellOne tells one message, and reports whether there is more.
func (l *liveOutput) tellOne(r *toolRun, last bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock() // the end waits until the message is in the queue
	text, lost := l.take(last)
	if l.mute || text == "" && lost == 0 {
		return false
	}
	if l.raw {
		r.tell(methodToolOutput, map[string]any{"id": r.id, "text": lostNote(lost, r.log) + text})
	} else {
		r.logLine(prefixed(r.plan.Name, lostNote(lost, r.log)+toolrun.Plain(text)))
	}
	if len(l.pending) == 0 {
		return false
	}
	if text != "" {
		select {
		case l.more <- struct{}{}:
		default:
		}
	}
	return true
}

// take takes what goes into one message: whole characters, and for people whole lines, unless it is the last.
func (l *liveOutput) take(last bool) (text string, lost int64) {
	n := min(len(l.pending), l.message)
	if n < len(l.pending) || !last {
		n = toolrun.WholeRunes(l.pending[:n])
	}
	if end := bytes.LastIndexByte(l.pending[:n], '\n') + 1; !l.raw && (end > 0 || n < l.message) && (!last || n < len(l.pending)) {
		n = end
	}
	text, lost = strings.ToValidUTF8(string(l.pending[:n]), "\ufffd"), l.lost
	l.pending, l.lost = l.pending[:copy(l.pending, l.pending[n:])], 0
	return text, lost
}

func lostNote(lost int64, log string) string {
	switch {
	case lost == 0:
		return ""
	case log == "":
		return fmt.Sprintf("[%d bytes of output are not shown]\n", lost)
	}
	return fmt.Sprintf("[%d bytes of output are not shown; they are in %s]\n", lost, log)
}

// prefixed puts the name of the tool before each line. Of a line that was written over the last state counts.
func prefixed(name, text string) string {
	var out []string
	for _, line := range strings.Split(strings.TrimRight(text, "\r\n"), "\n") {
		line = strings.TrimRight(line, "\r")
		out = append(out, name+": "+line[strings.LastIndexByte(line, '\r')+1:])
	}
	return strings.Join(out, "\n")
}

func (r *toolRun) logLine(text string) {
	r.tell(protocol.MethodWindowLogMessage, map[string]any{"type": protocol.MessageTypeInfo, "message": text})
}

// end returns when all output was told, or the client does not read it: what is left is dropped then.
func (l *liveOutput) end() {
	close(l.over)
	select {
	case <-l.told:
	case <-time.After(lateTime):
	}
	l.mu.Lock()
	l.mute = true
	l.mu.Unlock()
}

// endInWords says how a run ended.
func endInWords(res agent.Result) string {
	var b strings.Builder
	switch {
	case res["error"] != nil:
		fmt.Fprint(&b, res["error"])
	case res["success"] == true:
		b.WriteString("done")
	default:
		fmt.Fprintf(&b, "ended with code %v", res["returncode"])
	}
	fmt.Fprintf(&b, " after %v s", res["seconds"])
	if changed, ok := res["changed"].([]string); ok && len(changed) > 0 {
		fmt.Fprintf(&b, "; changed: %s", strings.Join(changed, ", "))
	}
	if log, ok := res["log"]; ok {
		fmt.Fprintf(&b, "; all output: %v", log)
	}
	return b.String()
}
