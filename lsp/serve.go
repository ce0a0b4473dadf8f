package lsp

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/cape-ls/cape-ls/internal/analysis"
	"github.com/cape-ls/cape-ls/internal/repo"
	"github.com/cape-ls/cape-ls/internal/text"
	"github.com/cape-ls/cape-ls/internal/toolrun"
)

// Options are what the caller decides about one connection. The zero value is what an editor gets.
type Options struct {
	Version   string // of this program, told to the client
	Log       io.Writer
	ClientPID int // end when this process ends; 0: only the one named in initialize
	// Trust lets programs of the repository be run, unless the client says at initialize that it is not
	// trusted.
	Trust bool

	// Quiet is the time without typing before a check, unless the client's settings name another.
	// 0 means the default, a negative time none at all.
	Quiet time.Duration
	// AnswerTime bounds the wait for the client's answer to an edit; 0 means the default.
	AnswerTime time.Duration
	// MaxRequests bounds the requests that are worked on at once; 0 means the default.
	MaxRequests int
	// MaxMessage bounds one message in bytes; 0 means the default.
	MaxMessage int64
	// Cache is the folder in which what was found out is kept for the next start, as usercache.Folder gives it.
	// Empty: nothing is kept, and CAPE is not asked for its options.
	Cache string

	// The rest is for tests.
	factLimit   time.Duration                    // 0: toolrun.DefaultFactLimit
	analysis    func(analysis.Settings) analyzer // nil: analysis.New
	pollProcess time.Duration                    // 0: processPoll
	pollEach    time.Duration                    // 0: pollEach
	pullGrace   time.Duration                    // 0: defaultPullGrace
	logs        *toolrun.Logs                    // nil: those of the user
	seenTime    time.Duration                    // 0: defaultSeenTime
}

// Defaults of Options.
const (
	defaultAnswerTime  = 20 * time.Second
	defaultMaxRequests = 1024
	flushTime          = time.Second     // for what is still queued when the server ends
	defaultPullGrace   = 2 * time.Second // for a client that says it will ask for findings
)

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.AnswerTime == 0 {
		o.AnswerTime = defaultAnswerTime
	}
	if o.MaxRequests == 0 {
		o.MaxRequests = defaultMaxRequests
	}
	if o.MaxMessage == 0 {
		o.MaxMessage = defaultMaxBody
	}
	if o.pullGrace == 0 {
		o.pullGrace = defaultPullGrace
	}
	if o.seenTime == 0 {
		o.seenTime = defaultSeenTime
	}
	if o.logs == nil {
		o.logs = toolrun.UserLogs()
	}
	if o.pollEach == 0 {
		o.pollEach = pollEach
	}
	if o.pollProcess == 0 {
		o.pollProcess = processPoll
	}
	return o
}

// The states of a connection (LSP 3.18, "Server lifecycle").
const (
	stateNew int32 = iota
	stateRunning
	stateShutDown
)

// server is one connection. The fields below the line are set by initialize, on the reader's
// goroutine, before anything else can read them.
type server struct {
	opts   Options
	ctx    context.Context // ends with the connection
	peer   context.Context // ends when nothing more can come from the client
	stream *stream
	conn   jsonrpc2.Conn
	client protocol.Client
	state  atomic.Int32
	exit   chan int
	orphan chan struct{}
	calls  calls
	log    *logger

	ws       *repo.Workspace
	spelling spelling
	arrivals arrivals
	settings atomic.Pointer[Settings]
	analyzer atomic.Pointer[analyzerBox]
	facts    factKeeper
	start    *analysis.StartCache // nil: nothing is kept

	pulling   sync.Mutex // the client is asked for its settings
	analyzing sync.Mutex // the analyzer is made anew
	telling   sync.Mutex // the client is told the status
	checks    *checks
	door      *door
	methods   table

	progresses progresses
	runs       runs
	lastPython atomic.Pointer[toolrun.Python] // the interpreter that scripts were run with
	sessions   sessions
	watched    watching
	changes    changes
	polling    polling

	lensesAsked atomic.Bool // the client has asked for code lenses

	// ---
	caps          caps
	enc           text.Encoding
	folders       []workspaceFolder // as the client spells them; used on the reader's goroutine only
	isInitialized bool              // the client has said so; used on the reader's goroutine only
	saves         bool              // the client answers cape/saveDocuments
	shows         bool              // the client shows what the commands of code actions answer
	showsRuns     bool              // the client shows the output of tools itself (cape/toolOutput)

	clientTrust  atomic.Pointer[bool] // what the client says: programs of the workspace may be run; nil: it says nothing
	clientPython string               // the interpreter that the user chose in the editor; may be empty
}

// Serve speaks LSP over r and w until the client says exit, the input ends, the client's process ends
// or ctx does. It returns the exit code of the process: 0 after an orderly shutdown, else 1
// (LSP 3.18, "Exit Notification").
func Serve(ctx context.Context, r io.Reader, w io.Writer, opts Options) (exitCode int) {
	opts = opts.withDefaults()
	ctx, end := context.WithCancel(ctx)
	defer end()
	peer, hangUp := context.WithCancel(ctx)
	defer hangUp()

	s := newServer(ctx, peer, opts)
	s.stream = newStream(r, w, opts.MaxMessage, s.log.printf)
	s.stream.onEnd = hangUp
	defer context.AfterFunc(peer, func() { s.runs.close(0) })() // nobody is left who could stop them
	s.conn = jsonrpc2.NewConn(s.stream, jsonrpc2.WithCodec(codec{}))
	s.client = protocol.ClientDispatcher(s.conn)
	s.background("diagnostics", s.checks.run)
	s.watchProcess(opts.ClientPID)
	s.conn.Go(ctx, s.handle)

	code := s.await()
	s.runs.close(endTime) // no script outlives the server
	end()
	s.endFacts(flushTime)
	s.stream.out.stop(flushTime)
	_ = s.stream.Close() // the process ends, or the test has closed its end
	return code
}

func newServer(ctx, peer context.Context, opts Options) *server {
	s := &server{opts: opts, ctx: ctx, peer: peer, exit: make(chan int, 1), orphan: make(chan struct{}, 1)}
	s.log = &logger{to: opts.Log}
	s.calls.limit = opts.MaxRequests
	s.enc = text.UTF16
	s.ws = repo.NewWorkspace()
	s.settings.Store(defaultSettings(opts.Quiet))
	s.start = s.startCache()
	s.analyze()
	s.methods = newTable()
	s.checks = newChecks(s)
	s.polling = newPolling()
	s.door = &door{s: s}
	return s
}

func (s *server) await() int {
	select {
	case code := <-s.exit:
		return code
	case <-s.stream.ended:
		// "exit" may be the last message before the end of input: it was handled by now.
		select {
		case code := <-s.exit:
			return code
		default:
		}
	case <-s.orphan:
		s.log.printf("the client's process has ended")
	case <-s.ctx.Done():
	}
	return s.exitCode()
}

func (s *server) exitCode() int {
	if s.state.Load() == stateShutDown {
		return 0
	}
	return 1
}

// background runs f on a goroutine of its own, to the end of the connection. A panic is our bug: it is
// logged and the server lives on.
func (s *server) background(name string, f func(context.Context)) {
	go func() {
		defer s.recovered(name)
		f(s.ctx)
	}()
}

// later runs f in the background once the wait is over, if the server still runs then.
func (s *server) later(wait time.Duration, name string, f func(context.Context)) {
	s.background(name, func(ctx context.Context) {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
			f(ctx)
		}
	})
}

// recovered is deferred where our own bugs would end the process.
func (s *server) recovered(where string) {
	if r := recover(); r != nil {
		s.log.stack(fmt.Sprintf("panic in %s: %v", where, r))
	}
}

// waitAtMost returns when wait does, or the time is over.
func waitAtMost(limit time.Duration, wait func()) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		wait()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-over:
	case <-timer.C:
	}
}
